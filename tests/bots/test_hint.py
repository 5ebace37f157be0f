"""Hints: what HARD would do, with what is just as good."""

import random

import pytest

from minibridge.bots import REASONS, Hint, Level, choose, hint
from minibridge.engine import PRESETS, SEATS, AnnouncePoints, Phase, PlayCard, Seat, apply, start, view_for

from .table import deal_with, play_board, position, random_board, table_of


def cards_of(state):
    advice = hint(view_for(state, state.actor), 0)
    return [str(option.card) for option in advice.options]


def test_touching_cards_are_offered_together():
    deal = deal_with(W="KQJ4.A85.764.932")
    assert cards_of(position(deal, "3NT", "S")) == ["SK", "SQ", "SJ"]


def test_a_card_alone_is_offered_alone():
    deal = deal_with(W="K9642.A85.764.93")
    assert cards_of(position(deal, "3NT", "S")) == ["S4"]


def test_cards_around_dummys_are_not_equal_for_ever():
    deal = deal_with(W="K8732...", N="T64.AT86.AT53.53", E="J95.J75.984.J982", S="AQ...")
    assert cards_of(position(deal, "3NT", "S", "S3 S4")) == ["S9"]


def test_a_total_is_hinted():
    board = random_board(random.Random(4))
    advice = hint(view_for(start(board, PRESETS["ebu"]), board.dealer), 0)
    assert len(advice.options) == 1 and isinstance(advice.options[0], AnnouncePoints)
    assert advice.reason.code == "counts_points"


@pytest.mark.parametrize("preset", ["four_deals", "ebu", "three_french"])
def test_every_option_is_allowed_and_the_first_is_hards(preset):
    sizes = []

    def watch(state, decision):
        seat = decision.action.seat
        advice = hint(view_for(state, seat), 1)
        assert isinstance(advice, Hint) and advice.reason.code in REASONS
        assert advice.options[0] == choose(view_for(state, seat), Level.HARD, 1).action
        assert len(set(advice.options)) == len(advice.options)
        for option in advice.options:
            apply(state, option)
        if isinstance(option, PlayCard):
            sizes.append(len(advice.options))

    for seed in range(2):
        play_board(
            random_board(random.Random(seed)), PRESETS[preset], table_of(Level.EASY, Level.HARD), seed, watch
        )
    assert min(sizes) == 1 < max(sizes)


def test_nothing_is_hinted_to_who_is_not_due():
    state = position(deal_with(1), "3NT", "S")
    assert state.phase is Phase.PLAY
    assert [hint(view_for(state, seat), 0) is None for seat in SEATS] == [True, True, True, False]
    assert state.turn is Seat.W
