"""The players that can be measured, by name."""

from collections.abc import Callable
from functools import partial

from minibridge.bots import Decision, Level, choose
from minibridge.engine import SeatView

from .expert_player import ExpertPlayer

Chooser = Callable[[SeatView, int], Decision | None]


def _of_level(level: Level, view: SeatView, seed: int) -> Decision | None:
    return choose(view, level, seed)


CHOOSERS: dict[str, Chooser] = {level.value: partial(_of_level, level) for level in Level}
"""Another player is measured once it is entered here under its name."""
CHOOSERS[Level.EXPERT.value] = ExpertPlayer()
