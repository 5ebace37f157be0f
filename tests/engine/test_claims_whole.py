"""Claims on whole boards: who sees what, who answers, what a refusal leaves, and the exact result."""

from dataclasses import replace

import pytest

from minibridge.engine.actions import AssignTricks, ClaimTricks
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.deals import Deal
from minibridge.engine.errors import (
    BoardFinished,
    ClaimsOff,
    DummyMayNot,
    NoRequest,
    NotYourRequest,
    RequestOpen,
    TooManyTricks,
    WrongPhase,
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
RULES = replace(PRESETS["four_deals"], takeback="free")
LINE = (
    "HQ HK H2 H6 S2 S3 SK S6 SQ S7 S5 D2 SJ S9 ST D3 DK DA D7 D6 HJ H3 H5 HA DQ D4 H4 D9 "
    "D5 D8 SA DT C9 CT CJ CK C5 C6 CA C3 H7 S4 H9 H8 C7 C8 CQ C4 C2 DJ S8 HT"
)


def do(state, *steps):
    for step in steps:
        state = apply(state, to_action(*step))
    return state


def after_cards(number, rules=RULES, contract="4S"):
    """The worked deal after so many cards of its recorded play."""
    state = do(start(BOARD, rules), ("S", "contract", contract))
    for card in LINE.split()[:number]:
        state = do(state, (state.actor.value, "card", card))
    return state


def result(state):
    end = view_for(state, Watcher.OUTSIDE).result
    return end.outcome, end.tricks, {side.value: points for side, points in end.points.items()}


def who_sees(state, hand):
    return {
        viewer.name for viewer in (*SEATS, Watcher.OUTSIDE) if view_for(state, viewer).hands[hand] is not None
    }


def test_declarers_claim_faces_his_hand_to_all_and_asks_both_defenders():
    state = do(after_cards(16), ("S", "claim", 6))
    assert who_sees(state, Seat.S) == {"N", "E", "S", "W", "OUTSIDE"}
    assert who_sees(state, Seat.E) == {"E"}
    assert who_sees(state, Seat.W) == {"W"}
    claim = view_for(state, Seat.N).claim
    assert (claim.seat, claim.tricks) == (Seat.S, 6)
    assert view_for(state, Seat.N).claim_answerers == {Seat.E, Seat.W}


@pytest.mark.parametrize("order", ["EW", "WE"])
def test_both_defenders_accept(order):
    state = do(after_cards(16), ("S", "claim", 6), (order[0], "answer_claim", True))
    assert state.phase is Phase.PLAY
    assert view_for(state, Seat.S).claim_answerers == {Seat(order[1])}
    state = do(state, (order[1], "answer_claim", True))
    assert result(state) == ("claimed", 10, {"NS": 420, "EW": 0})


@pytest.mark.parametrize(("tricks", "total", "score"), [(9, 13, 510), (5, 9, -50), (0, 4, -300)])
def test_a_claim_gives_the_claimers_side_so_many_and_the_others_the_rest(tricks, total, score):
    state = do(
        after_cards(16), ("S", "claim", tricks), ("E", "answer_claim", True), ("W", "answer_claim", True)
    )
    assert result(state) == ("claimed", total, {"NS": max(score, 0), "EW": max(-score, 0)})


def test_what_the_claimer_says_of_his_play_is_heard_by_all():
    state = apply(after_cards(16), ClaimTricks(Seat.S, 6, "two trumps, then the ace of clubs"))
    for viewer in (*SEATS, Watcher.OUTSIDE):
        assert view_for(state, viewer).claim.statement == "two trumps, then the ace of clubs"


def test_a_defenders_claim_faces_his_hand_to_declarer_only():
    state = do(after_cards(16), ("W", "claim", 2))
    assert who_sees(state, Seat.W) == {"W", "S"}
    assert who_sees(state, Seat.E) == {"E"}
    assert who_sees(state, Seat.S) == {"S"}


def test_a_defender_who_concedes_needs_declarer_and_his_partner():
    state = do(after_cards(16), ("W", "claim", 3))
    assert view_for(state, Seat.N).claim_answerers == {Seat.S, Seat.E}
    state = do(state, ("S", "answer_claim", True))
    assert state.phase is Phase.PLAY, "never scored while the partner may object"
    assert result(do(state, ("E", "answer_claim", True))) == ("claimed", 10, {"NS": 420, "EW": 0})


def test_the_partner_of_a_defender_who_concedes_may_object():
    """Three cards left, West claims two of three, East objects: play on (Law 68B2)."""
    state = do(after_cards(40), ("W", "claim", 2), ("S", "answer_claim", True), ("E", "answer_claim", False))
    assert state.phase is Phase.PLAY
    view = view_for(state, Seat.N)
    assert view.claim is None
    assert sum(view.tricks_won.values()) == 10
    state = do(state, *((None, "end", "vote"),))
    assert result(state)[0] == "unfinished"


def test_the_partner_may_object_before_declarer_answers():
    state = do(after_cards(40), ("W", "claim", 0), ("E", "answer_claim", False))
    assert view_for(state, Seat.S).claim is None
    with pytest.raises(NoRequest):
        do(state, ("S", "answer_claim", True))


def test_a_defender_who_claims_all_needs_only_declarer():
    state = do(after_cards(44), ("E", "claim", 2))
    assert view_for(state, Seat.N).claim_answerers == {Seat.S}
    with pytest.raises(NotYourRequest):
        do(state, ("W", "answer_claim", False))
    assert do(state, ("S", "answer_claim", True)).phase is Phase.FINISHED


def test_one_refusal_is_enough_and_play_goes_on_to_the_end():
    state = do(after_cards(16), ("S", "claim", 9), ("E", "answer_claim", True), ("W", "answer_claim", False))
    assert state.turn is Seat.S
    for card in LINE.split()[16:]:
        state = do(state, (state.actor.value, "card", card))
    assert result(state) == ("played", 10, {"NS": 420, "EW": 0})


def test_what_a_refused_claim_has_shown_stays_visible_to_those_who_saw_it():
    state = do(after_cards(16), ("W", "claim", 2), ("S", "answer_claim", False))
    assert who_sees(state, Seat.W) == {"W", "S"}
    state = do(state, ("S", "claim", 9), ("W", "answer_claim", False))
    state = do(state, *[(state.actor.value, "card", "DK")])
    assert who_sees(state, Seat.W) == {"W", "S"}
    assert who_sees(state, Seat.S) == {"N", "E", "S", "W", "OUTSIDE"}


def test_a_withdrawn_claim_was_seen_all_the_same():
    state = do(after_cards(16), ("S", "claim", 9), ("S", "withdraw_claim"))
    assert view_for(state, Seat.E).claim is None
    assert who_sees(state, Seat.S) == {"N", "E", "S", "W", "OUTSIDE"}


def test_only_the_claimer_withdraws():
    state = do(after_cards(16), ("S", "claim", 9))
    for seat in ("E", "W"):
        with pytest.raises(NotYourRequest):
            do(state, (seat, "withdraw_claim"))
    with pytest.raises((NotYourRequest, DummyMayNot)):
        do(state, ("N", "withdraw_claim"))


def test_dummy_neither_claims_nor_answers():
    state = after_cards(16)
    with pytest.raises(DummyMayNot):
        do(state, ("N", "claim", 9))
    for claimer in ("S", "W"):
        with pytest.raises((NotYourRequest, DummyMayNot)):
            do(state, (claimer, "claim", 5), ("N", "answer_claim", True))


def test_nobody_answers_twice_or_his_own_claim():
    state = do(after_cards(16), ("S", "claim", 9), ("E", "answer_claim", True))
    for seat in ("E", "S"):
        for yes in (True, False):
            with pytest.raises(NotYourRequest):
                do(state, (seat, "answer_claim", yes))


def test_everything_waits_while_a_claim_is_open():
    state = do(after_cards(16), ("S", "claim", 9))
    for step in [("S", "card", "DK"), ("W", "claim", 0), ("S", "claim", 8), ("W", "ask_takeback")]:
        with pytest.raises(RequestOpen):
            do(state, step)
    for seat in SEATS:
        assert "card" not in view_for(state, seat).may


@pytest.mark.parametrize("played", [0, 3, 4, 16, 18, 40, 50])
def test_as_many_tricks_as_remain_and_not_one_more(played):
    state = after_cards(played)
    remaining = 13 - played // 4
    for seat in ("E", "S", "W"):
        assert do(state, (seat, "claim", remaining)).n == state.n + 1
        with pytest.raises(TooManyTricks):
            do(state, (seat, "claim", remaining + 1))


def test_a_claim_in_mid_trick_counts_that_trick():
    """Three cards of trick 13 lie on the table; South, who has ruffed, claims one of one."""
    state = do(after_cards(51), ("S", "claim", 1), ("E", "answer_claim", True), ("W", "answer_claim", True))
    assert result(state) == ("claimed", 10, {"NS": 420, "EW": 0})


def test_after_a_refused_claim_another_may_be_made():
    state = do(after_cards(16), ("S", "claim", 9), ("W", "answer_claim", False), ("S", "claim", 6))
    state = do(state, ("W", "answer_claim", True), ("E", "answer_claim", True))
    assert result(state) == ("claimed", 10, {"NS": 420, "EW": 0})


def test_no_claim_before_the_play():
    with pytest.raises(WrongPhase):
        do(start(BOARD, RULES), ("S", "claim", 13))


def test_nothing_to_answer():
    for kind in ("answer_claim", "answer_takeback"):
        with pytest.raises(NoRequest):
            do(after_cards(5), ("E", kind, True))


def test_where_the_rules_know_no_claims():
    state = after_cards(16, replace(RULES, claims=False))
    for seat in SEATS:
        assert "claim" not in view_for(state, seat).may
    with pytest.raises(ClaimsOff):
        do(state, ("S", "claim", 9))


def test_counted_tricks_are_claimed_too():
    rules = PRESETS["count_tricks"]
    state = do(start(BOARD, rules), ("W", "card", "HQ"), ("S", "claim", 8))
    state = do(state, ("E", "answer_claim", True), ("W", "answer_claim", True))
    assert result(state) == ("claimed", 8, {"NS": 8, "EW": 5})


def test_the_table_may_end_a_board_while_a_claim_waits():
    state = do(after_cards(16), ("S", "claim", 9), (None, "end", "vote"))
    assert result(state) == ("unfinished", None, {"NS": 0, "EW": 0})
    with pytest.raises(BoardFinished):
        do(state, ("E", "answer_claim", True))


def test_all_four_original_hands_are_shown_after_an_accepted_claim():
    state = do(after_cards(17), ("S", "claim", 6), ("E", "answer_claim", True), ("W", "answer_claim", True))
    for viewer in (*SEATS, Watcher.OUTSIDE):
        original = view_for(state, viewer).original
        assert {seat: frozenset(held) for seat, held in original.items()} == {
            seat: BOARD.deal[seat] for seat in SEATS
        }


# What the table assigns


def assign(state, tricks):
    return apply(state, AssignTricks(tricks=tricks))


def test_the_table_may_give_a_result_where_play_was_broken_off():
    assert result(assign(after_cards(44), 10)) == ("assigned", 10, {"NS": 420, "EW": 0})
    ended = do(after_cards(44), (None, "end", "time"))
    assert result(ended)[:2] == ("unfinished", None)
    assert result(assign(ended, 9)) == ("assigned", 9, {"NS": 0, "EW": 50})


def test_a_claim_that_was_a_mistake_is_corrected_and_stays_in_the_log():
    """Declarer claimed all, with a trick to lose (Laws 69 to 71)."""
    answers = (("E", "answer_claim", True), ("W", "answer_claim", True))
    claimed = do(after_cards(28), ("S", "claim", 6), *answers)
    assert result(claimed)[:2] == ("claimed", 12)
    corrected = assign(claimed, 10)
    assert result(corrected) == ("assigned", 10, {"NS": 420, "EW": 0})
    assert corrected.n == claimed.n + 1
    assert corrected.hands == claimed.hands


@pytest.mark.parametrize("tricks", [-1, 14])
def test_no_more_tricks_are_assigned_than_there_are(tricks):
    with pytest.raises(TooManyTricks):
        assign(after_cards(10), tricks)


def test_nothing_is_assigned_before_there_is_a_contract_or_where_nobody_declares():
    even = Deal.parse("N:J5.QT6.J53.A9532 K83.AJ942.T82.QJ 964.53.AKQ64.KT8 AQT72.K87.97.764")
    for dealt, rules in ((BOARD, PRESETS["ebu"]), (BOARD, RULES), (replace(BOARD, deal=even), RULES)):
        with pytest.raises(WrongPhase):
            assign(start(dealt, rules), 9)
    for rules in (PRESETS["ebu"], PRESETS["bridge"], RULES):
        with pytest.raises(WrongPhase):
            assign(do(start(BOARD, rules), (None, "end", "time")), 9)
