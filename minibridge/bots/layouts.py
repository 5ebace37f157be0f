"""How the hidden cards may lie: every layout that fits what a seat knows, each as likely as any other."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from minibridge.engine import SEATS, SUITS, Card, Seat, Suit, hcp, sorted_hand
from minibridge.engine.hands import HONOUR_POINTS

from .evidence import Cards, Evidence

Layout = Mapping[Seat, Cards]
"""The cards left in all four hands."""

_CONSTRAINTS: Final = ("voids", "lengths", "points")
"""What is known of hidden hands, surest first. The last is the first to be given up."""
_MOST_IN_ORDER: Final = 5_000
_PATIENCE: Final = 500
"""How many layouts in a row may fail to explain declarer and contract before that is no longer asked."""


def layouts(evidence: Evidence, rng: Random) -> Iterator[Layout]:
    """Yields the layouts that fit *evidence*, in random order, none twice, until there is no other.

    All are equally likely. Each has the right number of cards in every hand, none of a suit that a hand has
    shown to be out of, and the lengths and totals told; and it explains who declares in which contract. If
    nothing fits, because somebody has revoked, what is known of totals is given up, then of lengths, then of
    voids: at least one layout is always given.
    """
    deals = next(deals for deals in _less_and_less(evidence) if deals.count)
    rejected, found = 0, False
    for number in _random_order(deals.count, rng):
        layout = deals.layout(number)
        if rejected < _PATIENCE:
            if not evidence.explains_choices(layout):
                rejected += 1
                continue
            rejected = 0
        found = True
        yield layout
    if not found:
        yield from map(deals.layout, _random_order(deals.count, rng))


def _less_and_less(evidence: Evidence) -> Iterator["_Deals"]:
    for kept in range(len(_CONSTRAINTS), -1, -1):
        yield _Deals(evidence, frozenset(_CONSTRAINTS[:kept]))


def _random_order(count: int, rng: Random) -> Iterator[int]:
    """Yields all numbers below *count*, shuffled; of very many, draws until one half is out."""
    if count <= _MOST_IN_ORDER:
        yield from rng.sample(range(count), count)
        return
    drawn: set[int] = set()
    while len(drawn) < count // 2:
        number = rng.randrange(count)
        if number not in drawn:
            drawn.add(number)
            yield number


class _Deals:
    """All ways to deal the unseen cards to the hidden hands, numbered from 0.

    The cards are dealt one by one in a fixed order; how many ways there are to go on depends only on the room
    left in the hands and the points they still need, so that it is counted once for each such state.
    """

    def __init__(self, evidence: Evidence, constraints: frozenset[str]) -> None:
        hidden = [seat for seat in SEATS if seat not in evidence.hands]
        shown = {seat: evidence.shown.get(seat, ()) for seat in hidden}
        played = evidence.played
        lengths = evidence.lengths if "lengths" in constraints else {}
        points = evidence.points if "points" in constraints else {}
        told = {
            seat: _still(lengths[seat], (*shown[seat], *played[seat])) for seat in hidden if seat in lengths
        }
        self._seen, self._hidden, self._shown = evidence.hands, hidden, shown
        self._cards = _in_order(evidence.unseen, by_suit=bool(told))
        self._worth = [HONOUR_POINTS.get(card.rank, 0) for card in self._cards]
        self._worth_from = [sum(self._worth[i:]) for i in range(len(self._cards) + 1)]
        voids = evidence.voids if "voids" in constraints else {}
        self._closed = [frozenset(voids.get(seat, ())) for seat in hidden]
        self._bounds = [
            [self._room(i, told.get(seat)) for seat in hidden] for i in range(len(self._cards) + 1)
        ]
        self._ways: dict[tuple[int, tuple[int, ...], tuple[int | None, ...]], int] = {}
        self._room_at_first = tuple(evidence.counts[seat] - len(shown[seat]) for seat in hidden)
        self._points_at_first = tuple(
            points[seat] - hcp(shown[seat]) - hcp(played[seat]) if seat in points else None for seat in hidden
        )
        self.count = self._count(0, self._room_at_first, self._points_at_first)

    def _room(self, i: int, told: Mapping[Suit, int] | None) -> tuple[int, int]:
        """The room that a hand of which the lengths are told must have before card *i*: at least, at most."""
        if told is None:
            return 0, 13
        left = [card.suit for card in self._cards[i:]]
        if not left:
            return 0, 0
        suit = left[0]
        later = sum(length for other, length in told.items() if other is not suit and other in left)
        begins = i == 0 or self._cards[i - 1].suit is not suit
        return later + (told[suit] if begins else 0), later + min(told[suit], left.count(suit))

    def _count(self, i: int, room: tuple[int, ...], points: tuple[int | None, ...]) -> int:
        """Counts the ways to deal the cards from *i* on."""
        for space, (least, most) in zip(room, self._bounds[i], strict=True):
            if not least <= space <= most:
                return 0
        worth = self._worth_from[i]
        if any(need is not None and not 0 <= need <= worth for need in points):
            return 0
        if i == len(self._cards):
            return not any(room)
        state = i, room, points
        ways = self._ways.get(state)
        if ways is None:
            ways = sum(
                self._count(i + 1, *self._after(i, place, room, points)) for place in self._places(i, room)
            )
            self._ways[state] = ways
        return ways

    def _places(self, i: int, room: tuple[int, ...]) -> Iterator[int]:
        suit = self._cards[i].suit
        for place, space in enumerate(room):
            if space and suit not in self._closed[place]:
                yield place

    def _after(
        self, i: int, place: int, room: tuple[int, ...], points: tuple[int | None, ...]
    ) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
        room = (*room[:place], room[place] - 1, *room[place + 1 :])
        need = points[place]
        if need is not None and self._worth[i]:
            points = (*points[:place], need - self._worth[i], *points[place + 1 :])
        return room, points

    def layout(self, number: int) -> Layout:
        """Gives the four hands of the way with this *number*."""
        held: list[list[Card]] = [list(self._shown[seat]) for seat in self._hidden]
        room, points = self._room_at_first, self._points_at_first
        for i, card in enumerate(self._cards):
            for place in self._places(i, room):
                after = self._after(i, place, room, points)
                ways = self._count(i + 1, *after)
                if number < ways:
                    held[place].append(card)
                    room, points = after
                    break
                number -= ways
        return {**self._seen, **dict(zip(self._hidden, map(sorted_hand, held), strict=True))}


def _still(lengths: Mapping[Suit, int], gone: Cards) -> dict[Suit, int]:
    """The lengths of what is not seen yet of a hand, after the cards *gone* or shown."""
    return {suit: lengths[suit] - sum(card.suit is suit for card in gone) for suit in SUITS}


def _in_order(cards: Cards, by_suit: bool) -> Cards:
    """Honours first, so that points are soon settled; suit by suit only where lengths are told."""

    def place(card: Card) -> tuple[int, int, int]:
        is_small = card.rank not in HONOUR_POINTS
        return (card.suit.order if by_suit else 0, is_small, -card.order)

    return tuple(sorted(cards, key=place))
