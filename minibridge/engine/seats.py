"""The four seats of a table and its two sides."""

from .enumeration import Enumeration
from .errors import NotationError


class Side(Enumeration):
    """One of the two partnerships."""

    NS = "NS"
    EW = "EW"

    other: "Side"
    seats: "tuple[Seat, Seat]"


class Seat(Enumeration):
    """A place at the table. ``next`` is the seat clockwise, which is also the left-hand opponent."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    next: "Seat"
    lho: "Seat"
    partner: "Seat"
    rho: "Seat"
    side: Side
    clockwise: "tuple[Seat, Seat, Seat, Seat]"
    """All four seats, this one first."""

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """Reads one of the letters N E S W.

        :raises NotationError: for anything else.
        """
        try:
            return cls(text)
        except ValueError:
            raise NotationError(f"not a seat: {text!r}") from None


SEATS: tuple[Seat, Seat, Seat, Seat] = (Seat.N, Seat.E, Seat.S, Seat.W)

for _i, _seat in enumerate(SEATS):
    _turned = SEATS[_i:] + SEATS[:_i]
    _seat.clockwise = (_turned[0], _turned[1], _turned[2], _turned[3])
    _seat.next = _seat.lho = _turned[1]
    _seat.partner = _turned[2]
    _seat.rho = _turned[3]
    _seat.side = Side.NS if _i % 2 == 0 else Side.EW

Side.NS.other, Side.EW.other = Side.EW, Side.NS
Side.NS.seats, Side.EW.seats = (Seat.N, Seat.S), (Seat.E, Seat.W)
