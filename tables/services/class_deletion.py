"""The end of a class: nothing of it stays.

What others than its pupils could still want to read went with each lesson; so, unlike an account, a class
leaves no anonymous chairs behind.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import Classroom, ClassTeacher, User

from .. import push
from ..models import Board, Lesson, Match, PreparedBoard, Table
from .change import class_lock
from .closing import table_close
from .deletion import account_delete
from .imports import match_drop
from .sessions import admin_log_forget, sessions_end


def class_delete(class_id: int) -> None:
    """Delete a class with its lessons, tables, deals, pupils and their sessions; its teachers stay.

    It goes in small steps, so that nobody has to wait for it; after a failure in the middle it is still
    there, shut to pupils, and may be deleted again.
    """
    Classroom.objects.filter(id=class_id).update(joining=False, invitation=None, invited_until=None)
    for lesson in Lesson.objects.filter(classroom_id=class_id).order_by("id"):
        _lesson_erase(lesson)
    pupils = list(User.objects.filter(pupil__classroom_id=class_id).order_by("pk"))
    ids = [pupil.pk for pupil in pupils]
    sessions_end(ids)
    admin_log_forget(ids)
    for pupil in pupils:
        account_delete(pupil)
    Classroom.objects.filter(id=class_id).delete()


def _lesson_erase(lesson: Lesson) -> None:
    with transaction.atomic():
        Lesson.objects.filter(id=lesson.id, ended__isnull=True).update(ended=timezone.now())
        push.lesson_changed(lesson.id)
    for table_id in list(lesson.lesson_tables.order_by("id").values_list("table_id", flat=True)):
        _table_erase(table_id)
    Lesson.objects.filter(id=lesson.id).delete()


def _table_erase(table_id: int) -> None:
    table_close(table_id)
    for match in Match.objects.filter(table_id=table_id).order_by("id"):
        match_drop(match)
    with transaction.atomic():
        boards = list(PreparedBoard.objects.filter(table_id=table_id).values_list("board_id", flat=True))
        Table.objects.filter(id=table_id).delete()
        Board.objects.filter(id__in=boards, records__isnull=True, preparedboard__isnull=True).delete()


def classes_hand_on(user: User) -> None:
    """Before a teacher goes: what he owns passes to the next teacher of the class; if there is none, the
    class is deleted.
    """
    for class_id in list(user.classes_taught.filter(is_owner=True).values_list("classroom_id", flat=True)):
        if not _owner_follow(class_id, leaving=user.pk):
            class_delete(class_id)


def _owner_follow(class_id: int, leaving: int | None = None) -> bool:
    """Make the longest-serving of the other teachers the owner; says whether there is one."""
    with transaction.atomic():
        class_lock(class_id)
        rows = ClassTeacher.objects.filter(classroom_id=class_id)
        heir = rows.exclude(user_id=leaving).order_by("id").first()
        if heir is None:
            return False
        rows.filter(is_owner=True).update(is_owner=False)
        rows.filter(id=heir.id).update(is_owner=True)
    return True


def classes_purge() -> int:
    """Delete the classes whose time is over, and those that nobody teaches any more; returns how many.

    A class whose owner was deleted by the site's administrator is the next teacher's.
    """
    for class_id in Classroom.objects.exclude(teachers__is_owner=True).values_list("id", flat=True):
        _owner_follow(class_id)
    over = Classroom.objects.filter(expires__lt=timezone.localdate())
    alone = Classroom.objects.filter(teachers__isnull=True)
    ids = list((over | alone).distinct().order_by("id").values_list("id", flat=True))
    for class_id in ids:
        class_delete(class_id)
    return len(ids)
