"""The two servers of a comparison with their open tables, and windows of them in turn: one, the other, the
one again, so that each ratio compares the same minute of the same machine.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from .bare import BarePlace
from .meter import Window, idle_share
from .place import Place, connect_all
from .plan import Plan
from .servers import Baseline, Server, Site, apart
from .site import DEALS, SitePlace, prepare


@dataclass(frozen=True)
class Side:
    """A server and its tables. ``idle`` is the share of a processor it uses when nobody plays."""

    server: Server
    places: list[Place]
    idle: float

    def close(self) -> None:
        for place in self.places:
            place.close()


@asynccontextmanager
async def both_sides(
    plan: Plan,
    count: int,
    deals: int = DEALS,
    *,
    bare_place: type[BarePlace] = BarePlace,
    site_place: type[SitePlace] = SitePlace,
) -> AsyncIterator[tuple[Side, Side]]:
    """The bare server and the site, each with so many tables open; the site has so many deals for each."""
    with tempfile.TemporaryDirectory(prefix="minibridge-bench-") as name, apart() as processor:
        site = Site(Path(name), processor)
        prepared = prepare(site, count, plan.seed, deals)
        with Baseline(Path(name), processor) as baseline, site:
            bare = await connect_all([bare_place(baseline, number, plan.deflate) for number in range(count)])
            real = await connect_all([site_place(site, one, plan.seed, plan.deflate) for one in prepared])
            idle = await asyncio.gather(*(idle_share(server, plan.idle) for server in (baseline, site)))
            sides = Side(baseline, list(bare), idle[0]), Side(site, list(real), idle[1])
            yield sides
            for side in sides:
                side.close()


async def in_turn(
    outer: Side, inner: Side, measured: Callable[[Side], Awaitable[Window]]
) -> AsyncIterator[Window]:
    for side in (outer, inner, outer):
        yield await measured(side)
