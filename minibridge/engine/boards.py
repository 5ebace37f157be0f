"""A board: a deal with its number, dealer and vulnerability, which can be played at many tables."""

from dataclasses import dataclass

from .deals import Deal
from .enumeration import Enumeration
from .seats import SEATS, Seat, Side


class Vulnerability(Enumeration):
    """Which sides are vulnerable; the values are those of PBN. Minibridge stores it and never scores it."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "All"

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
