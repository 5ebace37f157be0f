"""Positions for tests: from text, and by chance."""

from random import Random

from minibridge.analysis import Position
from minibridge.engine import DECK, SEATS, SUITS, Card, Deal, Seat, Suit, Trick, legal_cards, trick_winner


def position(text: str, trump: str, leader: str, *trick: str) -> Position:
    """Hands such as ``N:987... K54... AQ2... T63...``, from which the cards of the trick are taken."""
    first, words = Seat(text[0]), text[2:].split()
    played = set(map(Card.parse, trick))
    hands = {
        seat: tuple(
            card
            for suit, ranks in zip(SUITS, word.split("."), strict=True)
            for card in (Card.parse(suit.value + rank) for rank in ranks)
            if card not in played
        )
        for seat, word in zip(first.clockwise, words, strict=True)
    }
    cards = tuple(map(Card.parse, trick))
    return Position(hands, Suit(trump) if trump else None, Trick(Seat(leader), cards))


def ending(rng: Random, size: int, on_table: int) -> Position:
    """Some cards in each hand, the first few of a trick played."""
    cards = rng.sample(DECK, 4 * size)
    hands = {seat: set(cards[n * size : (n + 1) * size]) for n, seat in enumerate(SEATS)}
    return _played(rng, hands, on_table)


def in_play(rng: Random, cards: int) -> Position:
    """A whole deal from which so many cards have been played."""
    deal = Deal.random(rng)
    return _played(rng, {seat: set(deal[seat]) for seat in SEATS}, cards)


def _played(rng: Random, hands: dict[Seat, set[Card]], cards: int) -> Position:
    trump, trick = rng.choice([None, *SUITS]), Trick(rng.choice(SEATS))
    for _ in range(cards):
        seat = trick.leader.clockwise[len(trick.cards)]
        card = rng.choice(sorted(legal_cards(tuple(hands[seat]), trick)))
        hands[seat].remove(card)
        trick = Trick(trick.leader, (*trick.cards, card))
        if trick.is_complete:
            trick = Trick(trick_winner(trick, trump))
    return Position({seat: tuple(sorted(hand)) for seat, hand in hands.items()}, trump, trick)
