"""From every page of a lesson there is a way back to all tables, and from the class to its lesson."""

import pytest
from django.test import Client

from tables.services.lessons import lesson_end
from tests.tables.lesson_room import LessonRoom

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", ["seating", "steps", "questions", "results"])
def test_a_page_of_a_running_lesson_leads_back_to_the_wall(page: str) -> None:
    room = LessonRoom(4)
    wall = f'href="/lessons/{room.lesson.id}/wall/"'
    browser = room.browser(room.teacher)
    assert wall in browser.get(f"/lessons/{room.lesson.id}/{page}/").text


def test_the_results_of_a_lesson_that_is_over_lead_to_the_class_alone() -> None:
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    page = room.browser(room.teacher).get(f"/lessons/{room.lesson.id}/results/").text
    assert "/wall/" not in page and f'href="/classes/{room.classroom.id}/lessons/"' in page


def test_the_page_of_the_class_leads_to_the_lesson_that_runs() -> None:
    room = LessonRoom(4)
    browser = room.browser(room.teacher)
    lesson, new = f'href="/lessons/{room.lesson.id}/"', f'href="/classes/{room.classroom.id}/lesson/new"'
    during = browser.get(f"/classes/{room.classroom.id}/").text
    assert lesson in during and new not in during
    lesson_end(lesson_id=room.lesson.id)
    after = browser.get(f"/classes/{room.classroom.id}/").text
    assert new in after and lesson not in after


@pytest.mark.parametrize("page", ["lesson/new", "lessons/", "skills/", "certificates/"])
def test_every_page_of_a_class_leads_back_to_the_class(page: str) -> None:
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    way = f'<p class="way-back"><a href="/classes/{room.classroom.id}/">'
    assert way in room.browser(room.teacher).get(f"/classes/{room.classroom.id}/{page}").text


def test_the_wall_of_a_lesson_that_is_over_leads_to_what_is_left_of_it() -> None:
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    answer = room.browser(room.teacher).get(f"/lessons/{room.lesson.id}/wall/")
    assert answer.status_code == 302 and answer["Location"] == f"/lessons/{room.lesson.id}/"
    assert room.browser(room.pupils[0]).get(f"/lessons/{room.lesson.id}/wall/").status_code == 404


@pytest.mark.parametrize("page", ["/lesson/results/", "/class/skills/"])
def test_a_pupil_finds_back_to_the_lesson(page: str) -> None:
    room = LessonRoom(4)
    assert '<p class="way-back"><a href="/lesson/">' in room.browser(room.pupils[0]).get(page).text


def test_who_is_picked_up_is_called_by_the_name_alone() -> None:
    room = LessonRoom(4)
    page = room.browser(room.teacher).get(f"/lessons/{room.lesson.id}/seating/").text
    assert f'data-user="{room.pupils[0].id}" data-name="Pupil 1">' in page


def test_a_pupil_whom_the_tablet_has_forgotten_comes_to_the_door_of_the_class(client: Client) -> None:
    answer = client.get("/lesson/")
    assert answer.status_code == 302 and answer["Location"] == "/class/"
