"""What a defender leads once dummy lies open."""

from collections.abc import Sequence

from minibridge.engine import SUITS, Card, Suit

from .knowledge import HONOURS, Knowledge
from .rule import Play, play
from .sequences import top_sequence


def returns_partners_suit(known: Knowledge) -> Play | None:
    """Leads the suit again that partner led first: the higher of two cards left, else the lowest."""
    if known.is_declaring or known.trick.cards:
        return None
    suit = suit_of_partner(known)
    if suit is None or suit is known.trump:
        return None
    cards = [card for card in known.legal if card.suit is suit]
    if not cards:
        return None
    return play(cards[0] if len(cards) <= 2 else cards[-1], "returns_partners_suit", suit=suit.value)


def suit_of_partner(known: Knowledge) -> Suit | None:
    """The suit of partner's first lead, unless he only went on with what was led to him."""
    mine = set()
    for trick in known.view.tricks:
        if trick.leader is known.partner:
            return None if trick.led in mine else trick.led
        if trick.leader is known.hand:
            mine.add(trick.led)
    return None


def leads_sequence(known: Knowledge) -> Play | None:
    """Leads the top of a sequence of two or more honours."""
    if known.is_declaring or known.trick.cards:
        return None
    for suit in SUITS:
        cards = [card for card in known.legal if card.suit is suit and suit is not known.trump]
        top = top_sequence(cards, 2)
        if top is not None:
            return play(top, "top_of_sequence", card=top.text)
    return None


def leads_low(known: Knowledge) -> Play | None:
    """Leads a low card of the longest side suit, or the top of one without honours."""
    if known.trick.cards:
        return None
    sides = [suit for suit in SUITS if suit is not known.trump and _legal(known, suit)]
    if not sides:
        return play(known.legal[-1], "leads_trump", suit=known.legal[-1].suit.value)
    longest = max(sides, key=lambda suit: len(_legal(known, suit)))
    cards = _legal(known, longest)
    return low_or_top(cards)


def low_or_top(cards: Sequence[Card]) -> Play:
    """Leads the lowest card of a suit headed by an honour, the highest of one without. *cards* are all that
    may be led of the suit, from the top.
    """
    suit = cards[0].suit.value
    if cards[0].rank in HONOURS or len(cards) == 1:
        return play(cards[-1], "leads_high" if cards[-1].rank in HONOURS else "leads_low", suit=suit)
    return play(cards[0], "top_of_doubleton" if len(cards) == 2 else "top_of_nothing", suit=suit)


def _legal(known: Knowledge, suit: Suit) -> list[Card]:
    return [card for card in known.legal if card.suit is suit]
