import random

import pytest

from minibridge.engine.cards import DECK, Card, Suit
from minibridge.engine.deals import Deal
from minibridge.engine.hands import MOST_POINTS, hcp, is_balanced, sorted_hand, suit_lengths
from minibridge.engine.seats import Seat


def hand(text):
    """The first hand of a deal whose other cards do not matter."""
    holdings = zip("SHDC", text.split("."), strict=True)
    return frozenset(Card.parse(suit + rank) for suit, ranks in holdings for rank in ranks)


@pytest.mark.parametrize(
    ("text", "points"),
    [("AT52.K843.7.Q962", 9), ("3.752.JT9632.AT4", 5), ("KQJ84.A6.KQ5.J73", 16), ("976.QJT9.A84.K85", 10)],
)
def test_ace_king_queen_jack_count_four_three_two_one(text, points):
    assert hcp(hand(text)) == points


def test_the_pack_has_40_points_and_a_hand_37_at_most():
    assert hcp(DECK) == 40
    assert hcp(hand("AKQJ.AKQ.AKQ.AKQ")) == MOST_POINTS
    assert hcp([]) == 0


def test_lengths_name_every_suit_spades_first():
    lengths = suit_lengths(hand("AKQJ98.432..T987"))
    assert list(lengths.items()) == [(Suit.S, 6), (Suit.H, 3), (Suit.D, 0), (Suit.C, 4)]


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        ("AKQJ.432.432.432", True),
        ("AKQJ.5432.432.32", True),
        ("32.432.432.AKQJ9", True),
        ("AKQJ.5432.5432.2", False),
        ("AKQJ8.5432.32.32", False),
        ("AKQJ87.432.32.32", False),
    ],
)
def test_balanced_hands_have_no_singleton_and_one_doubleton_at_most(text, balanced):
    assert is_balanced(hand(text)) is balanced


def test_a_hand_is_sorted_as_it_is_written():
    cards = sorted_hand(
        Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")[Seat.N]
    )
    assert "".join(map(str, cards)) == "SASTS5S2HKH8H4H3D7CQC9C6C2"


def test_sorting_does_not_depend_on_the_order_before():
    cards = list(DECK)
    random.Random(3).shuffle(cards)
    assert sorted_hand(cards) == tuple(reversed(DECK))
