"""What waits to be worked on: one slice of the most urgent job at a time, in a worker that may be lost."""

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

from .request import NOBODY, Request
from .worker_process import WorkerDied, WorkerProcess

MOST_WAITING = 200
IMPATIENCE = 2.0
"""Seconds that a step may go on while something more urgent waits."""
RESTARTS = 2
"""How often a job that was stopped for something more urgent begins anew."""
IDLE = 600.0
"""Seconds without a request after which the worker is ended."""
LOOK = 0.2
"""Seconds between two looks at a long step."""
RECOVERY = 5.0
"""Seconds before a worker that would not start is tried again."""

log = logging.getLogger("minibridge.analysis")


class Dispatcher:
    """The requests not answered yet, and the worker.

    A job that kills its worker, or takes longer than its limit, is answered so and not tried again; the
    others begin anew in the next worker.
    """

    def __init__(self, jobs: str, folder: Path) -> None:
        self.jobs = jobs
        self.folder = folder
        self.waiting: list[Request] = []
        self.worker: WorkerProcess | None = None
        self._arrival = asyncio.Event()
        self._no_worker_until = 0.0

    @property
    def is_full(self) -> bool:
        """Whether more would wait than is reasonable."""
        return len(self.waiting) >= MOST_WAITING

    def add(self, request: Request) -> None:
        """Takes in a request, which is answered in its turn."""
        self.waiting.append(request)
        self._arrival.set()

    def drop(self, request: Request) -> None:
        """Gives up a request that nobody waits for any more."""
        if request in self.waiting:
            self.waiting.remove(request)
            request.priority = NOBODY  # if it is being worked on, whatever waits is more urgent
            if self.worker is not None:
                self.worker.drop(request)

    async def work(self) -> None:
        """Works on what is waiting, for ever."""
        try:
            while True:
                if not self.waiting:
                    await self._rest()
                else:
                    await self._step(min(self.waiting, key=lambda request: request.urgency))
        finally:
            if self.worker is not None:
                await self.worker.kill()

    async def _rest(self) -> None:
        """Waits for a request, and gives the worker's memory back if none comes."""
        self._arrival.clear()
        try:
            await asyncio.wait_for(self._arrival.wait(), IDLE)
        except TimeoutError:
            await self._lose_worker()

    async def _step(self, request: Request) -> None:
        try:
            worker = await self._ready_worker()
        except WorkerDied:
            self._finish(request, {"error": "died"})
            return
        if request not in self.waiting:  # dropped while the worker started
            return
        alike = sum(other.priority == request.priority for other in self.waiting if other is not request)
        left = request.time_left(alike)
        request.began = request.began or time.monotonic()
        asked = asyncio.create_task(worker.slice(request, left))
        try:
            in_time = await self._watch(asked, request)
            if in_time:
                answer = asked.result()
                if "more" not in answer:
                    self._finish(request, answer)
            else:
                await self._cut(request)
        except WorkerDied:
            log.warning("The solver died over a job: %s", request.job)
            await self._lose_worker()
            self._finish(request, {"error": "died"})
        finally:
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)

    async def _watch(self, asked: "asyncio.Task[dict[str, Any]]", request: Request) -> bool:
        """Waits for the end of a slice; False if it takes too long."""
        began = time.monotonic()
        while not asked.done():
            urgent = any(other.priority < request.priority for other in self.waiting)
            limit = min(request.limit, IMPATIENCE) if urgent else request.limit
            left = began + limit - time.monotonic()
            if left <= 0:
                return False
            await asyncio.wait([asked], timeout=min(left, LOOK))
        return True

    async def _cut(self, request: Request) -> None:
        """Stops a slice the only way there is."""
        await self._lose_worker()
        urgent = any(other.priority < request.priority for other in self.waiting)
        if urgent and request.limit > IMPATIENCE and request.restarts < RESTARTS:
            request.restarts += 1
        else:
            log.warning("A job took too long: %s", request.job)
            self._finish(request, {"error": "too_long"})

    def _finish(self, request: Request, answer: dict[str, Any]) -> None:
        if request in self.waiting:
            self.waiting.remove(request)
            request.answer(answer)

    async def _ready_worker(self) -> WorkerProcess:
        if self.worker is not None and self.worker.has_ended:  # while there was nothing to do
            await self._lose_worker()
        if self.worker is None:
            if time.monotonic() < self._no_worker_until:
                raise WorkerDied
            try:
                self.worker = await WorkerProcess.start(self.jobs, self.folder)
            except WorkerDied:
                log.warning("The solver does not start.")
                self._no_worker_until = time.monotonic() + RECOVERY
                raise
        return self.worker

    async def _lose_worker(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            await worker.kill()
        for request in self.waiting:
            request.began = None  # its work is lost, and it has its time again
