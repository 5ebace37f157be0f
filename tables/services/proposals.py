"""Dummy proposes a card to declarer."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from minibridge.engine import Card, NotationError

from ..proposals import cards_to_propose, hand_helped, proposal_text
from ..refusals import Refusal
from ..scene import view_of_person
from .change import must_hold_chair, table_change


def card_propose(*, table_id: int, user_id: int, record_id: int, n: int, card: str) -> None:
    """Propose a card of the hand that is due; another one takes the place of the first.

    Raises Refusal: 400 no card, 403 he may not help now, 404 no chair here, 409 the table has moved on or
    stands still, 422 the card may not be played.
    """
    try:
        proposed = Card.parse(card)
    except NotationError:
        raise Refusal(_("This request could not be understood."), status=400) from None
    with table_change(table_id) as change:
        scene = change.scene
        seat = scene.seat_played_from(must_hold_chair(scene, user_id))
        record = scene.record
        if record is None or (record.id, record.state.n) != (record_id, n):
            raise Refusal(_("The table has moved on. Here is how it stands now."), status=409)
        if scene.paused:
            raise Refusal(_("The teacher has stopped the play for a moment."), status=409)
        view = view_of_person(scene, user_id)
        assert view is not None
        hand = hand_helped(scene, seat, view)
        if hand is None:
            raise Refusal(_("You cannot propose a card now."), status=403)
        if proposed not in cards_to_propose(view, hand):
            raise Refusal(_("This card cannot be played now."), status=422)
        change.table.proposal = proposal_text(record_id, n, proposed)
