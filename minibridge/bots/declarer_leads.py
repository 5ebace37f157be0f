"""What declarer leads, by rules of thumb: trumps first, towards honours, the longest suit."""

from minibridge.engine import SUITS, Card, Suit, Trick

from .knowledge import HONOURS, Knowledge
from .rule import Play, play
from .sequences import top_sequence


def draws_trumps(known: Knowledge) -> Play | None:
    """Leads trumps while an opponent followed to the last round of them."""
    trump = known.trump
    if not known.is_declaring or known.trick.cards or trump is None:
        return None
    cards = [card for card in known.legal if card.suit is trump]
    rounds = [trick for trick in known.view.tricks if trick.led is trump]
    if not cards or (rounds and not _opponent_followed(known, rounds[-1])):
        return None
    card = cards[0] if top_sequence(cards, 2) or not _honours(known, trump) else cards[-1]
    return play(card, "draws_trumps_again" if rounds else "draws_trumps_first")


def _opponent_followed(known: Knowledge, trick: Trick) -> bool:
    return any(seat in (known.lho, known.rho) and card.suit is trick.led for seat, card in trick.plays)


def leads_long_suit(known: Knowledge) -> Play | None:
    """Leads the suit in which the two hands have most cards: low towards partner's honours, or its own top
    cards first.
    """
    if not known.is_declaring or known.trick.cards:
        return None
    sides = [suit for suit in SUITS if suit is not known.trump and known.mine(suit)]
    if not sides:
        return None
    suit = max(sides, key=lambda one: len(known.mine(one)) + len(known.of(known.partner, one)))
    cards = [card for card in known.legal if card.suit is suit]
    if not cards:
        return None
    if _honours(known, suit) and not top_sequence(cards, 2):
        return play(cards[-1], "leads_to_honour", suit=suit.value)
    return play(cards[0], "develops_suit", suit=suit.value)


def _honours(known: Knowledge, suit: Suit) -> list[Card]:
    return [card for card in known.of(known.partner, suit) if card.rank in HONOURS]
