import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.offers import passkeys_available
from tests.accounts.conftest import PASSWORD
from tests.accounts.soft_passkey import SoftPasskey

LIST = "/account/passkeys/"
ADD = "/account/passkeys/add/"
LOGIN = "/account/passkeys/login/"
CONFIRM = "/account/confirm/"
PAGES = [
    LIST,
    ADD,
    LOGIN,
    "/account/passkeys/confirm/",
    "/account/passkeys/1/",
    "/account/passkeys/1/remove/",
]


class LocalBrowser(Client):
    """A browser on the computer that serves the site, where browsers allow passkeys without https."""

    def __init__(self):
        super().__init__(SERVER_NAME="localhost", headers={"accept-language": "en"})

    def options(self, url: str, name: str) -> dict:
        """What the page hands to the device."""
        page = self.get(url, headers={"accept": "application/json"})
        if page["Content-Type"].startswith("application/json"):
            return page.json()[name]
        data = page.text.partition('<script id="js_data" type="application/json">')[2].partition("</script>")[
            0
        ]
        return json.loads(data)[name]


@pytest.fixture
def local(db) -> LocalBrowser:
    return LocalBrowser()


@pytest.fixture
def lea_local(local, lea) -> LocalBrowser:
    """Léa, who has just shown her password again."""
    local.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    local.post(CONFIRM, {"password": PASSWORD})
    return local


def add(browser: LocalBrowser, passkey: SoftPasskey, name: str = "Tablet"):
    credential = passkey.register(browser.options(ADD, "creation_options"))
    return browser.post(ADD, {"name": name, "credential": json.dumps(credential)})


def sign_in(browser: LocalBrowser, passkey: SoftPasskey, **more):
    credential = passkey.sign_in(browser.options(LOGIN, "request_options"))
    return browser.post(LOGIN, {"credential": json.dumps(credential), **more})


# --- where they exist --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "https", "available"),
    [
        ("localhost", False, True),
        ("localhost:8000", False, True),
        ("bridge.example.org", True, True),
        ("bridge.example.org", False, False),
        ("192.168.1.20:8000", False, False),
        ("192.168.1.20", True, False),
        ("127.0.0.1:8000", False, False),
        ("[::1]:8000", False, False),
    ],
)
def test_passkeys_exist_where_browsers_allow_them(host, https, available, settings):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", secure=https, headers={"host": host})
    assert passkeys_available(request) is available


@pytest.mark.parametrize("url", PAGES)
def test_elsewhere_their_pages_do_not_exist(lea_browser, url):
    assert lea_browser.get(url).status_code == 404
    assert lea_browser.post(url).status_code == 404


def test_elsewhere_nobody_is_offered_one(visitor, lea_browser):
    assert "passkey" not in visitor.get("/account/login/").text.lower()
    assert "passkey" not in lea_browser.get("/account/").text.lower()


def test_where_they_exist_they_are_offered(local, lea_local):
    assert 'id="passkey_login"' in LocalBrowser().get("/account/login/").text
    assert LIST in lea_local.get("/account/").text


# --- adding, using, removing -------------------------------------------------------------------------


def test_a_passkey_opens_the_account_without_a_password(lea_local, lea):
    passkey = SoftPasskey()
    assert add(lea_local, passkey)["Location"] == LIST
    page = lea_local.get(LIST)
    assert "Your passkey is ready." in page.text
    assert "<strong>Tablet</strong>" in page.text
    browser = LocalBrowser()
    response = sign_in(browser, passkey, next="/deals/")
    assert (response.status_code, response["Location"]) == (302, "/deals/")
    assert browser.session["_auth_user_id"] == str(lea.pk)


def test_the_password_alone_goes_on_opening_it(lea_local, lea):
    add(lea_local, SoftPasskey())
    browser = LocalBrowser()
    assert browser.post("/account/login/", {"login": "lea", "password": PASSWORD})["Location"] == "/"
    assert browser.session["_auth_user_id"] == str(lea.pk)


