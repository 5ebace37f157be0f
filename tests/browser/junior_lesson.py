"""`python -m tests.browser.junior_lesson` gives a running site a lesson of children, and prints who they are.

A process of its own, since the tests' process has a database of its own, and an event loop running.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.server import ROOT, ServerProcess


def junior_lesson(server: ServerProcess) -> dict[str, Any]:
    """``code`` of the table, and the ``sessions`` of the pupils by seat."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.junior_lesson"],
        cwd=ROOT,
        env=server.environment | {"DJANGO_SETTINGS_MODULE": "minibridge.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def _session(user: Any) -> str:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return store.session_key


def main() -> None:
    import django

    django.setup()
    from minibridge.engine import SEATS
    from tests.tables.junior_room import JuniorRoom

    room = JuniorRoom().dealt()
    sessions = {seat.value: _session(room.pupil_at(seat)) for seat in SEATS}
    print(json.dumps({"code": room.table().code, "sessions": sessions}))


if __name__ == "__main__":
    main()
