"""A pupil or his class is deleted while one of his pages is asked for, before each query in turn.

What a request holds locked nobody deletes meanwhile; between two transactions everything may be gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.classes import pupil_add
from accounts.models import Pupil, User
from minibridge.engine import Seat
from tables.models import BoardRecord, Whisper
from tables.scene_reading import scenes_forget
from tables.services.class_deletion import class_delete
from tables.services.lock_step import deal_end
from tables.services.pupils import pupil_delete
from tables.services.results import results_show
from tables.services.whispers import whisper_say
from tables.services.withholding import lesson_results_open

from .cast import WORKED_DEAL
from .lesson_play import finish, pack_of
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db

Door = tuple[str, str, dict[str, str]]


class Gone:
    """Before the ``at``-th query that is in no transaction of the request, everything is deleted at once."""

    def __init__(self, at: int, delete: Callable[[], object]) -> None:
        self.at, self.delete = at, delete
        self.count, self.is_done = 0, False
        self.depth = len(connection.savepoint_ids)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        is_free = len(connection.savepoint_ids) == self.depth and not sql.startswith("SAVEPOINT")
        self.count += is_free
        if is_free and self.count > self.at and not self.is_done:
            self.is_done = True
            self.delete()
        return execute(sql, params, many, context)


def doors(room: LessonRoom, record: int) -> list[Door]:
    """Everything that a pupil opens or sends."""
    code = room.table().code
    whisper = str(Whisper.objects.latest("id").id)
    pages = [
        "/", "/lesson/", "/lesson/bar", "/lesson/results/", "/lesson/screen/", "/lesson/screen/view",
        "/class/skills/", "/preferences/", "/deals/", f"/deals/{record}/", f"/deals/{record}/compare/",
        f"/t/{code}/", f"/t/{code}/view", f"/class/{room.classroom.code}/",
    ]  # fmt: skip
    sent = [
        ("/lesson/hand", {"up": "1"}),
        ("/lesson/heard", {"whisper": whisper}),
        ("/lesson/back", {}),
        (f"/lessons/{room.lesson.id}/answer", {"answer": "9"}),
        (f"/t/{code}/act", {"kind": "contract", "contract": "4S", "client_id": "a"}),
        (f"/t/{code}/say", {"phrase": "hello", "client_id": "b"}),
        (f"/t/{code}/back", {}),
        (f"/t/{code}/hint", {}),
        (f"/t/{code}/ready", {}),
        ("/alone/", {"level": "easy"}),
    ]
    return (
        [("get", page, {}) for page in pages]
        + [(method, address, fields) for address, fields in sent for method in ("post", "live")]
        + [("post", f"/c/{Pupil.objects.get(user=room.pupil_at(Seat.N)).key}/", {})]
    )


def asked(room: LessonRoom, pupil: User, door: Door, gone: Gone) -> int:
    """The status of the answer; what it has left behind must hang together, as a commit would ask for."""
    method, address, fields = door
    browser = room.browser(pupil)
    browser.raise_request_exception = False
    with connection.execute_wrapper(gone):
        if method == "get":
            answer = browser.get(address)
        else:
            headers = {"x-live": "1"} if method == "live" else {}
            answer = browser.post(address, fields, headers=headers)
    connection.check_constraints()
    return answer.status_code


def go_through(room: LessonRoom, pupil: User, all_doors: list[Door], step: int) -> list[tuple[Any, ...]]:
    """Every door with the deletion at every ``step``-th moment; says what went wrong where."""
    faults: list[tuple[Any, ...]] = []
    deletions: dict[str, Callable[[], object]] = {
        "pupil": lambda: pupil_delete(pupil=Pupil.objects.get(user_id=pupil.pk)),
        "class": lambda: class_delete(room.classroom.id),
    }
    for door in all_doors:
        for name, delete in deletions.items():
            at, is_done = 0, True
            while is_done:
                with transaction.atomic():
                    gone = Gone(at, delete)
                    try:
                        status = asked(room, pupil, door, gone)
                    except Exception as error:
                        status = repr(error)[:300]
                    transaction.set_rollback(True)
                scenes_forget()
                is_done = gone.is_done
                if not isinstance(status, int) or status >= 500:
                    faults.append((*door, name, at, status))
                at += step
    return faults


@pytest.fixture
def room() -> LessonRoom:
    room = LessonRoom(5, pack_of(WORKED_DEAL, WORKED_DEAL))
    room.deal()
    finish(room, 1)
    deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id, number=2)
    lesson_results_open(room.lesson.id)
    room.deal()
    results_show(lesson_id=room.lesson.id, shown="names")
    whisper_say(lesson_id=room.lesson.id, phrase="well")
    return room


@pytest.fixture
def late(room: LessonRoom) -> User:
    """He is in the class, and comes into the lesson by the request that is asked."""
    return pupil_add(classroom=room.classroom, name="Late").user


def test_a_latecomer_who_is_deleted_on_his_way_into_the_lesson_is_told_so(
    room: LessonRoom, late: User
) -> None:
    entrances = [("get", "/lesson/", {}), ("get", "/lesson/bar", {})]
    assert go_through(room, late, entrances, step=1) == []


def test_a_pupil_who_is_deleted_before_his_request_is_acted_on_is_told_so(room: LessonRoom) -> None:
    sent = [("live", "/lesson/hand", {"up": "1"}), ("live", "/lesson/heard", {"whisper": "1"})]
    assert go_through(room, room.pupils[2], sent, step=1) == []


@pytest.mark.soak
@pytest.mark.parametrize("who", ["player", "alone at his table", "late"])
def test_every_door_of_a_pupil_whose_row_goes_at_any_moment(room: LessonRoom, late: User, who: str) -> None:
    pupil = {"player": room.pupils[2], "late": late}.get(who, room.pupils[4])
    record = BoardRecord.objects.filter(match__table=room.table()).earliest("id")
    assert go_through(room, pupil, doors(room, record.id), step=1) == []
