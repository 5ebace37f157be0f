"""Pages a second of one process, and the queries of each page.

``python -m tests.bench.pages`` is the counting process: it asks a site's database, in the environment it is
given, for each address it reads from its input, and prints how many queries the page took.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence

from .closed_loop import play_on
from .lines import Line
from .meter import Meter, percentile
from .place import Place
from .plan import Plan
from .servers import ROOT, Server
from .sides import both_sides
from .site import SitePlace, visitor_of
from .visitors import Visitor

DEALS, QUICK_DEALS = 20, 4  # that the person has behind him
AT_ONCE = 4  # visitors
MOST = {"deals": 35}  # pages in a window for each visitor, whom the site lets see 120 of its lists a minute
WHOLE_DEAL = 53  # the contract and its cards


async def pages(plan: Plan) -> AsyncIterator[Line]:
    async with both_sides(plan, 1) as (bare, site):
        [place] = site.places
        assert isinstance(place, SitePlace)
        played = await _deals_played(place, QUICK_DEALS if plan.is_quick else DEALS)
        paths = {
            "home": "/",
            "table": f"/t/{place.prepared.code}/",
            "deals": "/deals/",
            "replay": f"/deals/{played}/",
        }
        sessions = place.prepared.cookies[:AT_ONCE]
        queries = await asyncio.to_thread(queries_of, site.server, sessions[0], list(paths.values()))
        guests = [visitor_of(place.site, session) for session in sessions]
        nobody = [Visitor(bare.server.port, {}) for _ in range(AT_ONCE)]
        for turn in range(plan.turns):
            yield await _line(plan, turn, bare.server, nobody, "bare", "/")
            for (page, path), count in zip(paths.items(), queries, strict=True):
                line = await _line(plan, turn, site.server, guests, page, path)
                yield line | {"queries": count}
        for visitor in (*guests, *nobody):
            visitor.close()


async def _deals_played(place: Place, count: int) -> int:
    """The table plays so many deals and begins another; the number of the last one's record."""
    record = 0
    for _deal in range(count):
        assert isinstance(place, SitePlace)
        await play_on([place], {place: WHOLE_DEAL})
        record = place.record
        await place.prepare()
    return record


async def _line(
    plan: Plan, turn: int, server: Server, visitors: Sequence[Visitor], page: str, path: str
) -> Line:
    size = len(await visitors[0].ask(path))
    times: list[float] = []
    meter = Meter(server)

    async def visit(visitor: Visitor) -> None:
        left = MOST.get(page, sys.maxsize)
        while meter.seconds < plan.seconds and left:
            left -= 1
            began = time.perf_counter()
            await visitor.ask(path)
            times.append(time.perf_counter() - began)

    await asyncio.gather(*map(visit, visitors))
    used = meter.read()
    return {
        "part": "pages",
        "turn": turn,
        "server": server.name,
        "page": page,
        "pages_per_second": round(len(times) / used.seconds, 1),
        "cpu_ms_per_page": round(used.server / len(times) * 1e3, 3),
        "p50_ms": round(percentile(times, 50) * 1e3, 2),
        "p99_ms": round(percentile(times, 99) * 1e3, 2),
        "bytes": size,
        "client_cpu_share": round(used.client, 3),
        "foreign_cpu_share": round(used.foreign, 3),
    }


def queries_of(server: Server, session: str, paths: Sequence[str]) -> list[int]:
    """The queries of each page when it is asked for again."""
    counted = subprocess.run(
        [sys.executable, "-m", "tests.bench.pages"],
        cwd=ROOT,
        env=server.environment(),
        input=json.dumps({"session": session, "paths": paths}).encode(),
        capture_output=True,
        check=False,
    )
    if counted.returncode:
        raise RuntimeError(f"the queries were not counted:\n{counted.stderr.decode()}")
    return [int(word) for word in json.loads(counted.stdout)]


def main() -> None:
    asked = json.load(sys.stdin)
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(SERVER_NAME="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = asked["session"]
    found = []
    for path in asked["paths"]:
        assert client.get(path).status_code == 200, path
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        found.append(len(queries))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
