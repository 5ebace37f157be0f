"""Discarding: what can be spared."""

from minibridge.engine import Card, Rank, Suit

from .knowledge import Knowledge
from .prospects import prospects
from .rule import Play, play


def discards_low(known: Knowledge) -> Play | None:
    """Discards the lowest card of the side suit that is worth least: short and without honours."""
    sides = [card for card in known.legal if card.suit is not known.trump]
    card = min(sides or known.legal, key=lambda one: (_worth(known, one), one.rank, one.suit))
    return play(card, "discards_low", suit=card.suit.value)


def _worth(known: Knowledge, card: Card) -> int:
    """Honours are worth most, then the small cards that guard one."""
    if card.rank >= Rank.JACK:
        return 10 + card.rank.order
    held = known.mine(card.suit)
    guarded = {Rank.KING: 2, Rank.QUEEN: 3, Rank.JACK: 4}.get(held[0].rank, 0)
    return 5 if len(held) <= guarded else 0


def discards_loser(known: Knowledge) -> Play | None:
    """Discards what is least likely to win or to be missed: no master, no guard of an honour, no card of a
    suit that is to be set up or that stops dummy's.
    """
    trump = known.trump
    sides = [card for card in known.legal if card.suit is not trump]
    card = min(sides or known.legal, key=lambda one: (_keep(known, one), one.rank, one.suit))
    return play(card, "discards_low", suit=card.suit.value)


def _keep(known: Knowledge, card: Card) -> float:
    """How much *card* is worth keeping."""
    out = known.out(card.suit)
    if known.is_master(card):
        return 8.0 if out else 5.0
    worth = _guards(known, card.suit)
    if card.rank >= Rank.JACK and sum(one > card for one in out) == 1:
        worth += 1.0
    if not known.is_declaring:
        return worth + _stops_dummy(known, card)
    if known.partner in known.visible:
        both = prospects(known, card.suit)
        if len(both.here) > len(both.there) and both.gain > 0:
            worth += 2.5
    return worth


def _guards(known: Knowledge, suit: Suit) -> float:
    """What a suit is worth in which a card less would leave an honour bare: the king that has one card over
    it needs one beside it, the queen with two over it two.
    """
    held, out = known.mine(suit), known.out(suit)
    over = [sum(one > card for one in out) for card in held]
    return max((4.0 - higher for higher in over if 0 < higher <= 2 and len(held) <= higher + 1), default=0.0)


def _stops_dummy(known: Knowledge, card: Card) -> float:
    """A defender keeps as many cards of a suit as dummy has, if one of them beats dummy's small ones."""
    dummy = known.view.dummy
    theirs = known.of(dummy, card.suit) if dummy is not None else ()
    held = known.mine(card.suit)
    if len(theirs) >= 3 and len(held) <= len(theirs) and held[0] > theirs[-1]:
        return 1.5
    return 0.0
