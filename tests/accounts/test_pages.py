"""Every page of this folder, in both languages: reachable for whom it is meant, and made of our own parts."""

import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts import urls
from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.soft_passkey import SoftPasskey
from tests.accounts.test_passkeys import LocalBrowser, add

ANYBODY = ["preferences", "preferences_preview", "account_login", "account_inactive"]
STRANGERS = [*ANYBODY, "account_signup", "recover", "account_reset_password", "account_reset_password_done"]
STRANGERS += ["account_reset_password_from_key_done"]
GUESTS = [*ANYBODY[:3], "account", "guest_keep", "account_logout", "recover"]
PEOPLE = ["preferences", "account", "recovery_codes", "account_change_password", "account_email"]
PEOPLE += ["account_logout", "account_reauthenticate", "mfa_list_webauthn", "mfa_add_webauthn"]
PEOPLE += ["mfa_reauthenticate_webauthn"]
WITH_ARGUMENTS = {
    "account_confirm_email": {"key": "nonsense"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "nonsense"},
}
PASSKEY_PAGES = ["mfa_edit_webauthn", "mfa_remove_webauthn"]
# Answers that are no page of their own.
NO_PAGES = {"set_language", "mfa_index", "mfa_login_webauthn", "account_set_password"}


@pytest.fixture(params=["fr", "en"])
def language(request) -> str:
    return request.param


@pytest.fixture
def at_localhost(mail, db, language) -> Callable[[User | None], LocalBrowser]:
    """Browsers on a site that offers everything: mail, and passkeys."""

    def browser(user: User | None = None) -> LocalBrowser:
        client = LocalBrowser()
        client.cookies["django_language"] = language
        if user:
            User.objects.filter(pk=user.pk).update(language=language)
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return browser


def check(client: Client, url: str, language: str) -> None:
    response = client.get(url)
    assert response.status_code == 200, (url, response.headers.get("Location"))
    page = response.text
    if "<html" in page:
        assert f'<html lang="{language}"' in page
        assert page.count("<h1") == 1, url
        assert re.search(r"<title>[^<]*\S[^<]* · Minibridge</title>", page), url
    assert "style=" not in page, url
    assert not re.search(r"\son\w+=", page), url
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "src=" in attributes or 'type="application/json"' in attributes, url
        assert "src=" not in attributes or not body.strip(), url
    assert not re.search(r"\{[%{]", page), url
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), url
    for label in re.findall(r'<label[^>]* for="([^"]+)"', page):
        assert label in ids, (url, label)


@pytest.mark.parametrize("name", STRANGERS)
def test_pages_of_people_who_are_not_logged_in(at_localhost, language, name):
    check(at_localhost(), reverse(name), language)


@pytest.mark.parametrize("name", WITH_ARGUMENTS)
def test_pages_that_letters_lead_to(at_localhost, language, name):
    check(at_localhost(), reverse(name, kwargs=WITH_ARGUMENTS[name]), language)


@pytest.mark.parametrize("name", GUESTS)
def test_pages_of_guests(at_localhost, language, name, tom):
    check(at_localhost(tom), reverse(name), language)


@pytest.mark.parametrize("name", PEOPLE)
def test_pages_of_people_with_an_account(at_localhost, language, name, lea):
    browser = at_localhost(lea)
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    add(browser, SoftPasskey())
    check(browser, reverse(name), language)


@pytest.mark.parametrize("name", PASSKEY_PAGES)
def test_pages_of_one_passkey(at_localhost, language, name, lea):
    browser = at_localhost(lea)
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    add(browser, SoftPasskey())
    check(browser, reverse(name, kwargs={"pk": Authenticator.objects.get().pk}), language)


def test_the_page_that_shows_the_codes(at_localhost, language, lea):
    browser = at_localhost(lea)
    browser.post(reverse("recovery_codes"), {"password": PASSWORD})
    check(browser, reverse("recovery_codes"), language)


def test_no_page_was_forgotten_here():
    named = {pattern.name for pattern in urls.urlpatterns}
    checked = {*STRANGERS, *GUESTS, *PEOPLE, *PASSKEY_PAGES, *WITH_ARGUMENTS}
    assert named - checked - NO_PAGES == set()


@pytest.mark.parametrize(
    "name",
    [
        "mfa_activate_totp",
        "mfa_view_recovery_codes",
        "mfa_authenticate",
        "account_email_verification_sent",
        "account_request_login_code",
        "account_signup_by_passkey",
        "socialaccount_connections",
    ],
)
def test_what_allauth_could_do_but_is_not_offered_has_no_address(name):
    with pytest.raises(NoReverseMatch):
        reverse(name)


def test_french_pages_hold_no_english_words(at_localhost, tom):
    """Words which stand on nearly every page in English, and in no French sentence."""
    browser = LocalBrowser()
    browser.cookies["django_language"] = "fr"
    for name in STRANGERS:
        words = set(
            re.findall(
                r"[A-Za-z]+", re.sub(r"<[^>]+>|\(function.*?\)\(\)", " ", browser.get(reverse(name)).text)
            )
        )
        assert not words & {"the", "your", "with", "you", "password", "account", "sign"}, name
