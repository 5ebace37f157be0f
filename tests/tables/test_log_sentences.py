"""What happened in a deal is told action by action."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from minibridge import engine
from minibridge.engine import PRESETS, AnswerClaim, AnswerTakeBack, AskTakeBack, ClaimTricks, EndBoard, Seat
from tables import log_sentences, sentences
from tables.scene import RecordScene

from .cast import BALANCED_DEAL
from .hand_made import EBU, FOURTH, FRENCH, NAMES, Played, person, worked


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def log_of(played: Played, start: int = -1) -> list[str]:
    record = RecordScene(
        id=1, position=1, state=played.state, log=played.log, names=NAMES, bots=frozenset(), reasons={}
    )
    return log_sentences.spoken(record, start, person(Seat.S))


def test_a_deal_opens_with_its_dealer_and_the_reason_for_its_declarer():
    assert log_of(Played()) == [
        "Deal 2. The dealer is North.",
        "North-South have 25 points, East-West 15: North-South play this deal.",
        "South is declarer: more points than North.",
    ]


def test_cards_and_tricks_are_told_in_order():
    assert log_of(worked(4), start=1) == [
        "West: queen of hearts.",
        "North: king of hearts.",
        "East: 2 of hearts.",
        "South: 6 of hearts.",
        "North wins the trick.",
    ]


def test_only_what_is_new_is_told():
    assert log_of(worked(6), start=6) == ["East: 3 of spades."]
    assert log_of(worked(6), start=7) == []


def test_announcing_is_told_with_its_end():
    said = log_of(Played(EBU).say(9, 5, 16, 10), start=0)
    assert said[:4] == ["North: 9 points.", "East: 5 points.", "South: 16 points.", "West: 10 points."]
    assert said[-1] == "South is declarer: more points than North."


def test_a_wrong_total_makes_everybody_count_again():
    assert log_of(Played(EBU).say(9, 5, 15, 10), start=3) == [
        "West: 10 points.",
        "A total is not right: everybody counts again.",
    ]


def test_nobody_is_named_who_was_wrong():
    told = " ".join(log_of(Played(EBU).say(9, 5, 15, 10)))
    assert "South is" not in told
    assert "declarer" not in told


def test_a_card_taken_back_and_played_again_wins_its_trick_once():
    played = worked(4).do(AskTakeBack(Seat.S), AnswerTakeBack(Seat.E, True)).play("H6")
    told = log_of(played, start=1)
    assert told.count("North wins the trick.") == 1
    assert told[-4:] == [
        "South asks to take back.",
        "East agrees: it is taken back.",
        "South: 6 of hearts.",
        "North wins the trick.",
    ]


def test_claims_are_told_with_their_answers():
    played = worked(28).do(ClaimTricks(Seat.S, 4), AnswerClaim(Seat.W, True), AnswerClaim(Seat.E, False))
    assert log_of(played, start=29) == [
        "South claims 4 tricks.",
        "West agrees.",
        "East does not agree: play goes on.",
    ]
    assert sentences.claimed(Seat.W, 0) == "West gives up all the tricks left."


def test_the_end_is_told_with_its_points():
    assert log_of(worked(52), start=52)[-2:] == [
        "South needed 10 tricks and took 10: the contract is made!",
        "North-South score 420 points.",
    ]
    assert log_of(worked(52), start=53) == []


def test_points_without_a_contract():
    played = Played(PRESETS["count_tricks"])
    result = replace(worked(52).state, rules=played.state.rules, contract=None).result
    assert result is not None
    assert sentences.outcome_text(Seat.S, None, 10) == "South took 10 tricks with dummy."


def test_broken_off_and_balanced_deals():
    assert log_of(worked(3).do(EndBoard(reason="absent")), start=4) == [
        "The deal is broken off: a player is missing.",
        "The deal was not finished: nobody scores.",
    ]
    assert log_of(Played(deal=BALANCED_DEAL))[-1] == (
        "20 points on each side: nobody plays, the same dealer deals again."
    )


def test_every_action_can_be_told_in_both_languages():
    played = worked(7).do(AskTakeBack(Seat.S), AnswerTakeBack(Seat.E, False), ClaimTricks(Seat.S, 3))
    for language in ("fr", "en"):
        with translation.override(language):
            for action in played.log:
                assert "%" not in log_sentences.action_said(played.state, action)


def test_the_log_costs_the_same_at_the_end_as_at_the_beginning():
    """It reads its own tail only: what is told of the last card does not depend on how many came before."""
    played = worked(51)
    assert log_of(played, start=51) == ["South: 8 of spades."]


def test_french_keeps_its_spaces():
    with translation.override("fr"):
        told = " ".join(
            log_sentences.action_said(state.state, action)
            for state in (worked(3), Played(EBU).say(9))
            for action in state.log
        )
    assert " :" not in told
    assert "\u00a0:" in told


def test_the_log_of_three_tells_what_the_dealer_heard_and_who_moves():
    assert log_of(Played(FRENCH).say_right()) == [
        "Deal 2. The dealer is North.",
        "Nobody sits at West; cards are dealt there all the same.",
        "South tells the dealer: 16 points.",
        "North: 25 points in the two hands together.",
        "The dealer and the player opposite have 25 points: with 20 or more the dealer plays.",
        "North is declarer, and the cards of South are dummy.",
        "South takes the empty chair, West, and plays the cards that lie there.",
    ]
    assert log_of(Played(FRENCH, dealer=Seat.E).say_right())[-2:] == [
        "The dealer and the player opposite have 15 points: with fewer than 20, the player on the "
        "dealer's left plays.",
        "South is declarer, and the cards of the empty chair are dummy.",
    ]
    assert log_of(Played(FOURTH).say_right())[-2:] == [
        "South is declarer: most points of the three. The cards of the empty chair are dummy.",
        "North takes the empty chair, West, and brings their own cards.",
    ]


def test_where_totals_are_hidden_three_players_hear_no_number():
    for rules in (replace(FRENCH, points="shown", menu="partscore_game"), FOURTH):
        hidden = replace(rules, points="hidden")
        said = " ".join(log_of(Played(hidden)))
        assert not re.search(r"\d+ points", said), said
        assert "declarer" in said


def test_level_players_of_three_are_told_who_declares_and_why():
    level = engine.Deal.parse("N:AQ52.K43.752.QJ9 JT9.QJT9.A84.K85 8764.A86.KJ3.AT3 K3.752.QT96.7642")
    assert "North comes first after the dealer" in log_of(Played(FOURTH, deal=level).say_right())[-2]
    right = Played(replace(FOURTH, tie="first_correct"), deal=level).say(11).say_right()
    assert "was the first to count right" in " ".join(log_of(right.say_right()))
