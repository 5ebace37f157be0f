"""A player calls in the auction."""

from ..actions import MakeCall
from ..auction import Bid
from ..board_state import BoardState
from ..errors import InsufficientBid, WrongPhase
from ..insufficient_bids import LowBid
from ..phase import Phase
from .calls import add_call, check_call
from .insufficient_bids import accepted, bid_too_low, substituted
from .refusals import check_nothing_open, check_phase, check_turn


def make_call(state: BoardState, action: MakeCall) -> BoardState:
    """Adds a call of the player on turn.

    A call over an insufficient bid accepts it (Law 27A1); after his own insufficient bid was refused a
    player's call replaces it; and where the Laws are played, a bid may be insufficient.
    """
    check_phase(state, Phase.AUCTION)
    if isinstance(state.question, LowBid) and action.seat in state.question_answerers:
        state = accepted(state, state.question)
    check_nothing_open(state)
    check_turn(state, action.seat)
    auction, faults = state.auction, state.irregularities
    if auction is None:
        raise WrongPhase(phase=state.phase.value)
    try:
        check_call(auction, action.seat, action.call, faults)
    except InsufficientBid:
        if state.rules.insufficient_bids == "refused" or not isinstance(action.call, Bid):
            raise
        return bid_too_low(state, action.seat, action.call)
    if faults is not None and faults.substitution is not None:
        return substituted(state, faults.substitution, action.call)
    return add_call(state, action.seat, action.call)
