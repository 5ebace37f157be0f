"""Who was sent to the page of choices goes back to where he came from."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/preferences/"
STANDARD = {
    "language": "",
    "deck": "four",
    "index_letters": "",
    "suit_order": "SHCD",
    "taps": "",
    "sounds": "on",
}


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(User.objects.create_user(username="ines", password="x"))
    return client


def test_the_page_of_classes_sends_to_the_choices_and_gets_its_reader_back(browser: Client):
    assert "/preferences/?next=/classes/#id_is_adult" in browser.get("/classes/").text
    page = browser.get(URL, {"next": "/classes/"}).text
    assert '<input type="hidden" name="next" value="/classes/">' in page
    answer = browser.post(
        URL, STANDARD | {"display_name": "Inès", "keep_days": "0", "is_adult": "on", "next": "/classes/"}
    )
    assert answer.status_code == 302 and answer["Location"] == "/classes/"
    assert User.objects.get().is_adult


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(browser: Client, elsewhere: str):
    answer = browser.post(URL, STANDARD | {"display_name": "Inès", "keep_days": "0", "next": elsewhere})
    assert answer["Location"] == URL
