from django.test import Client

from tests.accounts.conftest import PASSWORD, browser_of

LOGOUT = "/account/logout/"


def test_signing_out_asks_first(lea_browser):
    page = lea_browser.get(LOGOUT)
    assert "Sign out?" in page.text
    assert "_auth_user_id" in lea_browser.session
    response = lea_browser.post(LOGOUT)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert "_auth_user_id" not in lea_browser.session


def test_a_guest_is_warned_and_offered_to_keep_his_deals(tom_browser):
    page = tom_browser.get(LOGOUT)
    assert "nobody can come back to this chair and these deals" in page.text
    assert 'href="/account/keep/"' in page.text


def test_a_guest_who_leaves_on_purpose_is_gone(tom_browser):
    tom_browser.post(LOGOUT)
    assert "_auth_user_id" not in tom_browser.session
    assert "guest_to_merge" not in tom_browser.session


def test_nobody_is_signed_out_by_another_site(lea):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post(LOGOUT).status_code == 403
    assert browser.get(LOGOUT).status_code == 200
    assert "_auth_user_id" in browser.session


def test_who_is_not_signed_in_has_nothing_to_do_here(visitor):
    assert visitor.get(LOGOUT)["Location"] == "/"
    assert visitor.post(LOGOUT)["Location"] == "/"


def test_one_leads_to_no_other_site(lea):
    browser = browser_of(lea)
    assert browser.post(LOGOUT, {"next": "https://evil.example/"})["Location"] == "/"
    browser.post("/account/login/", {"login": "lea", "password": PASSWORD})
    assert browser.post(LOGOUT, {"next": "/rules/"})["Location"] == "/rules/"
