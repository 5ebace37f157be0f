"""The tricks that two hands can cash however the opponents' cards lie: blocked suits need an entry."""

from functools import lru_cache
from itertools import product

from minibridge.engine import SUITS, Card, Seat, Suit

from .knowledge import Knowledge

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
"""A suit in the hand that is asked about and in its partner's, each from the top."""


def sure_tricks(known: Knowledge) -> int:
    """The tricks the two hands can cash however the opponents' cards lie, once they come in; trumps alone, if
    they cannot surely draw those that are out.
    """
    sure = {suit: _in_suit(known, suit) for suit in SUITS}
    if known.trump is not None and sure[known.trump] < known.trumps_out:
        return sure[known.trump]
    return sum(sure.values())


def _in_suit(known: Knowledge, suit: Suit) -> int:
    """Plays the suit from the hand on lead. Where that is not one of the two hands, or is hidden, its masters
    count wherever they are, and small cards only if both hands could begin.
    """
    seats = (known.hand, known.partner)
    hands = (known.of(known.hand, suit), known.of(known.partner, suit))
    entries = tuple([at for at, seat in enumerate(seats) if _is_entered(known, seat, suit)])
    begun = [cashed(hands, at, entries, known.out(suit)) for at in (0, 1)]
    leader = known.view.turn
    if leader in seats and leader in known.visible and _leads(known):
        return begun[seats.index(leader)]
    masters = sum(known.is_master(card) for held in hands for card in held)
    return max(min(masters, max(map(len, hands))), min(begun))


def _leads(known: Knowledge) -> bool:
    return known.view.trick is None or not known.view.trick.cards


def _is_entered(known: Knowledge, seat: Seat, suit: Suit) -> bool:
    """Whether partner can lead another suit to a master of *seat*, or one that it ruffs without danger."""
    trump = known.trump
    ruffs = trump is not None and trump is not suit and not known.trumps_out and known.of(seat, trump) != ()
    for other in SUITS:
        held, led = known.of(seat, other), known.of(seat.partner, other)
        if other is suit or not led:
            continue
        if held and known.is_master(held[0]) and held[0] > led[-1]:
            return True
        if not held and ruffs:
            return True
    return False


@lru_cache(maxsize=10_000)
def cashed(hands: Hands, leader: int, entries: tuple[int, ...], out: tuple[Card, ...]) -> int:
    """The rounds of a suit that are won before one is lost, if one opponent has all the cards that are *out*.

    The hand that wins a round leads to the next (0 and 1 for the two *hands*), or one that has an entry. Each
    hand plays its highest card or its lowest: nothing else would bring more.
    """
    most = 0
    for at in {leader, *entries}:
        lead, follow = hands[at], hands[1 - at]
        options: set[Card | None] = {*follow[:1], *follow[-1:]} or {None}
        for led, other in product({*lead[:1], *lead[-1:]}, options):
            top, winner = (led, at) if other is None or other < led else (other, 1 - at)
            if not out or out[0] < top:
                left = _without(hands[0], led, other), _without(hands[1], led, other)
                most = max(most, 1 + cashed(left, winner, entries, out[:-1]))
    return most


def _without(held: tuple[Card, ...], *played: Card | None) -> tuple[Card, ...]:
    return tuple([card for card in held if card not in played])
