"""One table on every screen: which one, if it may be shown, and to whom.

All tables of a lesson play the same cards. A table is shown to pupils who do not play there only when every
other table has finished the deal that lies on it; as soon as that is no longer so, nothing is shown.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .lesson_access import lesson_place
from .models import BoardRecord, Lesson, LessonPupil, LessonTable
from .refusals import Refusal


def screen_open(lesson: Lesson) -> int | None:
    """The number of the table that is on every screen now: no query where none was chosen, else two."""
    if lesson.screen_id is None or lesson.ended is not None:
        return None
    row = LessonTable.objects.filter(id=lesson.screen_id, lesson=lesson).first()
    return row.number if row is not None and may_be_shown(row) else None


def may_be_shown(row: LessonTable) -> bool:
    """Whether every other table has finished the deal that lies on this one, its result withheld or not; not
    where nothing lies there.
    """
    others = LessonTable.objects.filter(lesson_id=row.lesson_id).exclude(id=row.id)
    shown = BoardRecord.objects.filter(match__table_id=row.table_id).order_by("match__number", "position")
    newest = shown.values("lesson_deal").last()
    if newest is None or newest["lesson_deal"] is None:
        return False
    played = BoardRecord.objects.filter(
        match__table__lesson_table__lesson_id=row.lesson_id, lesson_deal=newest["lesson_deal"]
    )
    states = list(played.values_list("match__table_id", "finished", "withheld"))
    is_over = {table_id for table_id, finished, withheld in states if finished is not None or withheld}
    is_open = {table_id for table_id, finished, withheld in states if finished is None and not withheld}
    return all(
        table_id in is_over and table_id not in is_open
        for table_id in others.values_list("table_id", flat=True)
    )


def is_shown_to(place: LessonPupil) -> bool:
    """Whether this pupil is to look at the table on every screen: he does not play there himself."""
    lesson = place.lesson
    if lesson.screen_id is None or place.table_id == lesson.screen_id:
        return False
    return screen_open(lesson) is not None


def screen_table(lesson_id: int | None, user: User | AnonymousUser) -> LessonTable:
    """The table that this pupil is shown. Raises Refusal (404) where he is shown none."""
    place = lesson_place(lesson_id, user) if lesson_id is not None else None
    if place is None or not is_shown_to(place):
        raise Refusal(_("No table is shown just now."), status=404)
    return LessonTable.objects.select_related("table").get(id=place.lesson.screen_id)
