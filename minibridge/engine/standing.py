"""What of a log stands: the line of play without what was taken back, claimed or only asked."""

from collections.abc import Iterable

from .actions import (
    Action,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    AssignTricks,
    ClaimTricks,
    EndBoard,
    HandOver,
    Rewind,
    WithdrawClaim,
    WithdrawTakeBack,
)
from .board_state import BoardState
from .phase import Phase
from .seats import Seat
from .state import apply
from .transitions.takeback import latest_decision

_SAID = (
    AskTakeBack,
    AnswerTakeBack,
    WithdrawTakeBack,
    ClaimTricks,
    AnswerClaim,
    WithdrawClaim,
    AssignTricks,
    EndBoard,
    HandOver,
    Rewind,
)


def standing(state: BoardState, actions: Iterable[Action]) -> tuple[int, ...]:
    """Gives the numbers of those *actions* that stand, from *state*, at which a board begins.

    They can be done again by themselves and lead to the same position. What ends a board otherwise than with
    its last card is no part of its line, so that it can be played on from there.

    :raises IllegalAction: at the first of *actions* that is not allowed.
    """
    kept: list[int] = []
    for number, action in enumerate(actions):
        before, state = state, apply(state, action)
        if isinstance(action, Rewind):
            kept = [one for one in kept if one < action.to]
        elif not isinstance(action, _SAID):
            kept.append(number)
        elif (asking := _taken_back_by(before, state, action)) is not None:
            decision = latest_decision(before, asking)
            kept = [one for one in kept if decision is None or one < decision.before.n]
        elif before.claim is not None and _goes_on(before, state, action):
            # The twelfth trick is corrected before the claim counts (Law 62D).
            kept += range(before.claim.n - 1, number + 1)
    return tuple(kept)


def _taken_back_by(before: BoardState, after: BoardState, action: Action) -> Seat | None:
    """Who has taken something back by this action."""
    if isinstance(action, AskTakeBack) and after.takeback is None:
        return action.seat
    if isinstance(action, AnswerTakeBack) and action.accept and before.takeback is not None:
        return before.takeback.seat
    return None


def _goes_on(before: BoardState, after: BoardState, action: Action) -> bool:
    """Whether everybody has agreed to a claim, and play goes on all the same."""
    is_last = len(before.claim_answerers) == 1
    return isinstance(action, AnswerClaim) and action.accept and is_last and after.phase is not Phase.FINISHED
