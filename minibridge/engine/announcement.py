"""From the totals to the declarer: minibridge's phase in place of an auction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .hands import MOST_POINTS, PACK_POINTS
from .rules import RuleSet
from .seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Announcement:
    """What one player said his hand is worth, or (French rule for three) the dealer his and his partner's
    hand together; it may be wrong.
    """

    seat: Seat
    points: int


def announcers(dealer: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """Gives those who announce, in their order: all from the dealer on, but nobody for an empty chair; in the
    French rule for three the player opposite the dealer, then the dealer.
    """
    match rules.players:
        case "three_french":
            return dealer.partner, dealer
        case "three_fourth_dummy":
            return dealer.clockwise[:3]
    return dealer.clockwise


def due_total(seat: Seat, totals: Mapping[Seat, int], dealer: Seat, rules: RuleSet) -> int:
    """Gives what *seat* has to announce: his points, or the dealer's in the French rule for three both."""
    if rules.players == "three_french" and seat is dealer:
        return totals[dealer] + totals[dealer.partner]
    return totals[seat]


def most_announced(seat: Seat, dealer: Seat, rules: RuleSet) -> int:
    """Gives the most that *seat* can have to announce."""
    return PACK_POINTS if rules.players == "three_french" and seat is dealer else MOST_POINTS


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
    ``rules.tie`` says; in the French rule for three the dealer, or else the player on his left.

    *first_right* lists the seats in the order in which they first said their right total. The reason is one
    of ``more_points``, ``first_announcer``, ``first_correct``, ``dealer``, ``left_of_dealer``. (None, None)
    means that the partners have to agree.
    """
    if rules.players == "three_french":
        return (dealer, "dealer") if side is dealer.side else (dealer.lho, "left_of_dealer")
    one, other = side.seats
    if totals[one] != totals[other]:
        return (one if totals[one] > totals[other] else other), "more_points"
    if rules.tie == "agree":
        return None, None
    if rules.tie == "first_correct":
        return next(seat for seat in first_right if seat.side is side), "first_correct"
    return next(seat for seat in dealer.clockwise if seat.side is side), "first_announcer"


def choose_of_three(
    totals: Mapping[Seat, int], dealer: Seat, rules: RuleSet, first_right: Iterable[Seat] = ()
) -> tuple[Seat, str]:
    """Gives the declarer among three players: the one with most points, else as ``rules.tie`` says."""
    players = announcers(dealer, rules)
    most = max(totals[seat] for seat in players)
    level = [seat for seat in players if totals[seat] == most]
    if len(level) == 1:
        return level[0], "more_points"
    if rules.tie == "first_correct":
        return next(seat for seat in first_right if seat in level), "first_correct"
    return level[0], "first_announcer"
