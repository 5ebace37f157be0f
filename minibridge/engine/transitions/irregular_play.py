"""A card is played where irregularities are accepted: in turn or out of turn, following suit or not."""

from dataclasses import replace

from ..actions import PlayCard
from ..board_state import BoardState
from ..cards import Card
from ..errors import (
    IllegalAction,
    MustFollowSuit,
    MustPlayPenaltyCard,
    MustRepeatCard,
    RestrictedByDeclarer,
    WrongPhase,
)
from ..irregularities import Irregularities
from ..lawful import acceptable_cards, lawful_cards
from ..penalty_cards import due_penalty_cards
from ..play import legal_cards
from ..revokes import Revoke
from ..seats import Seat
from .corrections import advanced
from .leads import leader_bound
from .out_of_turn import played_out_of_turn
from .refusals import check_held, check_turn
from .tricks import lay_card


def play_irregularly(state: BoardState, action: PlayCard) -> BoardState:
    """Plays a card in turn, perhaps a revoke, or treats it as led or played out of turn.

    Whatever more than the suit led binds the hand (a demand, a penalty card, a correction) is kept.
    """
    out_of_turn = played_out_of_turn(state, action)
    if out_of_turn is not None:
        return out_of_turn
    check_turn(state, action.seat)
    hand, faults = state.turn, state.irregularities
    if hand is None or faults is None:
        raise WrongPhase(phase=state.phase.value)
    check_held(state, action, hand)
    held = state.hands[hand]
    if action.card not in acceptable_cards(hand, held, state.trick, faults, state.rules):
        raise _why_not(state, hand, faults)
    noted = _noted(state, hand, action.card, faults)
    return leader_bound(lay_card(noted, action.seat, hand, action.card, before=state))


def _why_not(state: BoardState, hand: Seat, faults: Irregularities) -> IllegalAction:
    held, trick = state.hands[hand], state.trick
    lawful = lawful_cards(hand, held, trick, faults)
    correction = faults.correction
    if correction is not None and hand not in correction.offenders and not correction.may_change(hand):
        return MustRepeatCard(card=lawful[0].text)
    due = due_penalty_cards(faults.penalty_cards, hand, lawful)
    if due:
        return MustPlayPenaltyCard(card=due[0].text)
    if lawful != legal_cards(held, trick):
        return RestrictedByDeclarer()
    led = trick.led if trick is not None else None
    return MustFollowSuit(suit=led.value if led is not None else "")


def _noted(state: BoardState, hand: Seat, card: Card, faults: Irregularities) -> BoardState:
    """Writes down what the card changes before it lies there: a revoke made, a debt paid."""
    is_defender = hand.side is not state.declaring_side
    exposes = state.rules.revokes == "laws" and is_defender and not _is_faced(state, hand)
    faults = replace(
        advanced(faults, hand, card, exposes),
        restrictions=tuple(one for one in faults.restrictions if one.hand is not hand),
    )
    faults = replace(faults, penalty_cards=tuple(one for one in faults.penalty_cards if one.card is not card))
    led = state.trick.led if state.trick is not None else None
    revokes = state.revokes
    if led is not None and card.suit is not led and any(one.suit is led for one in state.hands[hand]):
        revokes = (*revokes, Revoke(hand, len(state.tricks), led, card, _is_faced(state, hand)))
    return state.but(irregularities=faults, revokes=revokes)


def _is_faced(state: BoardState, hand: Seat) -> bool:
    """Whether the hand lies open: dummy's, or one that a claim has faced."""
    return hand is state.dummy or any(one.hand is hand for one in state.exposed)
