"""How much is measured: all of it, or with ``BENCH=quick`` so much that it is over in three minutes."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .servers import ROOT

FOLDER = ROOT / ".bench"
PARTS = ("closed", "human", "post", "play", "sockets", "storm", "pages", "workers")


@dataclass(frozen=True)
class Plan:
    parts: tuple[str, ...]
    closed: tuple[int, ...]  # tables that play as fast as they can
    human: tuple[int, ...]  # tables that play at human rate
    some: int  # tables where their number is not what is asked
    turns: int
    seconds: float  # of a window
    warm_up: float
    seed: int
    deflate: bool
    is_quick: bool
    out: Path

    @property
    def idle(self) -> float:
        """Seconds in which nobody plays, to see what a server uses then."""
        return 2 * self.warm_up


def plan_of(arguments: Sequence[str], description: str = "") -> tuple[Plan, bool]:
    """The plan that the command line asks for, and whether the README is to be written instead."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=description)
    quick = os.environ.get("BENCH") == "quick"
    parser.add_argument("--parts", default=",".join(PARTS), help="which are measured (%(default)s)")
    parser.add_argument(
        "--closed", default="10,50,200" if quick else "1,10,50,200", help="tables in the closed loop"
    )
    parser.add_argument(
        "--human", default="50,200" if quick else "50,200,500,1000", help="tables at human rate"
    )
    parser.add_argument("--some", type=int, default=10 if quick else 50, help="tables of the other parts")
    parser.add_argument(
        "--turns", type=int, default=1 if quick else 3, help="sandwiches of each (%(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0 if quick else 4.0, help="of a window (%(default)s)"
    )
    parser.add_argument("--warm-up", type=float, default=0.5 if quick else 1.0)
    parser.add_argument("--seed", type=int, default=1, help="of deals and plays")
    parser.add_argument("--no-deflate", action="store_true", help="browsers that do not offer compression")
    parser.add_argument("--out", type=Path, help="JSON lines; a new file in .bench/ unless said")
    parser.add_argument(
        "--readme", action="store_true", help="write the last results into the README instead"
    )
    given = parser.parse_args(arguments)
    parts = tuple(part for part in PARTS if part in given.parts.split(","))
    if set(given.parts.split(",")) != set(parts):
        parser.error(f"the parts are {', '.join(PARTS)}")
    plan = Plan(
        parts=parts,
        closed=_numbers(given.closed),
        human=_numbers(given.human),
        some=given.some,
        turns=given.turns,
        seconds=given.seconds,
        warm_up=given.warm_up,
        seed=given.seed,
        deflate=not given.no_deflate,
        is_quick=quick,
        out=given.out or FOLDER / f"{time.strftime('%Y%m%d-%H%M%S')}.jsonl",
    )
    return plan, given.readme


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted(int(number) for number in text.split(",")))
