"""Error pages speak the reader's language and need neither request nor database."""

import pytest
from django.db import OperationalError
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from tables.views.errors import server_error

from .cast import browser

WITHOUT_CONTEXT = ["400.html", "410.html", "413.html", "500.html", "503.html"]
ALL = [*WITHOUT_CONTEXT, "403.html", "403_csrf.html", "404.html", "429.html"]


@pytest.mark.parametrize("name", ALL)
def test_page_renders_without_context_and_database(name):
    html = render_to_string(name)
    assert html.count("<h1>") == 1
    assert 'href="/"' in html
    assert "<form" not in html


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", ALL)
def test_page_names_its_language(name, language):
    with translation.override(language):
        assert f'<html lang="{language}"' in render_to_string(name)


def raised(error: Exception, request):
    try:
        raise error
    except Exception:
        return server_error(request)


def test_busy_database_is_503_and_says_when_to_return():
    response = raised(OperationalError("database is locked"), RequestFactory().get("/"))
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0


def test_other_error_is_500():
    response = raised(ValueError("broken"), RequestFactory().get("/"))
    assert response.status_code == 500
    assert "broken" not in response.text


@pytest.mark.django_db
def test_unknown_address_is_a_friendly_404(client):
    response = client.get("/nowhere/", headers={"accept-language": "en"})
    assert response.status_code == 404
    assert "There is nothing here" in response.text


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["rot13", "hex", "idna", "undefined", "unicode_escape", "utf-16"])
def test_a_charset_that_no_browser_sends_breaks_nothing(charset):
    part = 'Content-Disposition: form-data; name="code"\r\n\r\n\\ud800'
    for kind, body in (
        ("multipart/form-data; boundary=X", f"--X\r\n{part}\r\n--X--\r\n"),
        ("application/x-www-form-urlencoded", "code=%5Cud800"),
    ):
        response = Client().generic("POST", "/join", body, f"{kind}; charset={charset}")
        assert response.status_code == 422
        assert "\\ud800" in response.text


@pytest.mark.django_db
def test_missing_csrf_token_explains_cookies():
    response = Client(enforce_csrf_checks=True).post(
        "/i18n/setlang/", {"language": "en"}, headers={"accept-language": "en"}
    )
    assert response.status_code == 403
    assert "cookies" in response.text


@pytest.mark.django_db
def test_a_live_page_is_told_when_to_send_a_card_again(playing, south, monkeypatch):
    def busy(*args):
        raise OperationalError("database is locked")

    monkeypatch.setattr("tables.views.table.act", busy)
    fields = {"record": playing.record.id, "n": 0, "client_id": "c", "kind": "contract", "contract": "4S"}
    answer = browser(south).post(f"/t/{playing.code}/act", fields, headers={"X-Live": "1"})
    told = answer.json()
    assert (answer.status_code, told["answers"]) == (503, "c") and told["error"]
    assert answer.headers["Retry-After"] == str(told["retry"]) == "1"
