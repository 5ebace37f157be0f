"""From the four totals to the declarer: minibridge's phase in place of an auction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .rules import RuleSet
from .seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Announcement:
    """What one player said his hand is worth; it may be wrong."""

    seat: Seat
    points: int


def declaring_side(totals: Mapping[Seat, int], dealer: Seat, rules: RuleSet) -> Side | None:
    """Gives the side with more points; at 20-20 the dealer's side or, if the board is dealt again, None."""
    north_south = totals[Seat.N] + totals[Seat.S]
    east_west = totals[Seat.E] + totals[Seat.W]
    if north_south == east_west:
        return dealer.side if rules.balanced == "dealer_side" else None
    return Side.NS if north_south > east_west else Side.EW


def choose_declarer(
    side: Side,
    totals: Mapping[Seat, int],
    dealer: Seat,
    rules: RuleSet,
    first_right: Iterable[Seat] = (),
) -> tuple[Seat, str] | tuple[None, None]:
    """Gives the declarer among the partners of *side*, and why: the one with more points, else as
    ``rules.tie`` says.

    *first_right* lists the seats in the order in which they first said their right total. The reason is one
    of ``more_points``, ``first_announcer``, ``first_correct``. (None, None) means that the partners have to
    agree.
    """
    one, other = side.seats
    if totals[one] != totals[other]:
        return (one if totals[one] > totals[other] else other), "more_points"
    if rules.tie == "agree":
        return None, None
    if rules.tie == "first_correct":
        return next(seat for seat in first_right if seat.side is side), "first_correct"
    return next(seat for seat in dealer.clockwise if seat.side is side), "first_announcer"
