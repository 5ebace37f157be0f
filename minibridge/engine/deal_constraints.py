"""What a deal shall be like: points, lengths, fits, and who declares by the points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from .announcement import choose_declarer, choose_of_three, declaring_side
from .boards import Board
from .cards import SUITS, Suit
from .deals import Deal
from .hands import MOST_POINTS, PACK_POINTS, hcp, suit_lengths
from .menu import GAME_POINTS
from .rules import RuleSet
from .seats import SEATS, Seat, Side

Bounds = tuple[int, int]
"""The least and the most that something may be."""

ANY_POINTS: Final[Bounds] = (0, MOST_POINTS)
ANY_LENGTH: Final[Bounds] = (0, 13)
BALANCED_SHAPES: Final = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
ZONES: Final = ("game", "partscore")


class ImpossibleDeal(ValueError):
    """No deal is like this, or none was found.

    ``code`` says why, ``params`` whose hand, side or suit it is about, in stored letters:
    ``bounds`` (a least above its most), ``points_over``, ``points_under`` (40 in all), ``side_points``
    (``side``), ``cards_over``, ``cards_under`` (``seat``), ``suit_over``, ``suit_under`` (``suit``),
    ``balanced`` (``seat``), ``fit`` (``side``), ``declarer`` (``seat``), ``zone``, ``rare``.
    """

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Fit:
    """The longest suit of a side, or *suit* alone, has so many cards in both hands together."""

    side: Side
    least: int
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class DealConstraints:
    """All that is asked of a deal; what is not named may be anything.

    ``declarer`` and ``declaring`` are the seat and the side that declare by the points under ``rules``, where
    20-20 counts as nobody. ``zone`` is ``game`` if the declaring side shall have 25 points or more,
    ``partscore`` for fewer.
    """

    points: Mapping[Seat, Bounds] = field(default_factory=dict)
    side_points: Mapping[Side, Bounds] = field(default_factory=dict)
    lengths: Mapping[tuple[Seat, Suit], Bounds] = field(default_factory=dict)
    balanced: frozenset[Seat] = frozenset()
    fits: tuple[Fit, ...] = ()
    declarer: Seat | None = None
    declaring: Side | None = None
    zone: str = ""
    rules: RuleSet = field(default_factory=RuleSet)

    def shortfall(self, deal: Deal, dealer: Seat) -> int:
        """Tells by how many points and cards *deal* misses what is asked; 0 if it is all there."""
        return sum(self._shortfalls(deal, dealer))

    def _shortfalls(self, deal: Deal, dealer: Seat) -> Iterator[int]:
        totals = {seat: hcp(deal[seat]) for seat in SEATS}
        yield from (_outside(totals[seat], bounds) for seat, bounds in self.points.items())
        for side, bounds in self.side_points.items():
            yield _outside(sum(totals[seat] for seat in side.seats), bounds)
        if self.lengths or self.balanced or self.fits:
            yield from self._shape_shortfalls(deal)
        if self.declarer or self.declaring or self.zone:
            yield from self._declarer_shortfalls(totals, dealer)

    def _shape_shortfalls(self, deal: Deal) -> Iterator[int]:
        lengths = {seat: suit_lengths(deal[seat]) for seat in SEATS}
        yield from (_outside(lengths[seat][suit], bounds) for (seat, suit), bounds in self.lengths.items())
        for seat in self.balanced:
            shape = sorted(lengths[seat].values(), reverse=True)
            yield min(sum(map(abs, map(int.__sub__, shape, wanted))) for wanted in BALANCED_SHAPES)
        for fit in self.fits:
            one, other = fit.side.seats
            both = [lengths[one][suit] + lengths[other][suit] for suit in ([fit.suit] if fit.suit else SUITS)]
            yield max(0, fit.least - max(both))

    def _declarer_shortfalls(self, totals: Mapping[Seat, int], dealer: Seat) -> Iterator[int]:
        side, declarer = side_and_declarer(totals, dealer, self.rules)
        wanted = self.declarer.side if self.declarer else self.declaring
        if side is None or wanted not in (None, side):
            yield 1 + abs(totals[Seat.N] + totals[Seat.S] - totals[Seat.E] - totals[Seat.W]) // 2
        elif self.declarer not in (None, declarer):
            yield 1 + abs(totals[self.declarer] - totals[self.declarer.partner])
        if side is not None and self.zone:
            total = sum(totals[seat] for seat in side.seats)
            yield _outside(total, self._zone_bounds)

    @property
    def _zone_bounds(self) -> Bounds:
        return (GAME_POINTS, PACK_POINTS) if self.zone == "game" else (0, GAME_POINTS - 1)

    def check(self) -> None:
        """Looks for what contradicts itself.

        :raises ImpossibleDeal: saying what. What it does not find, no deal will be found for.
        """
        for least, most in (*self.points.values(), *self.side_points.values(), *self.lengths.values()):
            if least > most:
                raise ImpossibleDeal("bounds")
        self._check_points()
        self._check_lengths()
        self._check_fits()

    def _check_points(self) -> None:
        hands = {seat: self.points.get(seat, ANY_POINTS) for seat in SEATS}
        if sum(least for least, _most in hands.values()) > PACK_POINTS:
            raise ImpossibleDeal("points_over")
        if sum(most for _least, most in hands.values()) < PACK_POINTS:
            raise ImpossibleDeal("points_under")
        if self.declarer and hands[self.declarer][1] < hands[self.declarer.partner][0]:
            raise ImpossibleDeal("declarer", seat=self.declarer.value)
        sides = {side: self._side_bounds(side, hands) for side in Side}
        for side in Side:
            other = sides[side.other]
            least, most = _both(sides[side], (PACK_POINTS - other[1], PACK_POINTS - other[0]))
            if least > most:
                raise ImpossibleDeal("side_points", side=side.value)

    def _side_bounds(self, side: Side, hands: Mapping[Seat, Bounds]) -> Bounds:
        one, other = (hands[seat] for seat in side.seats)
        bounds = _both((one[0] + other[0], one[1] + other[1]), self.side_points.get(side, (0, PACK_POINTS)))
        declaring = self.declarer.side if self.declarer else self.declaring
        if declaring is side and self.rules.players != "three_fourth_dummy":
            bounds = _both(bounds, (PACK_POINTS // 2 + 1, PACK_POINTS))
            bounds = _both(bounds, self._zone_bounds) if self.zone else bounds
        if bounds[0] > bounds[1]:
            raise ImpossibleDeal("zone" if self.zone else "side_points", side=side.value)
        return bounds

    def _check_lengths(self) -> None:
        lengths = {key: self.lengths.get(key, ANY_LENGTH) for key in product(SEATS, SUITS)}
        for seat in SEATS:
            _check_thirteen([lengths[seat, suit] for suit in SUITS], "cards", seat=seat.value)
        for suit in SUITS:
            _check_thirteen([lengths[seat, suit] for seat in SEATS], "suit", suit=suit.value)
        for seat in self.balanced:
            least = sorted((lengths[seat, suit][0] for suit in SUITS), reverse=True)
            most = sorted((lengths[seat, suit][1] for suit in SUITS), reverse=True)
            if not any(
                all(low <= cards <= high for low, cards, high in zip(least, shape, most, strict=True))
                for shape in BALANCED_SHAPES
            ):
                raise ImpossibleDeal("balanced", seat=seat.value)

    def _check_fits(self) -> None:
        for fit in self.fits:
            possible = [
                min(13, sum(self.lengths.get((seat, suit), ANY_LENGTH)[1] for seat in fit.side.seats))
                for suit in ([fit.suit] if fit.suit else SUITS)
            ]
            if fit.least > max(possible):
                raise ImpossibleDeal("fit", side=fit.side.value)


def side_and_declarer(
    totals: Mapping[Seat, int], dealer: Seat, rules: RuleSet
) -> tuple[Side | None, Seat | None]:
    """Gives who declares by the points alone; None where 20-20, an auction, or an agreement decides."""
    if rules.bidding == "auction":
        return None, None
    level = totals[Seat.N] + totals[Seat.S] == totals[Seat.E] + totals[Seat.W]
    if rules.players == "three_fourth_dummy":
        if rules.tie == "first_correct":
            return None, None
        declarer, _why = choose_of_three(totals, dealer, rules)
        return declarer.side, declarer
    side = None if level else declaring_side(totals, dealer, rules)
    if side is None:
        return None, None
    one, other = side.seats
    if totals[one] == totals[other] and rules.tie == "first_correct":
        return side, None
    return side, choose_declarer(side, totals, dealer, rules)[0]


def declarer_of(board: Board, rules: RuleSet) -> Seat | None:
    """Gives who declares this board by the points; None where they do not decide it."""
    totals = {seat: hcp(board.deal[seat]) for seat in SEATS}
    return side_and_declarer(totals, board.dealer, rules)[1]


def _outside(value: int, bounds: Bounds) -> int:
    least, most = bounds
    return max(least - value, value - most, 0)


def _both(one: Bounds, other: Bounds) -> Bounds:
    return max(one[0], other[0]), min(one[1], other[1])


def _check_thirteen(bounds: list[Bounds], what: str, **params: str) -> None:
    if sum(least for least, _most in bounds) > 13:
        raise ImpossibleDeal(f"{what}_over", **params)
    if sum(most for _least, most in bounds) < 13:
        raise ImpossibleDeal(f"{what}_under", **params)
