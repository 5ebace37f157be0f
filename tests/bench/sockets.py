"""What an open page costs while nothing happens, and how soon a server answers after its start."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from .bare import BarePlace
from .lines import Line
from .meter import Meter
from .place import Place, connect_all
from .plan import Plan
from .servers import Baseline, Server, Site, apart
from .site import SitePlace, prepare

TABLES, QUICK_TABLES = 100, 25
WARM = 5  # tables that are opened before, so that what all share is there already
SETTLING = 1.0  # seconds


async def sockets(plan: Plan) -> AsyncIterator[Line]:
    count = WARM + (QUICK_TABLES if plan.is_quick else TABLES)
    with tempfile.TemporaryDirectory(prefix="minibridge-bench-") as name, apart() as processor:
        folder = Path(name)
        site, baseline = Site(folder, processor), Baseline(folder, processor)
        with site:
            yield _start_line(site, "first")
        prepared = prepare(site, count, plan.seed, deals=1)
        with baseline:
            bare = [BarePlace(baseline, number, plan.deflate) for number in range(count)]
            yield _start_line(baseline, "again")
            yield await _memory_line(baseline, bare)
        with site:
            real = [SitePlace(site, one, plan.seed, plan.deflate) for one in prepared]
            yield _start_line(site, "again")
            yield await _memory_line(site, real)


def _start_line(server: Server, which: str) -> Line:
    return {
        "part": "start",
        "server": server.name,
        "which": which,
        "seconds": round(server.seconds_to_start, 3),
        "memory_mb": round(server.memory() / 1e6, 1),
    }


async def _memory_line(server: Server, places: Sequence[Place]) -> Line:
    await connect_all(places[:WARM])
    await asyncio.sleep(SETTLING)
    before = server.memory()
    await connect_all(places[WARM:])
    await asyncio.sleep(SETTLING)
    grown = server.memory() - before
    meter = Meter(server)
    await asyncio.sleep(SETTLING)
    used = meter.read()
    for place in places:
        place.close()
    count = 4 * (len(places) - WARM)
    return {
        "part": "sockets",
        "server": server.name,
        "sockets": count,
        "kb_per_socket": round(grown / count / 1e3, 1),
        "idle_cpu_share": round(used.server / used.seconds, 4),
    }
