"""The doors of a lesson: who may begin, deal, move and end, and what a pupil's page is told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.classes import class_open, pupil_add
from accounts.models import ClassTeacher, User
from minibridge.engine import SEATS, EndBoard, Seat
from tables.lesson_stand import seats_stand
from tables.models import Lesson, LessonPupil, Pack, Table
from tables.packs import PackContent, PackDeal
from tables.services.change import table_change
from tables.services.lesson_seats import pupil_leaves
from tables.services.lessons import lesson_end
from tables.services.play import table_action

from .cast import WORKED_DEAL, account, reader
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db

PACK = PackContent({"en": "Tricks"}, deals=(PackDeal(WORKED_DEAL),))
TEACHERS = ("lesson", "lesson_seating")
POSTS = ("lesson_deal", "lesson_rotate", "lesson_end", "lesson_move", "lesson_left", "lesson_returned")


def strangers(room: LessonRoom) -> list[User]:
    """Everybody for whom there is no such lesson."""
    other = class_open(teacher=account("Olga", is_adult=True), name="5e", expires=room.classroom.expires)
    former = account("Fabien", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=former)
    ClassTeacher.objects.filter(user=former).delete()
    return [
        room.pupils[0],
        pupil_add(classroom=other, name="Zoe").user,
        other.teachers.get().user,
        former,
        account("Somebody"),
    ]


def begun(room: LessonRoom, **fields: object) -> dict[str, object]:
    """What the form of a new lesson posts as it is."""
    return {
        "title": "Tricks",
        "pack": "",
        "preset": "four_deals",
        "mode": "tables",
        "leftover": "bots",
        "pace": "together",
        "bots": "easy",
        "present": [str(user.pk) for user in room.pupils],
        **fields,
    }


def deal_ended(table: Table) -> None:
    """The deal ends unfinished."""
    with table_change(table.id) as change:
        table_action(table=change.table, scene=change.scene, action=EndBoard(seat=None, reason="abandoned"))


# --- who may what --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEACHERS)
def test_only_teachers_of_the_class_see_the_pages(name: str) -> None:
    room = LessonRoom(4)
    address = reverse(name, args=[room.lesson.id])
    for user in strangers(room):
        assert reader(user).get(address).status_code == 404
    assert "/login" in reader(None).get(address).url
    helper = account("Hugo", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=helper)
    for user in (room.teacher, helper):
        assert reader(user).get(address).status_code in (200, 302)


@pytest.mark.parametrize("name", POSTS)
def test_only_teachers_of_the_class_may_do_it(name: str) -> None:
    room = LessonRoom(4)
    fields = {"user": room.pupils[0].pk, "to": "1-E", "sure": "1"}
    fields["seen"] = 0 if name == "lesson_deal" else seats_stand(room.lesson)
    address = reverse(name, args=[room.lesson.id])
    for user in strangers(room):
        assert reader(user).post(address, fields).status_code == 404
    room.lesson.refresh_from_db()
    assert (room.lesson.version, room.lesson.ended) == (1, None)
    assert reader(room.teacher).get(address).status_code == 405
    helper = account("Hugo", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=helper)
    assert reader(helper).post(address, fields).status_code == 302
    room.lesson.refresh_from_db()
    assert room.lesson.version > 1


def test_only_teachers_begin_a_lesson() -> None:
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    address = reverse("lesson_new", args=[room.classroom.id])
    for user in strangers(room):
        assert reader(user).get(address).status_code == 404
        assert reader(user).post(address, begun(room)).status_code == 404
    assert Lesson.objects.count() == 1
    assert reader(None).get(address).status_code == 302


@pytest.mark.parametrize(
    ("door", "fields"),
    [
        ("stand", {}),
        ("sit", {"seat": "E"}),
        ("start", {}),
        ("stop", {}),
        ("ready", {}),
        ("ready", {"now": "1"}),
        ("vote", {"question": "end", "choice": "end"}),
    ],
)
def test_a_pupil_leaves_no_chair_and_stops_no_match(door: str, fields: dict[str, str]) -> None:
    room = LessonRoom(4, PACK)
    room.deal()
    before = room.scene()
    pupil = reader(room.pupil_at(Seat.N))
    answer = pupil.post(reverse(f"table_{door}", args=[room.table().code]), fields, headers={"X-Live": "1"})
    assert answer.status_code in (403, 409) and answer.json()["error"]
    after = room.scene()
    assert (after.chairs, after.match, after.visitors) == (before.chairs, before.match, before.visitors)


# --- beginning -----------------------------------------------------------------------------------------


def test_one_click_begins_with_everybody() -> None:
    room = LessonRoom(7)
    lesson_end(lesson_id=room.lesson.id)
    teacher = reader(room.teacher)
    address = reverse("lesson_new", args=[room.classroom.id])
    page = teacher.get(address)
    form = page.context["form"]
    fields = {name: form[name].value() or "" for name in form.fields}
    assert [len(table.people) for table in page.context["planned"].tables] == [4, 3]
    answer = teacher.post(address, fields)
    lesson = Lesson.objects.get(ended=None)
    assert answer.url == reverse("lesson", args=[lesson.id])
    assert lesson.pupils.count() == 7 and lesson.lesson_tables.count() == 2 and lesson.deal == 0
    assert teacher.get(address).url == answer.url


def test_who_is_not_ticked_is_not_seated_and_the_preview_begins_nothing() -> None:
    room = LessonRoom(6)
    lesson_end(lesson_id=room.lesson.id)
    address = reverse("lesson_new", args=[room.classroom.id])
    fields = begun(room, present=[str(user.pk) for user in room.pupils[:5]])
    preview = reader(room.teacher).post(address, fields | {"preview": "1", "leftover": "fifth"})
    assert preview.status_code == 200 and "looks on" in preview.content.decode()
    assert not Lesson.objects.filter(ended=None).exists()
    reader(room.teacher).post(address, fields)
    assert set(Lesson.objects.get(ended=None).pupils.values_list("user_id", flat=True)) == {
        user.pk for user in room.pupils[:5]
    }
    late = reader(room.pupils[5])
    assert late.get("/lesson/").url.startswith("/t/")
    assert Lesson.objects.get(ended=None).pupils.count() == 6


@pytest.mark.parametrize(
    "wrong",
    [
        {"present": []},
        {"present": ["999999"]},
        {"title": ""},
        {"preset": "bridge"},
        {"preset": "three_french"},
        {"mode": "x"},
        {"bots": "x"},
        {"pack": "own-1"},
        {"pack": "site-none"},
    ],
)
def test_what_cannot_be_is_refused_and_begins_nothing(wrong: dict[str, object]) -> None:
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    Pack.objects.create(id=1, owner=account("Olga"), title="Hers", content=PACK.to_data())
    address = reverse("lesson_new", args=[room.classroom.id])
    assert reader(room.teacher).post(address, begun(room, **wrong)).status_code == 422
    assert not Lesson.objects.filter(ended=None).exists()


def test_own_packs_are_offered_and_a_bad_one_is_refused_with_a_sentence() -> None:
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    bad = PackContent({}, deals=(PackDeal(WORKED_DEAL, contract="4S", cards=("H2",)),))
    pack = Pack.objects.create(owner=room.teacher, title="My finesses", content=bad.to_data())
    address = reverse("lesson_new", args=[room.classroom.id])
    assert "My finesses (1 deal)" in reader(room.teacher).get(address).content.decode()
    answer = reader(room.teacher).post(address, begun(room, pack=f"own-{pack.id}"))
    assert answer.status_code == 422 and "Deal 1:" in answer.content.decode()
    pack.content = PACK.to_data()
    pack.save()
    reader(room.teacher).post(address, begun(room, pack=f"own-{pack.id}", mode="alone"))
    lesson = Lesson.objects.get(ended=None)
    assert lesson.lesson_tables.count() == 4 and len(lesson.pack["deals"]) == 1


# --- running -------------------------------------------------------------------------------------------


def test_the_teacher_moves_a_pupil_by_one_request_and_sees_why_not() -> None:
    room = LessonRoom(8, PACK)
    teacher = reader(room.teacher)
    user = room.pupil_at(Seat.N, 1)
    address = reverse("lesson_move", args=[room.lesson.id])
    page = teacher.post(address, {"user": user.pk, "to": "2-E"}, headers={"X-Live": "1"})
    assert page.status_code == 200 and room.pupil_at(Seat.E, 2) == user
    room.deal()
    page = teacher.post(address, {"user": user.pk, "to": "1-E"}, headers={"X-Live": "1"})
    assert page.status_code == 409 and "Pupils move between two deals" in page.content.decode()
    for fields in ({}, {"user": user.pk}, {"user": "x", "to": "1-E"}, {"user": user.pk, "to": "1-Q"}):
        assert teacher.post(address, fields, headers={"X-Live": "1"}).status_code == 400
    assert teacher.post(address, {"user": user.pk, "to": "9-N"}, headers={"X-Live": "1"}).status_code == 404


def test_a_form_leads_back_to_where_it_was_and_nowhere_else() -> None:
    room = LessonRoom(4, PACK)
    teacher, address = reader(room.teacher), reverse("lesson_rotate", args=[room.lesson.id])
    assert teacher.post(address, {"next": "/deals/"}).url == "/deals/"
    assert teacher.post(address, {"next": "https://elsewhere.example/"}).url == f"/lessons/{room.lesson.id}/"
    assert teacher.post(address, {"next": "//elsewhere.example/"}).url == f"/lessons/{room.lesson.id}/"


def test_the_end_is_asked_twice() -> None:
    room = LessonRoom(4, PACK)
    teacher, address = reader(room.teacher), reverse("lesson_end", args=[room.lesson.id])
    assert "End the lesson?" in teacher.post(address).content.decode()
    room.lesson.refresh_from_db()
    assert room.lesson.ended is None
    teacher.post(address, {"sure": "1"})
    room.lesson.refresh_from_db()
    assert room.lesson.ended is not None
    assert teacher.get(reverse("lesson", args=[room.lesson.id])).status_code == 200


@pytest.mark.parametrize("pupils", [8, 40])
def test_the_seating_costs_the_same_for_many_tables(pupils: int, django_assert_max_num_queries) -> None:
    room = LessonRoom(pupils)
    teacher = reader(room.teacher)
    with django_assert_max_num_queries(9):
        assert teacher.get(reverse("lesson_seating", args=[room.lesson.id])).status_code == 200


# --- the pupil's pages ---------------------------------------------------------------------------------


def test_the_bar_tells_a_pupil_where_he_should_be_and_nothing_of_cards() -> None:
    room = LessonRoom(5, PACK)
    room.deal()
    for user in room.pupils:
        frame = room.browser(user).get("/lesson/bar").json()
        assert frame["place"].startswith("/t/") and frame["version"] >= 1
        assert "data-card" not in frame["html"]
    assert reader(None).get("/lesson/bar").status_code == 404
    assert reader(account("Somebody")).get("/lesson/bar").json() == {"type": "bar", "place": "/lesson/"}
    assert reader(room.teacher).get("/lesson/bar").json() == {"type": "bar", "place": "/lesson/"}


def test_the_table_of_a_lesson_has_the_bar_for_pupils_only() -> None:
    room = LessonRoom(4, PACK)
    address = f"/t/{room.table().code}/"
    page = room.browser(room.pupils[0]).get(address).content.decode()
    assert 'id="lesson-bar"' in page and f"/ws/lesson/{room.lesson.id}/" in page
    assert "to-stand" not in page.split("<main")[1].split('<form id="do-')[0] and 'class="invite"' not in page
    assert 'id="lesson-bar"' not in reader(room.teacher).get(address).content.decode()


def test_pupils_are_told_to_wait_for_the_teacher_and_press_no_button() -> None:
    room = LessonRoom(4, PackContent({}, deals=(PackDeal(WORKED_DEAL),)))
    room.deal()
    deal_ended(room.table())
    page = room.browser(room.pupils[0]).get(f"/t/{room.table().code}/").content.decode()
    assert "Wait for your teacher" in page and 'form="to-ready"' not in page


def test_who_went_home_is_asked_whether_he_is_back() -> None:
    room = LessonRoom(5, PACK)
    gone = room.pupils[0]
    pupil_leaves(lesson_id=room.lesson.id, user_id=gone.pk)
    assert room.browser(gone).get("/lesson/").url.startswith("/t/")
    LessonPupil.objects.filter(user=gone).update(table=None)
    assert "I am back" in room.browser(gone).get("/lesson/").content.decode()
    assert room.browser(gone).post("/lesson/back").url == "/lesson/"
    assert room.browser(gone).get("/lesson/").url.startswith("/t/")
    assert LessonPupil.objects.get(user=gone).left is None
    assert reader(account("Somebody")).post("/lesson/back").status_code == 404


def test_a_fifth_looks_on_without_seeing_a_hand() -> None:
    room = LessonRoom(4, PACK)
    fifth = pupil_add(classroom=room.classroom, name="Fifth").user
    LessonPupil.objects.create(lesson=room.lesson, user=fifth, table=room.lesson.lesson_tables.get())
    other = room.browser(pupil_add(classroom=room.classroom, name="Sixth").user)
    room.deal()
    address = f"/t/{room.table().code}/"
    assert other.get(address).status_code == 403
    page = room.browser(fifth).get(address)
    assert page.status_code == 200
    dummy = room.scene().record.state.dummy
    hidden = [card for seat in SEATS if seat is not dummy for card in WORKED_DEAL[seat]]
    text = page.content.decode()
    assert not any(f'data-card="{card}"' in text for card in hidden)
