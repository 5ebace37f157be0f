"""Collected files: gathered again only when one of them changed, so that a restart is quick."""

import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_if_changed() -> None:
    stamp = Path(settings.STATIC_ROOT) / "collected.sha256"
    now = fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def fingerprint() -> str:
    """Changes with every file that would be collected, and with what decides on their names."""
    digest = hashlib.sha256(f"{django.__version__} {settings.STORAGES}".encode())
    for finder in get_finders():
        for name, storage in finder.list(None):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()
