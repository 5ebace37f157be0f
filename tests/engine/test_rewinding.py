"""Going back: a teacher takes a board back to an earlier moment, and the log only grows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import EndBoard, HandOver, Rewind, action_from
from minibridge.engine.errors import NotationError, NothingToTakeBack
from minibridge.engine.phase import Phase
from minibridge.engine.rules import PRESETS
from minibridge.engine.seat_view import view_for
from minibridge.engine.seats import SEATS, Seat
from minibridge.engine.standing import standing
from minibridge.engine.state import apply, may, replay, start
from minibridge.engine.transitions.rewinding import all_back, beginning, earlier, one_back, trick_back

from .strategies import effort, presets, rule_sets, whole_boards
from .test_standing import position
from .test_takeback import BOARD, FIRST_TRICK, FREE, cards, do, playing


def back(state, to):
    return apply(state, Rewind(to=to))


def check_every_way_back(whole, step):
    """Each moment to which the board can go back is what its first actions lead to, and goes on from it."""
    log = whole.log[:step]
    state = replay(whole.board, whole.rules, log)
    for before in earlier(state):
        again = back(state, before.n)
        assert (
            position(again) == position(before) == position(replay(whole.board, whole.rules, log[: before.n]))
        )
        assert again.n == state.n + 1
        assert [may(again, seat) for seat in SEATS] == [may(before, seat) for seat in SEATS]
        actions = [*log, Rewind(to=before.n)]
        line = [actions[n] for n in standing(start(whole.board, whole.rules), actions)]
        assert position(replay(whole.board, whole.rules, line)) == position(again)


@given(whole_boards(rules=presets), st.floats(0, 1))
@effort(40)
def test_back_from_any_step_of_every_preset(whole, where):
    check_every_way_back(whole, round(where * len(whole.log)))


@given(whole_boards(rules=rule_sets()))
@effort(40)
def test_back_from_the_end_of_any_board(whole):
    check_every_way_back(whole, len(whole.log))


@given(whole_boards(rules=presets), st.floats(0, 1), st.floats(0, 1))
@effort(30)
def test_who_goes_back_twice_has_a_log_that_replays(whole, first, second):
    log, state = [], start(whole.board, whole.rules)
    for action in whole.log[: round(first * len(whole.log))]:
        log.append(action)
        state = apply(state, action)
    for where in (first, second):
        moments = [before.n for before in earlier(state)]
        log.append(Rewind(to=moments[round(where * (len(moments) - 1))]))
        state = apply(state, log[-1])
    assert replay(whole.board, whole.rules, log) == state
    assert beginning(state) == 0


def test_back_by_a_card_a_trick_and_to_the_beginning():
    state = playing(FREE, *FIRST_TRICK)
    assert one_back(state) == 4 and trick_back(state) == 1 and beginning(state) == 0
    assert [card.text for card in back(state, 4).trick.cards] == ["HQ", "HK", "H2"]
    assert back(state, 1).trick.cards == () and back(state, 1).contract is not None
    again = back(state, 0)
    assert again.contract is None and again.phase is Phase.CONTRACT and again.hands == state.original
    assert one_back(again) is None and trick_back(again) is None and all_back(again) is None
    assert all_back(state) == 0 and all_back(apply(again, EndBoard(reason="teacher"))) == 0


def test_between_two_tricks_the_last_trick_is_taken_back():
    state = do(playing(FREE, *FIRST_TRICK), *cards(("S", "S2")))
    assert trick_back(state) == 5
    assert back(state, 5).trick.cards == ()


def test_only_to_a_moment_that_stands():
    state = playing(FREE, *FIRST_TRICK)
    for to in (-1, 5, 6, 400):
        with pytest.raises(NothingToTakeBack):
            back(state, to)
    taken = back(state, 2)
    for to in (3, 4, 5, 6):
        with pytest.raises(NothingToTakeBack):
            back(taken, to)


def test_announcements_are_taken_back_as_one():
    announced = next(
        rules for rules in PRESETS.values() if rules.points == "announced" and rules.players == "four"
    )
    state = start(BOARD, announced)
    said = do(state, (state.actor.value, "announce", 1))
    assert one_back(said) is None and beginning(said) == 0
    assert back(said, 0).announcements == () and back(said, 0).actor is state.actor


def test_what_was_laid_ready_stays():
    state = apply(playing(FREE, *FIRST_TRICK[:2]), HandOver())
    assert beginning(state) == 4
    later = do(state, ("E", "card", "H2"))
    assert [card.text for card in back(later, 4).trick.cards] == ["HQ", "HK"]
    with pytest.raises(NothingToTakeBack):
        back(later, 1)


def test_a_board_that_has_ended_is_opened_again_and_its_hands_are_hidden_again():
    playing_on = playing(FREE, *FIRST_TRICK)
    ended = apply(playing_on, EndBoard(reason="teacher"))
    again = back(ended, 4)
    assert again.phase is Phase.PLAY and again.result is None
    assert view_for(ended, Seat.W).hands[Seat.E] and view_for(again, Seat.W).hands[Seat.E] is None
    assert [card.text for card in again.trick.cards] == ["HQ", "HK", "H2"]


def test_a_question_that_was_open_is_gone():
    asked = do(playing(FREE, *FIRST_TRICK), ("S", "claim", 9))
    assert back(asked, 4).claim is None
    assert back(asked, 4).exposed == asked.exposed, "what a claim has shown stays seen"


@pytest.mark.parametrize("data", [{}, {"to": "x"}, {"to": None}, {"to": 1.5}, {"to": True}])
def test_what_is_no_moment(data):
    with pytest.raises(NotationError):
        action_from("rewind", None, data)


def test_nobody_with_a_seat_goes_back():
    with pytest.raises(NotationError):
        action_from("rewind", Seat.S, {"to": 1})
