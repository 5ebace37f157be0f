"""The file by which servers and a restore keep out of each other's way."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from django.conf import settings
from django.core.files import locks

NAME = "serving.lock"


@contextlib.contextmanager
def serving_lock(*, alone: bool) -> Iterator[bool]:
    """Hold the data folder, ``alone`` or beside others who hold it so; says whether it was to be had."""
    with open(settings.DATA_DIR / NAME, "a") as file:
        yield locks.lock(file, (locks.LOCK_EX if alone else locks.LOCK_SH) | locks.LOCK_NB)
