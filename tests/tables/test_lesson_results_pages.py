"""The pages and files of a lesson's results, and who may open which."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.classes import class_open, pupil_add
from accounts.models import ClassTeacher, User
from minibridge.engine import Seat, read_pbn
from tables.models import BoardRecord, Lesson, RecordPlayer
from tables.packs import Reference
from tables.services.lessons import lesson_end
from tables.services.questions import note_show, question_answer, question_ask
from tables.services.results import results_show

from .cast import WORKED_DEAL, account, guest, refused
from .lesson_play import finish, finish_all, pack_of, record_of, release, status
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db

REPLAY = re.compile(r'href="/deals/\d')
TEACHERS_PAGES = (
    "/lessons/{lesson}/results/",
    "/lessons/{lesson}/results/?tab=ranking&order=percent",
    "/lessons/{lesson}/results/?tab=teams",
    "/lessons/{lesson}/results/?tab=teams&home=2&away=1&names=0",
    "/lessons/{lesson}/results/?tab=nonsense&order=nonsense&home=x&away=99",
    "/lessons/{lesson}/results/screen",
    "/lessons/{lesson}/results/screen?deal=2&names=1",
    "/lessons/{lesson}/results/print",
    "/lessons/{lesson}/results/travellers.csv",
    "/lessons/{lesson}/results/ranking.csv",
    "/lessons/{lesson}/file/pbn",
    "/lessons/{lesson}/file/json",
    "/classes/{classroom}/lessons/",
    "/classes/{classroom}/skills/",
    "/classes/{classroom}/skills.csv",
    "/classes/{classroom}/certificates/",
    "/classes/{classroom}/certificates/?least=1",
)


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield


@pytest.fixture
def room() -> LessonRoom:
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9))
    return room


def address(room: LessonRoom, page: str) -> str:
    return page.format(lesson=room.lesson.id, classroom=room.classroom.id)


def text(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.getvalue().decode()


def cast_of(room: LessonRoom) -> dict[str, User]:
    former = account("Former", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=former).delete()
    other = account("Other", is_adult=True)
    classroom = class_open(teacher=other, name="6e A", expires=timezone.localdate() + timedelta(days=100))
    return {
        "former co-teacher": former,
        "teacher of another class": other,
        "pupil of the class": room.pupils[0],
        "pupil of another class": pupil_add(classroom=classroom, name="Elsewhere").user,
        "guest": guest("Gast"),
        "stranger": account("Stranger", is_adult=True),
    }


def test_the_owner_and_a_co_teacher_open_each_page_and_nobody_else(room: LessonRoom):
    co_teacher = account("Carl", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=co_teacher)
    for teacher in (room.teacher, co_teacher):
        browser = room.browser(teacher)
        for page in TEACHERS_PAGES:
            assert text(browser, address(room, page))
    for who, user in cast_of(room).items():
        browser = room.browser(user)
        for page in TEACHERS_PAGES:
            answer = browser.get(address(room, page))
            assert answer.status_code == 404, (who, page)
            assert "Pupil 2" not in answer.content.decode()
    for page in TEACHERS_PAGES:
        answer = Client().get(address(room, page))
        assert answer.status_code == 302 and "login" in answer.url


def test_a_number_that_no_row_has_is_not_found(room: LessonRoom):
    browser = room.browser(room.teacher)
    for page in TEACHERS_PAGES:
        for number in (0, 10**6, 10**30):
            assert browser.get(page.format(lesson=number, classroom=number)).status_code == 404


def test_when_the_class_has_expired_its_teacher_opens_nothing(room: LessonRoom):
    room.classroom.expires = timezone.localdate() - timedelta(days=1)
    room.classroom.save()
    for page in TEACHERS_PAGES:
        assert room.browser(room.teacher).get(address(room, page)).status_code == 404


def test_the_forms_are_the_teachers(room: LessonRoom):
    forms = ("/lessons/{lesson}/results/show", "/classes/{classroom}/skills/")
    body = {"shown": "names"}
    for user in cast_of(room).values():
        for form in forms:
            assert room.browser(user).post(address(room, form), body).status_code == 404
    assert Lesson.objects.get().results_shown == ""
    assert room.browser(room.teacher).get(address(room, forms[0])).status_code == 405


def test_what_is_withheld_or_in_play_is_on_no_page(room: LessonRoom):
    room.deal()
    finish(room, 1, "1NT", 13)
    record = record_of(room, 1)
    BoardRecord.objects.filter(id=record.id).update(finished=None)
    results_show(lesson_id=room.lesson.id, shown="names")
    for page in (*TEACHERS_PAGES, "/lesson/results/"):
        user = room.pupils[0] if page.startswith("/lesson/") else room.teacher
        said = text(room.browser(user), address(room, page))
        assert f"/deals/{record.id}/" not in said and "Number 1" not in said, page
        assert "1NT" not in said and "+6" not in said, page


def test_names_are_told_or_not(room: LessonRoom):
    browser = room.browser(room.teacher)
    for tab in ("travellers", "ranking"):
        assert "Pupil 1" in text(browser, address(room, f"/lessons/{{lesson}}/results/?tab={tab}"))
        said = text(browser, address(room, f"/lessons/{{lesson}}/results/?tab={tab}&names=0"))
        assert "Pupil 1" not in said and "Table 2" in said
    assert "Pupil 1" not in text(browser, address(room, "/lessons/{lesson}/results/screen"))
    assert "Pupil 1" in text(browser, address(room, "/lessons/{lesson}/results/screen?names=1"))
    assert "Pupil 1" not in text(browser, address(room, "/lessons/{lesson}/results/print?names=0"))


def test_the_traveller_leads_to_each_replay(room: LessonRoom):
    said = text(room.browser(room.teacher), address(room, "/lessons/{lesson}/results/"))
    for record in BoardRecord.objects.all():
        assert f'href="/deals/{record.id}/"' in said
        assert room.browser(room.teacher).get(f"/deals/{record.id}/").status_code == 200


def test_the_files_are_tables_that_a_spreadsheet_takes_for_text(room: LessonRoom):
    RecordPlayer.objects.filter(user=room.pupils[0]).update(name="=1+1")
    browser = room.browser(room.teacher)
    said = text(browser, address(room, "/lessons/{lesson}/results/travellers.csv"))
    assert said.startswith("\ufeffDeal,Table,")
    rows = list(csv.DictReader(io.StringIO(said.removeprefix("\ufeff"))))
    assert [row["Table"] for row in rows] == ["1", "2"]
    assert rows[0]["North"] == "'=1+1" and rows[1]["North"] == "Pupil 5"
    assert [row["Points of North-South"] for row in rows] == ["420", "0"]
    assert [row["Points of East-West"] for row in rows] == ["0", "50"]
    assert [row["Percent of North-South"] for row in rows] == ["100", "0"]
    said = text(browser, address(room, "/lessons/{lesson}/results/ranking.csv"))
    rows = list(csv.DictReader(io.StringIO(said.removeprefix("\ufeff"))))
    assert [row["Place"] for row in rows] == ["1"] * 4 + ["5"] * 4
    assert "'=1+1" in {row["Pupil"] for row in rows}
    assert ";" in text(
        room.browser(room.teacher, "fr"), address(room, "/lessons/{lesson}/results/ranking.csv")
    )
    assert browser.get(address(room, "/lessons/{lesson}/results/passwords.csv")).status_code == 404


def test_every_deal_of_the_lesson_goes_into_one_file(room: LessonRoom):
    browser = room.browser(room.teacher)
    assert len(read_pbn(text(browser, address(room, "/lessons/{lesson}/file/pbn"))).records) == 2
    data = json.loads(text(browser, address(room, "/lessons/{lesson}/file/json")))
    assert sum(len(match["records"]) for match in data["matches"]) == 2
    assert browser.get(address(room, "/lessons/{lesson}/file/exe")).status_code == 404


def test_pupils_see_results_when_the_teacher_shows_them(room: LessonRoom):
    pupil = room.browser(room.pupil_at(Seat.N, 1))
    assert "There is nothing to see here yet." in text(pupil, "/lesson/results/")
    teacher = room.browser(room.teacher)
    answer = teacher.post(address(room, "/lessons/{lesson}/results/show"), {"shown": "tables"})
    assert answer.status_code == 302
    said = text(pupil, "/lesson/results/")
    assert "your table" in said and "Table 2" in said and "Pupil 5" not in said
    assert "Your place: <b>1</b> of 8" in said
    teacher.post(address(room, "/lessons/{lesson}/results/show"), {"shown": "names"})
    assert "Pupil 5" in text(pupil, "/lesson/results/")
    teacher.post(address(room, "/lessons/{lesson}/results/show"), {"shown": ""})
    assert "Table 2" not in text(pupil, "/lesson/results/")


def test_nobody_is_told_that_he_is_last(room: LessonRoom):
    results_show(lesson_id=room.lesson.id, shown="names")
    said = text(room.browser(room.pupil_at(Seat.N, 2)), "/lesson/results/")
    assert "You have played 1 deal." in said
    assert "Your place" not in said and "as well as the others" not in said


def test_a_pupil_sees_neither_ranking_nor_replays_of_deals_he_has_not_played(room: LessonRoom):
    results_show(lesson_id=room.lesson.id, shown="names")
    said = text(room.browser(room.pupil_at(Seat.N, 1)), "/lesson/results/")
    assert len(REPLAY.findall(said)) == 2 and 'class="ranking"' not in said
    RecordPlayer.objects.filter(user=room.pupils[0]).update(user=None)
    said = text(room.browser(room.pupils[0]), "/lesson/results/")
    assert not REPLAY.findall(said) and "Table 2" in said


def test_no_page_tells_a_latecomer_of_a_deal_that_he_has_still_to_play():
    note = {"en": "East holds the king."}
    deals = pack_of(*[WORKED_DEAL] * 3)
    deals = replace(deals, deals=tuple(replace(deal, note=note) for deal in deals.deals))
    room = LessonRoom(8, deals, pace=Lesson.Pace.FREE)
    finish_all(room, ("4S", 10), ("3NT", 9))
    finish_all(room, ("1S", 10), ("1NT", 9))
    release(room)
    results_show(lesson_id=room.lesson.id, shown="names")
    question_ask(lesson_id=room.lesson.id, question=0)
    note_show(lesson_id=room.lesson.id, shown=True)
    late = pupil_add(classroom=room.classroom, name="Late").user
    browser = room.browser(late)
    assert browser.get("/lesson/").url == f"/t/{room.table(3).code}/"
    records = list(BoardRecord.objects.filter(finished__isnull=False))
    pages = ["/lesson/results/", "/lesson/bar", "/class/skills/", "/deals/", f"/t/{room.table(3).code}/"]
    told = ("Number 0", "Number 1", "Table 2", "East holds", "Count the points of your hand")

    def said() -> list[str]:
        found = "".join(text(browser, page) for page in pages)
        return [word for word in told if word in found]

    assert len(records) == 4 and said() == []
    for record in records:
        for page in ("", "compare/", "print", "together/", "file/pbn", "file/json", "?step=9"):
            assert browser.get(f"/deals/{record.id}/{page}").status_code == 404, page
        assert browser.get(f"/matches/{record.match_id}/").status_code == 404
    refused(409, question_answer, lesson_id=room.lesson.id, user=late, answer="9")
    finish(room, 3)
    assert said() == ["Number 0", "Table 2"]
    assert {
        record.lesson_deal for record in records if status(room, late, f"/deals/{record.id}/") == 200
    } == {1}
    room.deal()
    note_show(lesson_id=room.lesson.id, shown=True)
    assert said() == ["Number 0", "Table 2"], "his table plays the second, the others the third"
    assert "East holds" in text(room.browser(room.pupils[0]), "/lesson/bar")


def test_results_are_shown_after_the_lesson_too_and_for_no_other_lesson(room: LessonRoom):
    lesson_end(lesson_id=room.lesson.id)
    results_show(lesson_id=room.lesson.id, shown="tables")
    assert "Table 2" in text(room.browser(room.pupils[0]), "/lesson/results/")
    for user in cast_of(room).values():
        if user != room.pupils[0]:
            assert "Table 2" not in text(room.browser(user), "/lesson/results/")
    assert Client().get("/lesson/results/").status_code == 302


def test_nonsense_is_refused_and_changes_nothing(room: LessonRoom):
    refused(400, results_show, lesson_id=room.lesson.id, shown="everything")
    refused(404, results_show, lesson_id=10**6, shown="names")
    form = address(room, "/lessons/{lesson}/results/show")
    assert room.browser(room.teacher).post(form, {}).status_code == 400
    assert Lesson.objects.get().results_shown == ""


def test_the_lesson_grows_a_version_for_its_pages(room: LessonRoom):
    before = Lesson.objects.get().version
    results_show(lesson_id=room.lesson.id, shown="names")
    assert Lesson.objects.get().version == before + 1


def test_a_reference_is_named_as_such():
    room = LessonRoom(4, pack_of(WORKED_DEAL, reference=Reference("S", "4S", 10)))
    finish_all(room, ("4S", 10))
    said = text(room.browser(room.teacher), address(room, "/lessons/{lesson}/results/"))
    assert "Reference" in said and "50%" in said
    assert "?tab=teams" not in said, "one table makes no teams"


@pytest.mark.parametrize("page", ["/lessons/{lesson}/results/?tab=ranking", "/classes/{classroom}/skills/"])
def test_the_queries_of_a_page_do_not_grow_with_the_class(page: str):
    counts = []
    for pupils in (8, 16):
        User.objects.filter(username="tilda").update(username="tilda-before")
        room = LessonRoom(pupils, pack_of(WORKED_DEAL))
        finish_all(room, *([("4S", 10)] * (pupils // 4)))
        browser = room.browser(room.teacher)
        text(browser, address(room, page))
        with CaptureQueriesContext(connection) as queries:
            text(browser, address(room, page))
        counts.append(len(queries))
    assert counts[0] == counts[1]
