"""The hands that one hidden seat can have, counted."""

from collections.abc import Iterable, Mapping
from math import comb
from typing import Final

from minibridge.engine import Card, Suit, hcp
from minibridge.engine.hands import HONOUR_POINTS

Table = dict[tuple[int, int], int]
"""In how many ways so many cards with so many points can be chosen."""

_NOTHING: Final[Table] = {(0, 0): 1}


class Places:
    """A hidden hand of *count* cards and, if they are known, so many *points*: it has all the *sure* cards
    and some of the *open* ones, in suits of the *lengths* that are known.
    """

    def __init__(
        self,
        sure: set[Card],
        open_: set[Card],
        count: int,
        points: int | None,
        lengths: Mapping[Suit, int | None],
    ) -> None:
        self.sure, self.open = sure, open_
        self._count = count - len(sure)
        self._points = None if points is None else points - hcp(sure)
        self._exact = {
            suit: length - sum(card.suit is suit for card in sure)
            for suit, length in lengths.items()
            if length
        }
        free = [card for card in open_ if card.suit not in self._exact]
        self._honours = [_value(card) for card in free if card.rank in HONOUR_POINTS]
        self._small = len(free) - len(self._honours)
        self._table = _with_honours(self._suits_told(None), self._honours)

    def ways(self, having: Card | None = None) -> int:
        """Counts the hands there are, or those *having* an open card."""
        if having is None:
            return self._filled(self._table, self._small)
        if having.suit in self._exact:
            return self._filled(_with_honours(self._suits_told(having), self._honours), self._small)
        if having.rank not in HONOUR_POINTS:
            return self._filled(self._table, self._small - 1, (1, 0))
        value = _value(having)
        return self._filled(_without_honour(self._table, value), self._small, (1, value))

    def _filled(self, table: Table, small: int, more: tuple[int, int] = (0, 0)) -> int:
        """Fills the hands of *table*, with one card *more*, up with small cards."""
        left = self._count - more[0]
        points = None if self._points is None else self._points - more[1]
        return sum(
            ways * comb(small, left - cards)
            for (cards, worth), ways in table.items()
            if cards <= left and points in (None, worth)
        )

    def _suits_told(self, having: Card | None) -> Table:
        """The ways to choose the suits of known length."""
        table = _NOTHING
        for suit, length in self._exact.items():
            cards = [card for card in self.open if card.suit is suit and card is not having]
            honours = [_value(card) for card in cards if card.rank in HONOUR_POINTS]
            own = having is not None and having.suit is suit
            start = {(1, _value(having)): 1} if own and having is not None else _NOTHING
            filled: Table = {}
            for (held, points), ways in _with_honours(start, honours).items():
                if held <= length:
                    more = ways * comb(len(cards) - len(honours), length - held)
                    filled[length, points] = filled.get((length, points), 0) + more
            table = _joined(table, filled)
        return table


def _value(card: Card) -> int:
    return HONOUR_POINTS.get(card.rank, 0)


def _with_honours(table: Table, values: Iterable[int]) -> Table:
    for value in values:
        table = _joined(table, {(0, 0): 1, (1, value): 1})
    return table


def _without_honour(table: Table, value: int) -> Table:
    """Undoes for one honour what :func:`_with_honours` did."""
    without: Table = {}
    for (cards, points), ways in sorted(table.items()):
        left = ways - without.get((cards - 1, points - value), 0)
        if left:
            without[cards, points] = left
    return without


def _joined(one: Table, other: Table) -> Table:
    joined: Table = {}
    for (cards, points), ways in one.items():
        for (more, extra), times in other.items():
            key = cards + more, points + extra
            joined[key] = joined.get(key, 0) + ways * times
    return joined
