"""The same deal from another seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine import PRESETS, SEATS, Board, Deal, Seat, Vulnerability, start
from minibridge.engine.rotation import (
    board_turned,
    deal_turned,
    seat_turned,
    steps_between,
    vulnerability_turned,
)

from .strategies import effort

DEAL = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")


def test_after_one_step_east_has_what_north_had():
    turned = deal_turned(DEAL, 1)
    assert turned[Seat.E] == DEAL[Seat.N]
    assert turned[Seat.S] == DEAL[Seat.E]
    assert turned[Seat.N] == DEAL[Seat.W]


@pytest.mark.parametrize("steps", range(-4, 9))
def test_turning_back_gives_the_same_deal(steps: int):
    assert deal_turned(deal_turned(DEAL, steps), -steps) == DEAL
    assert deal_turned(DEAL, steps) == deal_turned(DEAL, steps % 4)


def test_sides_change_places_with_odd_steps():
    assert vulnerability_turned(Vulnerability.NS, 1) is Vulnerability.EW
    assert vulnerability_turned(Vulnerability.NS, 2) is Vulnerability.NS
    assert vulnerability_turned(Vulnerability.BOTH, 3) is Vulnerability.BOTH
    assert vulnerability_turned(Vulnerability.NONE, 3) is Vulnerability.NONE


@pytest.mark.parametrize("start", SEATS)
@pytest.mark.parametrize("end", SEATS)
def test_steps_lead_from_one_seat_to_the_other(start: Seat, end: Seat):
    assert seat_turned(start, steps_between(start, end)) is end


@effort(40)
@given(st.randoms(use_true_random=False), st.sampled_from(SEATS), st.integers(0, 3))
def test_whoever_declared_declares_from_his_new_seat(rng, dealer: Seat, steps: int):
    board = Board(1, dealer, Vulnerability.NS, Deal.random(rng))
    before = start(board, PRESETS["four_deals"]).declarer
    after = start(board_turned(board, steps), PRESETS["four_deals"]).declarer
    assert after is (None if before is None else seat_turned(before, steps))
