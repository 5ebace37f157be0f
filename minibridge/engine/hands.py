"""Measures of a hand: its points and its shape."""

from collections.abc import Iterable
from operator import attrgetter

from .cards import SUITS, Card, Rank, Suit

HONOUR_POINTS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
MOST_POINTS = 37
"""Four aces, four kings, four queens and a jack."""
PACK_POINTS = 40
"""Ten in each suit."""


def hcp(cards: Iterable[Card]) -> int:
    """Counts high-card points: ace 4, king 3, queen 2, jack 1."""
    return sum(HONOUR_POINTS.get(card.rank, 0) for card in cards)


def suit_lengths(cards: Iterable[Card]) -> dict[Suit, int]:
    """Counts the cards of each suit, spades first; a void is 0."""
    lengths = dict.fromkeys(SUITS, 0)
    for card in cards:
        lengths[card.suit] += 1
    return lengths


def is_balanced(cards: Iterable[Card]) -> bool:
    """Tells whether 13 cards are 4-3-3-3, 4-4-3-2 or 5-3-3-2 in whatever suits."""
    shape = sorted(suit_lengths(cards).values(), reverse=True)
    return shape in ([4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2])


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sorts as a hand is written: spades, hearts, diamonds, clubs, each from high to low."""
    return tuple(sorted(cards, key=attrgetter("order"), reverse=True))


def hand_text(cards: Iterable[Card]) -> str:
    """Writes a hand in PBN: the ranks of spades, hearts, diamonds and clubs between dots, as in
    ``AT52.K843..Q9652``.
    """
    ordered = sorted_hand(cards)
    return ".".join("".join(card.rank.value for card in ordered if card.suit is suit) for suit in SUITS)
