"""The seating of a lesson as its teacher sees it: every table with its chairs, and who has gone."""

from __future__ import annotations

from dataclasses import dataclass, field

from accounts.names import folded
from minibridge.engine import SEATS, Seat

from .models import BoardRecord, Lesson, LessonPupil, LessonTable, Seating


@dataclass(frozen=True)
class ChairLine:
    """A chair: of a pupil, for whom a bot may play just now, of a bot, or (of three players) of nobody."""

    seat: Seat
    user_id: int | None = None
    name: str = ""
    is_bot: bool = False
    is_empty: bool = False
    bot_plays: bool = False


@dataclass(frozen=True)
class TableLine:
    number: int
    code: str
    chairs: tuple[ChairLine, ...]
    waiting: tuple[LessonPupil, ...]
    """Who has a place at this table and no chair: a fifth."""
    is_in_deal: bool


@dataclass(frozen=True)
class SeatingPage:
    lesson: Lesson
    tables: tuple[TableLine, ...]
    here: tuple[LessonPupil, ...]
    gone: tuple[LessonPupil, ...]
    homeless: tuple[LessonPupil, ...] = field(default_factory=tuple)
    """In the lesson, and at no table."""
    seats_seen: int = 0
    """As ``lesson_stand.seats_stand``."""


def seating_page(lesson: Lesson) -> SeatingPage:
    """Four queries, however many tables."""
    rows = list(lesson.lesson_tables.filter(table__closed=False).select_related("table"))
    chairs: dict[int, dict[Seat, Seating]] = {}
    newest = 0
    for seating in Seating.objects.filter(table__lesson_table__lesson=lesson):
        chairs.setdefault(seating.table_id, {})[Seat(seating.seat)] = seating
        newest = max(newest, seating.id)
    pupils = list(lesson.pupils.select_related("user").order_by("id"))
    pupils.sort(key=lambda pupil: folded(pupil.user.name))
    in_deal = set(
        BoardRecord.objects.filter(match__table__lesson_table__lesson=lesson, finished=None).values_list(
            "match__table_id", flat=True
        )
    )
    return SeatingPage(
        lesson=lesson,
        tables=tuple(
            _table(row, chairs.get(row.table_id, {}), pupils, row.table_id in in_deal) for row in rows
        ),
        here=tuple(pupil for pupil in pupils if pupil.left is None),
        gone=tuple(pupil for pupil in pupils if pupil.left is not None),
        homeless=tuple(pupil for pupil in pupils if pupil.left is None and pupil.table_id is None),
        seats_seen=newest,
    )


def _table(
    row: LessonTable, chairs: dict[Seat, Seating], pupils: list[LessonPupil], is_in_deal: bool
) -> TableLine:
    seated = {seating.user_id for seating in chairs.values()}
    return TableLine(
        number=row.number,
        code=row.table.code,
        chairs=tuple(_chair(seat, chairs.get(seat)) for seat in SEATS),
        waiting=tuple(
            pupil
            for pupil in pupils
            if pupil.table_id == row.id and pupil.user_id not in seated and pupil.left is None
        ),
        is_in_deal=is_in_deal,
    )


def _chair(seat: Seat, seating: Seating | None) -> ChairLine:
    if seating is None:
        return ChairLine(seat, is_empty=True)
    if seating.user_id is None:
        return ChairLine(seat, is_bot=True)
    return ChairLine(seat, seating.user_id, seating.name, bot_plays=bool(seating.bot))
