"""Deals made to order: the same order and the same seed give the same deals."""

from collections.abc import Collection, Iterator, Mapping
from itertools import count, islice
from random import Random

from .boards import Board, Vulnerability
from .cards import DECK, Card
from .deal_constraints import DealConstraints, ImpossibleDeal
from .deals import Deal
from .rotation import seat_turned
from .seats import SEATS, Seat

PURE_TRIES = 300
"""How many deals are simply shuffled: what comes often is not bent."""
GUIDED_TRIES = 12
SWAPS = 900
"""How many exchanges of two cards one guided try may take."""
WORSE = 0.02
"""How often an exchange is kept that leads away, so that a try does not stay stuck."""

Hands = Mapping[Seat, Collection[Card]]


def deal_completed(held: Hands, rng: Random) -> Deal:
    """Deals the cards that nobody holds at random, until each hand has thirteen.

    :raises ValueError: if a hand holds more than thirteen cards, or a card is in two hands.
    """
    hands = {seat: list(held.get(seat, ())) for seat in SEATS}
    taken = {card for hand in hands.values() for card in hand}
    rest = [card for card in DECK if card not in taken]
    rng.shuffle(rest)
    for hand in hands.values():
        missing = max(0, 13 - len(hand))
        hand += rest[:missing]
        del rest[:missing]
    return Deal(*(frozenset(hands[seat]) for seat in SEATS))


def deals_to_order(
    constraints: DealConstraints,
    seed: str,
    dealer: Seat | None = None,
    held: Hands | None = None,
    first: int = 1,
) -> Iterator[Board]:
    """Yields boards without end that meet *constraints*, from number *first* on. *held* are the cards that
    lie fixed in a hand.

    Without *dealer* he changes from board to board. Deals that come often enough are found by shuffling;
    rarer ones by exchanging cards until everything fits, which favours none that anybody would notice.

    :raises ImpossibleDeal: for a contradiction, or if no deal was found in so many tries (``rare``).
    """
    constraints.check()
    for number in count(first):
        deals = seat_turned(Seat.N, number - 1) if dealer is None else dealer
        rng = Random(f"{seed}:{number}")
        yield Board(number, deals, Vulnerability.NONE, _found(constraints, deals, held or {}, rng))


def deals_made(
    constraints: DealConstraints, number: int, seed: str, dealer: Seat | None = None
) -> tuple[Board, ...]:
    """Gives the first *number* boards of :func:`deals_to_order`."""
    return tuple(islice(deals_to_order(constraints, seed, dealer), number))


def _found(constraints: DealConstraints, dealer: Seat, held: Hands, rng: Random) -> Deal:
    for _try in range(PURE_TRIES):
        deal = deal_completed(held, rng)
        if not constraints.shortfall(deal, dealer):
            return deal
    for _try in range(GUIDED_TRIES):
        if found := _bent(constraints, dealer, held, rng):
            return found
    raise ImpossibleDeal("rare")


def _bent(constraints: DealConstraints, dealer: Seat, held: Hands, rng: Random) -> Deal | None:
    """A shuffled deal, changed card by card towards what is asked; None if that leads nowhere."""
    deal = deal_completed(held, rng)
    fixed = {card for hand in held.values() for card in hand}
    missing = constraints.shortfall(deal, dealer)
    for _swap in range(SWAPS):
        changed = _exchanged(deal, fixed, rng)
        if changed is None:
            return None
        now = constraints.shortfall(changed, dealer)
        if now <= missing or rng.random() < WORSE:
            deal, missing = changed, now
        if not missing:
            return deal
    return None


def _exchanged(deal: Deal, fixed: Collection[Card], rng: Random) -> Deal | None:
    one, other = rng.sample(SEATS, 2)
    # Sorted, because the order of a set of cards differs from process to process.
    mine, theirs = (sorted(card for card in deal[seat] if card not in fixed) for seat in (one, other))
    if not mine or not theirs:
        return deal if len(fixed) < 52 else None
    given, got = rng.choice(mine), rng.choice(theirs)
    hands = {seat: deal[seat] for seat in SEATS}
    hands[one] = hands[one] - {given} | {got}
    hands[other] = hands[other] - {got} | {given}
    return Deal(*(hands[seat] for seat in SEATS))
