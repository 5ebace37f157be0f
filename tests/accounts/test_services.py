from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.test import RequestFactory
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from accounts.services import (
    forget_guest,
    guest_create,
    guest_keep,
    guest_login,
    guest_remember,
    guests_purge,
    pending_guest,
    user_touch,
)


def request_of(user):
    request = RequestFactory().get("/")
    request.user = user
    request.session = SessionStore()
    return request


def seen_days_ago(user: User, days: float) -> User:
    user.last_seen = timezone.now() - timedelta(days=days)
    user.save()
    return user


def test_a_guest_is_a_person_without_password(tom):
    assert tom.is_guest
    assert not tom.has_usable_password()
    assert tom.name == "Tom"
    assert tom.username.startswith("guest-")
    assert tom.language == "en"


@pytest.mark.django_db
def test_a_host_may_be_a_guest_without_a_name_and_his_random_one_is_not_shown():
    host = guest_create(name="", language="en")
    with override("en"):
        assert host.name == "Guest"
    assert guest_keep(host, username="Tommy", password="four words in a row").name == "Tommy"


@pytest.mark.django_db
def test_guests_may_have_the_same_name():
    assert guest_create(name="Tom").username != guest_create(name="Tom").username


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "", "<script>", "français"])
def test_a_language_the_site_does_not_speak_is_not_kept(language):
    assert guest_create(name="Tom", language=language).language == ""


@pytest.mark.django_db
def test_a_guest_without_a_name_is_not_made():
    with pytest.raises(ValidationError):
        guest_create(name=" ")
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name", ["Robert'); DROP TABLE accounts_user;--"[:24], "<b>Tom</b>", "{{ 7 }}", "%s%s"]
)
def test_names_are_data(db, name):
    assert User.objects.get(pk=guest_create(name=name).pk).display_name == name


def test_guest_login_makes_the_browser_the_guests(client, tom):
    client.get("/account/login/")
    request = request_of(tom)
    guest_login(request, tom)
    assert request.user == tom
    assert request.session["_auth_user_id"] == str(tom.pk)


def test_an_account_is_not_entered_by_guest_login(lea):
    with pytest.raises(ValueError, match="password"):
        guest_login(request_of(lea), lea)


def test_a_new_guest_takes_along_what_the_browser_had_chosen(tom):
    request = request_of(tom)
    request.session["preferences"] = {"deck": "two", "big_text": True, "unknown": 1, "taps": "9"}
    guest_login(request, tom)
    tom.refresh_from_db()
    assert (tom.deck, tom.big_text, tom.taps) == ("two", True, "")
    assert "preferences" not in request.session


def test_a_guest_who_comes_back_on_another_device_keeps_his_own_choices(tom):
    guest_login(request_of(tom), tom)
    other = request_of(tom)
    other.session["preferences"] = {"deck": "two"}
    guest_login(other, tom)
    tom.refresh_from_db()
    assert tom.deck == "four"


def test_keeping_fills_the_same_row(tom):
    user = guest_keep(tom, username="Tommy", password="four words in a row", email="tom@example.org")
    assert user.pk == tom.pk
    assert not user.is_guest
    assert user.username == "tommy"
    assert user.name == "Tom"
    assert user.check_password("four words in a row")
    assert user.emailaddress_set.get().email == "tom@example.org"


def test_a_guest_is_kept_once(tom):
    guest_keep(tom, username="tommy", password="four words in a row")
    with pytest.raises(ValidationError):
        guest_keep(tom, username="thomas", password="five words in a row!")
    tom.refresh_from_db()
    assert tom.username == "tommy"


@pytest.mark.django_db(transaction=True)
def test_a_name_taken_a_moment_ago_is_a_refusal_and_the_guest_stays_one(tom, lea):
    with pytest.raises(ValidationError):
        guest_keep(tom, username="lea", password="four words in a row")
    tom.refresh_from_db()
    assert tom.is_guest


def test_touch_writes_once_an_hour(tom, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert not user_touch(tom)
    seen_days_ago(tom, 1)
    with django_assert_num_queries(1):
        assert user_touch(tom)
        assert not user_touch(tom)
    tom.refresh_from_db()
    assert timezone.now() - tom.last_seen < timedelta(minutes=1)


def test_the_guest_this_browser_was(tom, lea):
    request = request_of(lea)
    assert pending_guest(request) is None
    guest_remember(request, tom)
    assert pending_guest(request) == tom
    forget_guest(request)
    assert pending_guest(request) is None


def test_a_guest_who_is_gone_or_has_an_account_is_not_pending(tom, lea):
    request = request_of(lea)
    guest_remember(request, tom)
    guest_keep(tom, username="tommy", password="four words in a row")
    assert pending_guest(request) is None
    tom.delete()
    assert pending_guest(request) is None


def test_a_guest_is_offered_to_accounts_only(tom):
    other = guest_create(name="Jo")
    request = request_of(other)
    guest_remember(request, tom)
    assert pending_guest(request) is None


def test_purge_forgets_idle_guests_and_nobody_else(tom, lea, settings):
    settings.GUEST_IDLE_DAYS = 90
    fresh = seen_days_ago(guest_create(name="Jo"), 89)
    seen_days_ago(tom, 91)
    seen_days_ago(lea, 400)
    assert guests_purge() == 1
    assert set(User.objects.all()) == {fresh, lea}
    assert guests_purge() == 0


def test_purge_takes_another_span(tom):
    seen_days_ago(tom, 2)
    assert guests_purge(idle=timedelta(days=3)) == 0
    assert guests_purge(idle=timedelta(days=1)) == 1


def test_purge_goes_on_where_there_are_many(db, monkeypatch):
    monkeypatch.setattr("accounts.services.PURGE_BATCH", 2)
    for number in range(5):
        seen_days_ago(guest_create(name=f"Guest {number}"), 100)
    assert guests_purge() == 5
