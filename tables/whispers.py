"""What a pupil is told by his teacher just now: a sentence, and the card he points at.

Who may hear what is decided here, when it is told: a pupil is told of a card only while his own view of the
deal shows it to him.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from minibridge.engine import Card, SeatView

from .models import Lesson, LessonPupil, LessonTable, Whisper
from .phrases import WHISPERS
from .scene import Scene, view_of_person
from .scene_reading import scene_now

TOLD_FOR = timedelta(minutes=10)
"""A whisper that nobody puts away is not for whoever comes into the lesson much later."""
MOST_TOLD = 1000
KEPT_LESSONS = 100


@dataclass(frozen=True)
class Heard:
    id: int
    text: str
    is_mine: bool
    """Whether it was said to this pupil alone."""
    is_for_all: bool


@dataclass(frozen=True)
class Pointed:
    card: Card
    record_id: int
    n: int


def whisper_text(row: Whisper) -> str:
    """What was said, in the language now spoken."""
    return str(WHISPERS[row.phrase]) if row.phrase in WHISPERS else row.text


_recent: OrderedDict[tuple[int, datetime], tuple[int, tuple[Whisper, ...]]] = OrderedDict()


def _said(lesson: Lesson) -> tuple[Whisper, ...]:
    """What was said lately in the lesson, newest first: read once for all its bars, as every whisper raises
    the version of the lesson.
    """
    key = (lesson.id, lesson.started)
    version, rows = _recent.get(key, (0, ()))
    if version != lesson.version:
        since = timezone.now() - TOLD_FOR
        found = Whisper.objects.filter(lesson_id=lesson.id, created__gte=since).order_by("-id")[:MOST_TOLD]
        rows = tuple(found)
        _recent[key] = (lesson.version, rows)
        while len(_recent) > KEPT_LESSONS:
            _recent.popitem(last=False)
    return rows


def _is_said_to(row: Whisper, place: LessonPupil) -> bool:
    """Whether it was said to all or to this pupil, alone or at a table."""
    return row.user_id == place.user_id if row.user_id is not None else row.table_id is None


def heard_by(place: LessonPupil) -> Heard | None:
    """The last sentence that this pupil has not put away."""
    since = timezone.now() - TOLD_FOR
    for row in _said(place.lesson):
        if not row.card and row.id > place.heard and row.created >= since and _is_said_to(row, place):
            is_mine = row.user_id is not None and row.table_id is None
            return Heard(row.id, whisper_text(row), is_mine, is_for_all=row.user_id is None)
    return None


def pointed_to(place: LessonPupil) -> Pointed | None:
    """The card the teacher points at, while the deal stands where it stood and this pupil sees the card."""
    if place.table is None:
        return None
    shown = (row for row in _said(place.lesson) if row.card and row.table_id == place.table_id)
    row = next(shown, None)
    if row is None or row.record_id is None or row.n is None:
        return None
    scene = scene_now(place.table.table_id)
    if scene is None or scene.record is None:
        return None
    is_now = scene.record.id == row.record_id and scene.record.state.n == row.n
    card = Card.parse(row.card)
    if not is_now or not shows(view_of_person(scene, place.user_id), card):
        return None
    return Pointed(card, row.record_id, row.n)


def shows(view: SeatView | None, card: Card) -> bool:
    """Whether a hand that this view shows holds the card."""
    return view is not None and any(cards is not None and card in cards for cards in view.hands.values())


def seers(scene: Scene, table: LessonTable, card: Card) -> list[int]:
    """The pupils at this table, a fifth included, who see the card in a hand now."""
    pupils = LessonPupil.objects.filter(table=table).values_list("user_id", flat=True)
    return [user_id for user_id in pupils if shows(view_of_person(scene, user_id), card)]
