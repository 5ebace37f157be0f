"""Classes: opened by an adult, filled with pupils who have neither e-mail address nor password."""

from datetime import date, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import Classroom, ClassTeacher, Pupil, User
from accounts.names import clean_name
from accounts.pictures import pictures_drawn

PUPIL_PREFIX = "pupil-"
LOWER_CASE = "abcdefghijklmnopqrstuvwxyz0123456789"
ATTEMPTS = 20
LONGEST_DAYS = 400
"""How long a class may last."""
SHORTEST_DAYS = 30
"""How much of a school year must be left for a new class to end with it; so early is its end told, too."""


def school_year_end(today: date) -> date:
    """The next 31 July, when a class goes unless its teacher says otherwise."""
    end = date(today.year, 7, 31)
    return end if end - today >= timedelta(days=SHORTEST_DAYS) else date(today.year + 1, 7, 31)


def may_open_classes(user: User | AnonymousUser) -> bool:
    """Any adult with an account, unless on this site teachers are invited."""
    if not isinstance(user, User) or not user.is_adult_account:
        return False
    return user.may_teach or not settings.TEACHERS_INVITED


def class_open(*, teacher: User, name: str, expires, junior: bool = True) -> Classroom:
    """A new class, owned by ``teacher``; ``expires`` is the day on which it goes."""
    with transaction.atomic():
        classroom = Classroom.objects.create(name=name, expires=expires, junior=junior)
        ClassTeacher.objects.create(classroom=classroom, user=teacher, is_owner=True)
    return classroom


def pupil_add(*, classroom: Classroom, name: str) -> Pupil:
    """A pupil with a picture code of his own in the class.

    Raises ValidationError where the name cannot be shown.
    """
    name = clean_name(name)
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                user = User(
                    username=PUPIL_PREFIX + get_random_string(12, LOWER_CASE),
                    display_name=name,
                    is_pupil=True,
                    big_text=classroom.junior,
                )
                user.set_unusable_password()
                user.save()
                return Pupil.objects.create(classroom=classroom, user=user, pictures=pictures_drawn())
        except IntegrityError:
            continue
    raise RuntimeError("no free picture code")


def teaches(user: User | AnonymousUser, classroom_id: int) -> bool:
    """Whether this person teaches the class now: one query."""
    return (
        user.is_authenticated
        and ClassTeacher.objects.filter(
            classroom_id=classroom_id, user_id=user.pk, classroom__expires__gte=timezone.localdate()
        ).exists()
    )


def class_of_pupil(user: User | AnonymousUser) -> Classroom | None:
    """The class of this person, if he is a pupil."""
    if not isinstance(user, User) or not user.is_pupil:
        return None
    pupil = Pupil.objects.select_related("classroom").filter(user=user).first()
    return pupil.classroom if pupil else None
