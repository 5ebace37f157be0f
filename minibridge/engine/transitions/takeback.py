"""Taking back: asked for, allowed or not, withdrawn."""

from dataclasses import replace

from ..actions import AnswerTakeBack, AskTakeBack, WithdrawTakeBack
from ..board_state import BoardState, Decision
from ..errors import NothingToTakeBack, TakeBackOff, TakeBackTooLate
from ..seats import Seat
from ..takeback import TakeBackRequest
from .refusals import check_answerer, check_not_dummy, check_nothing_open, check_requester


def ask_takeback(state: BoardState, action: AskTakeBack) -> BoardState:
    """Takes back at once where that is free, else opens the question."""
    if state.rules.takeback == "off":
        raise TakeBackOff()
    check_nothing_open(state)
    check_not_dummy(state, action.seat)
    decision = latest_decision(state, action.seat)
    if decision is None:
        raise NothingToTakeBack()
    if is_too_late(state, decision):
        raise TakeBackTooLate()
    if state.rules.takeback == "free":
        return _taken_back(state, decision)
    request = TakeBackRequest(action.seat, decision.what, decision.hand, state.n + 1)
    return replace(state, n=state.n + 1, takeback=request)


def answer_takeback(state: BoardState, action: AnswerTakeBack) -> BoardState:
    """Takes back what was asked for, or leaves it."""
    request = state.takeback
    check_answerer(state, action.seat, request, state.takeback_answerers)
    decision = None if request is None else latest_decision(state, request.seat)
    if decision is None or not action.accept:
        return replace(state, n=state.n + 1, takeback=None)
    return _taken_back(state, decision)


def withdraw_takeback(state: BoardState, action: WithdrawTakeBack) -> BoardState:
    """Leaves the card, call or contract as it was."""
    check_requester(action.seat, state.takeback)
    return replace(state, n=state.n + 1, takeback=None)


def may_take_back(state: BoardState, seat: Seat) -> bool:
    """Tells whether *seat* has a decision that the rules still let him take back."""
    if state.rules.takeback == "off":
        return False
    decision = latest_decision(state, seat)
    return decision is not None and not is_too_late(state, decision)


def latest_decision(state: BoardState, seat: Seat) -> Decision | None:
    """Finds what *seat* decided last: a few cards back at most, since everybody plays to every trick."""
    decision = state.past
    while decision is not None and decision.seat is not seat:
        decision = decision.before.past
    return decision


def is_too_late(state: BoardState, decision: Decision) -> bool:
    """Tells whether taking *decision* back would hide a dummy that has been faced."""
    return state.dummy_is_faced and not decision.before.dummy_is_faced


def _taken_back(state: BoardState, decision: Decision) -> BoardState:
    """Returns to the state before *decision*; the count of actions goes on, and what was seen stays seen."""
    return replace(decision.before, n=state.n + 1, exposed=state.exposed)
