"""What a person's deals come to, all together and over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date, timedelta

from django.db.models import Count, Q, Sum

from accounts.models import User

from .deal_filter import DealFilter
from .models import RecordPlayer

MOST_WEEKS, MOST_MONTHS = 20, 30
"""The longest times that are shown by weeks and by months; longer ones are shown by years."""

AS_DECLARER = Q(role__in=(RecordPlayer.Role.DECLARER, RecordPlayer.Role.BOTH), over__isnull=False)
MADE = Q(over__gte=0)
AT_LEAST_GAME = Q(goal__in=(RecordPlayer.Goal.GAME, RecordPlayer.Goal.SLAM))
IN_POINTS = Q(score__isnull=False) & ~Q(goal="")  # where tricks are counted, no contract is
SUMS = {
    "deals": Count("id"),
    "declared": Count("id", filter=AS_DECLARER),
    "made": Count("id", filter=AS_DECLARER & MADE),
    "games": Count("id", filter=AS_DECLARER & AT_LEAST_GAME),
    "games_made": Count("id", filter=AS_DECLARER & AT_LEAST_GAME & MADE),
    "scored": Count("id", filter=IN_POINTS),
    "points": Sum("score", filter=IN_POINTS, default=0),
    "judged": Count("tricks_lost"),
    "lost": Sum("tricks_lost", default=0),
}


@dataclass(frozen=True)
class Totals:
    """Sums over some deals: all, those he declared and made, the games among them, those with a score in
    points, and those of which is known what his choices lost.
    """

    deals: int = 0
    declared: int = 0
    made: int = 0
    games: int = 0
    games_made: int = 0
    scored: int = 0
    points: int = 0
    judged: int = 0
    lost: int = 0

    def __add__(self, other: Totals) -> Totals:
        return Totals(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def down(self) -> int:
        return self.declared - self.made

    @property
    def made_percent(self) -> int | None:
        return round(100 * self.made / self.declared) if self.declared else None

    @property
    def points_per_deal(self) -> int | None:
        return round(self.points / self.scored) if self.scored else None

    @property
    def lost_per_deal(self) -> float | None:
        return self.lost / self.judged if self.judged else None


@dataclass(frozen=True)
class Period:
    """A week, month or year, from its first day on."""

    start: date
    totals: Totals


@dataclass(frozen=True)
class DealTotals:
    """``unit`` is ``week``, ``month`` or ``year``; between the first and the last of ``periods`` none is left
    out.
    """

    totals: Totals
    unit: str
    periods: tuple[Period, ...]


def totals_of(user: User, chosen: DealFilter) -> DealTotals:
    """The sums over the deals that are asked for: one query, however many there are. Deals played once more
    do not count.
    """
    rows = chosen.apply(RecordPlayer.objects.filter(user=user, record__match__is_replay=False))
    days = {row.pop("day"): Totals(**row) for row in rows.values("day").annotate(**SUMS).order_by("day")}
    if not days:
        return DealTotals(Totals(), "week", ())
    unit = unit_for(min(days), max(days))
    periods = dict.fromkeys(starts(unit, min(days), max(days)), Totals())
    for day, totals in days.items():
        periods[start_of(unit, day)] += totals
    return DealTotals(
        sum(days.values(), Totals()), unit, tuple(Period(start, totals) for start, totals in periods.items())
    )


def unit_for(first: date, last: date) -> str:
    """Weeks where few have passed, so that a picture has not too many bars."""
    for unit, most in (("week", MOST_WEEKS), ("month", MOST_MONTHS)):
        if len(list(starts(unit, first, last))) <= most:
            return unit
    return "year"


def starts(unit: str, first: date, last: date) -> Iterable[date]:
    """The first day of each period from that of ``first`` to that of ``last``."""
    start = start_of(unit, first)
    while start <= last:
        yield start
        start = start_of(unit, start + timedelta(days={"week": 7, "month": 31, "year": 366}[unit]))


def start_of(unit: str, day: date) -> date:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1)
