"""Small pictures of numbers over time: where each bar of a chart lies, in the units of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 316, 12, 140
"""The field of the bars; beside and below it is written what they mean."""
WIDEST_BAR = 28
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Bar:
    """``kind`` names how it is filled. Lengths are text, because no language may put its comma into them."""

    kind: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class Mark:
    """A line across the field at a value."""

    y: str
    value: int

    @property
    def size(self) -> int:
        """Without its sign, which is written as a sign and not as a hyphen."""
        return abs(self.value)


@dataclass(frozen=True)
class Chart:
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]


def chart(columns: Sequence[Sequence[tuple[str, float]]]) -> Chart:
    """A column for each period: the parts of each, with their kinds, lie upon each other; negative ones hang
    below zero.
    """
    top = round_up(max((sum(value for _, value in column if value > 0) for column in columns), default=0))
    low = -round_up(-min((value for column in columns for _, value in column), default=0))
    if top == low:
        top = 1
    scale = (BOTTOM - TOP) / (top - low)
    step = (RIGHT - LEFT) / max(len(columns), 1)
    width = min(step * 0.72, WIDEST_BAR)
    bars: list[Bar] = []
    for place, column in enumerate(columns):
        x, height = LEFT + step * (place + 0.5) - width / 2, 0.0
        for kind, value in column:
            if value:
                upper = max(height + value, height)
                y = TOP + (top - upper) * scale
                bars.append(Bar(kind, _length(x), _length(y), _length(width), _length(abs(value) * scale)))
                height += value
    return Chart(tuple(bars), tuple(Mark(_length(TOP + (top - v) * scale), v) for v in sorted({top, 0, low})))


def round_up(value: float) -> int:
    """The next of 0, 1, 2, 5, 10, 20, 50, 100 … that is not less."""
    if value <= 0:
        return 0
    power = 1
    while True:
        for step in STEPS:
            if step * power >= value:
                return step * power
        power *= 10


def _length(value: float) -> str:
    return f"{value:.1f}"
