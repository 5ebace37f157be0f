"""What the tests see of processes that others start."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60


def wait_until(is_so: Callable[[], object]) -> None:
    """Looks again and again, as often as it takes, and fails after a minute."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """The processes that this one has started, from whichever thread."""
    found = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            found += [int(word) for word in thread.read_text().split()]
    return found


def lives(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody has buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
