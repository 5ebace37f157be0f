"""After a class is deleted nothing in the database knows of any of its pupils."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.urls import reverse

from accounts.models import Classroom, Pupil, User
from minibridge.engine import Seat
from tables import push
from tables.models import (
    Board,
    BoardRecord,
    Lesson,
    LessonAnswer,
    LessonTable,
    Message,
    PreparedBoard,
    SkillMark,
    Table,
    Whisper,
)
from tables.packs import PackContent, PackDeal
from tables.services import class_deletion
from tables.services.alone import alone_start
from tables.services.class_deletion import class_delete
from tables.services.lessons import lesson_deal, lesson_end
from tables.services.messages import message_say
from tables.services.play import Submission, action_submit

from .cast import WORKED_DEAL, account, guest, reader
from .lesson_room import LessonRoom
from .school import child, tap

pytestmark = pytest.mark.django_db

NAMES = ("Quirin", "Querida", "Quentin", "Quasimodo", "Quinoa", "Quetzal", "Quito", "Quebec")


@pytest.fixture
def room() -> LessonRoom:
    """Two tables in the middle of a deal, and everything that a lesson leaves behind."""
    room = LessonRoom(8, PackContent({"en": "T"}, deals=(PackDeal(WORKED_DEAL, dealer=Seat.N),)))
    for user, name in zip(room.pupils, NAMES, strict=True):
        Pupil.objects.get(user=user)
        user.display_name = name
        user.save()
        user.seatings.update(name=name)
    room.deal()
    for number in (1, 2):
        south, table = room.pupil_at(Seat.S, number), room.table(number)
        scene = room.scene(number)
        submission = Submission(scene.record.id, scene.record.state.n, "c1", "contract", {"contract": "4S"})
        assert action_submit(table_id=table.id, user_id=south.id, submission=submission).status == 200
        message_say(table_id=table.id, user_id=south.id, phrase="hello", client_id="a")
    pupil, first = room.pupils[0], room.lesson.lesson_tables.get(number=1)
    Whisper.objects.create(lesson=room.lesson, user=pupil, text=f"Bravo {NAMES[0]}")
    Whisper.objects.create(lesson=room.lesson, table=first, text=f"{NAMES[1]}, count again")
    LessonAnswer.objects.create(lesson=room.lesson, user=pupil, deal=1, question=0, answer="12")
    SkillMark.objects.create(pupil=pupil.pupil, criterion="counts", teacher=room.teacher)
    Lesson.objects.filter(id=room.lesson.id).update(screen=first)
    alone_start(user=pupil, level="easy", deals=4, preset="four_deals")
    tap(child(), room.classroom, pupil.pupil.pictures)
    LogEntry.objects.create(
        user=account("keeper"),
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(pupil.pk),
        object_repr=pupil.username,
        action_flag=2,
    )
    return room


def mentions(people: list[User]) -> list[str]:
    """Every row of every table that names one of these people, or points at him."""
    words = {word for user in people for word in (user.username, user.display_name)}
    ids = {user.pk for user in people}
    found = []
    for model in apps.get_models(include_auto_created=True):
        users = [field.attname for field in model._meta.concrete_fields if field.related_model is User]
        for row in model._base_manager.values():
            text = json.dumps(row, default=str, ensure_ascii=False)
            is_named = any(word in text for word in words) or any(row[name] in ids for name in users)
            if is_named or (model is User and row["id"] in ids):
                found.append(f"{model._meta.label} {text[:200]}")
    for session in Session.objects.all():
        if int(session.get_decoded().get(SESSION_KEY, 0)) in ids:
            found.append("session")
    return found


def test_nothing_is_left(room: LessonRoom) -> None:
    models = {line.split()[0] for line in mentions(room.pupils)}
    assert {
        "accounts.User",
        "accounts.Pupil",
        "tables.Seating",
        "tables.RecordPlayer",
        "tables.Action",
        "tables.Message",
        "tables.LessonPupil",
        "tables.LessonAnswer",
        "tables.Whisper",
        "tables.Table",
        "admin.LogEntry",
        "session",
    } <= models
    client = room.browser(room.teacher)
    address = reverse("class_delete", args=[room.classroom.id])
    assert "8 pupils" in client.get(address).text
    assert client.post(address, {"proof": "6e A"}).status_code == 422
    assert Classroom.objects.exists()
    answer = client.post(address, {"proof": " 6E b"})
    assert answer.url == reverse("classes")
    assert mentions(room.pupils) == []
    left = [
        Classroom,
        Pupil,
        Lesson,
        LessonTable,
        Table,
        BoardRecord,
        Board,
        PreparedBoard,
        Message,
        SkillMark,
    ]
    assert [model.__name__ for model in left if model.objects.exists()] == []
    assert client.get(reverse("classes")).context["user"] == room.teacher


def test_an_ended_lesson_goes_too(room: LessonRoom) -> None:
    lesson_end(lesson_id=room.lesson.id)
    class_delete(room.classroom.id)
    assert mentions(room.pupils) == []
    assert not Table.objects.exists() and not Board.objects.exists()


def test_what_others_have_stays(room: LessonRoom) -> None:
    outsider = guest("Gus")
    table = alone_start(user=outsider, level="easy", deals=4, preset="four_deals")
    session = reader(outsider).session.session_key
    class_delete(room.classroom.id)
    assert list(Table.objects.all()) == [table]
    assert Session.objects.filter(session_key=session).exists()
    assert outsider.record_players.count() == 1


def test_after_a_failure_in_the_middle_it_is_deleted_again(room: LessonRoom, monkeypatch) -> None:
    calls = []

    def fails(user: User) -> None:
        calls.append(user)
        if len(calls) == 3:
            raise RuntimeError

    real = class_deletion.account_delete
    monkeypatch.setattr(class_deletion, "account_delete", lambda user: fails(user) or real(user))
    with pytest.raises(RuntimeError):
        class_delete(room.classroom.id)
    room.classroom.refresh_from_db()
    assert not room.classroom.joining
    assert room.browser(room.teacher).get(reverse("classroom", args=[room.classroom.id])).status_code == 200
    class_delete(room.classroom.id)
    assert mentions(room.pupils) == []


def test_open_pages_are_told(room: LessonRoom, monkeypatch, django_capture_on_commit_callbacks) -> None:
    sent: list[str] = []
    monkeypatch.setattr(push, "_send", lambda group, message: sent.append(group))
    with django_capture_on_commit_callbacks(execute=True):
        class_delete(room.classroom.id)
    assert push.lesson_group(room.lesson.id) in sent
    assert {push.person_group(user.pk) for user in room.pupils} <= set(sent)


def test_one_pupil_goes_and_the_others_keep_their_deals(room: LessonRoom) -> None:
    leaver = room.pupils[0]
    address = reverse("pupil_delete", args=[room.classroom.id, leaver.pupil.id])
    room.browser(room.teacher).post(address)
    assert [line for line in mentions([leaver]) if "Whisper" not in line and "LogEntry" not in line] == []
    assert room.scene().deal_is_open
    with pytest.raises(Exception, match="A deal is being played"):
        lesson_deal(lesson_id=room.lesson.id)
