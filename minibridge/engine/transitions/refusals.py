"""The conditions that many actions share, each with the error that is raised where it does not hold."""

from ..actions import PlayCard
from ..board_state import BoardState
from ..claims import Claim
from ..errors import (
    DummyMayNot,
    NoRequest,
    NotInHand,
    NotYourRequest,
    NotYourTurn,
    RequestOpen,
    WrongHand,
    WrongPhase,
)
from ..insufficient_bids import ComparableCall, LowBid
from ..irregularities import Question
from ..out_of_turn import LeadOutOfTurn
from ..phase import Phase
from ..restrictions import LeadOptions, PlayOptions
from ..seats import Seat
from ..takeback import TakeBackRequest


def check_phase(state: BoardState, phase: Phase) -> None:
    """:raises WrongPhase: if the board is not in *phase*."""
    if state.phase is not phase:
        raise WrongPhase(phase=state.phase.value)


def check_turn(state: BoardState, seat: Seat) -> None:
    """:raises NotYourTurn: if somebody else decides now."""
    if state.actor is not seat:
        raise not_your_turn(state, seat, str(state.actor))


def not_your_turn(state: BoardState, seat: Seat, actor: str) -> NotYourTurn:
    """Makes the error that tells *seat* who decides; dummy is told that he never does."""
    return NotYourTurn(actor=actor, role="dummy" if seat is state.dummy else "player")


def check_held(state: BoardState, action: PlayCard, hand: Seat) -> None:
    """:raises NotInHand: if *hand*, which is due, does not hold the card.
    :raises WrongHand: if declarer holds it in his other hand.
    """
    if action.card in state.hands[hand]:
        return
    both = (*state.hands[action.seat], *state.hands[action.seat.partner])
    if action.seat is state.declarer and action.card in both:
        raise WrongHand(card=action.card.text, hand=hand.value)
    raise NotInHand(card=action.card.text, hand=hand.value)


def check_not_dummy(state: BoardState, seat: Seat) -> None:
    """:raises DummyMayNot: if *seat* is dummy (Law 43)."""
    if state.declarer is not None and seat is state.declarer.partner:
        raise DummyMayNot(actor=state.declarer.value)


def check_nothing_open(state: BoardState) -> None:
    """:raises RequestOpen: while a claim, take-back or irregularity waits for an answer (Laws 9B2, 68D)."""
    request = state.claim or state.takeback
    if request is not None:
        raise RequestOpen(seat=request.seat.value)
    if state.question is not None:
        raise RequestOpen(seat=asked_by(state.question).value)


def check_nothing_to_correct(state: BoardState) -> None:
    """:raises RequestOpen: while a trick is played again because of a revoke."""
    faults = state.irregularities
    if faults is not None and faults.correction is not None and state.turn is not None:
        raise RequestOpen(seat=state.controller(state.turn).value)


def asked_by(question: Question) -> Seat:
    """Gives the hand or person whose irregularity, or lead, has raised the question."""
    match question:
        case LeadOptions(leader=seat):
            return seat
        case LowBid(seat=seat) | ComparableCall(seat=seat):
            return seat
        case LeadOutOfTurn(hand=seat):
            return seat
        case PlayOptions(hand=seat):
            return seat.partner


def check_question_answerer(state: BoardState, seat: Seat) -> None:
    """:raises NotYourRequest: if the open question is not for *seat* to answer."""
    if state.question is not None and seat not in state.question_answerers:
        raise NotYourRequest(seat=asked_by(state.question).value)


def check_answerer(
    state: BoardState, seat: Seat, request: Claim | TakeBackRequest | None, who: frozenset[Seat]
) -> None:
    """:raises NoRequest: if nothing is open.
    :raises NotYourRequest: if *seat* is not among *who*.
    """
    if request is None:
        raise NoRequest()
    if seat not in who:
        check_not_dummy(state, seat)
        raise NotYourRequest(seat=request.seat.value)


def check_requester(seat: Seat, request: Claim | TakeBackRequest | None) -> None:
    """:raises NoRequest: if nothing is open.
    :raises NotYourRequest: if another seat asked.
    """
    if request is None:
        raise NoRequest()
    if seat is not request.seat:
        raise NotYourRequest(seat=request.seat.value)
