"""Dummy helps: the card he proposes to declarer, for one moment of the deal.

Where the rules let dummy look into declarer's hand he may tap a card of the hand that is due. His partner
sees a soft mark on it, and plays what he likes. Nothing of it is in the log: it is talk, like a phrase.
"""

from __future__ import annotations

from minibridge.engine import Card, Phase, Seat, SeatView, Watcher, legal_cards

from .look import Look
from .scene import Scene


def proposal_text(record_id: int, n: int, card: Card) -> str:
    """A proposal as the table keeps it: it holds for this one moment of this one deal."""
    return f"{record_id} {n} {card}"


def proposed_card(scene: Scene) -> Card | None:
    """The card that is proposed now, if it still is the moment for which it was."""
    if not scene.proposal or scene.record is None:
        return None
    record_id, n, card = scene.proposal.split()
    is_now = int(record_id) == scene.record.id and int(n) == scene.record.state.n
    return Card.parse(card) if is_now else None


def card_shown(look: Look) -> Card | None:
    """The proposed card for who may know of it: both hands of declarer's side, and who sees all four."""
    view = look.view
    card = proposed_card(look.scene)
    if view is None or card is None or view.phase is not Phase.PLAY:
        return None
    may_know = look.seat in (view.declarer, view.dummy) if look.seat else view.viewer is Watcher.OPEN
    return card if may_know else None


def hand_helped(scene: Scene, seat: Seat | None, view: SeatView) -> Seat | None:
    """The hand from which this person may propose a card now: declarer's or his own, whichever is due."""
    if seat is None or seat is not view.dummy or not view.rules.dummy_sees_declarer:
        return None
    if view.phase is not Phase.PLAY or view.declarer is None or view.actor is not view.declarer:
        return None
    partner = scene.holder_at(view.declarer)
    is_person = partner is not None and not partner.bot
    return view.turn if is_person and view.turn is not None and view.hands[view.turn] else None


def cards_to_propose(view: SeatView, hand: Seat) -> tuple[Card, ...]:
    """What may be played from this hand."""
    return legal_cards(view.hands[hand] or (), view.trick)
