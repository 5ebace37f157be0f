"""The service's hold on the worker: start it, ask it for a slice, kill it."""

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from .request import Request

ROOT = Path(__file__).resolve().parents[2]
START = 60.0
"""Seconds that a machine may take to start Python and load the solver."""
LONGEST_ANSWER = 2**24


class WorkerDied(Exception):
    """The process ended by itself, or did not start."""


class WorkerProcess:
    """One worker, from its start to its end."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process, self._to, self._from = process, process.stdin, process.stdout
        self._begun: set[int] = set()

    @classmethod
    async def start(cls, jobs: str, folder: Path) -> "WorkerProcess":
        """Gives a worker that is ready for the jobs of the module *jobs*; *folder* is where the solver may
        write about what it refused.

        :raises WorkerDied: if it does not get that far.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "minibridge.analysis.worker", jobs),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            limit=LONGEST_ANSWER,
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START):
                await worker._line()
        except (WorkerDied, TimeoutError, asyncio.CancelledError) as error:
            await worker.kill()
            if isinstance(error, asyncio.CancelledError):
                raise
            raise WorkerDied from None
        return worker

    @property
    def has_ended(self) -> bool:
        """Whether it is gone already."""
        return self._process.returncode is not None or self._from.at_eof()

    async def slice(self, request: Request, left: float) -> dict[str, Any]:
        """Lets it work on *request* for a slice, begun anew if it does not know it, and gives its answer.

        :raises WorkerDied: if that ends it.
        """
        message = json.dumps({"go": request.key, "left": left})
        if request.key not in self._begun:
            message = f"{message[:-1]}, {request.text[1:]}"
            self._begun.add(request.key)
        self._say(message)
        answer = await self._line()
        if "more" not in answer:
            self._begun.discard(request.key)
        return answer

    def drop(self, request: Request) -> None:
        """Lets it forget *request*."""
        if request.key in self._begun:
            self._begun.discard(request.key)
            self._say(json.dumps({"drop": request.key}))

    async def kill(self) -> None:
        """Ends it at once, whatever it is at."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    def _say(self, text: str) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):  # its death is seen by who reads
            self._to.write(text.encode() + b"\n")

    async def _line(self) -> dict[str, Any]:
        try:
            line = await self._from.readline()
            answer: dict[str, Any] = json.loads(line)
        except (ValueError, ConnectionError):  # an end, or a line longer than any answer
            raise WorkerDied from None
        return answer
