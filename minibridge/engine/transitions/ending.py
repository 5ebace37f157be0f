"""The end of a board, with its result."""

from collections.abc import Mapping
from dataclasses import replace

from ..board_state import BoardState
from ..errors import WrongPhase
from ..phase import Phase
from ..scoring import BoardResult, result_of
from ..seats import Side


def scored(state: BoardState, outcome: str, won: Mapping[Side, int]) -> BoardState:
    """Ends the board with the score of the tricks that each side has *won*."""
    if state.declarer is None:
        raise WrongPhase(phase=state.phase.value)
    tricks = won[state.declarer.side]
    vulnerable = state.declarer_is_vulnerable
    result = result_of(outcome, state.declarer, state.contract, tricks, state.rules, vulnerable)
    return finished(state, result)


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
        result=result,
    )
