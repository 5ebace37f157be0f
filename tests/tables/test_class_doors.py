"""Pupils come into their class: twenty at once from one address, and nobody who guesses."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from django.db import connections
from django.urls import reverse

from accounts import class_door
from accounts.models import Classroom, User
from accounts.pictures import PICTURES
from accounts.services import GUEST_TO_MERGE
from tables.services.pupils import pupils_add

from .cast import reader
from .school import School, child, school, tap, wrong_pictures

HOME = reverse("lesson_place")


@pytest.fixture
def here(db: None) -> School:
    return school()


def who(client) -> User | None:
    user = client.get(reverse("preferences")).context["user"]
    return user if user.is_authenticated else None


def test_a_card_lets_in_after_one_tap_and_not_by_looking(here: School) -> None:
    client, row = child(), here.pupils[0]
    address = reverse("card", args=[row.key])
    page = client.get(address)
    assert "Are you Ana?" in page.text
    assert client.head(address).status_code == 200
    assert who(client) is None
    assert client.post(address).url == HOME
    assert who(client) == row.user
    assert client.get(address).url == HOME


def test_the_code_of_the_class_and_four_pictures_let_in(here: School) -> None:
    client, row = child(), here.pupils[1]
    assert client.post("/class/", {"code": "nothing"}).status_code == 422
    assert client.post("/class/", {"code": ""}).status_code == 422
    code = here.classroom.code
    answer = client.post("/class/", {"code": f" {code[:3].lower()}-{code[3:].lower()} "})
    assert answer.url == f"/class/{code}/"
    assert tap(client, here.classroom, row.pictures).url == HOME
    assert who(client) == row.user


def test_without_javascript_each_picture_is_a_form(here: School) -> None:
    client, row = child(), here.pupils[2]
    address, chosen = f"/class/{here.classroom.code}/", ""
    first, *others = row.pictures.split()
    page = client.post(address, {"chosen": chosen, "tap": "car"})
    assert page.context["chosen"] == ["car"]
    page = client.post(address, {"chosen": "car", "back": "1"})
    assert page.context["chosen"] == []
    page = client.post(address, {"chosen": "", "tap": first})
    for name in others:
        chosen = " ".join(page.context["chosen"])
        page = client.post(address, {"chosen": chosen, "tap": name})
    assert page.url == HOME
    assert who(client) == row.user


def test_no_name_is_told_before_the_pictures_are_right(here: School) -> None:
    client = child()
    address = f"/class/{here.classroom.code}/"
    pages = [client.get("/class/"), client.get(address), tap(client, here.classroom, "cat sun")]
    pages.append(tap(client, here.classroom, wrong_pictures(here.classroom)))
    assert pages[-1].status_code == 422
    for page in pages:
        for row in here.pupils:
            assert row.user.name not in page.text and row.key not in page.text
    for name in PICTURES:
        assert f'value="{name}"' in pages[1].text


@pytest.mark.parametrize("junk", ["", "x", "cat cat cat", "cat " * 9000, "\x00", "é é é é", "[] {} () <>"])
def test_junk_opens_nothing(here: School, junk: str) -> None:
    client = child()
    assert tap(client, here.classroom, junk).status_code in (200, 422)
    assert client.get(f"/class/{junk[:50] or 'x'}/").status_code == 404
    assert who(client) is None


def test_a_shut_class_says_so_to_its_pupils(here: School) -> None:
    Classroom.objects.update(joining=False)
    row = here.pupils[0]
    for answer in (
        child().get(f"/class/{here.classroom.code}/"),
        tap(child(), here.classroom, row.pictures),
        child().get(reverse("card", args=[row.key])),
        child().post(reverse("card", args=[row.key])),
    ):
        assert answer.status_code == 403
        assert "shut just now" in answer.text and "Ana" not in answer.text


def test_a_guest_is_left_and_never_becomes_the_pupils(here: School) -> None:
    client = reader(here.guest)
    client.post(reverse("card", args=[here.pupils[0].key]))
    assert who(client) == here.pupils[0].user
    assert GUEST_TO_MERGE not in client.session
    assert User.objects.filter(pk=here.guest.pk, is_guest=True).exists()
    assert client.get(reverse("guest_merge")).status_code == 404


def test_a_teacher_who_tries_a_card_is_warned(here: School) -> None:
    client = reader(here.owner)
    assert "Odile is signed in here" in client.get(reverse("card", args=[here.pupils[0].key])).text
    client.post(reverse("card", args=[here.pupils[0].key]))
    assert who(client) == here.pupils[0].user
    assert client.get(reverse("account_login")).status_code == 200  # and he may take the tablet back


def test_the_next_pupil_takes_the_same_tablet(here: School) -> None:
    client = child()
    tap(client, here.classroom, here.pupils[0].pictures)
    assert "You are in already, Ana" in client.get(f"/class/{here.classroom.code}/").text
    tap(client, here.classroom, here.pupils[1].pictures)
    assert who(client) == here.pupils[1].user
    assert client.session.get_expiry_age() <= 12 * 3600


def test_a_session_of_the_class_next_door_is_not_told_here(here: School) -> None:
    client = reader(here.other_pupil.user)
    assert "already" not in client.get(f"/class/{here.classroom.code}/").text


# --- how often -------------------------------------------------------------------------------------


def fill(here: School, count: int) -> list:
    pupils_add(classroom=here.classroom, names=[f"P{number}" for number in range(count - 4)])
    return list(here.classroom.pupils.select_related("user"))


def test_who_guesses_gets_tired_also_with_the_right_pictures(here: School) -> None:
    wrong = wrong_pictures(here.classroom)
    assert {tap(child("203.0.113.9"), here.classroom, wrong).status_code for _ in range(20)} == {422}
    assert tap(child("203.0.113.9"), here.classroom, wrong).status_code == 429
    right = tap(child("203.0.113.9"), here.classroom, here.pupils[0].pictures)
    assert right.status_code == 429
    assert "scan your card" in right.text
    assert child("203.0.113.9").post(reverse("card", args=[here.pupils[0].key])).status_code == 302


def test_who_comes_back_after_each_pause_gets_tired_for_the_day(here: School, monkeypatch) -> None:
    monkeypatch.setattr(class_door, "PERIOD", "1s")
    monkeypatch.setattr(class_door, "WRONG_AT_AN_ADDRESS", 3)
    wrong, client = wrong_pictures(here.classroom), child("203.0.113.9")
    for _period in range(2):
        while tap(client, here.classroom, wrong).status_code == 422:
            pass
        sleep(1.1)
    answer = tap(client, here.classroom, here.pupils[0].pictures)
    assert answer.status_code == 429 and "today" in answer.text
    assert tap(child("203.0.113.10"), here.classroom, here.pupils[0].pictures).status_code == 302


def test_who_guesses_elsewhere_does_not_shut_the_class_out(here: School) -> None:
    reader(here.owner).get(reverse("classroom", args=[here.classroom.id]), REMOTE_ADDR="10.0.0.1")
    wrong = wrong_pictures(here.classroom)
    for network in range(6):
        for _attempt in range(20):
            tap(child(f"203.0.113.{network}"), here.classroom, wrong)
    assert tap(child("203.0.113.77"), here.classroom, wrong).status_code == 429  # all strangers together
    assert tap(child("10.0.0.1"), here.classroom, wrong).status_code == 422
    assert tap(child("10.0.0.1"), here.classroom, here.pupils[0].pictures).status_code == 302


def test_where_the_class_is_known_to_be_every_pupil_may_err_five_times(here: School) -> None:
    rows, wrong = fill(here, 20), wrong_pictures(here.classroom)
    assert tap(child(), here.classroom, rows[0].pictures).status_code == 302
    for _attempt in range(100):
        assert tap(child(), here.classroom, wrong).status_code == 422
    assert all(tap(child(), here.classroom, row.pictures).status_code == 302 for row in rows)


@pytest.mark.django_db(transaction=True)
def test_thirty_pupils_come_in_at_once_some_after_a_mistake() -> None:
    here = school()
    rows, wrong = fill(here, 30), wrong_pictures(here.classroom)

    def come_in(number: int) -> list[int]:
        client, row = child(), rows[number]
        try:
            found = [tap(client, here.classroom, wrong).status_code] if number % 2 else []
            if number % 3 == 0:
                return [*found, client.post(reverse("card", args=[row.key])).status_code]
            return [*found, tap(client, here.classroom, row.pictures).status_code]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        found = list(pool.map(come_in, range(30)))
    assert [statuses[-1] for statuses in found] == [302] * 30
    assert {status for statuses in found for status in statuses[:-1]} == {422}


def test_typing_codes_of_classes_ends_too(here: School) -> None:
    client = child("203.0.113.5")
    assert {client.post("/class/", {"code": "ZZZZZZ"}).status_code for _ in range(300)} == {422}
    assert client.post("/class/", {"code": here.classroom.code}).status_code == 429


def test_trying_addresses_of_classes_ends_too_and_shuts_no_class_out(here: School) -> None:
    client = child("203.0.113.6")
    assert {client.get("/class/ZZZZZZ/").status_code for _ in range(300)} == {404}
    assert client.get("/class/ZZZZZZ/").status_code == 429
    assert client.get(f"/class/{here.classroom.code}/").status_code == 429, "or he would learn that it is one"
    assert client.post(reverse("card", args=[here.pupils[0].key])).status_code == 302
    assert child("203.0.113.6").get(f"/class/{here.classroom.code}/").status_code == 200, (
        "it is known here now"
    )
