"""The lock that lets one analysis process alone serve a data folder, and ends with that process."""

import sys
from pathlib import Path
from typing import IO

NAME = "analysis.lock"
ANOTHER_HAS_IT = 3
"""The exit code of a process that is refused the lock."""


def lock(folder: Path) -> IO[bytes] | None:
    """Takes the lock, and holds it until the file is closed; None if another process has it."""
    file = (folder / NAME).open("ab")
    try:
        _lock(file)
    except OSError:
        file.close()
        return None
    return file


def is_locked(folder: Path) -> bool:
    """Tells whether a process holds the lock now."""
    file = lock(folder)
    if file is not None:
        file.close()
    return file is None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
