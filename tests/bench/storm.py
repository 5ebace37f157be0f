"""All pages lose their sockets at once, as when a proxy restarts, and come back as they do in a browser."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from .lines import Line
from .meter import Meter, percentile
from .place import Broken, Place
from .plan import Plan
from .screens import SocketLost
from .sides import both_sides

TABLES, QUICK_TABLES = 100, 25
FIRST, LONGEST = 0.3, 0.6  # seconds a page waits before its first attempt, as static/js/link.js does
PATIENCE = 60.0  # seconds for all of them


@dataclass(frozen=True)
class Storm:
    sockets: int
    refused: int  # handshakes that were not let in
    times: tuple[float, ...]  # seconds from the loss to the whole table on the page, of those that are back


async def storm(places: Sequence[Place]) -> Storm:
    """Close every socket, let each page open a new one once, and wait until it shows its table again."""
    began = time.perf_counter()
    for place in places:
        for screen in place.screens:
            screen.close()

    async def come_back(place: Place, index: int) -> float | None:
        await asyncio.sleep(random.uniform(FIRST, LONGEST))
        try:
            place.screens[index] = await asyncio.wait_for(place.screen_open(index), PATIENCE)
        except (SocketLost, Broken, TimeoutError, OSError):
            return None
        return time.perf_counter() - began

    found = await asyncio.gather(*(come_back(place, index) for place in places for index in range(4)))
    times = tuple(one for one in found if one is not None)
    return Storm(sockets=len(found), refused=len(found) - len(times), times=times)


async def storms(plan: Plan) -> AsyncIterator[Line]:
    count = QUICK_TABLES if plan.is_quick else TABLES
    async with both_sides(plan, count, deals=1) as sides:
        for turn in range(plan.turns):
            for side in sides:
                meter = Meter(side.server)
                found = await storm(side.places)
                used = meter.read()
                yield {
                    "part": "storm",
                    "turn": turn,
                    "server": side.server.name,
                    "sockets": found.sockets,
                    "refused": found.refused,
                    "p50_ms": round(percentile(found.times, 50) * 1e3, 1),
                    "last_ms": round(percentile(found.times, 100) * 1e3, 1),
                    "cpu_us_per_socket": round(used.server / found.sockets * 1e6),
                    "client_cpu_share": round(used.client, 3),
                    "foreign_cpu_share": round(used.foreign, 3),
                }
