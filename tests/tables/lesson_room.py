"""A class in a lesson, as tests want one: real rows, made by the real services."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from accounts.classes import class_open, pupil_add
from accounts.models import Classroom, User
from minibridge.engine import SEATS, Seat
from tables.models import Lesson, Table
from tables.packs import PackContent
from tables.scene import Scene
from tables.scene_reading import scene_now
from tables.seating_plan import plan, plan_alone
from tables.services.lessons import Party, lesson_deal, lesson_end, lesson_open, parties_of

from .cast import account


class LessonRoom:
    """A teacher, a class of pupils, and their lesson at tables of four."""

    def __init__(self, pupils: int = 8, pack: PackContent | None = None, **options: object) -> None:
        self.teacher = account("Tilda", is_adult=True)
        self.classroom: Classroom = class_open(
            teacher=self.teacher, name="6e B", expires=timezone.localdate() + timedelta(days=200)
        )
        self.pupils: list[User] = [
            pupil_add(classroom=self.classroom, name=f"Pupil {number}").user
            for number in range(1, pupils + 1)
        ]
        fours = [self.pupils[start : start + 4] for start in range(0, pupils, 4)]
        self.lesson: Lesson = lesson_open(
            classroom=self.classroom,
            teacher=self.teacher,
            parties=[Party(dict(zip(SEATS, four, strict=False))) for four in fours],
            title="Tricks",
            pack=pack,
            **options,
        )

    def deal(self) -> int:
        return lesson_deal(lesson_id=self.lesson.id)

    def table(self, number: int = 1) -> Table:
        return self.lesson.lesson_tables.get(number=number).table

    def scene(self, number: int = 1) -> Scene:
        scene = scene_now(self.table(number).id)
        assert scene is not None
        return scene

    def pupil_at(self, seat: Seat, number: int = 1) -> User:
        return self.table(number).seatings.get(seat=seat.value).user

    def browser(self, user: User, language: str = "en") -> Client:
        client = Client(headers={"accept-language": language})
        client.force_login(user)
        return client


def plan_room(
    pupils: int, pack: PackContent | None = None, leftover: str = "bots", **options: object
) -> LessonRoom:
    """A class of any number in its lesson, seated as the site plans it."""
    room = LessonRoom(0)
    lesson_end(lesson_id=room.lesson.id)
    room.pupils = [
        pupil_add(classroom=room.classroom, name=f"Pupil {number}").user for number in range(1, pupils + 1)
    ]
    planned = (
        plan_alone(room.pupils) if options.get("mode") == Lesson.Mode.ALONE else plan(room.pupils, leftover)
    )
    room.lesson = lesson_open(
        classroom=room.classroom,
        teacher=room.teacher,
        parties=parties_of(planned),
        title="Tricks",
        pack=pack,
        leftover=leftover,
        **options,
    )
    return room
