"""The auction: a call is made, and the last pass names the contract, declarer and leader."""

from dataclasses import replace

from ..actions import MakeCall
from ..auction import Auction, Bid, Call, Double, Redouble, legal_calls
from ..board_state import BoardState, Decision
from ..errors import InadmissibleDouble, InadmissibleRedouble, InsufficientBid, WrongPhase
from ..phase import Phase
from ..scoring import result_without_score
from .contract import open_play
from .ending import finished
from .refusals import check_nothing_open, check_phase, check_turn


def make_call(state: BoardState, action: MakeCall) -> BoardState:
    """Adds a call of the player on turn; three passes end the auction (Law 22)."""
    check_phase(state, Phase.AUCTION)
    check_nothing_open(state)
    check_turn(state, action.seat)
    auction = state.auction
    if auction is None:
        raise WrongPhase(phase=state.phase.value)
    _check_call(auction, action.call)
    longer = auction.after(action.call)
    past = Decision(action.seat, action.call, None, state)
    state = replace(state, n=state.n + 1, auction=longer, turn=longer.turn, past=past)
    return _closed(state, longer) if longer.is_over else state


def _check_call(auction: Auction, call: Call) -> None:
    """:raises InsufficientBid, InadmissibleDouble, InadmissibleRedouble: if *call* is not legal now."""
    if call in legal_calls(auction):
        return
    match call:
        case Bid():
            raise InsufficientBid(bid=str(call), last=str(auction.last_bid))
        case Double():
            raise InadmissibleDouble()
        case Redouble():
            raise InadmissibleRedouble()


def _closed(state: BoardState, auction: Auction) -> BoardState:
    """Names contract and declarer, or ends a board that nobody has bid on."""
    declarer, contract = auction.declarer, auction.contract
    if declarer is None or contract is None:
        return finished(state, result_without_score("passed_out", None, None))
    state = replace(
        state,
        declaring_side=declarer.side,
        side_reason="last_bid",
        declarer=declarer,
        declarer_reason="first_bid",
        contract=contract,
    )
    return open_play(state, declarer)
