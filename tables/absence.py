"""At the tables of a lesson nobody decides about the absent: after a while bots play for them."""

from __future__ import annotations

from .models import LessonTable
from .presence import absent_seats
from .refusals import Refusal
from .scene_reading import scene_now
from .services.lesson_seats import absent_stand_in

SWEEP_SECONDS = 5.0


def absent_replaced() -> int:
    """Look at the tables of all lessons that are on; says at how many a bot has begun to play.

    Safe in several processes at once: each table is looked at again once it is locked.
    """
    replaced = 0
    rows = LessonTable.objects.filter(lesson__ended=None, table__closed=False)
    for lesson_id, table_id in rows.values_list("lesson_id", "table_id"):
        scene = scene_now(table_id)
        if scene is None or not absent_seats(scene):
            continue
        try:
            absent_stand_in(lesson_id=lesson_id, table_id=table_id)
        except Refusal:  # the lesson has ended meanwhile
            continue
        replaced += 1
    return replaced
