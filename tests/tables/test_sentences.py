"""What the table says of a deal: who plays it, the score, advice, claims."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from minibridge import engine
from minibridge.engine import PRESETS, SEATS, Contract, Seat, score_lines, view_for
from tables import sentences

from .hand_made import FOUR_DEALS, Played


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


# --- the score, spelled out ------------------------------------------------------------------------


@pytest.mark.parametrize("contract", ["1C", "1NT", "3NT", "4S", "5D", "6H", "6NT", "7S"])
@pytest.mark.parametrize("tricks", [5, 9, 10, 12, 13])
def test_every_line_of_every_sum_has_words(contract, tricks):
    for line in score_lines(Contract.parse(contract), tricks, FOUR_DEALS):
        text = sentences.score_line(line, Seat.S)
        assert text
        assert "%" not in text
        numbers = re.findall(r"(\d+) × (\d+)", text)
        for count, each in numbers:
            assert int(count) * int(each) == line.points


def test_counted_tricks_name_their_side():
    lines = score_lines(None, 8, PRESETS["count_tricks"])
    assert [sentences.score_line(line, Seat.E) for line in lines] == [
        "Tricks won by East-West",
        "Tricks won by North-South",
    ]


# --- reasons and advice ----------------------------------------------------------------------------


def test_secret_totals_are_no_reason():
    state = Played(replace(FOUR_DEALS, points="hidden")).state
    for seat in SEATS:
        view = view_for(state, seat)
        assert sentences.side_named(view) == "North-South have more points and play this deal."
        assert sentences.declarer_named(view) == "South is declarer."


def test_advice_gives_its_reasons():
    view = view_for(Played().state, Seat.S)
    assert view.advice is not None
    assert sentences.advice_text(view.advice, view) == [
        "With 25 points together, try game: 25 are usually enough.",
        "You have 9 cards of spades together: with eight or more, make them trumps.",
        "So the usual choice is: game in spades.",
    ]


# --- three at a table ------------------------------------------------------------------------------


def test_points_of_three_are_each_players_own():
    points = {engine.Side.NS: 400, engine.Side.EW: 0}
    assert sentences.points_of_three(Seat.S, points) == ["South scores 400 points."]
    assert sentences.points_of_three(Seat.W, points) == ["North and South score 400 points each."]
    nothing = dict.fromkeys(engine.Side, 0)
    assert sentences.points_of_three(Seat.W, nothing) == []


def test_a_claim_of_three_is_the_declarers_or_the_defenders():
    claim = engine.Claim(seat=Seat.W, tricks=3)
    assert sentences.claim_rest(claim, 5, Seat.S) == (
        "Of the 5 tricks left: the declarer 2, the defenders 3."
    )
    assert sentences.claim_rest(engine.Claim(seat=Seat.S, tricks=3), 5, Seat.S) == (
        "Of the 5 tricks left: the declarer 3, the defenders 2."
    )
