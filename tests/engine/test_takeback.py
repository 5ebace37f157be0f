"""Taking back: whose card it covers, who must agree, what cannot be undone, and that the log only grows."""

import sys
from dataclasses import replace

import pytest

from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.deals import Deal
from minibridge.engine.errors import (
    BoardFinished,
    DummyMayNot,
    NoRequest,
    NothingToTakeBack,
    NotYourRequest,
    RequestOpen,
    TakeBackOff,
    TakeBackTooLate,
)
from minibridge.engine.rules import PRESETS
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat
from minibridge.engine.state import Phase, apply, start

from .strategies import to_action

# South declares, North is dummy, West leads.
BOARD = Board(
    1,
    Seat.N,
    Vulnerability.NONE,
    Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"),
)
AGREED = PRESETS["four_deals"]
FREE = replace(AGREED, takeback="free")
FIRST_TRICK = [("W", "HQ"), ("S", "HK"), ("E", "H2"), ("S", "H6")]


def do(state, *steps):
    for step in steps:
        state = apply(state, to_action(*step))
    return state


def cards(*plays):
    return [(seat, "card", card) for seat, card in plays]


def playing(rules, *plays):
    return do(start(BOARD, rules), ("S", "contract", "4S"), *cards(*plays))


def on_table(state):
    trick = view_for(state, Watcher.OUTSIDE).trick
    return [str(card) for card in trick.cards] if trick else []


def test_free_take_back_acts_at_once():
    state = do(playing(FREE, *FIRST_TRICK[:1]), ("W", "ask_takeback"))
    assert on_table(state) == []
    assert view_for(state, Watcher.OUTSIDE).takeback is None
    assert state.turn is Seat.W
    assert len(view_for(state, Seat.W).hands[Seat.W]) == 13


def test_the_log_only_grows():
    state = playing(FREE, *FIRST_TRICK)
    before = state.n
    state = do(state, ("E", "ask_takeback"))
    assert state.n == before + 1
    assert do(state, ("E", "card", "H7")).n == before + 2


def test_a_defender_takes_back_his_card_and_all_that_came_after():
    state = do(playing(FREE, *FIRST_TRICK, ("S", "S2")), ("E", "ask_takeback"))
    assert on_table(state) == ["HQ", "HK"]
    assert state.turn is Seat.E
    assert sum(view_for(state, Watcher.OUTSIDE).tricks_won.values()) == 0
    assert do(state, ("E", "card", "H5")).turn is Seat.S


def test_declarer_takes_back_dummys_card_when_that_was_his_latest():
    state = do(playing(FREE, *FIRST_TRICK[:2]), ("S", "ask_takeback"))
    assert on_table(state) == ["HQ"]
    assert (state.turn, state.actor) == (Seat.N, Seat.S)


def test_declarer_takes_back_his_own_card_when_that_was_his_latest():
    state = do(playing(FREE, *FIRST_TRICK), ("S", "ask_takeback"))
    assert on_table(state) == ["HQ", "HK", "H2"]
    assert (state.turn, state.actor) == (Seat.S, Seat.S)


def test_asking_again_takes_back_the_one_before():
    state = do(playing(FREE, *FIRST_TRICK), *[("S", "ask_takeback")] * 2)
    assert on_table(state) == ["HQ"]
    state = do(state, ("S", "ask_takeback"))
    assert state.phase is Phase.CONTRACT
    assert view_for(state, Watcher.OUTSIDE).contract is None
    assert len(view_for(state, Seat.W).hands[Seat.W]) == 13
    with pytest.raises(NothingToTakeBack):
        do(state, ("S", "ask_takeback"))


def test_another_contract_may_be_chosen_and_is_the_one_that_counts():
    state = do(playing(FREE), ("S", "ask_takeback"), ("S", "contract", "3NT"), *cards(*FIRST_TRICK))
    assert str(view_for(state, Seat.E).contract) == "3NT"
    assert view_for(state, Seat.E).tricks_won[Seat.N.side] == 1


@pytest.mark.parametrize("seat", ["W", "E"])
def test_a_defender_who_has_not_played_has_nothing_to_take_back(seat):
    with pytest.raises(NothingToTakeBack):
        do(playing(FREE), (seat, "ask_takeback"))


