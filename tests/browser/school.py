"""A class on a running site, and the sessions of its people: in a process of its own, as ``prepare``."""

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from tests.browser.people import Player
from tests.server import ROOT, ServerProcess


@dataclass(frozen=True)
class School:
    """``sessions`` are keys by which a browser is logged in: the teacher's first, then the pupils'. ``keys``
    are those of the pupils' cards, ``pictures`` their picture codes.
    """

    class_id: int
    code: str
    sessions: list[str]
    keys: list[str]
    pictures: list[str]

    def enter(self, player: Player, number: int) -> None:
        """Log a browser in as the teacher (0) or as a pupil (from 1 on)."""
        cookie = {"name": "sessionid", "value": self.sessions[number], "url": player.site}
        player.context.add_cookies([cookie])


def school_on(server: ServerProcess, *names: str) -> School:
    """A class with pupils of these names."""
    return School(**_asked(server, "open", *names))


def traces_of(server: ServerProcess, *names: str) -> list[str]:
    """The tables of the site's database in which any of these names still stands."""
    return list(_asked(server, "traces", *names))


def _asked(server: ServerProcess, *arguments: str) -> Any:
    found = subprocess.run(
        [sys.executable, "-m", "tests.browser.school", *arguments],
        cwd=ROOT,
        env=server.environment | {"DJANGO_SETTINGS_MODULE": "minibridge.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(found.stdout)


def traces(names: list[str]) -> None:
    from django.apps import apps

    found = [
        model._meta.label
        for model in apps.get_models()
        for row in model._default_manager.all().values()
        if any(name in str(value) for value in row.values() for name in names)
    ]
    print(json.dumps(sorted(set(found))))


def class_fill(names: list[str]) -> None:
    from datetime import timedelta

    from django.test import Client
    from django.utils import timezone
    from django.utils.crypto import get_random_string

    from accounts.classes import class_open, pupil_add
    from accounts.models import User

    def session_of(user: User) -> str:
        client = Client()
        client.force_login(user)
        return client.cookies["sessionid"].value

    teacher = User.objects.create_user(username=get_random_string(8), display_name="Tilda", is_adult=True)
    day = timezone.localdate() + timedelta(days=200)
    classroom = class_open(teacher=teacher, name="6e B", expires=day)
    pupils = [pupil_add(classroom=classroom, name=name) for name in names]
    users = [teacher, *(pupil.user for pupil in pupils)]
    told = {
        "class_id": classroom.id,
        "code": classroom.code,
        "sessions": [session_of(user) for user in users],
        "keys": [pupil.key for pupil in pupils],
        "pictures": [pupil.pictures for pupil in pupils],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    import django

    django.setup()
    {"open": class_fill, "traces": traces}[sys.argv[1]](sys.argv[2:])
