import re

from django.test import Client

from accounts.recovery import codes_left, codes_renew
from tests.accounts.conftest import PASSWORD

CODES = "/account/codes/"


def codes_on(page) -> list[str]:
    return re.findall(r"<code>([^<]+)</code>", page.text)


def test_codes_are_made_after_the_password_and_shown_once(lea_browser, lea):
    response = lea_browser.post(CODES, {"password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, CODES)
    first = lea_browser.get(CODES)
    assert len(codes_on(first)) == 8
    assert "no-store" in first["Cache-Control"]
    second = lea_browser.get(CODES)
    assert codes_on(second) == []
    assert "You have 8 codes left. They cannot be shown again." in second.text


def test_the_number_of_codes_left_is_told(lea_browser, lea):
    assert "You have no codes." in lea_browser.get(CODES).text
    codes_renew(lea)
    lea.recovery_codes.exclude(pk=lea.recovery_codes.first().pk).delete()
    assert "You have 1 code left." in lea_browser.get(CODES).text


def test_without_the_password_nothing_changes(lea_browser, lea):
    codes_renew(lea)
    for password in ("wrong", "", "\x00"):
        response = lea_browser.post(CODES, {"password": password})
        assert response.status_code == 422
        assert 'class="errorlist"' in response.text
    assert codes_on(lea_browser.get(CODES)) == []
    assert codes_left(lea) == 8


def test_guessing_the_password_here_is_held_up(lea_browser, lea):
    for _ in range(5):
        lea_browser.post(CODES, {"password": "wrong"})
    assert lea_browser.post(CODES, {"password": PASSWORD}).status_code == 422


def test_only_accounts_have_codes(visitor, tom_browser):
    assert visitor.get(CODES)["Location"] == "/account/login/?next=/account/codes/"
    assert tom_browser.get(CODES)["Location"] == "/account/keep/"
    assert tom_browser.post(CODES, {"password": ""})["Location"] == "/account/keep/"


def test_making_codes_wants_a_token(lea):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post(CODES, {"password": PASSWORD}).status_code == 403


def test_the_way_on_leads_to_no_other_site(lea_browser):
    lea_browser.post(CODES, {"password": PASSWORD})
    page = lea_browser.get(CODES + "?next=https://evil.example/")
    assert 'href="https://evil' not in page.text
    assert 'href="/">I have them' in page.text
