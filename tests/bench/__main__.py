"""``python -m tests.bench``: what a card costs, from action to four screens, beside the bare baseline.

In one run and in turn: baseline, site, baseline, again and again, so that each ratio compares the same minute
of the same machine. CPU per card is the figure to judge by; latencies are quoted beside the load of others.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop

from .bare import BarePlace
from .closed_loop import Place, Window, idle_share, measure, scatter
from .report import Sandwich, line_of, rows, table
from .servers import ROOT, Baseline, Server, Site
from .site import open_places, prepare

EXPLANATION = """
CPU per card: user and system time of the server's processes, without what they use when idle.
Latency: from the action to the last of four screens; ~ where others used more than a tenth of a processor.
Ratio: the median of site / baseline, each of the same minute."""


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    tables: tuple[int, ...]
    turns: int
    seconds: float
    warm_up: float
    spare: int  # tables beyond the most that play at once, for those whose deal ends in a window
    seed: int
    deflate: bool
    out: Path

    @property
    def places(self) -> int:
        return max(self.tables) + self.spare


def plan_of(arguments: Sequence[str]) -> Plan:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    quick = os.environ.get("BENCH") == "quick"
    parser.add_argument("--tables", default="1,10,50", help="how many play at once (1,10,50)")
    parser.add_argument(
        "--turns", type=int, default=3 if quick else 5, help="sandwiches of each (5; quick 3)"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.5 if quick else 4.0, help="of a window (4; quick 1.5)"
    )
    parser.add_argument("--warm-up", type=float, default=0.5 if quick else 1.0)
    parser.add_argument("--seed", type=int, default=1, help="of deals and plays")
    parser.add_argument("--no-deflate", action="store_true", help="browsers that do not offer compression")
    parser.add_argument("--out", type=Path, help="JSON lines; a new file in .bench/ unless said")
    given = parser.parse_args(arguments)
    counts = tuple(sorted(int(count) for count in given.tables.split(",")))
    out = given.out or ROOT / ".bench" / f"{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
    return Plan(
        tables=counts,
        turns=given.turns,
        seconds=given.seconds,
        warm_up=given.warm_up,
        spare=20,
        seed=given.seed,
        deflate=not given.no_deflate,
        out=out,
    )


def processors() -> tuple[int | None, set[int]]:
    """One processor for the servers, the others for the clients; no choice where there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        return None, set(allowed)
    return allowed[0], set(allowed[1:])


async def sandwiches(
    plan: Plan, baseline: Baseline, site: Site, sites: list[Place]
) -> AsyncIterator[Sandwich]:
    bare: list[Place] = [
        await BarePlace.open(baseline, number, plan.deflate) for number in range(max(plan.tables))
    ]
    idle = {server.name: await idle_share(server) for server in (baseline, site)}

    async def window(server: Server, places: list[Place], at_once: int) -> Window:
        return await measure(
            server,
            places,
            at_once=at_once,
            seconds=plan.seconds,
            warm_up=plan.warm_up,
            idle=idle[server.name],
        )

    for at_once in plan.tables:
        for _turn in range(plan.turns):
            yield Sandwich(
                await window(baseline, bare, at_once),
                await window(site, sites, at_once),
                await window(baseline, bare, at_once),
            )


async def bench(plan: Plan) -> list[Sandwich]:
    server_processor, client_processors = processors()
    os.sched_setaffinity(0, client_processors)
    found: list[Sandwich] = []
    plan.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="minibridge-bench-") as name, plan.out.open("w") as out:
        site = Site(Path(name), server_processor)
        prepared = prepare(site, plan.places, plan.seed)
        with Baseline(Path(name), server_processor) as baseline, site:
            places = await open_places(site, prepared, plan.seed, plan.deflate)
            random.seed(plan.seed)
            await scatter(places, plan.seed)
            async for sandwich in sandwiches(plan, baseline, site, places):
                found.append(sandwich)
                for window in (sandwich.before, sandwich.site, sandwich.after):
                    print(json.dumps(line_of(window, len(found))), file=out, flush=True)
                progress(sandwich)
            for place in places:
                for screen in place.screens:
                    screen.close()
    return found


def progress(sandwich: Sandwich) -> None:
    site = sandwich.site
    print(
        f"{site.tables:4} tables: {site.cpu_per_card * 1e6:6.0f} us a card, {sandwich.cpu_ratio:5.1f}x bare, "
        f"{site.rate:6.0f} cards/s, p99 {site.latency(99) * 1e3:.1f} ms, others {site.foreign:.0%}",
        flush=True,
    )


def main() -> None:
    plan = plan_of(sys.argv[1:])
    found = uvloop.run(bench(plan))
    print()
    print(table(rows(found)))
    quick = "BENCH=quick " if os.environ.get("BENCH") == "quick" else ""
    arguments = shlex.join(sys.argv[1:])
    print(EXPLANATION)
    print(f"Again: {quick}python -m tests.bench {arguments}".rstrip())
    print(f"Every window: {plan.out}")


if __name__ == "__main__":
    main()
