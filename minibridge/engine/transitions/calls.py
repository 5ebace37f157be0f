"""A call is added to the auction; the last pass names contract, declarer and leader."""

from dataclasses import replace

from ..auction import Auction, Bid, Call, Double, Pass, Redouble
from ..board_state import BoardState, Decision
from ..errors import InadmissibleDouble, InadmissibleRedouble, InsufficientBid, MustPass, WrongPhase
from ..irregularities import Irregularities
from ..lawful import lawful_calls
from ..scoring import result_without_score
from ..seats import Seat
from .contract import open_play
from .ending import finished


def check_call(auction: Auction, seat: Seat, call: Call, faults: Irregularities | None) -> None:
    """:raises MustPass: if *seat* must pass for the rest of the auction.
    :raises InsufficientBid, InadmissibleDouble, InadmissibleRedouble: if *call* is not legal now.
    """
    if call in lawful_calls(auction, seat, faults):
        return
    if faults is not None and seat in faults.silenced:
        raise MustPass()
    match call:
        case Bid():
            raise InsufficientBid(bid=str(call), last=str(auction.last_bid))
        case Double():
            raise InadmissibleDouble()
        case Redouble():
            raise InadmissibleRedouble()
        case Pass():
            raise WrongPhase(phase="auction")


def add_call(state: BoardState, seat: Seat, call: Call) -> BoardState:
    """Adds a legal call of *seat*; three passes end the auction (Law 22)."""
    auction = state.auction
    if auction is None:
        raise WrongPhase(phase=state.phase.value)
    longer = auction.after(call)
    past = Decision(seat, call, None, state)
    state = state.but(n=state.n + 1, auction=longer, turn=longer.turn, past=past)
    return _closed(state, longer) if longer.is_over else state


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
