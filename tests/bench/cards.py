"""What a card costs: beside the bare server, as fast as it goes and at human rate, over the socket and by
POST; early and late in a deal; with one process and with two.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

from tests.run import silent_services
from tests.server import fresh_database

from .bare import BarePostPlace
from .closed_loop import measure, play_on, scatter
from .lines import Line, line_of
from .meter import Window, idle_share
from .open_loop import PACE, measure_open
from .place import connect_all, prepare_all
from .plan import Plan
from .servers import SharedSite
from .sides import Side, both_sides, in_turn
from .site import SitePlace, SitePostPlace, prepare

SPARE = 20  # tables beyond the most that play at once, for those whose deal ends in a window
LONGER = 2  # times as long as the others is a window at human rate, where cards are few
HUMAN_DEALS = 2  # of each table at human rate: a deal lasts nearly two minutes there
AT_ENDS = 10  # cards at either end of a deal, the contract and the very last card left out


async def closed(plan: Plan) -> AsyncIterator[Line]:
    async with both_sides(plan, max(plan.closed) + SPARE) as (bare, site):
        random.seed(plan.seed)
        await scatter(site.places, plan.seed)
        for at_once in plan.closed:
            async for line in _closed_turns(plan, "closed", at_once, bare, site):
                yield line


async def post(plan: Plan) -> AsyncIterator[Line]:
    """The same with cards that go up by POST."""
    async with both_sides(plan, plan.some + SPARE, bare_place=BarePostPlace, site_place=SitePostPlace) as (
        bare,
        site,
    ):
        await scatter(site.places, plan.seed)
        async for line in _closed_turns(plan, "post", plan.some, bare, site):
            yield line


async def _closed_turns(plan: Plan, part: str, at_once: int, outer: Side, inner: Side) -> AsyncIterator[Line]:
    async def measured(side: Side) -> Window:
        return await measure(
            side.server,
            side.places,
            at_once=at_once,
            seconds=plan.seconds,
            warm_up=plan.warm_up,
            idle=side.idle,
        )

    for turn in range(plan.turns):
        async for window in in_turn(outer, inner, measured):
            yield line_of(window, part, turn)


async def human(plan: Plan) -> AsyncIterator[Line]:
    """Every table plays a card every two seconds."""
    async with both_sides(plan, max(plan.human), HUMAN_DEALS) as (bare, site):
        await scatter(site.places, plan.seed, range(2, 10))
        for at_once in plan.human:

            async def measured(side: Side, at_once: int = at_once) -> Window:
                return await measure_open(
                    side.server,
                    side.places,
                    at_once=at_once,
                    seconds=LONGER * plan.seconds,
                    warm_up=max(PACE, plan.warm_up),
                    idle=side.idle,
                )

            for turn in range(plan.turns):
                async for window in in_turn(bare, site, measured):
                    yield line_of(window, "human", turn)


async def play(plan: Plan) -> AsyncIterator[Line]:
    """Of the same deals the first ten cards, the last ten before the last, and the one that ends the deal."""
    stages = (("first", 1, AT_ENDS), ("last", 51 - 2 * AT_ENDS, AT_ENDS), ("end", 0, 1))
    async with both_sides(plan, plan.some) as (_bare, site):
        for turn in range(plan.turns):
            for stage, unmeasured, measured in stages:
                await prepare_all(site.places)
                await play_on(site.places, dict.fromkeys(site.places, unmeasured))
                window = await measure(
                    site.server,
                    site.places,
                    at_once=plan.some,
                    seconds=60,
                    idle=site.idle,
                    most=measured,
                )
                yield line_of(window, "play", turn, stage=stage)


async def workers(plan: Plan) -> AsyncIterator[Line]:
    """Two processes of the site beside one, on the same PostgreSQL and Redis, where these answer.

    Nobody is given a processor of his own: that is what the second process is about.
    """
    silent = silent_services()
    if silent:
        yield {"part": "workers", "left_out": silent}
        return
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="minibridge-bench-")))
        database = held.enter_context(fresh_database())
        servers = [SharedSite(folder, count, database, os.environ["TEST_REDIS_URL"]) for count in (1, 2)]
        count = plan.some + SPARE
        prepared = prepare(servers[0], 2 * count, plan.seed)
        sides = []
        for server, those in zip(servers, (prepared[:count], prepared[count:]), strict=True):
            held.enter_context(server)
            places = await connect_all([SitePlace(server, one, plan.seed, plan.deflate) for one in those])
            sides.append(Side(server, list(places), await idle_share(server, plan.idle)))
            await scatter(sides[-1].places, plan.seed)
        random.seed(plan.seed)
        async for line in _closed_turns(plan, "workers", plan.some, *sides):
            yield line
        for side in sides:
            side.close()
