"""The record of a class on its page, certificates, and what a pupil reads of himself."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.classes import class_open, pupil_add
from accounts.models import Pupil, User
from tables.models import SkillMark
from tables.skill_sheet import skill_sheet
from tables.skills import CRITERIA

from .cast import account, guest
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield


@pytest.fixture
def room() -> LessonRoom:
    return LessonRoom(4)


def pupil_of(user: User) -> Pupil:
    return Pupil.objects.get(user=user)


def page_of(room: LessonRoom) -> str:
    return f"/classes/{room.classroom.id}/skills/"


def met_by(user: User) -> set[str]:
    return set(SkillMark.objects.filter(pupil__user=user).values_list("criterion", flat=True))


def test_the_page_has_a_box_for_each_pupil_and_criterion(room: LessonRoom):
    SkillMark.objects.create(pupil=pupil_of(room.pupils[0]), criterion="trumps", times=3)
    page = room.browser(room.teacher).get(page_of(room)).content.decode()
    assert page.count('type="checkbox"') == 4 * 16
    assert page.count("checked") == 1
    assert "3×" in page and "the site sees it" in page and "for you to tick" in page


def test_saving_changes_what_was_changed_and_nothing_else(room: LessonRoom):
    first, second = room.pupils[0], room.pupils[1]
    one, two = pupil_of(first), pupil_of(second)
    SkillMark.objects.create(pupil=one, criterion="trumps", times=3)
    SkillMark.objects.create(pupil=one, criterion="finesse")
    body = {
        "shown": [f"{one.id}.trumps"],
        "ticked": [f"{two.id}.partner"],
    }
    answer = room.browser(room.teacher).post(page_of(room), body)
    assert answer.status_code == 302
    assert met_by(first) == {"finesse"}, "ticked by the site since the page was opened"
    assert met_by(second) == {"partner"}


def test_what_makes_no_sense_is_refused(room: LessonRoom):
    pupil = pupil_of(room.pupils[0])
    browser = room.browser(room.teacher)
    for ticked in ("", "points", "x.points", f"{pupil.id}", f"{pupil.id}.", f"{pupil.id}.cheating"):
        assert browser.post(page_of(room), {"ticked": [ticked]}).status_code == 400, ticked
    assert browser.post(page_of(room), {"ticked": [f"{10**6}.points"]}).status_code == 404
    assert not SkillMark.objects.exists()


def test_a_pupil_of_another_class_is_not_ticked_here(room: LessonRoom):
    other = account("Other", is_adult=True)
    classroom = class_open(teacher=other, name="6e A", expires=timezone.localdate() + timedelta(days=9))
    pupil = pupil_add(classroom=classroom, name="Elsewhere")
    answer = room.browser(room.teacher).post(page_of(room), {"ticked": [f"{pupil.id}.points"]})
    assert answer.status_code == 404
    assert "Elsewhere" not in room.browser(room.teacher).get(page_of(room)).content.decode()


def test_the_sheet_counts_what_is_met_in_the_order_of_the_criteria(room: LessonRoom):
    SkillMark.objects.create(pupil=pupil_of(room.pupils[1]), criterion="score", by_site=False, times=0)
    SkillMark.objects.create(pupil=pupil_of(room.pupils[1]), criterion="points")
    rows = skill_sheet(room.classroom.id).rows
    assert [row.name for row in rows] == [user.name for user in room.pupils]
    assert [row.met for row in rows] == [0, 2, 0, 0]
    assert [cell.criterion.key for cell in rows[1].cells] == list(CRITERIA)
    assert [cell.criterion.key for cell in rows[1].cells if cell.is_met] == ["points", "score"]


def test_the_record_goes_into_a_spreadsheet(room: LessonRoom):
    User.objects.filter(id=room.pupils[0].id).update(display_name="@SUM(A1)")
    SkillMark.objects.create(pupil=pupil_of(room.pupils[0]), criterion="points")
    answer = room.browser(room.teacher).get(f"/classes/{room.classroom.id}/skills.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff"))))
    assert len(rows) == 5 and all(len(row) == 18 for row in rows)
    assert rows[1][0] == "'@SUM(A1)" and rows[1][1:] == ["1", *["0"] * 15, "1"]


# --- certificates ---


def test_who_has_shown_enough_gets_a_certificate(room: LessonRoom):
    for user, count in zip(room.pupils, (16, 3, 2, 0), strict=True):
        for key in list(CRITERIA)[:count]:
            SkillMark.objects.create(pupil=pupil_of(user), criterion=key)
    browser, address = room.browser(room.teacher), f"/classes/{room.classroom.id}/certificates/"

    def named(query: str = "") -> list[str]:
        page = browser.get(address + query).content.decode()
        return [user.name for user in room.pupils if f"Certificate of {user.name}" in page]

    assert named() == ["Pupil 1"]
    assert named("?least=3") == ["Pupil 1", "Pupil 2"]
    assert named("?least=99") == ["Pupil 1"] == named("?least=x")
    assert named(f"?pupil={pupil_of(room.pupils[3]).id}") == ["Pupil 4"]
    assert named("?pupil=0") == named("?pupil=x") == []
    page = browser.get(address + "?least=3").content.decode()
    assert "6e B" in page and page.count("<article") == 2
    assert page.count('<ul class="certificate-list">') == 2


def test_a_certificate_speaks_french(room: LessonRoom):
    pupil = pupil_of(room.pupils[0])
    SkillMark.objects.create(pupil=pupil, criterion="trumps")
    address = f"/classes/{room.classroom.id}/certificates/?pupil={pupil.id}"
    page = room.browser(room.teacher, "fr").get(address).content.decode()
    assert "Diplôme de minibridge" in page and "fait tomber les atouts" in page


def test_a_pupil_of_another_class_gets_none_here(room: LessonRoom):
    other = account("Other", is_adult=True)
    classroom = class_open(teacher=other, name="6e A", expires=timezone.localdate() + timedelta(days=9))
    pupil = pupil_add(classroom=classroom, name="Elsewhere")
    address = f"/classes/{room.classroom.id}/certificates/?pupil={pupil.id}"
    assert "Elsewhere" not in room.browser(room.teacher).get(address).content.decode()


# --- a pupil's own page ---


def test_a_pupil_reads_what_he_can_do_and_nothing_of_the_others(room: LessonRoom):
    SkillMark.objects.create(pupil=pupil_of(room.pupils[0]), criterion="trumps")
    SkillMark.objects.create(pupil=pupil_of(room.pupils[1]), criterion="finesse")
    page = room.browser(room.pupils[0]).get("/class/skills/").content.decode()
    assert "You can do 1 thing already." in page
    assert page.count("is-met") == 1 and page.count("is-open") == 15
    assert "Pupil 2" not in page
    page = room.browser(room.pupils[2]).get("/class/skills/").content.decode()
    assert "appears here by itself" in page and "is-met" not in page


def test_the_page_is_for_pupils(room: LessonRoom):
    for user in (room.teacher, account("Somebody"), guest("Gast")):
        assert room.browser(user).get("/class/skills/").status_code == 404
    assert Client().get("/class/skills/").status_code == 302
    room.classroom.expires = timezone.localdate() - timedelta(days=1)
    room.classroom.save()
    assert room.browser(room.pupils[0]).get("/class/skills/").status_code == 404
