import pytest
from django.test import Client

from accounts.models import User
from accounts.recovery import codes_left, codes_renew
from tests.accounts.conftest import PASSWORD, browser_of

RECOVER = "/account/recover/"
NEW = "another five words here now"
SORRY = "This name and this code do not go together, or the code was used before."


def recover(browser, code, username="lea", password=NEW):
    return browser.post(RECOVER, {"username": username, "code": code, "password": password})


def test_a_code_opens_the_account_with_a_new_password(visitor, lea):
    code = codes_renew(lea)[0]
    response = recover(visitor, code, "LEA")
    assert (response.status_code, response["Location"]) == (302, "/account/")
    lea.refresh_from_db()
    assert lea.check_password(NEW)
    page = visitor.get("/account/")
    assert "You have 7 recovery codes left." in page.text


def test_other_devices_are_signed_out(visitor, lea):
    thief = browser_of(lea)
    recover(visitor, codes_renew(lea)[0])
    assert thief.get("/account/").status_code == 302


def test_a_used_code_never_works_again(visitor, lea):
    code = codes_renew(lea)[0]
    recover(visitor, code)
    again = recover(Client(headers={"accept-language": "en"}), code, password="yet another password")
    assert again.status_code == 422
    assert SORRY in again.text
    lea.refresh_from_db()
    assert lea.check_password(NEW)


def test_a_weak_password_does_not_cost_the_code(visitor, lea):
    code = codes_renew(lea)[0]
    assert recover(visitor, code, password="short").status_code == 422
    assert codes_left(lea) == 8
    assert recover(visitor, code).status_code == 302


def test_unknown_names_and_wrong_codes_get_the_same_answer(visitor, lea, tom):
    codes_renew(lea)
    for name, code in (
        ("lea", "AAAA-AAAA-AAAA"),
        ("nobody", "AAAA-AAAA-AAAA"),
        (tom.username, "AAAA-AAAA-AAAA"),
        ("lea' OR '1'='1", "' OR '1'='1"),
    ):
        response = recover(visitor, code, name)
        assert response.status_code == 422
        assert SORRY in response.text
    lea.refresh_from_db()
    assert lea.check_password(PASSWORD)


def test_a_closed_account_stays_closed(visitor, lea):
    code = codes_renew(lea)[0]
    User.objects.filter(pk=lea.pk).update(is_active=False)
    assert SORRY in recover(visitor, code).text


@pytest.mark.parametrize(
    ("username", "code", "password"),
    [
        ("", "", ""),
        ("x" * 200, "AAAA", NEW),
        ("lea", "x" * 100, NEW),
        ("a\x00", "b\x00", NEW),
        ("lea", "AAAA", "\x00" * 10),
    ],
)
def test_bad_input_is_refused_with_a_sentence(visitor, lea, username, code, password):
    response = recover(visitor, code, username, password)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.text


def test_bytes_that_are_no_text_are_refused(visitor, lea):
    response = visitor.post(
        RECOVER,
        b"username=\xff&code=\xfe&password=%ff%fe%ff%fe%ff%fe%ff%fe",
        content_type="application/x-www-form-urlencoded",
    )
    assert response.status_code == 422


def test_a_guest_who_finds_his_account_again_is_remembered(tom_browser, tom, lea):
    recover(tom_browser, codes_renew(lea)[0])
    assert tom_browser.session["_auth_user_id"] == str(lea.pk)


def test_guessing_at_one_name_is_stopped(visitor, lea):
    code = codes_renew(lea)[0]
    statuses = [recover(visitor, "AAAA-AAAA-AAAA").status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]
    assert recover(visitor, code, "LEA").status_code == 429


def test_guessing_from_one_address_is_stopped(visitor, lea):
    statuses = {recover(visitor, "AAAA-AAAA-AAAA", f"name{number}").status_code for number in range(61)}
    assert statuses == {422, 429}


def test_who_is_signed_in_has_nothing_to_do_here(lea_browser):
    assert lea_browser.get(RECOVER)["Location"] == "/account/"


def test_recovering_wants_a_token(lea):
    code = codes_renew(lea)[0]
    assert recover(Client(enforce_csrf_checks=True), code).status_code == 403
    assert codes_left(lea) == 8


def test_mail_is_offered_where_there_is_some(visitor, mail):
    assert "/account/password/reset/" in visitor.get(RECOVER).text


def test_mail_is_not_offered_where_there_is_none(visitor):
    page = visitor.get(RECOVER).text
    assert "/account/password/reset/" not in page
    assert "ask the people who run this site" in page
