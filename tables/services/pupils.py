"""Pupils of a class: added by name, renamed, given a new card, taken out."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.classes import ATTEMPTS, pupil_add
from accounts.codes import new_key
from accounts.models import Classroom, Pupil
from accounts.names import clean_name, folded
from accounts.pictures import pictures_drawn

from .. import push
from ..models import BotLevel, Lesson, LessonPupil, LessonTable, Message, RecordPlayer, Seating, Table
from ..refusals import Refusal
from .change import class_lock, lessons_lock, table_change, table_repaint, tables_lock
from .deletion import account_delete
from .sessions import sessions_end

MOST_PUPILS = 40


def pupils_add(*, classroom: Classroom, names: Sequence[str]) -> list[Pupil]:
    """Pupils of these names, all or none.

    Raises Refusal: 409 too many for one class, 422 a name that cannot be shown, or that two would have.
    """
    cleaned = [_name(name) for name in names]
    if not cleaned:
        raise Refusal(_("Please type at least one name."), status=422)
    with transaction.atomic():
        class_lock(classroom.id)
        there = list(classroom.pupils.values_list("user__display_name", flat=True))
        if len(there) + len(cleaned) > MOST_PUPILS:
            raise Refusal(_("A class has 40 pupils at most."), status=409)
        taken = {folded(name) for name in there}
        for name in cleaned:
            _must_be_free(name, taken)
            taken.add(folded(name))
        return [pupil_add(classroom=classroom, name=name) for name in cleaned]


def _name(typed: str) -> str:
    try:
        return clean_name(typed)
    except ValidationError as error:
        raise Refusal(f"{typed.strip()[:30]} – {' '.join(error.messages)}", status=422) from None


def _must_be_free(name: str, taken: set[str]) -> None:
    if folded(name) in taken:
        raise Refusal(
            _("Two pupils would be called %(name)s. Please add a letter.") % {"name": name}, status=422
        )


def pupil_rename(*, pupil: Pupil, name: str) -> None:
    """Another name, also where the old one stands already: at tables, in deals, beside what was said.

    Raises Refusal (422): it cannot be shown, or another pupil has it.
    """
    name, user = _name(name), pupil.user
    with transaction.atomic():
        class_lock(pupil.classroom_id)
        others = Pupil.objects.filter(classroom_id=pupil.classroom_id).exclude(id=pupil.id)
        _must_be_free(name, {folded(other) for other in others.values_list("user__display_name", flat=True)})
        lessons_lock(Lesson.objects.filter(pupils__user=user))
        played = RecordPlayer.objects.filter(user=user).values("record__match__table")
        here = Q(seatings__user=user) | Q(id__in=played)
        tables = tables_lock(Table.objects.filter(here, closed=False))
        user.display_name = name
        user.save(update_fields=["display_name"])
        Seating.objects.filter(user=user).update(name=name)
        RecordPlayer.objects.filter(user=user).update(name=name, folded_name=folded(name))
        Message.objects.filter(user=user).update(name=name)
        for table in tables:
            table_repaint(table.id)
        _lessons_redraw(user.pk)


def card_renew(*, pupil: Pupil) -> None:
    """New pictures and a new key: the old card opens nothing any more, and who came in by it is out."""
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                pictures = pictures_drawn()
                Pupil.objects.filter(id=pupil.id).update(pictures=pictures, key=new_key())
            break
        except IntegrityError:
            continue
    else:
        raise RuntimeError("no free picture code")
    pupil.user.set_unusable_password()  # of which every session is a witness
    pupil.user.save(update_fields=["password"])
    push.person_left(pupil.user_id, None)


def pupil_delete(*, pupil: Pupil) -> None:
    """Take a pupil out of the class and the site. A robot plays on where he sits; the others keep their
    deals. What he has done goes with him, names and sessions included.
    """
    user = pupil.user
    lessons = list(
        LessonPupil.objects.filter(user=user, lesson__ended__isnull=True).values_list("lesson", flat=True)
    )
    chairs = Seating.objects.filter(user=user, table__lesson_table__isnull=False, table__closed=False)
    for chair in chairs:
        with table_change(chair.table_id):
            Seating.objects.filter(id=chair.id).update(user=None, name="", bot=chair.bot or BotLevel.MEDIUM)
    sessions_end({user.pk})
    account_delete(user)
    # Where he sat alone the table has closed: the lesson goes on without it.
    LessonTable.objects.filter(lesson__in=lessons, table__closed=True).delete()
    for lesson_id in lessons:
        push.lesson_changed(lesson_id)


def _lessons_redraw(user_id: int) -> None:
    for place in LessonPupil.objects.filter(user_id=user_id, lesson__ended__isnull=True):
        push.lesson_changed(place.lesson_id)
