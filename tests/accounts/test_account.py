from accounts.recovery import codes_renew
from accounts.services import guest_keep

ACCOUNT = "/account/"


def test_an_account_at_a_glance(lea_browser, lea):
    codes_renew(lea)
    page = lea_browser.get(ACCOUNT)
    assert page.status_code == 200
    for text in ("Léa", "lea", "8 codes left", "/account/password/", "/account/codes/", "/account/logout/"):
        assert text in page.text
    assert "/account/email/" not in page.text


def test_the_address_is_shown_where_there_is_mail(lea_browser, mail):
    page = lea_browser.get(ACCOUNT).text
    assert "/account/email/" in page
    assert "E-mail address" in page


def test_a_guest_is_shown_how_to_keep_his_deals(tom_browser, tom):
    page = tom_browser.get(ACCOUNT).text
    assert "/account/keep/" in page
    assert tom.username not in page
    assert "/account/password/" not in page


def test_the_random_name_of_a_guest_is_on_no_page(tom_browser, tom):
    for url in (ACCOUNT, "/preferences/", "/account/keep/", "/account/login/", "/account/logout/"):
        assert tom.username not in tom_browser.get(url).text


def test_nobody_is_asked_to_sign_in(visitor):
    assert visitor.get(ACCOUNT)["Location"] == "/account/login/?next=/account/"


def test_an_address_not_yet_confirmed_is_marked(lea_browser, lea, tom, mail):
    user = guest_keep(tom, username="tommy", password="four words in a row", email="tom@example.org")
    lea_browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    page = lea_browser.get(ACCOUNT).text
    assert "tom@example.org" in page
    assert "not confirmed yet" in page
