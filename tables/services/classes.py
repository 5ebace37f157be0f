"""Classes and their teachers: opened, changed, shared, handed over."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.classes import LONGEST_DAYS, class_open, may_open_classes
from accounts.codes import new_key
from accounts.models import Classroom, ClassTeacher, User

from .. import push
from ..models import Lesson, Table
from ..refusals import Refusal
from .change import class_lock, lessons_lock, table_repaint, tables_lock

MOST_CLASSES = 30
"""That one person may teach."""
MOST_TEACHERS = 12
INVITED = timedelta(days=7)


def class_new(*, user: User, name: str, expires: date, junior: bool) -> Classroom:
    """A class of this person's own.

    Raises Refusal: 403 he may open none, 409 he has too many, 422 it would not end, or has ended.
    """
    if not may_open_classes(user):
        raise Refusal(_("Only adults with an account may open a class."), status=403)
    _must_be_in_time(expires)
    if user.classes_taught.count() >= MOST_CLASSES:
        raise Refusal(_("You have many classes already: please delete one first."), status=409)
    return class_open(teacher=user, name=name, expires=expires, junior=junior)


def class_set(*, classroom: Classroom, name: str, expires: date, junior: bool, joining: bool) -> None:
    """Change a class. Raises Refusal (422): it would not end, or has ended."""
    _must_be_in_time(expires)
    Classroom.objects.filter(id=classroom.id).update(
        name=name, expires=expires, junior=junior, joining=joining
    )
    _lessons_redraw(classroom.id)


def _must_be_in_time(expires: date) -> None:
    today = timezone.localdate()
    if not today <= expires <= today + timedelta(days=LONGEST_DAYS):
        raise Refusal(_("Please choose a day within the next 400 days."), status=422)


# --- those who teach it ----------------------------------------------------------------------------


def invitation_make(*, classroom: Classroom) -> None:
    """A new link for other teachers; the one before leads nowhere any more."""
    Classroom.objects.filter(id=classroom.id).update(
        invitation=new_key(), invited_until=timezone.now() + INVITED
    )


def invitation_take_back(*, classroom: Classroom) -> None:
    Classroom.objects.filter(id=classroom.id).update(invitation=None, invited_until=None)


def class_of_invitation(key: str) -> Classroom:
    """The class to which an invitation leads. Raises Refusal (404): it leads nowhere, or not any more."""
    found = Classroom.objects.filter(
        invitation=key, invited_until__gt=timezone.now(), expires__gte=timezone.localdate()
    ).first()
    if found is None:
        raise Refusal(_("This invitation leads nowhere any more. Please ask for a new one."), status=404)
    return found


def invitation_accept(*, key: str, user: User) -> Classroom:
    """Teach a class with others. Who does already, stays as he is.

    Raises Refusal: 403 no adult account, 404 no such invitation, 409 there are many teachers already.
    """
    if not user.is_adult_account:
        raise Refusal(_("Only adults with an account may teach a class."), status=403)
    with transaction.atomic():
        classroom = class_of_invitation(key)
        class_lock(classroom.id)
        if ClassTeacher.objects.filter(classroom=classroom, user=user).exists():
            return classroom
        if classroom.teachers.count() >= MOST_TEACHERS or user.classes_taught.count() >= MOST_CLASSES:
            raise Refusal(_("This class has many teachers already, or you have many classes."), status=409)
        ClassTeacher.objects.create(classroom=classroom, user=user)
        _teachers_changed(classroom.id)
    return classroom


def teacher_remove(*, classroom: Classroom, user_id: int) -> None:
    """Somebody no longer teaches the class, and at once can see nothing of it any more.

    Raises Refusal: 404 he does not teach it, 409 he owns it.
    """
    with transaction.atomic():
        class_lock(classroom.id)
        row = ClassTeacher.objects.filter(classroom=classroom, user_id=user_id).first()
        if row is None:
            raise Refusal(_("This person does not teach the class."), status=404)
        if row.is_owner:
            raise Refusal(_("Hand the class over first, or delete it."), status=409)
        row.delete()
        _lessons_pass(classroom.id, user_id)
        _teachers_changed(classroom.id)


def owner_change(*, classroom: Classroom, user_id: int) -> None:
    """Hand the class over to another of its teachers. Raises Refusal (404): he does not teach it."""
    with transaction.atomic():
        class_lock(classroom.id)
        rows = ClassTeacher.objects.filter(classroom=classroom)
        if not rows.filter(user_id=user_id).exists():
            raise Refusal(_("This person does not teach the class."), status=404)
        rows.filter(is_owner=True).update(is_owner=False)
        rows.filter(user_id=user_id).update(is_owner=True)
        _teachers_changed(classroom.id)


def _lessons_pass(classroom_id: int, user_id: int) -> None:
    """Lessons and tables that a former teacher began are the owner's: their host is who may do everything."""
    owner = ClassTeacher.objects.filter(classroom_id=classroom_id, is_owner=True).values_list(
        "user", flat=True
    )
    lessons = Lesson.objects.filter(classroom_id=classroom_id)
    tables = Table.objects.filter(lesson_table__lesson__in=lessons, host_id=user_id)
    lessons_lock(lessons)
    tables_lock(tables)
    lessons.filter(teacher_id=user_id).update(teacher_id=owner.first())
    tables.update(host_id=owner.first())


def _teachers_changed(classroom_id: int) -> None:
    """The tables keep in mind who teaches: they are read anew, and shut out who does not any more."""
    tables = Table.objects.filter(lesson_table__lesson__classroom_id=classroom_id, closed=False)
    for table_id in tables.order_by("id").values_list("id", flat=True):
        table_repaint(table_id)
    _lessons_redraw(classroom_id)


def _lessons_redraw(classroom_id: int) -> None:
    lessons = Lesson.objects.filter(classroom_id=classroom_id, ended__isnull=True)
    for lesson_id in lessons.values_list("id", flat=True):
        push.lesson_changed(lesson_id)