def test_dummy_may_not_ask():
    for rules in (FREE, AGREED):
        with pytest.raises(DummyMayNot):
            do(playing(rules, *FIRST_TRICK), ("N", "ask_takeback"))


def test_off_is_off():
    state = playing(replace(AGREED, takeback="off"), *FIRST_TRICK)
    with pytest.raises(TakeBackOff):
        do(state, ("W", "ask_takeback"))
    assert all("ask_takeback" not in view_for(state, seat).may for seat in SEATS)


def test_a_request_says_to_all_which_card():
    state = do(playing(AGREED, *FIRST_TRICK, ("S", "S2")), ("W", "ask_takeback"))
    for viewer in (*SEATS, Watcher.OUTSIDE):
        request = view_for(state, viewer).takeback
        assert (request.seat, str(request.what)) == (Seat.W, "HQ")
    assert on_table(state) == ["S2"], "nothing is taken back before somebody agrees"


def test_a_request_for_the_contract_says_so():
    state = do(playing(AGREED), ("S", "ask_takeback"))
    assert str(view_for(state, Seat.E).takeback.what) == "4S"


def test_everything_waits_for_the_answer():
    state = do(playing(AGREED, *FIRST_TRICK), ("W", "ask_takeback"))
    for step in [("S", "card", "S2"), ("S", "claim", 1), ("E", "ask_takeback"), ("W", "ask_takeback")]:
        with pytest.raises(RequestOpen):
            do(state, step)


def test_declarer_alone_answers_a_defender():
    state = do(playing(AGREED, *FIRST_TRICK), ("E", "ask_takeback"))
    for seat in ("E", "W"):
        with pytest.raises(NotYourRequest):
            do(state, (seat, "answer_takeback", True))
    with pytest.raises((NotYourRequest, DummyMayNot)):
        do(state, ("N", "answer_takeback", True))
    assert on_table(do(state, ("S", "answer_takeback", True))) == ["HQ", "HK"]


@pytest.mark.parametrize("defender", ["W", "E"])
def test_either_defender_answers_declarer(defender):
    state = do(playing(AGREED, *FIRST_TRICK), ("S", "ask_takeback"))
    with pytest.raises((NotYourRequest, DummyMayNot)):
        do(state, ("N", "answer_takeback", True))
    with pytest.raises(NotYourRequest):
        do(state, ("S", "answer_takeback", True))
    assert on_table(do(state, (defender, "answer_takeback", True))) == ["HQ", "HK", "H2"]


def test_a_refusal_changes_nothing_but_the_count():
    asked = playing(AGREED, *FIRST_TRICK)
    state = do(asked, ("W", "ask_takeback"), ("S", "answer_takeback", False))
    assert state.n == asked.n + 2
    for viewer in (*SEATS, Watcher.OUTSIDE):
        assert replace(view_for(state, viewer), n=asked.n) == view_for(asked, viewer)


def test_the_one_who_asked_may_withdraw():
    asked = playing(AGREED, *FIRST_TRICK)
    state = do(asked, ("W", "ask_takeback"))
    for seat in ("E", "S"):
        with pytest.raises(NotYourRequest):
            do(state, (seat, "withdraw_takeback"))
    state = do(state, ("W", "withdraw_takeback"))
    assert replace(view_for(state, Seat.W), n=asked.n) == view_for(asked, Seat.W)
    with pytest.raises(NoRequest):
        do(state, ("S", "answer_takeback", True))


@pytest.mark.parametrize("rules", [FREE, AGREED], ids=["free", "opponents"])
@pytest.mark.parametrize("seat", ["W", "S"])
@pytest.mark.parametrize("faced", ["after_lead", "declarer_first"])
def test_a_lead_that_faced_dummy_stays(rules, seat, faced):
    """West's lead itself, or South's contract below it: dummy has been seen."""
    state = playing(replace(rules, dummy_faced=faced), *FIRST_TRICK[:1])
    with pytest.raises(TakeBackTooLate):
        do(state, (seat, "ask_takeback"))
    later = do(state, *cards(*FIRST_TRICK[1:2]), ("S", "ask_takeback"))
    if rules is AGREED:
        later = do(later, ("E", "answer_takeback", True))
    assert on_table(later) == ["HQ"]


