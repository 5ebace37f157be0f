"""What the teacher says in a lesson, the card he points at, the table he shows to all, and raised hands."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import is_visible, piles_up_marks
from minibridge.engine import Card, NotationError, Watcher

from ..models import LessonPupil, LessonTable, Whisper
from ..phrases import WHISPERS
from ..refusals import Refusal
from ..scene import Scene
from ..scene_reading import scene_now
from ..screen import may_be_shown
from ..seen import view_of
from ..whispers import seers, shows
from .change import table_repaint
from .lessons import lesson_change, lesson_lock

TEXT_LENGTH = 200
ECHO_FOR = timedelta(seconds=2)
"""The same sentence to the same pupils so soon is a click that came twice."""


def clean_text(raw: str) -> str:
    """The sentence as it is shown, spaces in a row made one. Raises Refusal (400)."""
    text = " ".join(raw.split())
    if len(text) > TEXT_LENGTH:
        raise Refusal(_("At most 200 letters, please."), status=400)
    if not text.isprintable() or piles_up_marks(text):
        raise Refusal(_("This text has signs that cannot be shown."), status=400)
    return text


def whisper_say(
    *,
    lesson_id: int,
    number: int | None = None,
    user_id: int | None = None,
    text: str = "",
    phrase: str = "",
) -> Whisper:
    """Say a sentence to those at the table of this number, to one pupil or, without either, to all.

    Raises Refusal: 400 nothing to say or too much, 404 no such table or pupil, 409 the lesson is over.
    """
    text = clean_text(text)
    is_said = phrase in WHISPERS if phrase else any(map(is_visible, text))
    if not is_said or (phrase and text):
        raise Refusal(_("Please choose a sentence or write one."), status=400)
    table = _table(lesson_id, number) if number is not None else None
    said = {"lesson_id": lesson_id, "table": table, "user_id": user_id, "text": text, "phrase": phrase}
    with transaction.atomic():
        lesson_lock(lesson_id)
        listeners = _listeners(lesson_id, table, user_id)
        echo = Whisper.objects.filter(**said, created__gte=timezone.now() - ECHO_FOR, card="").first()
        if echo is not None:
            return echo
        with lesson_change(lesson_id, listeners):
            row = Whisper.objects.create(**said)
            if table is not None:
                Whisper.objects.bulk_create(
                    Whisper(**said | {"user_id": listener}) for listener in listeners or ()
                )
    return row


def _listeners(lesson_id: int, table: LessonTable | None, user_id: int | None) -> list[int] | None:
    """Whose pages are told; None: all. Raises Refusal (404) for somebody who is not in the lesson."""
    pupils = LessonPupil.objects.filter(lesson_id=lesson_id)
    if user_id is not None:
        if not pupils.filter(user_id=user_id).exists():
            raise Refusal(_("This pupil is not in the lesson."), status=404)
        return [user_id]
    return list(pupils.filter(table=table).values_list("user_id", flat=True)) if table is not None else None


def card_point(*, lesson_id: int, number: int, card: str) -> int:
    """Point at a card of a hand at this table; says how many pupils are shown it, those who see the card.

    Raises Refusal: 400 no card, 404 no such table, 409 nobody holds it now, nobody may see it, or the lesson
    is over.
    """
    try:
        pointed = Card.parse(card)
    except NotationError:
        raise Refusal(_("This request could not be understood."), status=400) from None
    table = _table(lesson_id, number)
    scene = _scene_in_play(table)
    record = scene.record
    assert record is not None
    if not shows(view_of(record.state, Watcher.OPEN), pointed):
        raise Refusal(_("This card has been played."), status=409)
    pupils = seers(scene, table, pointed)
    if not pupils:
        raise Refusal(_("No pupil of this table sees this card now."), status=409)
    with lesson_change(lesson_id, pupils):
        Whisper.objects.create(
            lesson_id=lesson_id, table=table, card=str(pointed), record_id=record.id, n=record.state.n
        )
    return len(pupils)


def _table(lesson_id: int, number: int) -> LessonTable:
    table = LessonTable.objects.filter(lesson_id=lesson_id, number=number).first()
    if table is None:
        raise Refusal(_("There is no such table in this lesson."), status=404)
    return table


def _scene_in_play(table: LessonTable) -> Scene:
    scene = scene_now(table.table_id)
    if scene is None or not scene.deal_is_open:
        raise Refusal(_("No deal is being played at this table."), status=409)
    return scene


def screen_show(*, lesson_id: int, number: int | None) -> None:
    """Put the table of this number on every screen; None takes it off again.

    Raises Refusal: 404 no such table, 409 another table still has to play this deal, or the lesson is over.
    """
    table = _table(lesson_id, number) if number is not None else None
    if table is not None and not may_be_shown(table):
        raise Refusal(
            _("Another table still has to play this deal: its pupils would see the cards. Show it later."),
            status=409,
        )
    with transaction.atomic():
        with lesson_change(lesson_id) as lesson:
            before = lesson.screen
            lesson.screen = table
        if before is not None:
            table_repaint(before.table_id)  # whoever looked on is sent away


def whisper_put_away(*, place: LessonPupil, whisper_id: int) -> None:
    """The pupil has read it; this and all before it are not shown to him again."""
    with lesson_change(place.lesson_id, [place.user_id]):
        row = _there_still(place)
        row.heard = max(row.heard, min(whisper_id, _last_id(place.lesson_id)))
        row.save(update_fields=["heard"])


def _there_still(place: LessonPupil) -> LessonPupil:
    """Should be called with the lesson locked. Raises Refusal (404): the pupil has just been deleted."""
    row = LessonPupil.objects.filter(id=place.id).first()
    if row is None:
        raise Refusal(_("This pupil is not in the lesson."), status=404)
    return row


def _last_id(lesson_id: int) -> int:
    """Nobody puts away what has not been said yet."""
    ids = Whisper.objects.filter(lesson_id=lesson_id).order_by("-id").values_list("id", flat=True)
    return ids.first() or 0


def hand_raise(*, place: LessonPupil, up: bool = True) -> None:
    """Raise the hand, or take it down again. A hand that is up waits since it was raised first."""
    with lesson_change(place.lesson_id, [place.user_id]):
        row = _there_still(place)
        row.raised = (row.raised or timezone.now()) if up else None
        row.save(update_fields=["raised"])


def hand_lower(*, lesson_id: int, user_id: int) -> None:
    """The teacher has seen it. Raises Refusal (404): the pupil is not in the lesson."""
    with lesson_change(lesson_id, [user_id]):
        found = LessonPupil.objects.filter(lesson_id=lesson_id, user_id=user_id).update(raised=None)
        if not found:
            raise Refusal(_("This pupil is not in the lesson."), status=404)
