"""Keeps the analysis process of a data folder alive for as long as the server runs."""

import contextlib
import logging
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from . import carrier, folder_lock
from .worker_process import ROOT

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
"""Seconds before the process is started again: twice as many each time, up to so many."""
SETTLED = 60.0
"""Seconds after which a process counts as well."""
LOOK = 2.0
"""Seconds between two looks whether the process of another server still serves the folder."""
FAREWELL = 5.0
"""Seconds that the process may take to end."""

log = logging.getLogger("minibridge.analysis")


class AnalysisKeeper:
    """``with AnalysisKeeper(folder, jobs):`` starts the process in the background, and starts it again when
    it ends. If another server has one for this *folder*, that one serves both, until it goes.

    *jobs* is the name of the module of the jobs it knows. Without endplay nothing is started, and that is
    said once.
    """

    def __init__(self, folder: Path, jobs: str = "minibridge.analysis.jobs") -> None:
        self.folder = folder
        self.jobs = jobs
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="analysis keeper", daemon=True)

    def __enter__(self) -> Self:
        if carrier.find() is None:
            log.warning("The package endplay is not installed: the site runs without analysis.")
        else:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        with self._starting:
            process = self._process
        if process is not None:
            _end(process)
        if self._thread.is_alive():
            self._thread.join(FAREWELL)

    @property
    def pid(self) -> int | None:
        """The number of the process, if this keeper has started one that lives."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def _keep(self) -> None:
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            if folder_lock.is_locked(self.folder):
                self._stop.wait(LOOK)
                continue
            began = time.monotonic()
            code = self._run()
            if self._stop.is_set():
                return
            if code == folder_lock.ANOTHER_HAS_IT:  # two servers started at the same moment
                continue
            pause = FIRST_PAUSE if time.monotonic() - began > SETTLED else pause
            log.warning("The analysis process ended (%s); another is started in %.1f s.", code, pause)
            self._stop.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _run(self) -> int | None:
        """Starts the process and waits for its end, which may be that of this keeper."""
        with self._starting:
            if self._stop.is_set():
                return None
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "minibridge.analysis", "--until-input-ends"),
                    *("--folder", str(self.folder.resolve()), "--jobs", self.jobs),
                ],
                stdin=subprocess.PIPE,  # nothing is written: its end, even by a kill, is the sign to end
                cwd=ROOT,
                start_new_session=True,  # a Ctrl+C in the terminal is for the server, which ends it
            )
        with self._process as process:
            return process.wait()


def _end(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
