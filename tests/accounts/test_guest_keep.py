import pytest
from django.test import Client

from accounts.models import User
from accounts.services import guest_keep
from tests.accounts.conftest import browser_of

KEEP = "/account/keep/"
PASSWORD = "four words in a row"


def keep(browser, username="tommy", password=PASSWORD, **more):
    return browser.post(KEEP, {"username": username, "password1": password, **more})


def test_the_guest_keeps_his_row_his_name_and_his_session(tom_browser, tom):
    response = keep(tom_browser, "Tommy")
    assert (response.status_code, response["Location"]) == (302, "/account/codes/")
    tom.refresh_from_db()
    assert (tom.is_guest, tom.username, tom.name) == (False, "tommy", "Tom")
    assert tom.check_password(PASSWORD)
    assert User.objects.count() == 1
    assert tom_browser.session["_auth_user_id"] == str(tom.pk)
    assert tom_browser.get(response["Location"]).text.count("<li><code>") == 8


def test_he_can_come_back_with_name_and_password(tom_browser, visitor, tom):
    keep(tom_browser)
    assert visitor.post("/account/login/", {"login": "tommy", "password": PASSWORD}).status_code == 302


def test_other_devices_must_sign_in_from_then_on(tom_browser, tom):
    other = browser_of(tom)
    keep(tom_browser)
    assert other.get("/account/")["Location"] == "/account/login/?next=/account/"


def test_he_goes_on_where_he_was(tom_browser):
    assert keep(tom_browser, next="/t/ABC234/")["Location"] == "/account/codes/?next=%2Ft%2FABC234%2F"


def test_he_is_led_to_no_other_site(tom_browser):
    assert keep(tom_browser, next="https://evil.example/")["Location"] == "/account/codes/"


def test_with_an_address_he_gets_a_letter_instead_of_codes(tom_browser, tom, mail):
    response = keep(tom_browser, email="Tom@example.org", next="/t/ABC234/")
    assert response["Location"] == "/t/ABC234/"
    assert [letter.to for letter in mail.outbox] == [["tom@example.org"]]
    tom.refresh_from_db()
    assert tom.email == "tom@example.org"
    assert not tom.emailaddress_set.get().verified


def test_his_own_name_is_proposed_where_it_can_be_one(tom_browser):
    assert 'value="tom"' in tom_browser.get(KEEP).text


def test_a_name_with_spaces_is_not_proposed(tom_browser, tom):
    User.objects.filter(pk=tom.pk).update(display_name="Mamie Jo")
    assert 'value="mamie' not in tom_browser.get(KEEP).text


def test_a_name_that_is_taken_is_refused_and_he_stays_a_guest(tom_browser, tom, lea):
    response = keep(tom_browser, "Lea")
    assert response.status_code == 422
    assert "Somebody has this name already." in response.text
    tom.refresh_from_db()
    assert tom.is_guest


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("", PASSWORD),
        ("tommy", ""),
        ("tommy", "short"),
        ("two words", PASSWORD),
        ("x" * 25, PASSWORD),
        ("a\x00", PASSWORD),
    ],
)
def test_bad_input_is_refused_with_a_sentence(tom_browser, tom, username, password):
    response = keep(tom_browser, username, password)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text
    tom.refresh_from_db()
    assert tom.is_guest


def test_the_second_of_two_windows_is_led_on(tom, tom_browser):
    second = browser_of(tom)
    guest_keep(tom, username="tommy", password=PASSWORD)
    assert keep(second, "thomas").status_code == 302
    tom.refresh_from_db()
    assert tom.username == "tommy"


def test_who_is_nobody_signs_up_and_who_has_an_account_is_led_on(visitor, lea_browser):
    assert visitor.get(KEEP)["Location"] == "/account/signup/"
    assert keep(visitor)["Location"] == "/account/signup/"
    assert lea_browser.get(KEEP)["Location"] == "/account/"


def test_keeping_wants_a_token(tom):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(tom, backend="django.contrib.auth.backends.ModelBackend")
    assert keep(browser).status_code == 403
    tom.refresh_from_db()
    assert tom.is_guest


def test_trying_for_ever_is_stopped(tom_browser):
    statuses = {keep(tom_browser, "").status_code for _ in range(61)}
    assert statuses == {422, 429}
