"""What a bot says before the contract: its total, and which of two level partners shall declare."""

from minibridge.engine import AgreeDeclarer, AnnouncePoints, Seat, SeatView, hcp
from minibridge.engine.hands import PACK_POINTS

from .decision import Decision, Reason


def announce(view: SeatView, seat: Seat) -> Decision:
    """Says the true total of its own hand; in the French rule for three, the dealer adds his partner's."""
    points = hcp(view.hands[seat] or ())
    if view.rules.players == "three_french" and seat is view.dealer:
        told = sum(one.points for one in view.announcements if one.seat is seat.partner)
        total = min(points + told, PACK_POINTS)  # Partner may have told more than there is.
        return Decision(AnnouncePoints(seat, total), Reason("adds_partners_points", {"told": told}))
    return Decision(AnnouncePoints(seat, points), Reason("counts_points", {"points": points}))


def agree_declarer(view: SeatView, seat: Seat) -> Decision | None:
    """Names whom the partner has named, else the one of the two who comes first from the dealer; None while
    its own word stands.
    """
    named = view.agreeing or {}
    partners, own = named.get(seat.partner), named.get(seat)
    if partners is not None and partners is not own:
        reason = Reason("agrees_with_partner", {"seat": partners.value})
        return Decision(AgreeDeclarer(seat, partners), reason)
    if own is not None:
        return None
    first = next(one for one in view.dealer.clockwise if one.side is seat.side)
    return Decision(AgreeDeclarer(seat, first), Reason("first_from_dealer", {"seat": first.value}))
