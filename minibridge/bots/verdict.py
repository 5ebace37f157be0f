"""What sampling has found out: a decision, and how good every choice was on average."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from minibridge.analysis.position import Position
from minibridge.engine import Card, Deal, Denomination, Seat

from .decision import Decision

Solve = Callable[[Sequence[Position]], Sequence[Mapping[Card, int]]]
"""A double-dummy solver: for each position the tricks that the side of the hand on turn wins from there on
with every card that this hand may play.
"""
DeclarerTricks = Callable[[Deal, Seat, Denomination], int]
"""A double-dummy solver for whole deals: how many tricks this seat wins as declarer in this denomination."""
TimeLeft = Callable[[], float]
"""The seconds that are left for deciding."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``values`` gives, for each card or contract as text, the tricks or points that it brings on average
    over so many ``samples``; it is empty where there was nothing to choose.
    """

    decision: Decision
    samples: int
    values: Mapping[str, float]


Deliberation = Generator[None, None, Verdict]
"""Deliberates in slices: between two of them, something more urgent can be done."""


def unhurried() -> float:
    """A :data:`TimeLeft` that never runs out."""
    return 1.0
