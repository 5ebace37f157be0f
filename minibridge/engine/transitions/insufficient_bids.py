"""An insufficient bid is accepted, or replaced by another call (Law 27)."""

from dataclasses import replace

from ..auction import PASS, Bid, Call, Double, Redouble
from ..board_state import BoardState
from ..errors import InsufficientBid, NoRequest, WrongPhase
from ..insufficient_bids import ComparableCall, LowBid, Substitution, is_same_denomination
from ..irregular_actions import AnswerBid, JudgeCall
from ..irregularities import Irregularities
from ..seats import Seat
from .calls import add_call
from .refusals import check_question_answerer


def bid_too_low(state: BoardState, seat: Seat, bid: Bid) -> BoardState:
    """Leaves an insufficient bid to the next player. In place of one that was refused there is none."""
    faults = _faults(state)
    if faults.substitution is not None:
        last = state.auction.last_bid if state.auction is not None else None
        raise InsufficientBid(bid=str(bid), last=str(last))
    return replace(state, n=state.n + 1, irregularities=replace(faults, question=LowBid(seat, bid)))


def answer_bid(state: BoardState, action: AnswerBid) -> BoardState:
    """The next player accepts the insufficient bid, or has it replaced."""
    low = state.question
    if not isinstance(low, LowBid):
        raise NoRequest()
    check_question_answerer(state, action.seat)
    if action.accept:
        return replace(accepted(state, low), n=state.n + 1)
    faults = replace(_faults(state), question=None, substitution=Substitution(low.seat, low.bid))
    return replace(state, n=state.n + 1, irregularities=faults)


def accepted(state: BoardState, low: LowBid) -> BoardState:
    """Gives the state in which the insufficient bid counts as legal (Law 27A); nothing is counted yet."""
    if state.auction is None:
        raise WrongPhase(phase=state.phase.value)
    auction = state.auction.after(low.bid)
    faults = replace(_faults(state), question=None)
    return replace(state, auction=auction, turn=auction.turn, irregularities=faults)


def substituted(state: BoardState, substitution: Substitution, call: Call) -> BoardState:
    """Puts a legal call in the place of a refused insufficient bid (Law 27B)."""
    seat, faults = substitution.seat, replace(_faults(state), substitution=None)
    if state.auction is None:
        raise WrongPhase(phase=state.phase.value)
    if substitution.penalised or is_same_denomination(state.auction, substitution.bid, call):
        return add_call(replace(state, irregularities=faults), seat, call)
    if call == PASS:
        return add_call(replace(state, irregularities=_silenced(faults, seat)), seat, call)
    question = ComparableCall(seat, substitution.bid, call)
    return replace(state, n=state.n + 1, irregularities=replace(faults, question=question))


def judge_call(state: BoardState, action: JudgeCall) -> BoardState:
    """Lets the auction go on, or silences the offender's partner; then a double is cancelled (27B2, 3)."""
    tried = state.question
    if not isinstance(tried, ComparableCall):
        raise NoRequest()
    if action.seat is not None:
        check_question_answerer(state, action.seat)
    faults = replace(_faults(state), question=None)
    if action.comparable:
        return add_call(replace(state, irregularities=faults), tried.seat, tried.call)
    faults = _silenced(faults, tried.seat)
    if isinstance(tried.call, Double | Redouble):
        again = Substitution(tried.seat, tried.bid, penalised=True)
        return replace(state, n=state.n + 1, irregularities=replace(faults, substitution=again))
    return add_call(replace(state, irregularities=faults), tried.seat, tried.call)


def _silenced(faults: Irregularities, offender: Seat) -> Irregularities:
    """The partner passes from now on, and declarer may restrict his first lead (Laws 27B2, 26B)."""
    return replace(
        faults,
        silenced=faults.silenced | {offender.partner},
        restricted_leaders=faults.restricted_leaders | {offender.partner},
    )


def _faults(state: BoardState) -> Irregularities:
    return state.irregularities or Irregularities()
