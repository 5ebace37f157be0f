import pytest
from django.test import Client
from django.urls import path, reverse

from accounts import urls as account_urls
from accounts.models import User
from tests.accounts.conftest import PASSWORD, browser_of

LOGIN = "/account/login/"


def log_in(browser, name="lea", password=PASSWORD, **more):
    return browser.post(LOGIN, {"login": name, "password": password, **more})


def person_of(browser):
    return browser.session.get("_auth_user_id")


def test_name_and_password_open_the_account_for_thirty_days(visitor, lea):
    response = log_in(visitor)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert person_of(visitor) == str(lea.pk)
    assert visitor.cookies["sessionid"]["max-age"] == 30 * 24 * 3600


@pytest.mark.parametrize("name", ["LEA", " Lea ", "lea"])
def test_capitals_and_spaces_around_do_not_matter(visitor, lea, name):
    assert log_in(visitor, name).status_code == 302


def test_letters_typed_on_another_keyboard_are_the_same(visitor, db):
    User.objects.create_user(username="zoé", password=PASSWORD)
    assert log_in(visitor, "ZOE\u0301").status_code == 302


def test_after_login_one_goes_where_one_wanted_to_go(visitor, lea):
    assert log_in(visitor, next="/deals/")["Location"] == "/deals/"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_after_login_one_is_not_led_to_another_site(visitor, lea, target):
    assert log_in(visitor, next=target)["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("lea", "wrong"),
        ("nobody", PASSWORD),
        ("lea' --", PASSWORD),
        ("lea\x00", PASSWORD),
        ("", ""),
        ("lea", ""),
        ("x" * 5000, "y" * 5000),
        ("guest-abcdefghijkl", ""),
    ],
)
def test_anything_else_is_refused_with_a_sentence(visitor, lea, name, password):
    response = log_in(visitor, name, password)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text or 'role="alert"' in response.text
    assert person_of(visitor) is None


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(visitor, lea):
    for answer in (log_in(visitor, "lea", "wrong"), log_in(visitor, "nobody", "wrong")):
        assert "This name and this password do not go together." in answer.text


def test_bytes_that_are_no_text_are_refused(visitor, lea):
    response = visitor.post(
        LOGIN, b"login=\xff\xfe&password=\xff", content_type="application/x-www-form-urlencoded"
    )
    assert response.status_code == 422


def test_a_guest_cannot_be_entered_by_his_random_name(visitor, tom):
    for password in ("", "!", tom.password):
        assert log_in(visitor, tom.username, password).status_code == 422


def test_a_closed_account_is_told_so(visitor, lea):
    User.objects.filter(pk=lea.pk).update(is_active=False)
    response = log_in(visitor)
    assert response["Location"] == "/account/inactive/"
    assert "This account is closed" in visitor.get(response["Location"]).text
    assert person_of(visitor) is None


def test_who_has_an_account_is_led_on(lea_browser):
    assert lea_browser.get(LOGIN)["Location"] == "/account/"
    assert lea_browser.get(LOGIN + "?next=/deals/")["Location"] == "/deals/"


def test_login_wants_a_token(lea):
    browser = Client(enforce_csrf_checks=True)
    assert log_in(browser).status_code == 403
    assert person_of(browser) is None


def test_guessing_at_one_name_is_held_up_but_not_the_class_behind_the_same_address(visitor, lea, db):
    for _ in range(5):
        log_in(visitor, "lea", "wrong")
    held_up = log_in(visitor)
    assert held_up.status_code == 422
    assert "wait five minutes" in held_up.text
    for number in range(30):
        User.objects.create_user(username=f"pupil{number}", password=PASSWORD)
        assert log_in(Client(), f"pupil{number}").status_code == 302


def test_one_address_cannot_hammer_for_ever(visitor, lea, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login": "3/m/ip"}
    assert [log_in(visitor, "lea", "wrong").status_code for _ in range(4)] == [422, 422, 422, 429]


# --- a guest signs into his account ------------------------------------------------------------------


class WithoutTables:
    """A site of accounts alone; the header of its pages wants three addresses."""

    urlpatterns = [
        *account_urls.urlpatterns,
        *(path(f"{name}/", lambda request: None, name=name) for name in ("home", "deals", "rules")),
    ]


@pytest.fixture
def without_tables(settings):
    settings.ROOT_URLCONF = WithoutTables


def test_a_guest_sees_the_login_form(tom_browser):
    response = tom_browser.get(LOGIN)
    assert response.status_code == 200
    assert "You are playing as Tom, a guest" in response.text
    assert 'name="password"' in response.text


def test_after_login_a_guest_is_asked_about_his_deals(tom_browser, tom, lea):
    response = log_in(tom_browser, next="/deals/")
    assert response["Location"] == reverse("guest_merge") + "?next=%2Fdeals%2F"
    assert person_of(tom_browser) == str(lea.pk)
    assert tom_browser.session["guest_to_merge"] == tom.pk


def test_who_was_no_guest_is_not_asked(visitor, lea):
    assert log_in(visitor)["Location"] == "/"


def test_where_nothing_can_be_taken_along_nothing_is_asked(tom_browser, lea, without_tables):
    assert log_in(tom_browser)["Location"] == "/"
    assert "guest_to_merge" not in tom_browser.session


def test_a_failed_login_leaves_the_guest_a_guest(tom_browser, tom, lea):
    assert log_in(tom_browser, password="wrong").status_code == 422
    assert person_of(tom_browser) == str(tom.pk)


def test_the_next_person_at_this_browser_is_not_asked_about_the_guest(tom_browser, lea, ada):
    log_in(tom_browser)
    tom_browser.post("/account/logout/")
    assert log_in(tom_browser, "ada")["Location"] == "/"


def test_an_account_is_not_a_guest(lea, ada):
    browser = browser_of(lea)
    log_in(browser, "ada")
    assert person_of(browser) == str(lea.pk)
