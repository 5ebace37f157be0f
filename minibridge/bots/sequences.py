"""Touching cards: of equal worth to the side that holds them."""

from collections.abc import Sequence

from minibridge.engine import Card, Rank

from .knowledge import HONOURS, Knowledge


def equals(known: Knowledge, card: Card) -> tuple[Card, ...]:
    """The cards of the hand on turn that are worth as much as *card*, highest first: no opponent's card, no
    hidden one and none of the trick ranks between them. *card* is one of them.
    """
    between = set(known.out(card.suit)).union(known.trick.cards)
    between.update(one for one in known.unseen if one.suit is card.suit)
    held = known.mine(card.suit)
    at = held.index(card)
    first = last = at
    while first > 0 and not _any_between(between, held[first - 1], held[first]):
        first -= 1
    while last + 1 < len(held) and not _any_between(between, held[last], held[last + 1]):
        last += 1
    return held[first : last + 1]


def _any_between(cards: set[Card], high: Card, low: Card) -> bool:
    return any(low < card < high for card in cards)


def lowest_equal(known: Knowledge, card: Card) -> Card:
    """The lowest of the legal cards worth as much: what one follows suit with."""
    return next(one for one in reversed(equals(known, card)) if one in known.legal)


def highest_equal(known: Knowledge, card: Card) -> Card:
    """The highest of the legal cards worth as much: what one leads."""
    return next(one for one in equals(known, card) if one in known.legal)


def top_sequence(held: Sequence[Card], least: int) -> Card | None:
    """The highest of at least so many touching cards that begin with an honour, in a suit sorted from the
    top: from KQJ, from QJT, from AKx if two are enough; None if there is no such sequence.
    """
    for at in range(len(held) - least + 1):
        run = held[at : at + least]
        if run[0].rank in HONOURS and run[0].order - run[-1].order == least - 1:
            return run[0]
    return None


def has_ace(held: Sequence[Card]) -> bool:
    """Whether a suit, sorted from the top, is headed by the ace."""
    return bool(held) and held[0].rank is Rank.ACE
