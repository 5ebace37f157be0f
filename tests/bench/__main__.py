"""``python -m tests.bench``: what a card costs, from action to four screens, beside the bare baseline.

Each part starts servers of its own. In one run and in turn: baseline, site, baseline, again and again, so
that each ratio compares the same minute of the same machine. CPU per card is the figure to judge by;
latencies are quoted beside the load of others.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shlex
import sys
import time
from collections.abc import AsyncIterator, Callable

import uvloop

from . import cards
from .lines import Line
from .pages import pages
from .plan import Plan, plan_of
from .readme import readme_write
from .report import columns, figures, rows, windows
from .sockets import sockets
from .storm import storms

PARTS: dict[str, Callable[[Plan], AsyncIterator[Line]]] = {
    "closed": cards.closed,
    "human": cards.human,
    "post": cards.post,
    "play": cards.play,
    "sockets": sockets,
    "storm": storms,
    "pages": pages,
    "workers": cards.workers,
}
EXPLANATION = """
CPU per card: user and system time of the server's processes, without what they use when idle; of PostgreSQL
and Redis neither here nor there. In the closed loop heartbeats are sent between the windows.
Latency: from the action to the last of four screens; ~ where others used more than a tenth of a processor.
Ratio: the median of site / baseline, each of the same minute. Closed: as fast as it goes; human: a card of
each table every two seconds; post: cards go up by POST; workers: two processes, beside one as "bare"."""


async def bench(plan: Plan) -> list[Line]:
    found: list[Line] = []
    plan.out.parent.mkdir(parents=True, exist_ok=True)
    with plan.out.open("w") as out:

        def keep(line: Line) -> None:
            found.append(line)
            print(json.dumps(line), file=out, flush=True)

        keep(machine_line(plan))
        for part in plan.parts:
            began = time.monotonic()
            async for line in PARTS[part](plan):
                keep(line)
                print(progress(line), flush=True)
            print(f"{part}: {time.monotonic() - began:.0f} s", flush=True)
    return found


def machine_line(plan: Plan) -> Line:
    return {
        "part": "machine",
        "day": time.strftime("%Y-%m-%d"),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "quick": plan.is_quick,
    }


def progress(line: Line) -> str:
    told = ("tables", "stage", "page", "which", "cards_per_second", "cpu_us_per_card", "p99_ms", "seconds")
    told += ("kb_per_socket", "last_ms", "refused", "pages_per_second", "queries", "foreign_cpu_share")
    words = [f"{name} {line[name]}" for name in told if name in line]
    return f"  {line['part']} {line.get('server', '')}: {', '.join(words)}{line.get('left_out', '')}"


def main() -> None:
    plan, is_readme = plan_of(sys.argv[1:], __doc__ or "")
    if is_readme:
        print(f"The README tells the results of {readme_write()}.")
        return
    # A thousand tables at either server are eight thousand open files.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = uvloop.run(bench(plan))
    if measured := rows(found):
        print(f"\n{columns(windows(measured))}")
    print(f"\n{columns(figures(found), str.ljust)}")
    print(EXPLANATION)
    quick = "BENCH=quick " if plan.is_quick else ""
    print(f"Again: {quick}python -m tests.bench {shlex.join(sys.argv[1:])}".rstrip())
    print("Into the README: python -m tests.bench --readme")
    print(f"Every window: {plan.out}")


if __name__ == "__main__":
    main()
