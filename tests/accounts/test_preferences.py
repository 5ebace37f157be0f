import pytest
from django.test import Client, RequestFactory
from django.utils.translation import gettext, override

from accounts.models import User
from accounts.preferences import Preferences, person_preferences
from accounts.preferences import preferences as context_processor
from tests.accounts.conftest import browser_of

URL = "/preferences/"
PREVIEW = "/preferences/preview/"
EVERYTHING = {
    "language": "fr",
    "deck": "cvd",
    "index_letters": "en",
    "suit_order": "SHDC",
    "taps": "2",
    "sounds": "on",
    "big_text": "on",
    "reduced_motion": "on",
}
STANDARD = {
    "language": "",
    "deck": "four",
    "index_letters": "",
    "suit_order": "SHCD",
    "taps": "",
    "sounds": "on",
}


def html_tag(page) -> str:
    return page.text.partition("<html")[2].partition(">")[0]


# --- what a page is told -------------------------------------------------------------------------------


def test_the_classes_of_a_page():
    assert Preferences().html_classes == "deck-four"
    assert (
        Preferences(deck="cvd", big_text=True, reduced_motion=True).html_classes
        == "deck-cvd big-text reduced-motion"
    )


def test_the_letters_on_the_cards_follow_the_language_until_chosen():
    with override("en"):
        assert Preferences().letters == "en"
        assert Preferences(language="fr").letters == "fr"
        assert Preferences(language="fr", index_letters="en").letters == "en"


def test_the_choices_of_a_person(lea):
    lea.deck, lea.taps = "two", "1"
    assert person_preferences(lea) == Preferences(language="en", deck="two", taps="1")


def test_a_page_without_person_or_session_has_none():
    assert context_processor(RequestFactory().get("/")) == {}


# --- people with a row ---------------------------------------------------------------------------------


def test_an_account_chooses_everything(lea_browser, lea):
    response = lea_browser.post(URL, EVERYTHING | {"display_name": " Léa  B. ", "is_adult": "on"})
    assert (response.status_code, response["Location"]) == (302, URL)
    lea.refresh_from_db()
    assert lea.display_name == "Léa B."
    assert lea.is_adult
    assert person_preferences(lea) == Preferences("fr", "cvd", "en", "2", "SHDC", True, True, True)
    assert html_tag(lea_browser.get(URL)) == ' lang="fr" class="deck-cvd big-text reduced-motion"'


def test_what_is_not_ticked_is_off(lea_browser, lea):
    lea_browser.post(URL, EVERYTHING | {"display_name": "Léa", "is_adult": "on"})
    lea_browser.post(
        URL, {name: value for name, value in STANDARD.items() if name != "sounds"} | {"display_name": "Léa"}
    )
    lea.refresh_from_db()
    assert person_preferences(lea) == Preferences(sounds=False)
    assert not lea.is_adult


def test_a_guest_chooses_too_but_does_not_say_he_is_an_adult(tom_browser, tom):
    assert 'name="is_adult"' not in tom_browser.get(URL).text
    tom_browser.post(URL, EVERYTHING | {"display_name": "Thomas", "is_adult": "on"})
    tom.refresh_from_db()
    assert (tom.display_name, tom.deck, tom.is_adult, tom.is_guest) == ("Thomas", "cvd", False, True)


def test_a_guest_who_has_no_name_yet_may_choose_all_the_same(tom_browser, tom):
    User.objects.filter(pk=tom.pk).update(display_name="")
    assert tom_browser.post(URL, STANDARD | {"deck": "two", "display_name": ""})["Location"] == URL
    tom.refresh_from_db()
    assert (tom.deck, tom.display_name) == ("two", "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"display_name": ""},
        {"display_name": "  "},
        {"display_name": "x" * 25},
        {"display_name": "a\x1bb"},
        {"display_name": "a\x00b"},
        {"deck": "gold"},
        {"deck": ""},
        {"language": "de"},
        {"taps": "3"},
        {"suit_order": "'; --"},
        {"index_letters": "xx"},
    ],
)
def test_what_does_not_exist_is_refused_and_nothing_is_stored(lea_browser, lea, wrong):
    response = lea_browser.post(URL, EVERYTHING | {"display_name": "Other"} | wrong)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text
    assert ">Léa</a>" in response.text
    lea.refresh_from_db()
    assert (lea.display_name, lea.deck) == ("Léa", "four")


