"""Whoever changes a class at its tables waits for the others, and never they for him as well.

On PostgreSQL two who wait for each other are told so; where one writer at a time is let in, they only wait.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep

import pytest
from django.db import connections, transaction

from accounts.models import ClassTeacher
from tables.models import Lesson, LessonPupil, Seating, Table
from tables.services.change import table_change, table_lock
from tables.services.class_deletion import classes_hand_on
from tables.services.classes import owner_change, teacher_remove
from tables.services.deletion import account_delete
from tables.services.lesson_seats import pupil_leaves
from tables.services.lessons import lesson_change, lesson_deal, lesson_lock, tables_attended
from tables.services.pupils import pupil_rename

from .cast import account
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db(transaction=True)

HEAD_START = 0.5


@pytest.fixture
def room() -> LessonRoom:
    room = LessonRoom(8)
    room.deal()
    return room


def at_once(pool: ThreadPoolExecutor, do: Callable[[], object]) -> Future[None]:
    """Begin it in another connection, and let it come as far as it does without us."""

    def done() -> None:
        try:
            do()
        finally:
            connections.close_all()

    future = pool.submit(done)
    sleep(HEAD_START)
    return future


def test_a_pupil_is_renamed_while_his_table_changes(room: LessonRoom) -> None:
    pupil, table = room.pupils[0].pupil, room.table()
    with ThreadPoolExecutor(1) as pool:
        with table_change(table.id):
            renamed = at_once(pool, lambda: pupil_rename(pupil=pupil, name="Renée"))
            Seating.objects.filter(table=table).update(ready=True)
        renamed.result()
    assert Seating.objects.get(table=table, user=pupil.user).name == "Renée"


def test_a_pupil_comes_back_while_his_teacher_lets_him_go(room: LessonRoom) -> None:
    pupil, table = room.pupils[0], room.table()
    with ThreadPoolExecutor(1) as pool:
        with table_change(table.id):
            gone = at_once(pool, lambda: pupil_leaves(lesson_id=room.lesson.id, user_id=pupil.pk))
            LessonPupil.objects.filter(table__table=table, user=pupil).update(left=None)
        gone.result()
    assert LessonPupil.objects.get(user=pupil).left is not None


def fellow_of(room: LessonRoom) -> ClassTeacher:
    return ClassTeacher.objects.create(classroom=room.classroom, user=account("Carl", is_adult=True))


def test_a_teacher_deletes_his_account_while_his_lesson_changes(room: LessonRoom) -> None:
    fellow_of(room)

    def go() -> None:
        classes_hand_on(room.teacher)
        account_delete(room.teacher)

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lesson_lock(room.lesson.id)
            gone = at_once(pool, go)
            table_lock(room.table().id)
        gone.result()
    assert Lesson.objects.get().teacher_id is None and not Table.objects.get(id=room.table().id).closed


def test_a_teacher_is_sent_away_while_his_lesson_changes(room: LessonRoom) -> None:
    fellow = fellow_of(room)
    owner_change(classroom=room.classroom, user_id=fellow.user_id)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lesson_lock(room.lesson.id)
            gone = at_once(pool, lambda: teacher_remove(classroom=room.classroom, user_id=room.teacher.pk))
            table_lock(room.table(2).id)
            table_lock(room.table(1).id)
        gone.result()
    assert Table.objects.get(id=room.table().id).host_id == fellow.user_id


def test_a_pupil_is_renamed_while_the_next_deal_is_dealt(room: LessonRoom) -> None:
    """Who writes a lesson twice in one transaction is asked at its end whether the class is still there."""
    pupil = room.pupils[0].pupil
    with ThreadPoolExecutor(1) as pool:
        with lesson_change(room.lesson.id) as lesson:
            lesson.save()
            renamed = at_once(pool, lambda: pupil_rename(pupil=pupil, name="Renée"))
        renamed.result()
    pupil.user.refresh_from_db()
    assert pupil.user.name == "Renée"


def test_a_closed_table_keeps_no_other_from_its_next_deal(room: LessonRoom) -> None:
    Table.objects.filter(id=room.table(1).id).update(closed=True)
    assert [row.number for row in tables_attended(room.lesson)] == [2]
    Table.objects.filter(id=room.table(2).id).update(closed=True)
    assert lesson_deal(lesson_id=room.lesson.id) == 2
