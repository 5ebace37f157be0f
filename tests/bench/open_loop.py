"""The open loop: each table plays a card every two seconds, as people do, however long the last one takes.

Its pages send their heartbeats meanwhile, as in life.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Sequence

from .closed_loop import bytes_received
from .meter import Meter, Window
from .place import ALL_FOUR, PATIENCE, Place, check_sockets, prepare_all
from .servers import Server

PACE = 2.0  # seconds from one card of a table to the next
SETTLING = 60.0  # seconds that a server may need for what was too much
BEAT = 10.0  # seconds from one heartbeat of a page to the next


class HumanRate:
    """Every place plays at moments of its own. Where a card is still under way when the next one is due, that
    one goes out as soon as it can, and its latency counts from when it was due.
    """

    def __init__(self, places: Sequence[Place]) -> None:
        self.latencies: list[float] = []
        self.under_way: set[Place] = set()
        self.held: dict[Place, float] = {}
        self.is_stopping = False
        self.loop = asyncio.get_running_loop()
        self.ended = self.loop.create_future()
        began = self.loop.time()
        for place in places:
            place.loop = self
            when = began + random.random() * PACE
            self.loop.call_at(when, self._due, place, when)

    def _due(self, place: Place, when: float) -> None:
        if self.is_stopping:
            return
        if place.seen != ALL_FOUR:
            self.held.setdefault(place, time.perf_counter())
        elif place.play():
            self.under_way.add(place)
        if random.random() < PACE / BEAT:
            self.loop.call_at(when + PACE / 2, place.beat)
        self.loop.call_at(when + PACE, self._due, place, when + PACE)

    def arrived(self, place: Place) -> None:
        self.latencies.append(time.perf_counter() - place.sent_at)
        self.under_way.discard(place)
        due = self.held.pop(place, None)
        if due is not None and place.play():
            self.under_way.add(place)
            place.sent_at = due
        if self.is_stopping and not self.under_way and not self.ended.done():
            self.ended.set_result(None)

    async def stop(self) -> int:
        """Let the cards under way arrive; the number of those that did not in ``PATIENCE``, and of those that
        had to wait for them. Their tables play on once they have arrived after all.
        """
        self.is_stopping = True
        if self.under_way:
            await asyncio.wait([self.ended], timeout=PATIENCE)
        lost = len(self.under_way) + len(self.held)
        self.held.clear()
        return lost


async def measure_open(
    server: Server,
    places: Sequence[Place],
    *,
    at_once: int,
    seconds: float,
    warm_up: float,
    idle: float = 0.0,
) -> Window:
    """Play at human rate for ``seconds``, after ``warm_up`` seconds that do not count, at those ``at_once``
    places that have played least, so that none comes to the end of its deal. Raises Broken.
    """
    ready = await settled(places)
    await prepare_all(ready)
    playing = sorted(ready, key=lambda place: place.played)[:at_once]
    gc.collect()
    gc.disable()
    try:
        run = HumanRate(playing)
        await asyncio.sleep(warm_up)
        run.latencies.clear()
        received = bytes_received(playing)
        meter = Meter(server, idle)
        await asyncio.sleep(seconds)
        used, latencies = meter.read(), list(run.latencies)
        received = bytes_received(playing) - received
        undelivered = await run.stop()
    finally:
        gc.enable()
    check_sockets(places)
    return Window(server.name, at_once, len(latencies), used, undelivered, received, latencies)


async def settled(places: Sequence[Place]) -> list[Place]:
    """Those places at which no card is under way any more; a server with too much to do is waited for."""
    deadline = time.monotonic() + SETTLING
    while any(place.seen != ALL_FOUR for place in places) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    return [place for place in places if place.seen == ALL_FOUR]
