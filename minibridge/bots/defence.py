"""What HARD leads as a defender: it takes what sets the contract, helps partner, and gives nothing away."""

from typing import Final

from minibridge.engine import SUITS, Card, Rank, Suit

from .knowledge import HONOURS, Knowledge
from .leads import low_or_top, suit_of_partner
from .rule import Play, play
from .sequences import highest_equal, top_sequence


def _on_lead(known: Knowledge) -> bool:
    return not known.is_declaring and not known.trick.cards


def sets_contract(known: Knowledge) -> Play | None:
    """Cashes its masters when they are enough to defeat the contract, or all tricks left."""
    if not _on_lead(known):
        return None
    masters = [card for card in known.legal if known.is_master(card) and not _is_ruffed(known, card.suit)]
    needed = known.needed if 0 < known.needed <= known.view.remaining else known.view.remaining
    if len(masters) < needed:
        return None
    card = highest_equal(known, max(masters, key=lambda one: (len(known.mine(one.suit)), one)))
    if known.may_set:
        return play(card, "cashes_to_set", count=len(masters))
    return play(card, "cashes_master", card=card.text)


def gives_ruff(known: Knowledge) -> Play | None:
    """Leads a suit of which partner has none while he still may have a trump, and dummy cannot overruff."""
    if not _on_lead(known) or known.trump is None:
        return None
    for suit in SUITS:
        cards = [card for card in known.legal if card.suit is suit]
        if cards and known.may_ruff(known.partner, suit) and not known.may_ruff(known.lho, suit):
            return play(cards[-1], "gives_ruff", suit=suit.value)
    return None


def best_lead(known: Knowledge) -> Play | None:
    """Weighs the suits: partner's and its own good ones, through dummy's strength, up to dummy's weakness."""
    if not _on_lead(known):
        return None
    suits = [suit for suit in SUITS if any(card.suit is suit for card in known.legal)]
    plays = [(_worth(known, suit), suit) for suit in suits]
    suit = max(plays)[1]
    return _from_suit(known, suit)


_PARTNERS_HONOURS: Final = ((Rank.ACE, 1.5), (Rank.KING, 0.6), (Rank.QUEEN, 0.5), (Rank.JACK, 0.3))
"""What it speaks for a suit that partner is sure to have this honour in it."""


def _worth(known: Knowledge, suit: Suit) -> float:
    """Adds up what speaks for leading *suit*, and against it. A trump is neither good nor bad."""
    if suit is known.trump:
        return 0.0
    worth = sum(weight * known.chance(known.partner, Card(suit, rank)) for rank, weight in _PARTNERS_HONOURS)
    if top_sequence(known.mine(suit), 2) is not None:
        worth += 1.0
    if suit is suit_of_partner(known):
        worth += 0.3
    worth += 0.4 * sum(
        trick.led is suit and trick.leader.side is known.hand.side for trick in known.view.tricks
    )
    if _is_ruffed(known, suit):
        worth -= 0.8
    return worth + _worth_by_dummy(known, suit)


def _worth_by_dummy(known: Knowledge, suit: Suit) -> float:
    """Through strength if dummy plays second, up to weakness if it plays last; no suit that dummy is long in
    at notrump, or that it may ruff.
    """
    dummy = known.view.dummy
    if dummy is None or dummy not in known.visible:
        return 0.0
    table = known.of(dummy, suit)
    strength = sum(card.rank in HONOURS for card in table)
    worth = 0.0
    if dummy is known.rho:
        worth -= 0.4 * strength
    elif strength in (1, 2):
        worth += 0.3
    if known.trump is None:
        worth -= 0.8 * max(0, len(table) - 3)
    elif not table:
        worth -= 0.8
    return worth


def _from_suit(known: Knowledge, suit: Suit) -> Play:
    cards = [card for card in known.legal if card.suit is suit]
    if suit is known.trump:
        return play(cards[-1], "leads_trump", suit=suit.value)
    top = top_sequence(cards, 2)
    if suit is suit_of_partner(known):
        card = cards[0] if len(cards) <= 2 or top else cards[-1]
        return play(card, "returns_partners_suit", suit=suit.value)
    if top is not None:
        return play(top, "top_of_sequence", card=top.text)
    if known.is_master(cards[0]) and (len(cards) == 1 or known.trump is not None):
        return play(cards[0], "cashes_master", card=cards[0].text)
    return low_or_top(cards)


def _is_ruffed(known: Knowledge, suit: Suit) -> bool:
    """Whether an opponent is known to ruff *suit*."""
    return known.may_ruff(known.lho, suit) or known.may_ruff(known.rho, suit)
