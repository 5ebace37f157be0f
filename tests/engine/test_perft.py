"""Counts of all lines of play to a depth, known from outside this project."""

import pytest

from minibridge.engine.cards import Card, Suit
from minibridge.engine.play import Trick, legal_cards, trick_winner
from minibridge.engine.seats import SEATS, Seat

FULL_DEAL = "974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"
ENDING = "A2..3. K..54. .A..32 .K.2.4"


def hands_from(text):
    return {
        seat: tuple(
            Card.parse(suit + rank)
            for suit, ranks in zip("SHDC", hand.split("."), strict=True)
            for rank in ranks
        )
        for seat, hand in zip(SEATS, text.split(), strict=True)
    }


def lines_of_play(hands, trick, trump, depth):
    """How many ways there are to play the next `depth` cards."""
    if depth == 0:
        return 1
    seat = trick.leader
    for _ in trick.cards:
        seat = seat.next
    total = 0
    for card in legal_cards(hands[seat], trick):
        left = tuple(other for other in hands[seat] if other != card)
        longer = Trick(trick.leader, (*trick.cards, card))
        following = Trick(trick_winner(longer, trump), ()) if longer.is_complete else longer
        total += lines_of_play(hands | {seat: left}, following, trump, depth - 1)
    return total


def test_opening_tricks():
    hands = hands_from(FULL_DEAL)
    counts = [lines_of_play(hands, Trick(Seat.W, ()), None, depth) for depth in range(1, 7)]
    assert counts == [13, 39, 114, 276, 3312, 9758]


@pytest.mark.parametrize(("trump", "lines"), [(None, 264), (Suit.S, 264), (Suit.H, 256)])
def test_three_card_ending(trump, lines):
    assert lines_of_play(hands_from(ENDING), Trick(Seat.N, ()), trump, 12) == lines
