"""Who may do what with a class: the one place that is asked."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, ClassTeacher, Pupil, User
from accounts.names import folded

from .address_values import TOO_LARGE
from .refusals import Refusal


@dataclass(frozen=True)
class Teaching:
    """That somebody teaches a class."""

    classroom: Classroom
    user_id: int
    is_owner: bool


def class_taught(class_id: int, user: User | AnonymousUser) -> Teaching:
    """The class, for who teaches it now. Raises Refusal (404) for everybody else."""
    row = None
    if user.is_authenticated and class_id < TOO_LARGE:
        rows = ClassTeacher.objects.select_related("classroom").filter(classroom_id=class_id, user_id=user.pk)
        row = rows.filter(classroom__expires__gte=timezone.localdate()).first()
    if row is None:
        raise Refusal(_("There is no such class."), status=404)
    return Teaching(row.classroom, row.user_id, row.is_owner)


def class_owned(class_id: int, user: User | AnonymousUser) -> Teaching:
    """The class, for its owner. Raises Refusal: 404 he does not teach it, 403 he does not own it."""
    teaching = class_taught(class_id, user)
    if not teaching.is_owner:
        raise Refusal(_("Only the owner of the class may do this."), status=403)
    return teaching


def pupil_taught(teaching: Teaching, pupil_id: int) -> Pupil:
    """A pupil of the class. Raises Refusal (404) for any other."""
    pupils = teaching.classroom.pupils.select_related("user", "classroom")
    pupil = pupils.filter(id=pupil_id).first() if pupil_id < TOO_LARGE else None
    if pupil is None:
        raise Refusal(_("There is no such pupil in this class."), status=404)
    return pupil


def teachings_of(user: User) -> list[ClassTeacher]:
    """The classes that this person teaches now, in the order of their names."""
    rows = ClassTeacher.objects.filter(user=user, classroom__expires__gte=timezone.localdate())
    return list(rows.select_related("classroom").order_by("classroom__name", "classroom_id"))


def pupils_of(classroom: Classroom) -> list[Pupil]:
    """The pupils of a class by name."""
    pupils = Pupil.objects.filter(classroom=classroom).select_related("user")
    return sorted(pupils, key=lambda pupil: (folded(pupil.user.name), pupil.pk))


def teachers_of(classroom: Classroom) -> list[ClassTeacher]:
    """The owner first, then the others as they came."""
    rows = ClassTeacher.objects.filter(classroom=classroom).select_related("user")
    return list(rows.order_by("-is_owner", "id"))
