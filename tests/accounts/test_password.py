import re

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, browser_of

CHANGE = "/account/password/"
RESET = "/account/password/reset/"
NEW = "another five words here now"


def change(browser, old=PASSWORD, new=NEW):
    return browser.post(CHANGE, {"oldpassword": old, "password1": new})


def test_the_password_changes_and_one_stays_signed_in(lea_browser, lea):
    other = browser_of(lea)
    response = change(lea_browser)
    assert (response.status_code, response["Location"]) == (302, "/account/")
    lea.refresh_from_db()
    assert lea.check_password(NEW)
    assert "Your new password is saved." in lea_browser.get("/account/").text
    assert other.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("old", "new"), [("wrong", NEW), ("", NEW), (PASSWORD, "short"), (PASSWORD, ""), (PASSWORD, "12345678")]
)
def test_bad_input_changes_nothing(lea_browser, lea, old, new):
    response = change(lea_browser, old, new)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text
    lea.refresh_from_db()
    assert lea.check_password(PASSWORD)


def test_guests_have_no_password_to_change(tom_browser):
    assert change(tom_browser)["Location"] == "/account/keep/"
    assert tom_browser.get("/account/password/set/")["Location"] == "/account/keep/"


def test_changing_wants_a_person_and_a_token(visitor, lea):
    assert visitor.get(CHANGE)["Location"] == "/account/login/?next=/account/password/"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    assert change(browser).status_code == 403


def test_guessing_the_old_password_is_stopped(lea_browser):
    assert [change(lea_browser, "wrong").status_code for _ in range(6)] == [422] * 5 + [429]


# --- forgotten -----------------------------------------------------------------------------------------


@pytest.fixture
def lea_with_address(lea: User, mail) -> User:
    lea.email = "lea@example.org"
    lea.save()
    lea.emailaddress_set.create(email=lea.email, primary=True, verified=True)
    return lea


def link_in(letter) -> str:
    return re.search(r"https?://testserver(/\S+)", letter.body)[1]


def test_a_link_in_a_letter_leads_to_a_new_password(visitor, lea_with_address, mail):
    response = visitor.post(RESET, {"email": "LEA@example.org"})
    assert "on its way" in visitor.get(response["Location"]).text
    (letter,) = mail.outbox
    assert letter.to == ["lea@example.org"]
    assert letter.subject == "Minibridge: a new password"
    assert "Your name to sign in with is: lea" in letter.body
    form = visitor.get(link_in(letter))["Location"]
    assert visitor.post(form, {"password1": "short"}).status_code == 422
    done = visitor.post(form, {"password1": NEW})
    assert "Your new password is saved" in visitor.get(done["Location"]).text
    assert visitor.post("/account/login/", {"login": "lea", "password": NEW}).status_code == 302


def test_a_link_works_once(visitor, lea_with_address, mail):
    visitor.post(RESET, {"email": "lea@example.org"})
    link = link_in(mail.outbox[0])
    visitor.post(visitor.get(link)["Location"], {"password1": NEW})
    again = Client(headers={"accept-language": "en"}).get(link)
    assert "This link is used up" in again.text


def test_an_unknown_address_gets_the_same_page_and_no_letter(visitor, lea_with_address, mail):
    known = visitor.post(RESET, {"email": "lea@example.org"})
    unknown = visitor.post(RESET, {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("address", ["", "nonsense", "a\x00@b.org", "x" * 400 + "@example.org"])
def test_what_is_no_address_is_refused(visitor, mail, address):
    assert visitor.post(RESET, {"email": address}).status_code == 422


def test_letters_are_not_sent_without_end(visitor, lea_with_address, mail):
    statuses = [visitor.post(RESET, {"email": "lea@example.org"}).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]


def test_a_guest_who_opens_a_link_finds_his_deals_again(tom_browser, tom, lea_with_address, mail):
    tom_browser.post(RESET, {"email": "lea@example.org"})
    form = tom_browser.get(link_in(mail.outbox[0]))["Location"]
    tom_browser.get(form)
    tom_browser.post(form, {"password1": NEW})
    assert tom_browser.session["guest_to_merge"] == tom.pk


@pytest.mark.parametrize("link", ["1-abc", "zzzzzzzzzzzz-abc", "1-set-password", "0-0", "1-" + "x" * 3000])
def test_links_somebody_made_up_are_refused(visitor, mail, link):
    page = visitor.get(f"{RESET}key/{link}/")
    assert page.status_code == 200
    assert "This link is used up" in page.text


def test_a_mail_server_that_is_away_costs_nobody_his_page(visitor, lea_with_address, mail, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    response = visitor.post(RESET, {"email": "lea@example.org"})
    assert response.status_code == 302
    assert "The e-mail could not be sent just now." in visitor.get(response["Location"]).text


@pytest.mark.parametrize("page", ["", "sent/", "done/", "key/1-abc/"])
def test_without_a_mail_server_there_are_no_such_pages(visitor, page):
    assert visitor.get(RESET + page).status_code == 404
    assert visitor.post(RESET + page).status_code == 404
