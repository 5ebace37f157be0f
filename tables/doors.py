"""What both doors to a table share: who comes in, and how a sent action is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import Pupil, User

from .junior import junior_language, plain_language
from .models import CODE_ALPHABET, CODE_LENGTH, Lesson, Table
from .refusals import Refusal
from .regions import Person
from .scene import Scene, chair_of
from .scene_reading import scene_keep, scene_kept, scene_of_row
from .services.bots import chair_take_back
from .services.play import Answer, Submission, action_submit


@dataclass(frozen=True)
class Visit:
    """A person at a table's page."""

    table_id: int
    code: str
    user_id: int | None
    person: Person


def code_clean(text: str) -> str:
    """A table code as typed: any case, spaces and dashes between.

    Raises Refusal (404) for what cannot be a code.
    """
    code = "".join(text.split()).replace("-", "").upper()
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise Refusal(_("There is no table with this code."), status=404)
    return code


def table_find(code: str) -> Table:
    table = Table.objects.filter(code=code_clean(code)).first()
    if table is None:
        raise Refusal(_("There is no table with this code."), status=404)
    return table


def scene_open(code: str, user_id: int | None) -> Scene:
    """The scene for someone at the door.

    Raises Refusal: 404 no such table, or none for him, 403 visitors are shut out, 410 closed for good.
    """
    table = table_find(code)
    try:
        scene = scene_of_row(table)
    except Table.DoesNotExist:  # deleted since
        raise Refusal(_("There is no table with this code."), status=404) from None
    scene_keep(scene)
    is_at_home = scene.lets_in(user_id)
    if not is_at_home:
        _must_be_in_reach(scene, user_id)
    if table.closed:
        raise Refusal(_("This table is closed."), status=410)
    if table.visitors == Table.Visitors.CLOSED and not is_at_home:
        raise Refusal(_("The host has closed this table to newcomers."), status=403)
    return scene


def _must_be_in_reach(scene: Scene, user_id: int | None) -> None:
    """Tables of a class do not exist for people outside it, nor any other table for its pupils, unless they
    sit there or are its host. Raises Refusal (404).
    """
    pupil_of = Pupil.objects.filter(user_id=user_id).values_list("classroom_id", flat=True).first()
    table_of = None
    if scene.lesson is not None:
        lessons = Lesson.objects.filter(id=scene.lesson.lesson_id)
        table_of = lessons.values_list("classroom_id", flat=True).first()
    if pupil_of != table_of:
        raise Refusal(_("There is no table with this code."), status=404)


def visit_open(*, code: str, user: User | AnonymousUser, language: str) -> Visit:
    """Who comes in, and how he likes the table shown. Raises Refusal as ``scene_open``."""
    scene = scene_open(code, user.pk)
    return Visit(scene.table_id, scene.code, user.pk, person_at(scene, user, language))


def person_at(scene: Scene, user: User | AnonymousUser, language: str) -> Person:
    """The person as he sees this table: in the words for children, where they are for him."""
    if scene.is_junior_for(user.pk):
        language = junior_language(language)
    return person_of(user, language)


def person_of(user: User | AnonymousUser, language: str) -> Person:
    if isinstance(user, User):
        return Person(
            user_id=user.pk,
            language=language,
            suit_order=user.suit_order,
            index_letters=user.index_letters or plain_language(language),
        )
    return Person(user_id=None, language=language)


def act(visit: Visit, message: Mapping[str, Any]) -> Answer:
    """Read what a page sent and submit it. The seat is never taken from the message.

    Raises Refusal: 400 it does not parse, 404 no chair here.
    """
    if visit.user_id is None:
        raise Refusal(_("You have no chair at this table."), status=404)
    action = message.get("action")
    record_id, n = message.get("record"), message.get("n")
    if not isinstance(action, dict) or not _is_number(record_id) or not _is_number(n):
        raise Refusal(_("This request could not be understood."), status=400)
    data = {key: value for key, value in action.items() if key not in ("kind", "seat", "request")}
    submission = Submission(
        record_id=record_id,
        n=n,
        client_id=message.get("client_id"),
        kind=action.get("kind"),
        data=data,
        request=action.get("request"),
    )
    _come_back(visit.table_id, visit.user_id)
    return action_submit(table_id=visit.table_id, user_id=visit.user_id, submission=submission)


def _come_back(table_id: int, user_id: int) -> None:
    """Whoever plays a card is back: the bot that played for him stops."""
    scene = scene_kept(table_id)
    chair = chair_of(scene, user_id) if scene is not None else None
    if scene is not None and chair is not None:
        holder = scene.chairs[chair]
        if holder is not None and holder.bot:
            chair_take_back(table_id=table_id, user_id=user_id)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