@pytest.mark.parametrize("faced", ["before_contract", "shape_first"])
def test_a_lead_that_did_not_face_dummy_may_be_taken_back(faced):
    state = do(playing(replace(FREE, dummy_faced=faced), *FIRST_TRICK[:1]), ("W", "ask_takeback"))
    assert on_table(state) == []
    assert view_for(state, Seat.E).hands[Seat.N] is not None


def test_a_contract_that_faced_dummy_stays():
    with pytest.raises(TakeBackTooLate):
        do(playing(replace(FREE, dummy_faced="shape_first")), ("S", "ask_takeback"))


@pytest.mark.parametrize("faced", ["after_lead", "declarer_first", "before_contract"])
def test_a_contract_that_faced_nothing_may_be_taken_back(faced):
    state = do(playing(replace(FREE, dummy_faced=faced)), ("S", "ask_takeback"))
    assert state.phase is Phase.CONTRACT


def test_what_a_claim_has_shown_stays_shown_though_the_play_goes_back_behind_it():
    state = playing(FREE, *FIRST_TRICK)
    state = do(state, ("S", "claim", 9), ("W", "answer_claim", False), ("W", "ask_takeback"))
    assert on_table(state) == []
    for viewer in (*SEATS, Watcher.OUTSIDE):
        assert len(view_for(state, viewer).hands[Seat.S]) == 13
    state = do(state, *cards(*FIRST_TRICK), ("W", "ask_takeback"))
    assert view_for(state, Seat.E).hands[Seat.S] is not None


def test_a_contract_taken_back_does_not_hide_what_a_claim_has_shown():
    state = do(playing(FREE), ("E", "claim", 13), ("E", "withdraw_claim"), ("S", "ask_takeback"))
    assert state.phase is Phase.CONTRACT
    assert view_for(state, Seat.S).hands[Seat.E] is not None
    assert view_for(state, Seat.W).hands[Seat.E] is None


def test_tricks_are_taken_back_too():
    plays = [*FIRST_TRICK, ("S", "S2"), ("E", "S3"), ("S", "SK"), ("W", "S6")]
    state = playing(FREE, *plays)
    assert view_for(state, Seat.E).tricks_won[Seat.S.side] == 2
    state = do(state, ("E", "ask_takeback"), ("E", "ask_takeback"))
    assert on_table(state) == ["HQ", "HK"]
    assert view_for(state, Seat.E).tricks_won[Seat.S.side] == 0
    assert view_for(state, Seat.E).tricks == ()
    assert view_for(state, Seat.E).last_trick is None


def test_nothing_is_taken_back_from_a_finished_board():
    state = do(playing(FREE, *FIRST_TRICK), (None, "end", "vote"))
    with pytest.raises(BoardFinished):
        do(state, ("W", "ask_takeback"))


def test_a_leader_without_contracts_may_take_back_his_lead():
    state = do(start(BOARD, replace(PRESETS["count_tricks"], takeback="free")), ("W", "card", "HQ"))
    state = do(state, ("W", "ask_takeback"))
    assert (state.phase, state.turn) == (Phase.PLAY, Seat.W)
    with pytest.raises(NothingToTakeBack):
        do(state, ("S", "ask_takeback"))


def calls_made_by(function):
    """How many Python functions run inside: a measure of work that no clock disturbs."""
    count = 0

    def tally(frame, event, argument):
        nonlocal count
        count += event == "call"

    sys.setprofile(tally)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_a_card_and_its_take_back_cost_the_same_early_and_late():
    state, work = playing(FREE), []
    while state.phase is Phase.PLAY:
        seat = state.actor
        card = str(view_for(state, seat).legal_cards[0])
        played = do(state, (seat.value, "card", card))
        if played.phase is Phase.PLAY:
            ask = to_action(seat.value, "ask_takeback")
            work.append(calls_made_by(lambda s=played, a=ask: apply(s, a)))
            assert (
                view_for(do(played, (seat.value, "ask_takeback")), seat).hands == view_for(state, seat).hands
            )
        state = played
    assert len(work) == 51
    assert max(work[-8:]) <= 2 * max(work[:8])