def test_rights_are_no_choice(lea_browser, lea):
    lea_browser.post(
        URL, EVERYTHING | {"display_name": "Léa", "is_staff": "on", "is_superuser": "on", "username": "x"}
    )
    lea.refresh_from_db()
    assert (lea.is_staff, lea.is_superuser, lea.username) == (False, False, "lea")


def test_only_ones_own_row_changes(lea_browser, ada):
    lea_browser.post(URL, EVERYTHING | {"display_name": "Léa", "id": str(ada.pk), "pk": str(ada.pk)})
    ada.refresh_from_db()
    assert ada.deck == "four"


def test_as_in_my_browser_forgets_the_choice_of_language(lea_browser, lea):
    lea_browser.post("/i18n/setlang/", {"language": "fr"})
    lea_browser.post(URL, STANDARD | {"display_name": "Léa"})
    assert html_tag(lea_browser.get(URL)).startswith(' lang="en"')


def test_the_answer_speaks_the_language_just_chosen(lea_browser):
    lea_browser.post(URL, STANDARD | {"display_name": "Léa", "language": "fr"})
    with override("fr"):
        assert gettext("Your choices are saved.") in lea_browser.get(URL).text


# --- people without one --------------------------------------------------------------------------------


def test_who_is_not_logged_in_chooses_for_this_browser(visitor):
    page = visitor.get(URL)
    assert 'name="display_name"' not in page.text
    assert 'name="is_adult"' not in page.text
    assert visitor.post(URL, EVERYTHING | {"is_adult": "on", "display_name": "X"})["Location"] == URL
    assert html_tag(visitor.get(URL)) == ' lang="fr" class="deck-cvd big-text reduced-motion"'
    assert html_tag(visitor.get("/account/login/")) == ' lang="fr" class="deck-cvd big-text reduced-motion"'
    assert not User.objects.exists()
    assert html_tag(Client().get(URL)) == ' lang="fr" class="deck-four"'


def test_the_form_remembers_what_this_browser_chose(visitor):
    visitor.post(URL, EVERYTHING)
    page = visitor.get(URL).text
    assert '<input type="radio" name="deck" value="cvd" id="id_deck_2" required checked>' in page
    assert page.count(" checked>") == 8


def test_a_session_of_an_older_program_does_no_harm(visitor):
    visitor.post(URL, EVERYTHING)
    for stored in ({"deck": "two", "gone": 1}, [], "x", 7, None):
        session = visitor.session
        session["preferences"] = stored
        session.save()
        assert visitor.get(URL).status_code == 200


def test_choosing_wants_a_token(lea):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post(URL, EVERYTHING | {"display_name": "Léa"}).status_code == 403


def test_bytes_that_are_no_text_are_refused(lea):
    response = browser_of(lea).post(
        URL,
        b"display_name=%ff%fe&deck=four&suit_order=SHCD",
        content_type="application/x-www-form-urlencoded",
    )
    assert response.status_code == 422


# --- the preview ---------------------------------------------------------------------------------------


def test_the_preview_shows_the_cards_as_chosen_and_stores_nothing(lea_browser, lea):
    page = lea_browser.get(PREVIEW, {"deck": "two", "index_letters": "fr", "suit_order": "SHDC"})
    assert 'class="preview deck-two"' in page.text
    assert [page.text.index(f'"#suit-{suit}"') for suit in "SHDC"] == sorted(
        page.text.index(f'"#suit-{suit}"') for suit in "SHDC"
    )
    assert "<b>R</b>" in page.text
    lea.refresh_from_db()
    assert lea.deck == "four"


def test_the_preview_ignores_junk(visitor):
    page = visitor.get(PREVIEW, {"deck": "<script>", "suit_order": "\x00", "index_letters": "é"})
    assert page.status_code == 200
    assert 'class="preview deck-four"' in page.text
    assert "<b>K</b>" in page.text


@pytest.mark.parametrize("sent", ["", "x", "-1", "99999999999999999999", "365\x00"])
def test_how_long_deals_are_kept_stays_where_no_choice_is_sent(lea, sent: str):
    lea.keep_days = 90
    lea.save()
    answer = browser_of(lea).post(URL, STANDARD | {"display_name": "Léa", "keep_days": sent})
    assert answer.status_code in (200, 302, 422)
    lea.refresh_from_db()
    assert lea.keep_days == 90
