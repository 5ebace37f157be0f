import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import User

SIGNUP = "/account/signup/"
PASSWORD = "four words in a row"


def sign_up(browser, username="Zoé", password=PASSWORD, **more):
    return browser.post(SIGNUP, {"username": username, "password1": password, **more})


def test_name_and_password_make_an_account_and_the_recovery_codes_come_next(visitor):
    response = sign_up(visitor)
    assert (response.status_code, response["Location"]) == (302, "/account/codes/?next=%2F")
    user = User.objects.get()
    assert (user.username, user.name, user.email, user.is_guest) == ("zoé", "Zoé", "", False)
    assert visitor.session["_auth_user_id"] == str(user.pk)
    page = visitor.get(response["Location"])
    assert page.text.count("<li><code>") == 8


def test_after_the_codes_one_goes_where_one_wanted_to_go(visitor):
    response = sign_up(visitor, next="/t/ABC234/")
    assert response["Location"] == "/account/codes/?next=%2Ft%2FABC234%2F"
    assert 'href="/t/ABC234/"' in visitor.get(response["Location"]).text


def test_the_language_and_choices_of_the_browser_come_along(visitor):
    visitor.post("/preferences/", {"deck": "two", "suit_order": "SHDC", "big_text": "on"})
    sign_up(visitor)
    user = User.objects.get()
    assert (user.language, user.deck, user.suit_order, user.big_text) == ("en", "two", "SHDC", True)


def test_without_a_mail_server_nobody_is_asked_for_an_address(visitor):
    assert 'name="email"' not in visitor.get(SIGNUP).text
    sign_up(visitor, email="zoe@example.org")
    assert User.objects.get().email == ""


def test_with_an_address_a_confirmation_goes_out_instead_of_codes(visitor, mail):
    assert 'name="email"' in visitor.get(SIGNUP).text
    response = sign_up(visitor, email="zoe@example.org")
    assert response["Location"] == "/"
    assert [letter.to for letter in mail.outbox] == [["zoe@example.org"]]
    assert "/account/email/confirm/" in mail.outbox[0].body


def test_an_address_may_be_left_empty(visitor, mail):
    assert sign_up(visitor, email="")["Location"] == "/account/codes/?next=%2F"
    assert mail.outbox == []


@pytest.mark.parametrize(
    "address", ["nonsense", "a@b", "x" * 300 + "@example.org", "a@exa\nmple.org", "ü@ü@ü"]
)
def test_a_wrong_address_is_refused(visitor, mail, address):
    assert sign_up(visitor, email=address).status_code == 422
    assert not User.objects.exists()


def test_an_address_that_has_an_account_is_refused(visitor, mail):
    sign_up(visitor, email="zoe@example.org")
    again = sign_up(Client(headers={"accept-language": "en"}), username="other", email="ZOE@example.org")
    assert again.status_code == 422
    assert "There is already an account with this e-mail address." in again.text


@pytest.mark.parametrize("username", ["Zoé", "zoé", "ZOÉ", "zoe\u0301"])
def test_a_name_is_given_once(visitor, username):
    sign_up(visitor)
    again = sign_up(Client(headers={"accept-language": "en"}), username=username)
    assert again.status_code == 422
    assert "Somebody has this name already." in again.text
    assert User.objects.count() == 1


def test_a_name_made_by_hand_with_capitals_is_taken_too(visitor, db):
    get_user_model().objects.create_user(username="Admin", password=PASSWORD)
    assert sign_up(visitor, username="admin").status_code == 422


@pytest.mark.parametrize(
    "username",
    [
        "",
        " ",
        "two words",
        "x" * 25,
        "guest-1",
        "a\x00b",
        "<b>",
        "'; DROP TABLE accounts_user; --",
        "a\u202eb",
    ],
)
def test_other_names_are_refused_with_a_sentence(visitor, username):
    response = sign_up(visitor, username=username)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["", "short", "password", "12345678", "zoézoézoé", "\x00" * 9])
def test_weak_passwords_are_refused_with_a_sentence(visitor, password):
    response = sign_up(visitor, username="zoézoézoé", password=password)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text
    assert not User.objects.exists()


def test_bytes_that_are_no_text_are_refused(visitor):
    response = visitor.post(
        SIGNUP, b"username=\xff\xfe&password1=\xc3\x28", content_type="application/x-www-form-urlencoded"
    )
    assert response.status_code == 422


def test_a_guest_is_led_to_his_own_form(tom_browser):
    assert tom_browser.get(SIGNUP)["Location"] == "/account/keep/"
    assert tom_browser.get(SIGNUP + "?next=/deals/")["Location"] == "/account/keep/?next=%2Fdeals%2F"
    assert sign_up(tom_browser)["Location"] == "/account/keep/"
    assert User.objects.count() == 1


def test_who_has_an_account_makes_no_second_one(lea_browser):
    assert sign_up(lea_browser)["Location"] == "/account/"
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_name_at_once_one_is_told(monkeypatch):
    browser = Client(headers={"accept-language": "en"})
    User.objects.create_user(username="zoé", password=PASSWORD)
    monkeypatch.setattr(
        "accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name
    )
    response = sign_up(browser)
    assert response.status_code == 422
    assert "Somebody has this name already." in response.text


def test_signing_up_wants_a_token(db):
    assert sign_up(Client(enforce_csrf_checks=True)).status_code == 403
    assert not User.objects.exists()


def test_a_class_behind_one_address_can_sign_up(db):
    for number in range(35):
        assert sign_up(Client(), username=f"pupil{number}").status_code == 302


def test_a_machine_that_signs_up_for_ever_is_stopped(db, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    statuses = [sign_up(Client(), username=f"robot{number}").status_code for number in range(3)]
    assert statuses == [302, 302, 429]
