"""The wall: what it tells, in which order, what it costs, and to whom it is shut."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import ClassTeacher, User
from minibridge.engine import Seat
from tables.lesson_access import lesson_taught
from tables.models import BotLevel, Lesson, LessonPupil, Seating, Table
from tables.packs import PackContent, PackDeal
from tables.services.change import table_change
from tables.services.play import Submission, action_submit
from tables.services.whispers import hand_raise, whisper_say
from tables.wall import CALM_SECONDS, Wall, WallTable, wall_frame, wall_of

from .cast import WORKED_DEAL, WORKED_PLAY, account
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db
PACK = PackContent({"en": "Tricks"}, deals=(PackDeal(WORKED_DEAL, dealer=Seat.N),) * 2)


def room_of(pupils: int = 8, **options: object) -> LessonRoom:
    room = LessonRoom(pupils, PACK, **options)
    room.deal()
    return room


def act(room: LessonRoom, number: int, kind: str, **data: object) -> None:
    """The pupil whose turn it is does this."""
    scene = room.scene(number)
    assert scene.record is not None
    state = scene.record.state
    assert state.actor is not None
    submission = Submission(
        record_id=scene.record.id,
        n=state.n,
        client_id=f"c{number}-{state.n}",
        kind=kind,
        data=data,
        request=None,
    )
    user = room.pupil_at(state.actor, number)
    assert action_submit(table_id=scene.table_id, user_id=user.id, submission=submission).status == 200


def play(room: LessonRoom, number: int, cards: int = 52) -> None:
    """The worked deal at this table, up to so many cards."""
    act(room, number, "contract", contract="4S")
    for card in WORKED_PLAY[:cards]:
        act(room, number, "card", card=card)


def wall(room: LessonRoom, language: str = "en") -> Wall:
    with translation.override(language):
        return wall_of(Lesson.objects.select_related("classroom").get(id=room.lesson.id))


def table(room: LessonRoom, number: int) -> WallTable:
    return next(one for one in wall(room).tables if one.number == number)


def html(room: LessonRoom, number: int, language: str = "en") -> str:
    with translation.override(language):
        return wall_frame(wall(room, language), language)["tables"][str(number)]


def text(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def waits_since(room: LessonRoom, number: int, seconds: int) -> None:
    moment = timezone.now() - timedelta(seconds=seconds)
    Table.objects.filter(lesson_table__lesson=room.lesson, lesson_table__number=number).update(active=moment)


# --- what it tells ---------------------------------------------------------------------------------


def test_all_four_hands_are_told_and_lose_the_cards_that_are_played() -> None:
    room = room_of()
    play(room, 1, cards=5)
    assert html(room, 1).count("data-card=") == 47
    assert 'data-card="HQ"' not in html(room, 1)
    assert html(room, 2).count("data-card=") == 52
    one = table(room, 1)
    assert (one.declarer, str(one.contract), sum(one.won)) == (Seat.S, "4S", 1)


def test_a_table_says_in_words_for_whom_it_waits() -> None:
    room = room_of()
    south = room.pupil_at(Seat.S).name
    assert f"Waiting for {south}: which contract?" in text(html(room, 1))
    assert f"Attend {south}" in text(html(room, 1, "fr"))
    act(room, 1, "contract", contract="4S")
    west = room.pupil_at(Seat.W).name
    assert f"Waiting for {west}" in text(html(room, 1))
    play(room, 2)
    assert "Has finished" in text(html(room, 2))
    assert table(room, 2).tricks == 10


def test_pause_step_and_a_table_without_a_deal_are_named() -> None:
    room = LessonRoom(4, PACK)
    assert table(room, 1).waiting.code == "gathering"
    room.deal()
    with table_change(room.table().id) as change:
        change.table.step = "announce"
    assert table(room, 1).waiting.code == "step"
    assert "as far as" in text(html(room, 1))
    with table_change(room.table().id) as change:
        change.table.paused = True
    assert table(room, 1).waiting.code == "paused"
    assert not table(room, 1).calls


def test_robots_and_absent_pupils_are_marked() -> None:
    room = room_of(3)
    assert [hand.is_bot for hand in table(room, 1).hands] == [False, False, False, True]
    assert all(hand.is_away for hand in table(room, 1).hands if not hand.is_bot)
    assert "away" in text(html(room, 1))
    room.browser(room.pupil_at(Seat.N)).get(f"/t/{room.table().code}/")
    assert [hand.is_away for hand in table(room, 1).hands] == [False, True, True, False]


def test_who_waits_for_a_robot_waits_for_nobody() -> None:
    room = room_of(4)
    Seating.objects.filter(table=room.table(), seat="S").update(user=None, name="", bot=BotLevel.EASY)
    with table_change(room.table().id):
        pass
    assert table(room, 1).waiting.code == "bot"
    assert not table(room, 1).calls


def test_a_raised_hand_is_told_with_its_name() -> None:
    room = room_of()
    pupil = room.pupil_at(Seat.E, 2)
    hand_raise(place=LessonPupil.objects.get(user=pupil))
    assert f"Hand up: {pupil.name}" in text(html(room, 2))
    assert "Hand up" not in text(html(room, 1))
    assert wall(room).order()[0] == 2


def test_a_fifth_is_told_by_name() -> None:
    room = room_of(4)
    fifth = account("Fanny")
    LessonPupil.objects.create(lesson=room.lesson, user=fifth, table=room.lesson.lesson_tables.get(number=1))
    assert table(room, 1).fifth == ("Fanny",)
    assert "looks on: Fanny" in text(html(room, 1))


# --- the order -------------------------------------------------------------------------------------


def test_the_table_that_waits_longest_comes_first() -> None:
    room = room_of(20)
    for number, seconds in ((1, 5), (2, CALM_SECONDS + 60), (3, 0), (4, CALM_SECONDS + 600), (5, 2)):
        waits_since(room, number, seconds)
    assert wall(room).order() == [4, 2, 1, 3, 5]


def test_a_table_that_has_finished_waits_for_nobody() -> None:
    room = room_of(8)
    play(room, 1)
    waits_since(room, 1, 900)
    waits_since(room, 2, CALM_SECONDS + 1)
    assert wall(room).order() == [2, 1]


def test_the_page_keeps_the_order_by_number_when_asked() -> None:
    room = room_of(8)
    waits_since(room, 2, 900)
    teacher = room.browser(room.teacher)

    def shown(query: str) -> list[str]:
        page = teacher.get(f"/lessons/{room.lesson.id}/wall/{query}").content.decode()
        return re.findall(r'id="wall-(\d+)"', page)

    assert shown("") == ["2", "1"]
    assert shown("?order=number") == ["1", "2"]


# --- what it costs ---------------------------------------------------------------------------------


def queries(room: LessonRoom) -> int:
    wall(room)
    with CaptureQueriesContext(connection) as found:
        wall(room)
    return len(found)


def test_the_wall_costs_as_many_queries_for_ten_tables_as_for_two() -> None:
    few = queries(room_of(8))
    User.objects.filter(username="tilda").update(username="somebody else")
    assert queries(room_of(40)) == few <= 5


def test_only_what_has_changed_is_sent_again() -> None:
    room = room_of(8)
    sent: dict[str, object] = {}
    assert set(wall_frame(wall(room), "en", sent)["tables"]) == {"1", "2"}
    assert wall_frame(wall(room), "en", sent)["tables"] == {}
    act(room, 2, "contract", contract="4S")
    again = wall_frame(wall(room), "en", sent)
    assert set(again["tables"]) == {"2"} and again["html"] == {}
    whisper_say(lesson_id=room.lesson.id, phrase="dummy")
    assert "Look at dummy." in wall_frame(wall(room), "en", sent)["html"]["head"]


# --- who may see it --------------------------------------------------------------------------------


def test_teachers_of_the_class_alone_see_the_wall(stranger: User) -> None:
    room = room_of()
    other = account("Other", is_adult=True)
    former = account("Former", is_adult=True)
    place = ClassTeacher.objects.create(classroom=room.classroom, user=former)
    assert room.browser(former).get(f"/lessons/{room.lesson.id}/wall/").status_code == 200
    place.delete()
    for path in ("wall/", "wall/view"):
        address = f"/lessons/{room.lesson.id}/{path}"
        assert room.browser(room.teacher).get(address).status_code == 200
        for person in (*room.pupils[:2], other, former, stranger):
            answer = room.browser(person).get(address)
            assert answer.status_code == 404 and b"data-card" not in answer.content
        assert Client().get(address).status_code == (302 if path == "wall/" else 404)
    for number in (999999, 10**30):
        assert room.browser(room.teacher).get(f"/lessons/{number}/wall/").status_code == 404
        assert room.browser(room.teacher).get(f"/lessons/{number}/seating/").status_code == 404


def test_the_projector_hides_the_hands() -> None:
    room = room_of()
    page = room.browser(room.teacher).get(f"/lessons/{room.lesson.id}/wall/?hands=hidden").content.decode()
    assert 'data-hands="hidden"' in page
    assert "Show the hands" in page


def test_the_lesson_is_read_for_its_teacher() -> None:
    room = room_of(4)
    assert lesson_taught(room.lesson.id, room.teacher).classroom == room.classroom
