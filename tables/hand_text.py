"""Cards as people type them: in the letters of either language, with dots between the suits or suit signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext

from minibridge.engine import SUITS, Card, NotationError, Rank, Suit

from .templatetags.bridge import INDEX_LETTERS, card_label

LONGEST = 300
SIGNS = {
    "♠": Suit.S,
    "♤": Suit.S,
    "♥": Suit.H,
    "♡": Suit.H,
    "♦": Suit.D,
    "♢": Suit.D,
    "♣": Suit.C,
    "♧": Suit.C,
}
DRAWN = dict(zip(SUITS, "♠♥♦♣", strict=True))
BETWEEN_SUITS = re.compile(r"[.,;/|\n]")
SIGN = re.compile(f"([{''.join(SIGNS)}])")
BLANKS = re.compile(r"[\s\-–—_\ufe0e\ufe0f]+")
FRENCH_RANKS = str.maketrans({"R": "K", "D": "Q", "V": "J", "X": "T"})
ONE_CARD = re.compile(rf"([SHDC]|[{''.join(SIGNS)}])(10|[2-9TXAKQJRDV])", re.IGNORECASE)


class Unreadable(ValueError):
    """What was typed is no hand; the text of the error is the sentence that says why."""


def hand_read(text: str) -> frozenset[Card]:
    """Up to thirteen cards, as in ``R D V 10 9 . A 6 . R D 5 . V 7 3``, ``KQJT9.A6.KQ5.J73`` or ``♠RD ♥A6``.

    Raises Unreadable.
    """
    if len(text) > LONGEST:
        raise Unreadable(gettext("This is too long for a hand."))
    cards: list[Card] = []
    for suit, ranks in _suits(text.strip()):
        for rank in _ranks(ranks):
            card = Card(suit, rank)
            if card in cards:
                raise Unreadable(gettext("The %(card)s is there twice.") % {"card": card_label(card)})
            cards.append(card)
    if len(cards) > 13:
        sentence = gettext("A hand has 13 cards; these are %(cards)d.")
        raise Unreadable(sentence % {"cards": len(cards)})
    return frozenset(cards)


def _suits(text: str) -> Iterator[tuple[Suit, str]]:
    if not text:
        return
    if SIGN.search(text):
        before, *pieces = SIGN.split(text)
        if before.strip():
            raise Unreadable(_four_suits())
        yield from ((SIGNS[sign], ranks) for sign, ranks in zip(pieces[::2], pieces[1::2], strict=True))
        return
    pieces = BETWEEN_SUITS.split(text)
    if len(pieces) != 4:
        raise Unreadable(_four_suits())
    yield from zip(SUITS, pieces, strict=True)


def _four_suits() -> str:
    return gettext(
        "Please write four suits with dots between them: spades, hearts, diamonds, clubs. A suit without "
        "cards stays empty."
    )


def _ranks(text: str) -> Iterator[Rank]:
    for letter in BLANKS.sub("", text).upper().replace("10", "T").translate(FRENCH_RANKS):
        try:
            yield Rank(letter)
        except ValueError:
            raise Unreadable(gettext("“%(letter)s” is no card.") % {"letter": letter}) from None


def hand_written(cards: Iterable[Card], letters: str) -> str:
    """As ``hand_read`` reads it, in these letters; nothing for no cards."""
    held = sorted(cards, reverse=True)
    if not held:
        return ""
    index = INDEX_LETTERS[letters]
    return ".".join(
        "".join(index.get(card.rank.value, card.rank.value) for card in held if card.suit is suit)
        for suit in SUITS
    )


def cards_read(text: str) -> tuple[Card, ...]:
    """Cards in their order, as in ``♠D ♠4`` or ``SQ S4``. Raises Unreadable."""
    found = []
    for word in re.split(r"[\s,;]+", text.strip()) if text.strip() else ():
        match = ONE_CARD.fullmatch(word)
        if match is None:
            raise Unreadable(gettext("“%(letter)s” is no card.") % {"letter": word[:20]})
        suit, rank = match[1].upper(), next(_ranks(match[2]))
        found.append(Card(SIGNS[suit] if suit in SIGNS else Suit(suit), rank))
    return tuple(found)


def cards_written(texts: Iterable[str], letters: str) -> str:
    """Stored cards (``SQ``) as ``cards_read`` reads them."""
    index = INDEX_LETTERS[letters]
    cards = map(_card, texts)
    return " ".join(DRAWN[card.suit] + index.get(card.rank.value, card.rank.value) for card in cards)


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except NotationError:
        raise Unreadable(gettext("“%(letter)s” is no card.") % {"letter": text[:20]}) from None
