"""Results in a lesson: kept back until every table has ended the deal, or the teacher lets them be seen.

Tables are locked one at a time, in transactions of their own after the one that led here: whatever several
processes do at once, each result is stored once, and the sweep repairs what one of them did not get to.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from minibridge.engine import BoardState, Phase

from .. import push
from ..lesson_steps import reaches
from ..models import BoardRecord, Lesson, LessonPupil, LessonStep, Table
from ..scene import Scene
from ..scene_reading import fold, record_log
from .change import table_lock
from .records import record_finish

SWEEP_SECONDS = 10.0


def record_end(*, scene: Scene, state: BoardState) -> None:
    """The log of the scene's record has come to its end: its result is stored or, in a lesson, withheld.

    Should be called with the table's row locked.
    """
    assert scene.record is not None
    record_id = scene.record.id
    number = _lesson_deal(record_id) if scene.lesson is not None else None
    if scene.lesson is None or number is None:
        record_finish(record_id=record_id, state=state)
        return
    lesson_id = scene.lesson.lesson_id
    lesson = Lesson.objects.get(id=lesson_id)
    if _is_for_all(lesson, number, scene.step, but=record_id):
        record_finish(record_id=record_id, state=state)
    else:
        BoardRecord.objects.filter(id=record_id).update(withheld=True)
    # Asked again after the commit: the last two tables may have ended at the same moment.
    transaction.on_commit(lambda: results_open(lesson_id, number), robust=True)


def _lesson_deal(record_id: int) -> int | None:
    return BoardRecord.objects.values_list("lesson_deal", flat=True).get(id=record_id)


def _is_for_all(lesson: Lesson, number: int, step: str, *, but: int | None = None) -> bool:
    """Whether the result of a table at this step may be seen; ``but`` is a record that has just ended."""
    if _is_released(lesson, number):
        return True
    return reaches(step, LessonStep.SCORE) and deal_is_done(lesson, number, but=but)


def _is_released(lesson: Lesson, number: int) -> bool:
    return lesson.ended is not None or number <= lesson.released


def deal_is_done(lesson: Lesson, number: int, *, but: int | None = None) -> bool:
    """Whether all tables have played this deal of the lesson to its end, results withheld or not.

    Where each table goes on by itself, those that have not come to the deal yet are waited for too.
    """
    in_play = BoardRecord.objects.filter(
        match__table__lesson_table__lesson=lesson,
        match__table__closed=False,
        lesson_deal=number,
        finished=None,
        withheld=False,
    )
    if in_play.exclude(id=but).exists():
        return False
    somebody_there = LessonPupil.objects.filter(lesson=lesson, left__isnull=True, table__isnull=False)
    tables = Table.objects.filter(closed=False, lesson_table__in=somebody_there.values("table"))
    return (
        lesson.pace != Lesson.Pace.FREE or not tables.exclude(matches__records__lesson_deal=number).exists()
    )


def results_open(lesson_id: int, number: int) -> int:
    """Let the withheld results of a deal be seen, as far as nothing keeps them back; says how many were.

    Calling it too often does no harm.
    """
    lesson = Lesson.objects.filter(id=lesson_id).first()
    if lesson is None or not (_is_released(lesson, number) or deal_is_done(lesson, number)):
        return 0
    waiting = BoardRecord.objects.filter(
        match__table__lesson_table__lesson=lesson, lesson_deal=number, withheld=True
    )
    rows = waiting.order_by("match__table_id", "id").values_list(
        "match__table_id", "id", "match__table__step"
    )
    opened = sum(
        _result_open(table_id, record_id)
        for table_id, record_id, step in list(rows)
        if _is_released(lesson, number) or reaches(step, LessonStep.SCORE)
    )
    if opened:
        push.lesson_changed(lesson_id)
    return opened


def _result_open(table_id: int, record_id: int) -> bool:
    with transaction.atomic():
        table = table_lock(table_id)
        if not _withheld_finish(record_id):
            return False
        table.version += 1
        table.setting_version = table.version
        table.active = timezone.now()
        table.save(update_fields=["version", "setting_version", "active"])
        push.table_changed(table.id, table.version)
    return True


def _withheld_finish(record_id: int) -> bool:
    """Store the result of a withheld record; not if it was taken back into play meanwhile."""
    record = BoardRecord.objects.filter(id=record_id, withheld=True).select_related("board").first()
    if record is None:
        return False
    state = fold(record.start(), record_log(record.id)[0])
    if state.phase is not Phase.FINISHED:
        return False
    record_finish(record_id=record.id, state=state)
    return True


def table_results_open(table_id: int) -> None:
    """Store all that is withheld at a table that closes. Should be called with its row locked."""
    withheld = BoardRecord.objects.filter(match__table_id=table_id, withheld=True).order_by("id")
    for record_id in list(withheld.values_list("id", flat=True)):
        _withheld_finish(record_id)


def lesson_results_open(lesson_id: int) -> int:
    """All deals of a lesson, as far as nothing keeps their results back."""
    withheld = BoardRecord.objects.filter(match__table__lesson_table__lesson=lesson_id, withheld=True)
    numbers = withheld.order_by("lesson_deal").values_list("lesson_deal", flat=True).distinct()
    return sum(results_open(lesson_id, number) for number in list(numbers))


def sweep() -> int:
    """Find the results that wait although nothing keeps them back any more."""
    withheld = BoardRecord.objects.filter(withheld=True, match__table__lesson_table__isnull=False)
    lessons = withheld.values_list("match__table__lesson_table__lesson", flat=True).distinct()
    return sum(lesson_results_open(lesson_id) for lesson_id in list(lessons))
