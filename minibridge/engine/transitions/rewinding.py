"""Going back: the table, or whoever teaches at it, takes back all that was done since an earlier moment."""

from collections.abc import Iterator
from dataclasses import replace

from ..actions import Rewind
from ..board_state import BoardState
from ..errors import NothingToTakeBack
from ..phase import Phase


def rewind(state: BoardState, action: Rewind) -> BoardState:
    """Returns to how the board stood after its first ``action.to`` actions.

    The count of actions goes on. What a claim has shown stays seen; a dummy that was faced is turned down
    again, because it is a teacher who wants it so.
    """
    for before in earlier(state):
        if before.n == action.to:
            return replace(before, n=state.n + 1, exposed=state.exposed, origin=state.origin)
    raise NothingToTakeBack()


def earlier(state: BoardState) -> Iterator[BoardState]:
    """The states to which the board can go back, the latest first: each before a decision that stands, and
    the one with which it began.
    """
    decision = state.past
    while decision is not None:
        yield decision.before
        decision = decision.before.past
    if state.origin is not None:
        yield state.origin


def one_back(state: BoardState) -> int | None:
    """How many actions stood before the latest decision; None if nobody has decided anything yet."""
    return None if state.past is None else state.past.before.n


def trick_back(state: BoardState) -> int | None:
    """How many actions stood before the trick on the table or, between two tricks, before the last one."""
    for before in earlier(state):
        if before.phase is not Phase.PLAY or before.trick is None:
            return None
        if not before.trick.cards:
            return before.n
    return None


def all_back(state: BoardState) -> int | None:
    """As ``beginning``; None if nobody has done anything since then."""
    origin = state.origin
    if origin is None or replace(origin, n=state.n, exposed=state.exposed) == state:
        return None
    return origin.n


def beginning(state: BoardState) -> int:
    """How many actions stood when the board was left to its players."""
    return state.origin.n if state.origin is not None else 0
