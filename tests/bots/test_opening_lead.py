"""Opening leads, as every course teaches them. West leads; he sees his own hand alone."""

import random

import pytest

from minibridge.bots import Level
from minibridge.bots.knowledge import HONOURS
from minibridge.bots.leads import low_or_top
from minibridge.engine import PRESETS, Card

from .table import deal_with, decides, play_board, position, random_board, table_of

LEADS = [
    ("KQJ4.A85.764.932", "3NT", "SK", "top_of_sequence"),
    ("QJT9.A85.764.932", "3NT", "SQ", "top_of_sequence"),
    ("K9642.A85.764.93", "3NT", "S4", "fourth_best"),
    ("AJ872.85.764.Q93", "3NT", "S7", "fourth_best"),
    ("K642.AQ53.764.93", "3NT", "H3", "fourth_best"),
    ("AK4.985.7643.932", "4H", "SA", "top_of_sequence"),
    ("8.A85.76432.9742", "4H", "S8", "singleton"),
    ("A9642.853.Q76.93", "4H", "C9", "top_of_doubleton"),
    ("A9642.85.Q76.932", "4H", "C9", "top_of_nothing"),
    ("QJ42.853.K764.K3", "4H", "SQ", "top_of_sequence"),
    ("A964.853.AQ6.A93", "4H", "H3", "leads_trump"),
    ("A964.K5.AQ63.A93", "4H", "H5", "leads_trump"),
    ("A964.K5.Q763.A93", "4H", "D3", "leads_low"),
    ("A964.J3.K9763.A9", "4H", "D6", "fourth_of_suit"),
    ("AQ764.J3.A963.K9", "4H", "CK", "higher_of_two"),
    ("A964..AQ763.A953", "4H", "DA", "leads_ace"),
]


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
@pytest.mark.parametrize(("west", "contract", "card", "code"), LEADS)
def test_the_opening_lead(west, contract, card, code, level):
    assert decides(position(deal_with(W=west), contract, "S"), level) == (card, code)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
@pytest.mark.parametrize("seed", range(12))
def test_a_low_card_is_low(seed, level):
    """Whatever is led, at whichever trick, a card that is called low is the lowest and no honour."""

    def watch(state, decision):
        if decision.reason.code == "leads_low":
            card = decision.action.card
            assert card == min(held for held in state.hands[state.turn] if held.suit is card.suit)
            assert card.rank not in HONOURS

    play_board(random_board(random.Random(seed)), PRESETS["four_deals"], table_of(level, level), 0, watch)


@pytest.mark.parametrize(
    ("suit", "card", "code"),
    [
        ("K", "SK", "leads_high"),
        ("KQ", "SQ", "leads_high"),
        ("K73", "S3", "leads_low"),
        ("7", "S7", "leads_low"),
        ("93", "S9", "top_of_doubleton"),
        ("973", "S9", "top_of_nothing"),
    ],
)
def test_a_card_is_called_what_it_is(suit, card, code):
    led = low_or_top([Card.parse(f"S{rank}") for rank in suit])
    assert (led.card.text, led.reason.code) == (card, code)


@pytest.mark.parametrize("seed", range(60))
def test_nobody_leads_away_from_an_ace_against_a_suit(seed):
    state = position(deal_with(seed), "4S", "S")
    card, _ = decides(state)
    held = [str(one) for one in state.hands[state.turn] if str(one)[0] == card[0]]
    assert card[0] + "A" not in held or card[1] == "A" or card[0] == "S"
