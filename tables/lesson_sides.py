"""The same deal of a lesson played twice at each table, its results side by side."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from minibridge.engine import Seat

from .models import BoardRecord, Lesson
from .parting import Parting
from .replays import replay_of


@dataclass(frozen=True)
class TableSides:
    """What one table made of a deal: as it was dealt, and each time that it was laid again."""

    number: int
    first: BoardRecord
    again: tuple[BoardRecord, ...]

    @property
    def records(self) -> tuple[BoardRecord, ...]:
        return (self.first, *self.again)

    @property
    def lines(self) -> list[SideLine]:
        return [SideLine(record) for record in self.records]

    @cached_property
    def parting(self) -> Parting | None:
        """The first play beside the last; should be asked for while the reader's language is active."""
        return Parting(replay_of(self.first), replay_of(self.again[-1])) if self.again else None


@dataclass(frozen=True)
class SideLine:
    """One result, as a line of the page."""

    record: BoardRecord

    @property
    def declarer(self) -> Seat | None:
        return Seat(self.record.declarer) if self.record.declarer else None

    @property
    def menu(self) -> str:
        return self.record.rule_set.menu

    @property
    def is_made(self) -> bool:
        contract, tricks = self.record.contract, self.record.tricks
        return contract is not None and tricks is not None and tricks >= contract.tricks_needed


def sides_of(lesson: Lesson, number: int) -> list[TableSides]:
    """The finished plays of this deal, by table; a table that has not finished it is left out."""
    records = (
        BoardRecord.objects.filter(
            match__table__lesson_table__lesson=lesson, lesson_deal=number, finished__isnull=False
        )
        .select_related("board", "match__table__lesson_table")
        .prefetch_related("players")
        .order_by("match__table__lesson_table__number", "id")
    )
    plays: dict[int, list[BoardRecord]] = defaultdict(list)
    for record in records:
        plays[record.match.table.lesson_table.number].append(record)
    return [TableSides(table, found[0], tuple(found[1:])) for table, found in plays.items()]
