"""What a teacher presses twice, or two teachers at once, is done once: every button of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction

from accounts.models import ClassTeacher, User
from minibridge.engine import Seat
from tables.models import (
    Action,
    BoardRecord,
    Lesson,
    LessonPupil,
    LessonTable,
    PreparedBoard,
    Seating,
    Table,
    Whisper,
)
from tables.scene_reading import scenes_forget
from tables.services import lock_step
from tables.services.lesson_seats import pupil_leaves
from tables.services.lessons import lesson_deal
from tables.services.whispers import whisper_say
from tables.wall import wall_of

from .cast import account, refused
from .page_forms import forms_of
from .test_lock_step import ANNOUNCED, LockRoom

pytestmark = pytest.mark.django_db


def stored() -> list[list[tuple[object, ...]]]:
    """Everything that a lesson has come to, without counters that only have pages painted."""
    lessons = ("deal", "released", "paused", "step", "screen", "question", "ended", "results_shown")
    return [
        list(Lesson.objects.values_list(*lessons)),
        list(Table.objects.order_by("id").values_list("id", "paused", "step", "closed")),
        list(LessonTable.objects.order_by("id").values_list("id", "number")),
        list(Seating.objects.order_by("table", "seat").values_list("table", "seat", "user", "bot")),
        list(LessonPupil.objects.order_by("id").values_list("user", "table", "raised", "heard")),
        list(BoardRecord.objects.order_by("id").values_list("id", "withheld", "outcome", "tricks")),
        list(Action.objects.order_by("record", "n").values_list("record", "n", "kind")),
        list(PreparedBoard.objects.values_list("table", "position", "board")),
        list(Whisper.objects.order_by("id").values_list("id", "text")),
    ]


def in_play() -> LockRoom:
    """One table has ended the deal, the other plays; a hand is up."""
    room = LockRoom()
    room.deal()
    lock_step.steps_use(lesson_id=room.lesson.id, wanted=True)
    room.step("play")
    room.play(1, 6)
    room.play(2, 9)
    return room


def closed() -> LockRoom:
    room = LockRoom()
    room.deal()
    room.play(1)
    room.play(2, 3)
    return room


def counting() -> LockRoom:
    room = LockRoom(4, ANNOUNCED)
    room.deal()
    first = room.state().actor
    assert first is not None and room.act(1, first, "announce", points=3).status == 200
    return room


def between() -> LockRoom:
    """All have ended; somebody has gone home."""
    room = LockRoom()
    room.deal()
    for number in (1, 2):
        room.play(number)
        lock_step.results_release(lesson_id=room.lesson.id, lesson_deal=1)
    lock_step.lesson_results_open(room.lesson.id)
    pupil_leaves(lesson_id=room.lesson.id, user_id=room.pupils[7].id)
    return room


def deserted() -> LockRoom:
    """Nobody is there for whom anything could be dealt."""
    room = LockRoom(4)
    for pupil in room.pupils:
        pupil_leaves(lesson_id=room.lesson.id, user_id=pupil.id)
    return room


def presses(room: LockRoom) -> Iterator[tuple[str, dict[str, str]]]:
    browser = room.browser(room.teacher)
    address = f"/lessons/{room.lesson.id}/"
    for page in ("wall/", "steps/", "seating/", "questions/", "results/"):
        for form in forms_of(browser.get(address + page).content.decode()):
            if form.action.startswith(address):
                yield from form.presses()


@pytest.mark.parametrize("make", [in_play, closed, counting, between, deserted])
def test_a_second_click_and_a_second_teacher_do_nothing_twice(make: Callable[[], LockRoom]) -> None:
    room = make()
    fellow: User = account("Colin", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=fellow)
    teachers = [room.browser(room.teacher), room.browser(fellow)]
    changed, before = set(), stored()
    for action, fields in list(presses(room)):
        fields |= {"user": str(room.pupils[0].id)} if action.endswith("move") else {}
        fields |= {"text": "Look!"} if action.endswith("whisper") and "phrase" not in fields else {}
        with transaction.atomic():
            answers, seen = [], []
            for teacher in teachers:
                answers.append(teacher.post(action, fields, headers={"x-live": "1"}))
                seen.append(stored())
            transaction.set_rollback(True)
        scenes_forget()
        assert all(answer.status_code < 500 for answer in answers), (action, fields)
        assert seen[0] == seen[1], (action, fields)
        if seen[0] != before:
            changed.add(action.rsplit("/", 1)[-1])
    wanted = {
        in_play: {"rewind", "end-deal", "pause", "step", "stepwise", "whisper"},
        closed: {"release", "rewind", "end-deal"},
        counting: {"count", "rewind"},
        between: {"deal", "rotate", "again", "returned", "left", "move"},
        deserted: {"deal", "returned"},
    }
    assert changed >= wanted[make]


def test_cards_that_were_played_meanwhile_do_not_keep_a_teacher_from_going_back() -> None:
    room = in_play()
    (door,) = [
        (action, fields)
        for action, fields in presses(room)
        if fields.get("moment") == "card" and fields.get("table") == "1"
    ]
    assert room.act(1, room.state().actor or Seat.S, "card", card="SK").status == 200
    teacher = room.browser(room.teacher)
    assert teacher.post(*door, headers={"x-live": "1"}).status_code == 204
    assert teacher.post(*door, headers={"x-live": "1"}).status_code == 409


def test_a_page_of_the_deal_before_takes_nothing_back_in_this_one() -> None:
    room = closed()
    old = {number: f"{room.record(number).id}.0" for number in (1, 2)}
    lock_step.deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id, number=2, seen=old)
    lock_step.lesson_results_open(room.lesson.id)
    room.deal()
    room.play(1, 5)
    everywhere = {"lesson_id": room.lesson.id, "user_id": room.teacher.id, "seen": old}
    refused(409, lock_step.deal_rewind, **everywhere, moment="start")
    refused(409, lock_step.deal_end, **everywhere)
    refused(409, lock_step.counts_correct, **everywhere)
    refused(409, lesson_deal, lesson_id=room.lesson.id, seen=1)


def test_a_press_that_does_not_say_what_was_seen_is_not_understood() -> None:
    room = counting()
    before, browser = stored(), room.browser(room.teacher)
    address = f"/lessons/{room.lesson.id}/"
    for seen in (
        "",
        "x",
        "1-",
        "1-3",
        "x-3.0",
        "1-3.x",
        "-1-3.0",
        "1-3.0 \x00",
        "1-3.0  ",
        "é-1.0",
        "1-" * 9**5,
    ):
        fields = {"moment": "card", "contract": "3NT", "seen": seen}
        for door in ("rewind", "count", "end-deal", "deals/1/again", "deal", "rotate"):
            answer = browser.post(address + door, fields, headers={"x-live": "1"})
            assert answer.status_code == 400, (door, seen[:20])
    assert browser.post(address + "release", {"deal": "x"}, headers={"x-live": "1"}).status_code == 400
    assert stored() == before


def test_a_sentence_is_said_once_by_two_clicks_and_again_to_others() -> None:
    room = LockRoom()
    for to in ({}, {}, {"number": 1}, {"number": 1}, {"user_id": room.pupils[0].id}):
        whisper_say(lesson_id=room.lesson.id, phrase="well", **to)
    assert len(wall_of(room.lesson).whispers) == 3
