"""Whether a bot agrees to a claim: by the cards it sees, and fairly."""

from typing import Final

from minibridge.engine import AnswerClaim, Claim, Seat, SeatView, Side, legal_cards

from .decision import Decision, Reason
from .ending import few_layouts, worth_of_cards
from .knowledge import Knowledge
from .sure_tricks import sure_tricks

MOST_CARDS: Final = 5
"""Endings of so many cards each are played out exactly."""
MOST_LAYOUTS: Final = 6
"""Usually there is one: the claimer's hand and dummy lie open, and the fourth hand has the rest."""


def answer_claim(view: SeatView, seat: Seat) -> Decision | None:
    """Accepts what the claimer's side surely takes, and every concession that gives no sure trick away;
    None if no claim is open.
    """
    claim = view.claim
    if claim is None:
        return None
    if claim.seat.side is seat.side:
        return _to_partner(view, seat, claim)
    if claim.tricks == 0:
        return Decision(AnswerClaim(seat, True), Reason("accepts_concession"))
    sure = _surely_won(view, seat, claim.seat)
    code = "accepts_claim" if claim.tricks <= sure else "refuses_claim"
    return Decision(AnswerClaim(seat, claim.tricks <= sure), Reason(code, {"sure": sure}))


def _to_partner(view: SeatView, seat: Seat, claim: Claim) -> Decision:
    """Objects to partner's concession only for a trick that it surely takes itself (Law 68B2)."""
    sure = _surely_won(view, seat, seat)
    if sure <= claim.tricks:
        return Decision(AnswerClaim(seat, True), Reason("trusts_partner"))
    return Decision(AnswerClaim(seat, False), Reason("objects_to_concession", {"sure": sure}))


def _surely_won(view: SeatView, seat: Seat, claimer: Seat) -> int:
    """The tricks that the side of *claimer* surely takes, as *seat* sees it: by playing the ending out if it
    is short, else by counting masters.
    """
    exact = _played_out(view, seat, claimer.side)
    if exact is not None:
        return exact
    known = Knowledge(view, seat, claimer)
    lost = _lost_at_once(view, seat, claimer.side)
    return max(0, min(sure_tricks(known), view.remaining - lost))


def _played_out(view: SeatView, seat: Seat, side: Side) -> int | None:
    """The fewest tricks of *side* over all ways in which the cards can lie; None if there are too many."""
    if view.remaining > MOST_CARDS or view.turn is None or view.trick is None:
        return None
    known = Knowledge(view, seat)
    results = []
    for layout in few_layouts(known, MOST_LAYOUTS):
        legal = legal_cards(layout[view.turn], view.trick)
        best = max(worth_of_cards(layout, known.trump, view.trick, legal).values())
        results.append(best if view.turn.side is side else view.remaining - best)
    return min(results, default=None)


def _lost_at_once(view: SeatView, seat: Seat, side: Side) -> int:
    """How many masters *seat* cashes before *side* comes in, if *seat* leads now and nobody can ruff them."""
    if seat.side is side or view.turn is not seat or (view.trick is not None and view.trick.cards):
        return 0
    known = Knowledge(view, seat)
    return sum(
        known.is_master(card) and not any(known.may_ruff(foe, card.suit) for foe in (seat.lho, seat.rho))
        for card in known.held
    )
