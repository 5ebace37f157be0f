"""Quiet praise: after a deal one short, true sentence for a child.

It says something that this pupil did well in this deal. It compares him with nobody, blames nobody, and says
nothing that the log does not bear out. Which of several true things is said changes from deal to deal.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from minibridge.engine import Seat, SeatView, trick_winner
from minibridge.engine.scoring import BoardResult

from .look import Look
from .templatetags.bridge import points_text, tricks_text

OVER = ("played", "claimed")


def praise(look: Look) -> str:
    """The sentence for this person; empty for who only looks on, and where nothing was played."""
    view = look.view
    if view is None or look.chair is None or view.rules.players != "four":
        return ""
    result, seat = view.result, look.chair
    if result is None or result.outcome not in OVER or result.tricks is None:
        return ""
    said = [*_counting(look, view, seat), *_part(look, view, result, seat), *_playing(look, view, seat)]
    if said:
        return said[(view.number + seat.order) % len(said)]
    points = view.points[seat]
    if points:
        return gettext("Your hand brought your side %(points)s.") % {"points": points_text(points)}
    return gettext("You played this deal to its end.")


def _counting(look: Look, view: SeatView, seat: Seat) -> Iterator[str]:
    """He said his right total the first time he was asked."""
    if view.rules.points != "announced" or look.record is None:
        return
    said = [one.points for one in look.record.log if one.kind == "announce" and one.seat is seat]
    if said and said[0] == view.points[seat]:
        yield gettext("You counted your points right straight away.")


def _part(look: Look, view: SeatView, result: BoardResult, seat: Seat) -> Iterator[str]:
    """What his side had to do is done."""
    if result.contract is None or result.declarer is None or result.tricks is None:
        return
    is_made = result.tricks >= result.contract.tricks_needed
    if is_made and result.declarer in _played(look, view, seat):
        yield gettext("You made your contract: %(tricks)s!") % {"tricks": tricks_text(result.tricks)}
    elif is_made and seat is view.dummy:
        yield gettext("Your cards helped your partner to make the contract.")
    elif not is_made and seat.side is not result.declarer.side:
        yield gettext("You and your partner stopped the contract together.")


def _playing(look: Look, view: SeatView, seat: Seat) -> Iterator[str]:
    """The tricks that his cards took and, where one may err, that he did not."""
    hands = _played(look, view, seat)
    trump = view.contract.trump if view.contract else None
    winners = [trick_winner(trick, trump) for trick in view.tricks]
    if hands:
        won = sum(winner in hands for winner in winners)
        sentence = ngettext("You won %(won)d trick.", "You won %(won)d tricks.", won)
    else:
        won = winners.count(seat)
        sentence = ngettext("Your cards won %(won)d trick.", "Your cards won %(won)d tricks.", won)
    if won:
        yield sentence % {"won": won}
    erred = {one.revoke.hand for one in view.result.revokes} if view.result is not None else set()
    if view.rules.revokes != "refused" and not erred & hands and _has_followed(view, hands):
        yield gettext("You followed suit every time.")


def _played(look: Look, view: SeatView, seat: Seat) -> frozenset[Seat]:
    """The hands whose cards he chose: none for dummy, two for declarer and for who plays alone."""
    if view.declarer is None or seat.side is not view.declarer.side:
        return frozenset((seat,))
    chooses = seat is view.declarer or (look.scene.alone and look.scene.is_bot(view.declarer))
    return frozenset(seat.side.seats) if chooses else frozenset()


def _has_followed(view: SeatView, hands: frozenset[Seat]) -> bool:
    """Whether one of these hands ever played the suit that another had led."""
    return any(
        place > 0 and hand in hands and card.suit is trick.cards[0].suit
        for trick in view.tricks
        for place, (hand, card) in enumerate(trick.plays)
    )
