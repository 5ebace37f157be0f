"""A board: a deal with its number, dealer and vulnerability, which can be played at many tables."""

from collections.abc import Collection
from dataclasses import dataclass

from .deals import Deal
from .enumeration import Enumeration
from .seats import SEATS, Seat, Side


class Vulnerability(Enumeration):
    """Which sides are vulnerable; the values are those of PBN. Rule sets decide whether it counts."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "All"

    @classmethod
    def of(cls, sides: Collection[Side]) -> "Vulnerability":
        """Gives the vulnerability that includes just these *sides*."""
        return next(one for one in cls if all(one.includes(side) == (side in sides) for side in Side))

    def includes(self, side: Side) -> bool:
        """Tells whether *side* is vulnerable."""
        return self is Vulnerability.BOTH or self._value_ == side._value_


@dataclass(frozen=True, slots=True)
class Board:
    """One deal as it lies in its board."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability
    deal: Deal


def dealer_of(number: int) -> Seat:
    """Gives the dealer of board *number* in duplicate: North, East, South, West, and again (Law 2)."""
    return SEATS[(number - 1) % 4]


def vulnerability_of(number: int) -> Vulnerability:
    """Gives the vulnerability of board *number* in duplicate, which repeats after sixteen boards (Law 2)."""
    cycle = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)
    return cycle[((number - 1) + (number - 1) // 4) % 4]


def chicago_vulnerability(number: int, dealer: Seat, opponents: bool = False) -> Vulnerability:
    """Gives the vulnerability of deal *number* of four-deal bridge (Chicago): none; twice the dealer's side
    alone, or its *opponents* alone where the table agreed on that; both; and again.
    """
    match (number - 1) % 4:
        case 0:
            return Vulnerability.NONE
        case 3:
            return Vulnerability.BOTH
        case _:
            return Vulnerability.of((dealer.side.other if opponents else dealer.side,))


def rubber_vulnerability(games: Collection[Side]) -> Vulnerability:
    """Gives the vulnerability in a rubber whose *games* so far were won by these sides: a side with a game
    is vulnerable.
    """
    return Vulnerability.of(games)
