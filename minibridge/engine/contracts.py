"""Contracts: how many tricks, and what is trump."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .cards import Suit
from .enumeration import Enumeration
from .errors import NotationError


class Denomination(Enumeration):
    """A suit or notrump, in ascending rank."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"
    NOTRUMP = "NT"

    trump: Suit | None
    """The trump suit; None for notrump."""


for _denomination in Denomination:
    _denomination.trump = None if _denomination is Denomination.NOTRUMP else Suit(_denomination.value)


class Doubling(Enumeration):
    """Whether a contract is doubled; minibridge knows no doubles."""

    UNDOUBLED = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    factor: int
    """What trick values are multiplied with (Law 77)."""


for _doubling in Doubling:
    _doubling.factor = 2**_doubling.order

GAME_LEVEL: Final[Mapping[Denomination, int]] = {
    Denomination.C: 5,
    Denomination.D: 5,
    Denomination.H: 4,
    Denomination.S: 4,
    Denomination.NOTRUMP: 3,
}
"""The lowest level whose tricks are worth 100, undoubled."""

TRICK_VALUE: Final[Mapping[Denomination, int]] = {
    Denomination.C: 20,
    Denomination.D: 20,
    Denomination.H: 30,
    Denomination.S: 30,
    Denomination.NOTRUMP: 30,
}
"""What each odd trick is worth undoubled (Law 77); the first at notrump is worth 10 more."""

_WRITTEN = re.compile(r"([1-7])(C|D|H|S|NT)(XX|X)?", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Contract:
    """An undertaking to win ``6 + level`` tricks. Contracts are ordered by level, then denomination."""

    level: int
    denomination: Denomination
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a contract has a level from 1 to 7, not {self.level}")

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Reads ``4S``, ``3NT``, ``4SX``, ``4SXX``.

        :raises NotationError: for anything else.
        """
        match = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise NotationError(f"not a contract: {text!r}")
        level, denomination, doubling = match.groups(default="")
        return cls(int(level), Denomination(denomination), Doubling(doubling))

    def __str__(self) -> str:
        return f"{self.level}{self.denomination.value}{self.doubling.value}"

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None for notrump."""
        return self.denomination.trump

    @property
    def tricks_needed(self) -> int:
        """How many of the thirteen tricks fulfil it."""
        return 6 + self.level

    @property
    def trick_points(self) -> int:
        """What the tricks it undertakes are worth when made, without premiums (Law 77)."""
        first = 10 if self.denomination is Denomination.NOTRUMP else 0
        return (self.level * TRICK_VALUE[self.denomination] + first) * self.doubling.factor

    @property
    def is_game(self) -> bool:
        """Whether it earns the game bonus: 100 trick points or more, slams included."""
        return self.trick_points >= 100

    @property
    def is_small_slam(self) -> bool:
        """Whether it undertakes twelve tricks."""
        return self.level == 6

    @property
    def is_grand_slam(self) -> bool:
        """Whether it undertakes all thirteen tricks."""
        return self.level == 7

    @property
    def kind(self) -> str:
        """One of ``partscore``, ``game``, ``small_slam``, ``grand_slam``."""
        if self.level >= 6:
            return "small_slam" if self.level == 6 else "grand_slam"
        return "game" if self.is_game else "partscore"
