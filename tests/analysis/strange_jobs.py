"""The jobs of the analysis process, and some that do what jobs must not do."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from minibridge.analysis.jobs import JOBS as REAL_JOBS
from minibridge.analysis.jobs import TimeLeft, Work


def echo(data: Any, time_left: TimeLeft) -> Work:
    """Comes back as it came."""
    yield
    return data


def forever(data: Any, time_left: TimeLeft) -> Work:
    """One step that never ends."""
    time.sleep(3600)
    yield


def gate(data: Any, time_left: TimeLeft) -> Work:
    """Many short steps, from the making of the file ``begun`` in a folder to that of ``open``."""
    (Path(data) / "begun").touch()
    while not (Path(data) / "open").exists():
        time.sleep(0.01)
        yield
    return "open"


def sample(data: Any, time_left: TimeLeft) -> Work:
    """Works for as long as it may, and tells how long it thought it might."""
    wanted = time_left()
    while time_left() > 0:
        time.sleep(0.01)
        yield
    return wanted


def die(data: Any, time_left: TimeLeft) -> Work:
    """Ends its process as a fault in the solver would."""
    yield
    os.kill(os.getpid(), signal.SIGSEGV)


def fail(data: Any, time_left: TimeLeft) -> Work:
    """Has a fault."""
    yield
    raise RuntimeError("a fault")


def unwritable(data: Any, time_left: TimeLeft) -> Work:
    """Returns what JSON cannot hold."""
    yield
    return {1, 2}


def noisy(data: Any, time_left: TimeLeft) -> Work:
    """Prints, as the solver's library may."""
    yield
    os.write(1, b'{"id": 0, "result": "a lie"}\n')
    print("noise")
    return "quiet"


JOBS = {
    **REAL_JOBS,
    **{job.__name__: job for job in (echo, forever, gate, sample, die, fail, unwritable, noisy)},
}
