"""Partscores: what each side has towards the game in progress, where scores are carried on."""

from dataclasses import dataclass
from typing import Final

from .contracts import Contract
from .seats import Side

GAME_POINTS: Final = 100
"""Trick points that make a game, in one deal or in several (rubber Law 73)."""


@dataclass(frozen=True, slots=True)
class Partscores:
    """The trick points since the last game (rubber Law 73); ``partscores[side]`` are those of one side."""

    ns: int = 0
    ew: int = 0

    def __getitem__(self, side: Side) -> int:
        return self.ns if side is Side.NS else self.ew

    def missing(self, side: Side) -> int:
        """Counts the trick points that *side* still needs for game."""
        return GAME_POINTS - self[side]

    def makes_game(self, side: Side, contract: Contract) -> bool:
        """Tells whether *contract*, if made, gives *side* a game together with what it has already."""
        return contract.trick_points >= self.missing(side)

    def after(self, side: Side, contract: Contract) -> "Partscores":
        """Gives the partscores when *side* has made *contract*; a game cuts off those of both sides."""
        if self.makes_game(side, contract):
            return NO_PARTSCORES
        points = {Side.NS: self.ns, Side.EW: self.ew}
        points[side] += contract.trick_points
        return Partscores(points[Side.NS], points[Side.EW])


NO_PARTSCORES: Final = Partscores()
"""At the beginning, and after each game."""