def test_a_device_that_asked_for_no_finger_is_not_enough(lea_local):
    response = add(lea_local, SoftPasskey(verified=False))
    assert response.status_code == 422
    assert "This passkey did not work." in response.text
    assert not Authenticator.objects.exists()


def test_a_passkey_of_another_site_is_refused(lea_local):
    response = add(lea_local, SoftPasskey(origin="https://evil.example"))
    assert response.status_code == 422
    assert not Authenticator.objects.exists()


def test_a_challenge_is_good_once(lea_local):
    passkey = SoftPasskey()
    add(lea_local, passkey)
    browser = LocalBrowser()
    credential = json.dumps(passkey.sign_in(browser.options(LOGIN, "request_options")))
    assert browser.post(LOGIN, {"credential": credential})["Location"] == "/"
    browser.post("/account/logout/")
    assert browser.post(LOGIN, {"credential": credential})["Location"] == "/account/login/"
    assert "_auth_user_id" not in browser.session


def test_a_guest_signs_in_by_passkey_and_is_remembered(lea_local, lea, tom):
    passkey = SoftPasskey()
    add(lea_local, passkey)
    browser = LocalBrowser()
    browser.force_login(tom, backend="django.contrib.auth.backends.ModelBackend")
    sign_in(browser, passkey)
    assert browser.session["_auth_user_id"] == str(lea.pk)


def test_a_passkey_is_renamed_and_removed(lea_local, lea):
    add(lea_local, SoftPasskey())
    pk = Authenticator.objects.get().pk
    assert lea_local.post(f"{LIST}{pk}/", {"name": "Kitchen"})["Location"] == LIST
    assert "<strong>Kitchen</strong>" in lea_local.get(LIST).text
    assert "Kitchen" in lea_local.get(f"{LIST}{pk}/remove/").text
    assert lea_local.post(f"{LIST}{pk}/remove/")["Location"] == LIST
    assert "You have no passkey yet." in lea_local.get(LIST).text


@pytest.mark.parametrize("name", ["", "x" * 61, "\x00"])
def test_a_passkey_needs_a_short_name(lea_local, name):
    add(lea_local, SoftPasskey())
    response = lea_local.post(f"{LIST}{Authenticator.objects.get().pk}/", {"name": name})
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text


def test_a_passkey_already_made_is_kept_whatever_its_name(lea_local):
    assert add(lea_local, SoftPasskey(), name="x" * 500).status_code == 302
    assert len(str(Authenticator.objects.get())) == 60


def test_the_password_is_asked_again_before_a_passkey_is_added(local, lea):
    local.force_login(lea, backend="django.contrib.auth.backends.ModelBackend")
    response = local.get(ADD)
    assert response["Location"] == f"{CONFIRM}?next=/account/passkeys/add/".replace(
        "/account/passkeys/add/", "%2Faccount%2Fpasskeys%2Fadd%2F"
    )
    wrong = local.post(response["Location"], {"password": "wrong"})
    assert wrong.status_code == 422
    assert "This is not your password." in wrong.text
    right = local.post(response["Location"], {"password": PASSWORD})
    assert right["Location"] == ADD
    assert local.get(ADD).status_code == 200


def test_a_passkey_shows_as_well_that_it_is_you(lea_local, lea):
    passkey = SoftPasskey()
    add(lea_local, passkey)
    browser = LocalBrowser()
    sign_in(browser, passkey)
    url = "/account/passkeys/confirm/"
    assert url in browser.get(CONFIRM + "?next=/account/passkeys/add/").text
    credential = passkey.sign_in(browser.options(url, "request_options"))
    response = browser.post(url, {"credential": json.dumps(credential), "next": ADD})
    assert response["Location"] == ADD
    assert browser.get(ADD).status_code == 200


