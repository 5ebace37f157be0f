"""What every request does for the person who sent it."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User


def test_a_visit_is_noted_and_moves_the_end_of_the_session(tom_browser, tom):
    User.objects.filter(pk=tom.pk).update(last_seen=timezone.now() - timedelta(days=20))
    response = tom_browser.get("/preferences/")
    tom.refresh_from_db()
    assert timezone.now() - tom.last_seen < timedelta(minutes=1)
    assert response.cookies["sessionid"]["max-age"] == 30 * 24 * 3600


def test_the_second_visit_within_the_hour_writes_nothing(tom_browser):
    assert "sessionid" not in tom_browser.get("/preferences/").cookies


def test_who_only_looks_in_gets_no_session(visitor):
    assert settings.SESSION_COOKIE_NAME not in visitor.get("/account/login/").cookies
    assert settings.SESSION_COOKIE_NAME not in visitor.get("/preferences/").cookies
