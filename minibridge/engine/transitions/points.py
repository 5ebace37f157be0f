"""From the points to the declarer: the announcement, its check, and the agreement of level partners."""

from dataclasses import replace

from ..actions import AgreeDeclarer, AnnouncePoints
from ..announcement import (
    Announcement,
    announcers,
    choose_declarer,
    choose_of_three,
    declaring_side,
    due_total,
    most_announced,
)
from ..board_state import BoardState
from ..errors import ImpossiblePoints, NotADeclarerCandidate
from ..phase import Phase
from ..scoring import result_without_score
from ..seats import Seat
from .contract import name_declarer
from .ending import finished
from .refusals import check_phase, check_turn, not_your_turn


def announce(state: BoardState, action: AnnouncePoints) -> BoardState:
    """The player on turn says his total; the last total is checked with the others."""
    check_phase(state, Phase.ANNOUNCEMENT)
    check_turn(state, action.seat)
    dealer, rules = state.board.dealer, state.rules
    if not 0 <= action.points <= most_announced(action.seat, dealer, rules):
        raise ImpossiblePoints(points=action.points)
    first_right = state.first_right
    due = due_total(action.seat, state.totals, dealer, rules)
    if action.points == due and action.seat not in first_right:
        first_right = (*first_right, action.seat)
    said = (*state.announcements, Announcement(action.seat, action.points))
    state = replace(state, n=state.n + 1, announcements=said, first_right=first_right)
    if len(said) < len(announcers(dealer, rules)):
        return replace(state, turn=_next_to_announce(state))
    return _checked(state)


def _checked(state: BoardState) -> BoardState:
    """Checks the totals one by one: two errors can cancel in a sum of 40. All right, or recount."""
    dealer, rules = state.board.dealer, state.rules
    right = tuple(
        one for one in state.announcements if one.points == due_total(one.seat, state.totals, dealer, rules)
    )
    speakers = announcers(dealer, rules)
    if len(right) == len(speakers):
        return name_side(replace(state, wrong=frozenset()))
    wrong = frozenset(speakers).difference(one.seat for one in right)
    standing = right if state.rules.recount == "wrong_only" else ()
    state = replace(state, announcements=standing, recounts=state.recounts + 1, wrong=wrong)
    return replace(state, turn=_next_to_announce(state))


def _next_to_announce(state: BoardState) -> Seat:
    heard = {one.seat for one in state.announcements}
    return next(seat for seat in announcers(state.board.dealer, state.rules) if seat not in heard)


def name_side(state: BoardState) -> BoardState:
    """Names the declaring side from the true totals; at 20-20 the board may be over."""
    if state.rules.players == "three_fourth_dummy":
        return _name_one_of_three(state)
    side = declaring_side(state.totals, state.board.dealer, state.rules)
    if side is None:
        return finished(state, result_without_score("balanced", None, None))
    balanced = sum(state.totals[seat] for seat in side.seats) == 20
    state = replace(
        state,
        phase=Phase.DECLARER,
        turn=None,
        declaring_side=side,
        side_reason="dealer_side" if balanced else "more_points",
    )
    declarer, reason = choose_declarer(side, state.totals, state.board.dealer, state.rules, state.first_right)
    if declarer is None or reason is None:
        return replace(state, agreeing=dict.fromkeys(side.seats))
    return name_declarer(state, declarer, reason)


def _name_one_of_three(state: BoardState) -> BoardState:
    """The player with most points declares, whichever side that makes his."""
    declarer, reason = choose_of_three(state.totals, state.board.dealer, state.rules, state.first_right)
    state = replace(state, declaring_side=declarer.side, side_reason="fourth_hand")
    return name_declarer(state, declarer, reason)


def agree(state: BoardState, action: AgreeDeclarer) -> BoardState:
    """A partner names who shall declare; the latest words of both decide once they are the same."""
    check_phase(state, Phase.DECLARER)
    if state.agreeing is None or action.seat not in state.agreeing:
        raise not_your_turn(state, action.seat, str(state.declaring_side))
    if action.declarer not in state.agreeing:
        raise NotADeclarerCandidate(declarer=action.declarer.value)
    agreeing = {**state.agreeing, action.seat: action.declarer}
    state = replace(state, n=state.n + 1, agreeing=agreeing)
    if set(agreeing.values()) == {action.declarer}:
        return name_declarer(replace(state, agreeing=None), action.declarer, "agreed")
    return state
