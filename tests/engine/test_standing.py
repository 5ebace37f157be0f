"""The line of a board: a prefix of any log, told without its detours, leads to the same position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import AskTakeBack, HandOver
from minibridge.engine.errors import BoardFinished, NothingToTakeBack
from minibridge.engine.phase import Phase
from minibridge.engine.rules import RuleSet
from minibridge.engine.seats import SEATS, Seat
from minibridge.engine.standing import standing
from minibridge.engine.state import apply, may, replay, start

from . import worked_deal
from .strategies import effort, presets, rule_sets, to_action, whole_boards
from .test_takeback import AGREED, BOARD, FIRST_TRICK, FREE, cards, do, playing


def position(state):
    """All that decides how a board can go on."""
    return (
        state.phase,
        state.hands,
        state.auction,
        state.announcements,
        state.agreeing,
        state.declarer,
        state.contract,
        state.menu,
        state.turn,
        state.trick,
        state.tricks,
        state.tricks_won,
        state.move,
    )


def check_prefix(whole, step):
    log = whole.log[:step]
    reached = replay(whole.board, whole.rules, log)
    numbers = standing(start(whole.board, whole.rules), log)
    assert list(numbers) == sorted(set(numbers))
    line = [log[number] for number in numbers]
    assert not {"claim", "answer_claim", "ask_takeback", "end"} & {action.kind for action in line}
    again = replay(whole.board, whole.rules, line)
    if reached.phase is Phase.FINISHED and log and log[-1].kind == "answer_claim":
        assert again.phase is Phase.PLAY
        assert again.tricks == reached.tricks
    else:
        assert position(again) == position(reached)


@given(whole_boards(rules=presets))
@effort(40)
def test_at_every_step_of_every_preset(whole):
    for step in range(len(whole.log) + 1):
        check_prefix(whole, step)


@given(whole_boards(rules=rule_sets()), st.floats(0, 1))
@effort(60)
def test_at_some_step_of_any_rules(whole, where):
    check_prefix(whole, round(where * len(whole.log)))


@given(whole_boards(rules=rule_sets(takeback="free")), st.floats(0, 1))
@effort(40)
def test_nobody_takes_back_what_was_laid_ready(whole, where):
    numbers = standing(start(whole.board, whole.rules), whole.log[: round(where * len(whole.log))])
    line = [whole.log[number] for number in numbers]
    laid = replay(whole.board, whole.rules, line)
    if laid.phase is Phase.FINISHED:
        with pytest.raises(BoardFinished):
            apply(laid, HandOver())
        return
    begun = apply(laid, HandOver())
    assert position(begun) == position(laid)
    assert begun.n == len(line) + 1
    for seat in SEATS:
        assert "ask_takeback" not in may(begun, seat)
        if seat is not begun.dummy:
            with pytest.raises(NothingToTakeBack):
                apply(begun, AskTakeBack(seat))


def test_a_card_taken_back_is_left_out_and_what_follows_stays():
    state = playing(FREE, *FIRST_TRICK)
    state = do(state, ("E", "ask_takeback"), *cards(("E", "H5"), ("S", "H6")))
    kinds = [("S", "contract", "4S"), *cards(*FIRST_TRICK), ("E", "ask_takeback")]
    kinds += cards(("E", "H5"), ("S", "H6"))
    log = [to_action(*kind) for kind in kinds]
    assert replay(BOARD, FREE, log) == state
    assert standing(start(BOARD, FREE), log) == (0, 1, 2, 6, 7)


def test_what_was_refused_or_ended_the_board_is_no_part_of_its_line():
    steps = [
        ("S", "contract", "4S"),
        ("W", "card", "HQ"),
        ("W", "ask_takeback"),
        ("S", "answer_takeback", False),
        ("S", "claim", 10),
        ("E", "answer_claim", False),
        ("S", "card", "HK"),
        ("S", "claim", 9),
        ("E", "answer_claim", True),
        ("W", "answer_claim", True),
    ]
    log = [to_action(*step) for step in steps]
    assert replay(BOARD, AGREED, log).phase is Phase.FINISHED
    assert standing(start(BOARD, AGREED), log) == (0, 1, 6)
    broken_off = [*log[:2], to_action(None, "end", "absent")]
    assert standing(start(BOARD, AGREED), broken_off) == (0, 1)


def test_new_decisions_after_the_hand_over_are_taken_back_up_to_it():
    state = apply(playing(FREE, *FIRST_TRICK[:2]), HandOver())
    state = do(state, ("E", "card", "H2"))
    state = do(state, ("E", "ask_takeback"))
    assert [str(card) for card in state.trick.cards] == ["HQ", "HK"]
    with pytest.raises(NothingToTakeBack):
        do(state, ("E", "ask_takeback"))


def test_a_claim_before_a_late_correction_is_kept():
    """An accepted claim leads on to a twelfth trick that is corrected first: without it the line ends."""
    rules, log = RuleSet(revokes="one_trick"), []
    state = start(worked_deal.BOARD, rules)
    for text in ["4S", *worked_deal.LINE.split()[:44], *"C7 C8 CQ DJ".split()]:
        kind = "contract" if text == "4S" else "card"
        log.append(to_action(state.actor.value, kind, text))
        state = apply(state, log[-1])
    settled = [("S", "claim", 1), ("E", "answer_claim", True), ("W", "answer_claim", True)]
    log += [to_action(*step) for step in settled]
    reached = replay(worked_deal.BOARD, rules, log)
    assert (reached.phase, reached.turn) == (Phase.PLAY, Seat.E)
    numbers = standing(start(worked_deal.BOARD, rules), log)
    assert numbers == tuple(range(len(log)))
