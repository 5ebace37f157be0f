"""The process that runs the jobs: one slice of one job at a time, when the service asks for it.

The service writes lines of JSON to its input: ``{"go": id, "left": seconds}``, the first time with ``job``
and ``data``, or ``{"drop": id}``. For each ``go`` it answers one line: ``{"id": id, "more": true}``, or with
a ``result``, or with an ``error`` (``bad`` if the data were at fault). First of all it says ``{"ready":
true}``.
"""

import contextlib
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any

from minibridge.logs import log_to_stderr

from . import solver
from .errors import BadRequest
from .jobs import Job, Work

SLICE = 0.1
"""Seconds after which a slice ends where its job next allows it."""
NICENESS = 5
"""Pages go before analysis."""

log = logging.getLogger("minibridge.analysis")


class Worker:
    """The jobs begun and not finished, by the service's id."""

    def __init__(self, jobs: Mapping[str, Job]) -> None:
        self.jobs = jobs
        self.works: dict[int, Work] = {}
        self.deadline = 0.0

    def time_left(self) -> float:
        return self.deadline - time.monotonic()

    def go(self, message: dict[str, Any]) -> dict[str, Any]:
        """Runs a slice and gives the answer to the service."""
        key = message["go"]
        self.deadline = time.monotonic() + message["left"]
        try:
            if key not in self.works:
                self.works[key] = self._begin(message)
            self._slice(self.works[key])
            return {"id": key, "more": True}
        except StopIteration as end:
            answer = {"id": key, "result": end.value}
        except BadRequest as error:
            answer = {"id": key, "error": error.code, "bad": True}
        except Exception:
            log.exception("A job failed: %s", message.get("job", "it had begun"))
            answer = {"id": key, "error": "failed"}
        self.works.pop(key, None)
        return answer

    def drop(self, key: int) -> None:
        """Forgets a job that nobody waits for any more."""
        if work := self.works.pop(key, None):
            work.close()

    def _begin(self, message: dict[str, Any]) -> Work:
        job = self.jobs.get(message["job"])
        if job is None:
            raise BadRequest("job")
        return job(message["data"], self.time_left)

    def _slice(self, work: Work) -> None:
        end = time.monotonic() + SLICE
        while True:
            next(work)
            if time.monotonic() >= end:
                return


def run(jobs: str) -> None:
    """Serves the process that holds the other ends of input and output, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl+C in the terminal is for the service
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)
    # Whatever the solver prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    worker = Worker(import_module(jobs).JOBS)
    solver.library()
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(os.fdopen(os.dup(0), "rb"), lines), daemon=True).start()
    _say(answers, {"ready": True})
    while True:
        message = json.loads(lines.get())
        if "drop" in message:
            worker.drop(message["drop"])
        else:
            _say(answers, worker.go(message))


def _read(source: IO[bytes], lines: "SimpleQueue[bytes]") -> None:
    """In a thread of its own, so that the end of the service ends this process in the middle of a search."""
    for line in source:
        lines.put(line)
    os._exit(0)


def _say(answers: IO[bytes], message: dict[str, Any]) -> None:
    try:
        text = json.dumps(message)
    except (TypeError, ValueError):
        log.exception("A job returned what JSON cannot hold")
        text = json.dumps({"id": message["id"], "error": "failed"})
    try:
        answers.write(text.encode() + b"\n")
        answers.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    log_to_stderr()
    run(sys.argv[1])
