"""What is measured on one board; every measure gives numbers by name."""

from collections.abc import Callable, Mapping

from minibridge.engine import (
    SEATS,
    Board,
    BoardState,
    ChooseContract,
    Phase,
    PlayCard,
    Seat,
    Side,
    apply,
    score,
    start,
    view_for,
)
from tests.bots.table import Chooser, play_board

from . import double_dummy
from .deals import RULES

Numbers = dict[str, float]


def compared(one: Chooser, other: Chooser, board: Board) -> Numbers:
    """Two tables play the board, *one* North-South at the first and *other* at the second: how many points
    and tricks *one* is ahead of *other*.
    """
    first = play_board(board, RULES, _table(one, other), board.number)
    second = play_board(board, RULES, _table(other, one), board.number)
    return {
        "points": _net(first) - _net(second),
        "tricks": first.tricks_won[Side.NS] - second.tricks_won[Side.NS],
    }


def against_the_same(level: Chooser, board: Board) -> Numbers:
    """*level* in all four seats: declarer's tricks above the double-dummy result."""
    state = play_board(board, RULES, _table(level, level), board.number)
    return {"tricks": state.tricks_won[state.declaring_side] - _double_dummy(state)}


def as_declarer(level: Chooser, board: Board) -> Numbers:
    """*level* declares against defenders who see all cards: its tricks above the double-dummy result."""
    return {"tricks": _against_double_dummy(level, board, declares=True)}


def as_defenders(level: Chooser, board: Board) -> Numbers:
    """*level* defends against a declarer who sees all cards: its tricks above the double-dummy result."""
    return {"tricks": -_against_double_dummy(level, board, declares=False)}


def contract_choice(level: Chooser, board: Board) -> Numbers:
    """Whether the contract chosen scores within 20 points of the best on the menu, both double-dummy; and by
    how many points it misses that.
    """
    state = start(board, RULES)
    view = view_for(state, state.declarer)
    decision = level(view, board.number)
    assert decision is not None and isinstance(decision.action, ChooseContract)
    tricks = double_dummy.table_of(board.deal)
    scores = {one: score(one, False, tricks[one.denomination, state.declarer]) for one in view.menu}
    missed = max(scores.values()) - scores[decision.action.contract]
    return {"good": float(missed <= 20), "missed": missed}


MEASURES: Mapping[str, Callable[[Chooser, Board], Numbers]] = {
    "against the same level": against_the_same,
    "as declarer v. double dummy": as_declarer,
    "as defenders v. double dummy": as_defenders,
    "contract": contract_choice,
}
"""What is measured of one level alone, double-dummy."""


def _table(north_south: Chooser, east_west: Chooser) -> dict[Seat, Chooser]:
    return dict(zip(SEATS, (north_south, east_west) * 2, strict=True))


def _net(state: BoardState) -> int:
    return state.result.points[Side.NS] - state.result.points[Side.EW]


def _double_dummy(state: BoardState) -> int:
    return double_dummy.table_of(state.board.deal)[state.contract.denomination, state.declarer]


def _against_double_dummy(level: Chooser, board: Board, declares: bool) -> int:
    """Declarer's tricks above the double-dummy result, when *level* plays his side's cards or the others'."""
    state = start(board, RULES)
    while state.phase is not Phase.FINISHED:
        is_levels = state.phase is not Phase.PLAY or (state.turn.side is state.declaring_side) == declares
        if is_levels:
            decision = level(view_for(state, state.actor), board.number)
            assert decision is not None
            state = apply(state, decision.action)
        else:
            state = apply(state, PlayCard(state.actor, double_dummy.best_card(state)))
    return state.tricks_won[state.declaring_side] - _double_dummy(state)
