import re

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

EMAIL = "/account/email/"


@pytest.fixture
def confirmed(lea_browser: Client, mail) -> Client:
    """Léa's browser, after she showed her password once more."""
    lea_browser.post("/account/confirm/", {"password": PASSWORD})
    return lea_browser


def link_in(letter) -> str:
    return re.search(r"https?://testserver(/\S+)", letter.body)[1]


def test_an_address_is_added_by_a_letter(confirmed, lea, mail):
    assert confirmed.post(EMAIL, {"email": "Lea@example.org", "action_add": ""})["Location"] == EMAIL
    (letter,) = mail.outbox
    assert letter.subject == "Minibridge: please confirm your e-mail address"
    assert "lea@example.org</strong> is not confirmed yet" in confirmed.get(EMAIL).text
    link = link_in(letter)
    assert "Is <strong>lea@example.org</strong> the address of Léa?" in confirmed.get(link).text
    assert not lea.emailaddress_set.get().verified
    confirmed.post(link)
    assert lea.emailaddress_set.get().verified
    lea.refresh_from_db()
    assert lea.email == "lea@example.org"
    assert "Your address is <strong>lea@example.org</strong>" in confirmed.get(EMAIL).text


def test_a_new_address_takes_the_place_of_the_old_one(confirmed, lea, mail):
    for address in ("old@example.org", "new@example.org"):
        confirmed.post(EMAIL, {"email": address, "action_add": ""})
        confirmed.post(link_in(mail.outbox[-1]))
    assert [row.email for row in lea.emailaddress_set.all()] == ["new@example.org"]


def test_an_address_is_removed(confirmed, lea, mail):
    confirmed.post(EMAIL, {"email": "lea@example.org", "action_add": ""})
    confirmed.post(link_in(mail.outbox[-1]))
    confirmed.post(EMAIL, {"email": "lea@example.org", "action_remove": ""})
    lea.refresh_from_db()
    assert lea.email == ""
    assert not lea.emailaddress_set.exists()


def test_the_letter_is_sent_again_but_not_at_once(confirmed, mail):
    confirmed.post(EMAIL, {"email": "lea@example.org", "action_add": ""})
    assert confirmed.post(EMAIL, {"email": "lea@example.org", "action_send": ""}).status_code == 302
    assert len(mail.outbox) == 1


def test_the_password_is_asked_first(lea_browser, lea, mail):
    response = lea_browser.post(EMAIL, {"email": "thief@example.org", "action_add": ""})
    assert response["Location"].startswith("/account/confirm/")
    assert mail.outbox == []
    lea_browser.post(response["Location"], {"password": PASSWORD})
    assert lea.emailaddress_set.get().email == "thief@example.org"


@pytest.mark.parametrize("address", ["", "nonsense", "a\x00@b.org", "x" * 300 + "@example.org"])
def test_what_is_no_address_is_refused(confirmed, lea, address):
    response = confirmed.post(EMAIL, {"email": address, "action_add": ""})
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary", "nonsense"])
@pytest.mark.parametrize("address", ["ada@example.org", "nonsense", ""])
def test_the_addresses_of_others_are_out_of_reach(confirmed, ada, action, address):
    ada.emailaddress_set.create(email="ada@example.org", primary=True, verified=True)
    assert confirmed.post(EMAIL, {"email": address, action: ""}).status_code == 302
    assert ada.emailaddress_set.count() == 1


def test_a_link_that_leads_nowhere_says_so(visitor, mail):
    for key in ("nonsense", "MQ:abc:def", "x" * 2000):
        page = visitor.get(f"{EMAIL}confirm/{key}/")
        assert page.status_code == 200
        assert "This link does not work any more." in page.text
        assert visitor.post(f"{EMAIL}confirm/{key}/").status_code == 404


def test_an_address_confirmed_by_another_meanwhile_is_not_confirmed_twice(confirmed, ada, mail):
    confirmed.post(EMAIL, {"email": "shared@example.org", "action_add": ""})
    ada.emailaddress_set.create(email="shared@example.org", primary=True, verified=True)
    page = confirmed.get(link_in(mail.outbox[0]))
    assert "belongs to another account already" in page.text


def test_a_guest_who_opens_a_letter_of_an_account_is_remembered(confirmed, tom_browser, tom, mail):
    confirmed.post(EMAIL, {"email": "lea@example.org", "action_add": ""})
    tom_browser.get(link_in(mail.outbox[0]))
    assert tom_browser.session["guest_to_merge"] == tom.pk


def test_only_accounts_have_an_address(visitor, tom_browser, mail):
    assert visitor.get(EMAIL)["Location"] == "/account/login/?next=/account/email/"
    assert tom_browser.get(EMAIL)["Location"] == "/account/keep/"


def test_without_a_mail_server_there_is_no_such_page(lea_browser):
    assert lea_browser.get(EMAIL).status_code == 404
    assert lea_browser.get(EMAIL + "confirm/abc/").status_code == 404


def test_adding_wants_a_token(lea, mail):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post(EMAIL, {"email": "a@example.org", "action_add": ""}).status_code == 403
    assert not User.objects.get(pk=lea.pk).emailaddress_set.exists()
