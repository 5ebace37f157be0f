from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.utils import timezone

from accounts.classes import class_open, pupil_add
from accounts.models import Classroom
from tests.accounts.conftest import PASSWORD, browser_of

PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def ada_browser(ada):
    return browser_of(ada)


def test_people_are_listed_searched_and_sorted_into_guests_and_others(ada_browser, lea, tom):
    page = ada_browser.get(PEOPLE).text
    assert "Léa" in page
    assert "Tom" in page
    assert "Léa" not in ada_browser.get(PEOPLE, {"q": "Tom"}).text
    assert "Tom" not in ada_browser.get(PEOPLE, {"is_guest__exact": "0"}).text.partition("result_list")[2]


@pytest.mark.parametrize("query", ["'; DROP TABLE", "\x00", "é" * 3000, "%"])
def test_any_search_is_answered(ada_browser, lea, query):
    assert ada_browser.get(PEOPLE, {"q": query}).status_code in (200, 302)


def test_no_part_of_a_password_is_shown(ada_browser, lea, tom):
    for person in (lea, tom):
        page = ada_browser.get(f"{PEOPLE}{person.pk}/change/").text
        assert person.password not in page
        for part in person.password.split("$"):
            assert len(part) < 8 or part not in page


def test_a_person_is_changed_and_keeps_the_password(ada_browser, lea):
    page = ada_browser.get(f"{PEOPLE}{lea.pk}/change/")
    data = {
        name: value
        for name, value in page.context["adminform"].form.initial.items()
        if value not in (None, False)
    }
    data |= {"display_name": "Léonie", "groups": [], "user_permissions": []}
    response = ada_browser.post(f"{PEOPLE}{lea.pk}/change/", data)
    assert response.status_code == 302, response.context["errors"]
    lea.refresh_from_db()
    assert lea.name == "Léonie"
    assert lea.check_password(PASSWORD)


def test_a_password_is_set_anew_for_who_lost_everything(ada_browser, lea):
    url = f"{PEOPLE}{lea.pk}/password/"
    assert url in ada_browser.get(f"{PEOPLE}{lea.pk}/change/").text
    new = {
        "password1": "quite a new password",
        "password2": "quite a new password",
        "usable_password": "true",
    }
    assert ada_browser.post(url, new).status_code == 302
    lea.refresh_from_db()
    assert lea.check_password("quite a new password")


def test_a_person_is_added(ada_browser):
    new = {
        "username": "zoe",
        "password1": "quite a new password",
        "password2": "quite a new password",
        "usable_password": "true",
    }
    assert ada_browser.post(f"{PEOPLE}add/", new).status_code == 302


def test_keys_of_passkeys_are_not_shown(ada_browser, lea):
    passkey = Authenticator.objects.create(
        user=lea, type="webauthn", data={"name": "Tablet", "credential": {"secret": "c2VjcmV0"}}
    )
    page = ada_browser.get(f"/admin/mfa/authenticator/{passkey.pk}/change/").text
    assert "c2VjcmV0" not in page
    assert ada_browser.get("/admin/mfa/authenticator/add/").status_code == 403


def test_the_admin_is_entered_by_the_door_of_the_site(visitor):
    response = visitor.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/account/login/")
    assert "admin" in response.redirect_chain[-1][0]


def test_others_are_turned_away(lea_browser, tom_browser):
    for browser in (lea_browser, tom_browser):
        assert browser.get("/admin/login/").status_code == 403
        assert browser.get(PEOPLE, follow=True).status_code == 403


CLASS_PAGES = ("classroom", "classteacher", "pupil")


@pytest.fixture
def class_rows(ada):
    room = class_open(teacher=ada, name="6e B", expires=timezone.localdate() + timedelta(days=9))
    Classroom.objects.filter(pk=room.pk).update(invitation="an-invitation-nobody-sees")
    pupil = pupil_add(classroom=room, name="Ana")
    return {"classroom": room, "classteacher": room.teachers.get(), "pupil": pupil}


def test_classes_are_shown_and_not_what_opens_them(ada_browser, class_rows):
    pupil, room = class_rows["pupil"], class_rows["classroom"]
    for name in CLASS_PAGES:
        for page in (f"/admin/accounts/{name}/", f"/admin/accounts/{name}/{class_rows[name].pk}/change/"):
            answer = ada_browser.get(page)
            assert answer.status_code == 200
            assert "6e B" in answer.text
            for secret in (pupil.key, pupil.pictures, room.code, "an-invitation-nobody-sees"):
                assert secret not in answer.text
        assert ada_browser.get(f"/admin/accounts/{name}/add/").status_code == 403
        assert ada_browser.post(f"/admin/accounts/{name}/{class_rows[name].pk}/delete/").status_code == 403


@pytest.mark.parametrize(
    ("name", "lookup"),
    [("pupil", "key__startswith"), ("pupil", "pictures"), ("classroom", "code"), ("classroom", "invitation")],
)
def test_nobody_asks_the_admin_for_a_key(ada_browser, class_rows, name, lookup):
    assert ada_browser.get(f"/admin/accounts/{name}/", {lookup: "a"}).status_code == 400


def test_the_page_of_a_pupil_says_that_there_is_no_password(ada_browser, class_rows):
    page = ada_browser.get(f"{PEOPLE}{class_rows['pupil'].user_id}/change/").text
    assert "none: a pupil" in page
