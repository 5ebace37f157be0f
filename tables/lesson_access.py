"""Who may do what in a lesson: the one place that is asked."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.classes import teaches
from accounts.models import Classroom, User

from .address_values import TOO_LARGE
from .models import Lesson, LessonPupil
from .refusals import Refusal


def lesson_taught(lesson_id: int, user: User | AnonymousUser) -> Lesson:
    """The lesson, for a teacher of its class. Raises Refusal (404) for everybody else."""
    lesson = Lesson.objects.select_related("classroom").filter(id=_known(lesson_id)).first()
    if lesson is None or not teaches(user, lesson.classroom_id):
        raise Refusal(_("There is no such lesson."), status=404)
    return lesson


def lesson_place(lesson_id: int, user: User | AnonymousUser) -> LessonPupil:
    """The place of a pupil in an open lesson. Raises Refusal (404) for everybody else."""
    place = _places(user).filter(lesson_id=_known(lesson_id)).first() if user.is_authenticated else None
    if place is None:
        raise Refusal(_("There is no such lesson."), status=404)
    return place


def lesson_now(user: User | AnonymousUser) -> LessonPupil | None:
    """The place of a pupil in the lesson that his class has now, if it has one."""
    return _places(user).first() if user.is_authenticated else None


def lesson_missed(user: User | AnonymousUser) -> int | None:
    """The lesson that a pupil's class has now without him."""
    if not user.is_authenticated:
        return None
    open_lessons = Lesson.objects.filter(classroom__pupils__user_id=user.pk, ended__isnull=True)
    missed = open_lessons.exclude(pupils__user_id=user.pk)
    return missed.values_list("id", flat=True).first()


def class_taught(class_id: int, user: User | AnonymousUser) -> Classroom:
    """The class, for one of its teachers. Raises Refusal (404) for everybody else."""
    classroom = Classroom.objects.filter(id=_known(class_id)).first()
    if classroom is None or not teaches(user, class_id):
        raise Refusal(_("There is no such class."), status=404)
    return classroom


def _known(number: int) -> int:
    """A number from an address; 0, which no row has, instead of one that is too large for the database."""
    return number if number < TOO_LARGE else 0


def _places(user: User):
    rows = LessonPupil.objects.filter(user=user, lesson__ended__isnull=True)
    return rows.select_related("lesson__classroom", "table__table")
