"""``python -m tests.bench.review``: seconds until every card of a deal is judged, from the question to the
last answer of a real analysis process.

The deals are dealt by chance and played by rules of thumb.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minibridge.settings")
django.setup()

from minibridge.analysis import Analysis, Priority  # noqa: E402 — the apps must be loaded first
from minibridge.bots import Level, choose  # noqa: E402
from minibridge.engine import (  # noqa: E402
    PRESETS,
    SEATS,
    Board,
    Deal,
    Phase,
    Seat,
    Vulnerability,
    apply,
    start,
    view_for,
)
from tables.analysis import REVIEW_PATIENCE, REVIEW_SECONDS, REVIEW_STEP  # noqa: E402
from tables.judged_line import judged_line  # noqa: E402
from tables.models import BoardRecord, Match, Review, Table  # noqa: E402
from tables.replays import Replay  # noqa: E402
from tables.review_driver import Work  # noqa: E402

DEALS = 10
PATIENCE = 60


@dataclass(frozen=True)
class Judged:
    """One deal: the seconds of its table and line, those of all its choices, and how many there were."""

    deal: float
    cards: float
    choices: int


@contextmanager
def analysing() -> Iterator[Path]:
    """An analysis process; yields the folder in which it says where it is."""
    with tempfile.TemporaryDirectory(prefix="minibridge-bench-") as name:
        command = [sys.executable, "-m", "minibridge.analysis", "--until-input-ends"]
        command += ["--folder", name, "--jobs", "minibridge.bots.jobs"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        assert process.stdin is not None
        try:
            yield Path(name)
        finally:
            process.stdin.close()
            process.wait(PATIENCE)


async def measure(deals: int, seed: int = 1) -> list[Judged]:
    with analysing() as folder:
        analysis = Analysis(folder)
        while not analysis.is_available():
            await asyncio.sleep(0.1)
        judged = []
        for number in range(deals):
            judged.append(await judge(analysis, Random(seed * 1000 + number)))
            progress(number, judged[-1])
        await analysis.close()
    return judged


async def judge(analysis: Analysis, rng: Random) -> Judged:
    work = played(rng)

    async def ask(job: str, data: Any) -> None:
        await analysis.ask(
            job,
            data,
            priority=Priority.REVIEWS,
            seconds=REVIEW_SECONDS,
            limit=REVIEW_STEP,
            patience=REVIEW_PATIENCE,
        )

    began = time.monotonic()
    await ask("table", {"deal": str(work.played.deal)})
    await ask("trace", work.played.line.to_data())
    between = time.monotonic()
    contract, cards = work.contract_question(), work.questions()
    if contract is not None:
        await ask("contract_cost", contract)
    for question in cards.values():
        await ask("card_cost", question)
    return Judged(between - began, time.monotonic() - between, len(cards) + (contract is not None))


def played(rng: Random) -> Work:
    """A deal by chance, from the contract to the last card, as the driver would find it."""
    states = [start(Board(1, Seat.N, Vulnerability.NONE, Deal.random(rng)), PRESETS["four_deals"])]
    log = []
    while states[-1].phase is not Phase.FINISHED:
        actor = states[-1].actor
        assert actor is not None
        decision = choose(view_for(states[-1], actor), Level.MEDIUM, rng.randrange(2**32))
        assert decision is not None
        log.append(decision.action)
        states.append(apply(states[-1], decision.action))
    if states[-1].declarer is None:  # 20-20
        return played(rng)
    record = BoardRecord(match=Match(table=Table()))
    replay = Replay(
        record=record,
        names={},
        players=frozenset(SEATS),
        bots=frozenset(SEATS),
        log=tuple(log),
        reasons={},
        thoughts={},
        states=tuple(states),
    )
    return Work(Review(), replay, judged_line(replay))


def progress(number: int, one: Judged) -> None:
    print(
        f"deal {number + 1:2}: table and line {one.deal:.2f} s, {one.choices} choices {one.cards:.1f} s",
        flush=True,
    )


def main() -> None:
    found = asyncio.run(measure(DEALS))
    for name, seconds in (
        ("table and line", [one.deal for one in found]),
        ("every choice", [one.cards for one in found]),
    ):
        middle, most = statistics.median(seconds), max(seconds)
        print(f"review, {name}: {middle:.1f} s a deal, {min(seconds):.1f} to {most:.1f} s")
    print("Again: python -m tests.bench.review")


if __name__ == "__main__":
    main()
