"""The end of a board, with its result."""

from collections.abc import Mapping
from dataclasses import replace

from ..actions import AssignTricks
from ..board_state import BoardState
from ..errors import TooManyTricks, WrongPhase
from ..phase import Phase
from ..play import trick_winner
from ..revokes import TWELFTH, SettledRevoke, settle_revokes
from ..scoring import BoardResult, result_of
from ..seats import Seat, Side
from .corrections import corrected


def scored(state: BoardState, outcome: str, won: Mapping[Side, int]) -> BoardState:
    """Ends the board with the score of the tricks that each side has *won*; established revokes are settled
    first. A revoke on the twelfth trick is found now if not before, and the play goes on (Law 62D).
    """
    late = next((revoke for revoke in state.revokes if revoke.trick == TWELFTH), None)
    if late is not None:
        return corrected(state, late)
    side = _declarer_of(state).side
    settled = _settled(state, won)
    tricks = won[side]
    for one in settled:
        tricks += -one.tricks if one.revoke.hand.side is side else one.tricks
    return finished(state, replace(_result(state, outcome, tricks), revokes=settled))


def assign(state: BoardState, action: AssignTricks) -> BoardState:
    """The table ends the board in the play, or changes its result afterwards: a position, a claim and its
    answers stay in the log.
    """
    has_contract = state.contract is not None or state.rules.scoring == "tricks"
    if not has_contract or state.phase not in (Phase.PLAY, Phase.FINISHED):
        raise WrongPhase(phase=state.phase.value)
    if not 0 <= action.tricks <= 13:
        raise TooManyTricks(remaining=13)
    return finished(replace(state, n=state.n + 1), _result(state, "assigned", action.tricks))


def _settled(state: BoardState, won: Mapping[Side, int]) -> tuple[SettledRevoke, ...]:
    if not state.revokes:
        return ()
    winners = [trick_winner(trick, state.trump) for trick in state.tricks]
    claimed = {side: won[side] - state.tricks_won[side] for side in Side}
    return settle_revokes(state.revokes, winners, claimed, state.rules.revokes)


def _result(state: BoardState, outcome: str, tricks: int) -> BoardResult:
    vulnerable = state.declarer_is_vulnerable
    return result_of(outcome, _declarer_of(state), state.contract, tricks, state.rules, vulnerable)


def _declarer_of(state: BoardState) -> Seat:
    if state.declarer is None:
        raise WrongPhase(phase=state.phase.value)
    return state.declarer


def finished(state: BoardState, result: BoardResult) -> BoardState:
    """Ends the board with *result*; nothing is due or open any more."""
    return replace(
        state,
        phase=Phase.FINISHED,
        turn=None,
        menu=(),
        claim=None,
        takeback=None,
        agreeing=None,
        irregularities=None,
        result=result,
    )