def test_other_people_and_guests_have_no_business_here(lea_local, ada, tom):
    add(lea_local, SoftPasskey())
    pk = Authenticator.objects.get().pk
    other = LocalBrowser()
    other.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    other.post(CONFIRM, {"password": PASSWORD})
    for url in (f"{LIST}{pk}/", f"{LIST}{pk}/remove/"):
        assert other.get(url).status_code == 404
        assert other.post(url, {"name": "mine"}).status_code == 404
    guest = LocalBrowser()
    guest.force_login(tom, backend="django.contrib.auth.backends.ModelBackend")
    assert guest.get(ADD)["Location"] == "/account/keep/"
    assert LocalBrowser().get(ADD)["Location"] == "/account/login/?next=/account/passkeys/add/"


# --- junk ----------------------------------------------------------------------------------------------

JUNK = [
    "",
    "null",
    "[]",
    "7",
    '"text"',
    "{}",
    "not json",
    '{"id": 1}',
    '{"response": []}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "!!!"}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"AA","attestationObject":"AA"}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA",'
    '"signature":"AA","userHandle":"Zzz"}}',
    '{"id": "\\u0000"}',
    '{"id": "\\ud800"}',
    "{" + " " * 30_000 + "}",
    "[" * 5000,
    '{"a":' * 3000 + "1" + "}" * 3000,
]


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused_when_adding(lea_local, junk):
    lea_local.get(ADD)
    response = lea_local.post(ADD, {"name": "Tablet", "credential": junk})
    assert response.status_code == 422
    assert "This passkey did not work." in response.text


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused_when_signing_in(local, junk):
    local.options(LOGIN, "request_options")
    response = local.post(LOGIN, {"credential": junk})
    assert response["Location"] == "/account/login/"
    assert "This passkey did not work." in local.get("/account/login/").text


@pytest.mark.parametrize("junk", JUNK)
def test_junk_does_not_show_that_it_is_you(lea_local, junk):
    add(lea_local, SoftPasskey())
    lea_local.get("/account/passkeys/confirm/")
    assert lea_local.post("/account/passkeys/confirm/", {"credential": junk}).status_code in (302, 422)


@pytest.mark.parametrize("field", ["id", "rawId", "response"])
@pytest.mark.parametrize("value", [None, 7, [], {}, "é", "A" * 10_000])
def test_a_damaged_passkey_is_refused(lea_local, field, value):
    passkey = SoftPasskey()
    add(lea_local, passkey)
    browser = LocalBrowser()
    credential = passkey.sign_in(browser.options(LOGIN, "request_options"))
    browser.post(LOGIN, {"credential": json.dumps(credential | {field: value})})
    assert "_auth_user_id" not in browser.session


@pytest.mark.parametrize("field", ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
@pytest.mark.parametrize("value", [None, 7, [], {}, "é", "", "AAAA", "A" * 10_000])
def test_a_damaged_answer_is_refused(lea_local, field, value):
    passkey = SoftPasskey()
    add(lea_local, passkey)
    browser = LocalBrowser()
    credential = passkey.sign_in(browser.options(LOGIN, "request_options"))
    credential["response"][field] = value
    browser.post(LOGIN, {"credential": json.dumps(credential)})
    assert "_auth_user_id" not in browser.session


def test_signing_in_wants_a_token(db):
    browser = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
    assert browser.post(LOGIN, {"credential": "{}"}).status_code == 403


def test_hammering_is_stopped(local, settings):
    settings.MFA_RATE_LIMITS = {"webauthn_login": "2/m/ip"}
    assert [local.post(LOGIN, {"credential": "{}"}).status_code for _ in range(3)] == [302, 302, 429]


def test_a_closed_account_stays_closed(lea_local, lea):
    passkey = SoftPasskey()
    add(lea_local, passkey)
    User.objects.filter(pk=lea.pk).update(is_active=False)
    assert sign_in(LocalBrowser(), passkey)["Location"] == "/account/inactive/"
