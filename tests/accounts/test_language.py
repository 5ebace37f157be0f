import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.language import person_language
from accounts.models import User


def of(user, cookie="", browser=""):
    return person_language(
        user, cookies={"django_language": cookie} if cookie else {}, accept_language=browser
    )


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "fr"),
        ("en", "en"),
        ("en-GB,en;q=0.9,fr;q=0.1", "en"),
        ("fr-CA", "fr"),
        ("de,en;q=0.5", "en"),
        ("de-DE,es", "fr"),
        ("*", "fr"),
        ("x" * 10_000, "fr"),
        (";;;q=,,", "fr"),
    ],
)
def test_a_browser_is_answered_in_its_language_or_in_french(accepted, language):
    assert of(AnonymousUser(), browser=accepted) == language


def test_what_was_chosen_in_this_browser_wins_over_the_browser():
    assert of(AnonymousUser(), cookie="en", browser="fr") == "en"


def test_a_cookie_of_another_language_is_ignored():
    assert of(AnonymousUser(), cookie="de", browser="en") == "en"
    assert of(AnonymousUser(), cookie="<script>", browser="") == "fr"


def test_the_choice_of_a_person_wins_over_both():
    assert of(User(language="fr"), cookie="en", browser="en") == "fr"


def test_a_person_who_has_not_chosen_is_read_by_cookie_and_browser():
    assert of(User(language=""), cookie="en", browser="fr") == "en"
    assert of(User(language=""), browser="en") == "en"


def test_nobody_at_all_is_a_browser_too():
    assert of(None, browser="en") == "en"


def html_language(client, **headers):
    return client.get("/account/login/", headers=headers).content.decode().partition('lang="')[2][:2]


@pytest.mark.django_db
def test_pages_speak_the_language(client):
    assert html_language(client) == "fr"
    assert html_language(client, accept_language="en") == "en"


def test_pages_speak_the_language_of_who_is_logged_in(lea_browser, lea):
    User.objects.filter(pk=lea.pk).update(language="fr")
    response = lea_browser.get("/account/", headers={"accept-language": "en"})
    assert 'lang="fr"' in response.content.decode()
    assert response["Content-Language"] == "fr"


def test_the_language_button_is_remembered_for_the_person(lea_browser, lea):
    response = lea_browser.post("/i18n/setlang/", {"language": "fr", "next": "/preferences/"})
    assert (response.status_code, response["Location"]) == (302, "/preferences/")
    lea.refresh_from_db()
    assert lea.language == "fr"
    assert lea_browser.cookies["django_language"].value == "fr"


@pytest.mark.django_db
def test_the_language_button_works_for_who_is_not_logged_in(client):
    client.post("/i18n/setlang/", {"language": "en"})
    assert html_language(client) == "en"


@pytest.mark.parametrize("junk", ["de", "", "x" * 5000, "\x00"])
def test_the_language_button_ignores_junk(lea_browser, lea, junk):
    assert lea_browser.post("/i18n/setlang/", {"language": junk}).status_code == 302
    lea.refresh_from_db()
    assert lea.language == "en"


def test_the_language_button_leads_to_no_other_site(lea_browser):
    response = lea_browser.post("/i18n/setlang/", {"language": "fr", "next": "https://evil.example/"})
    assert response["Location"] == "/"
