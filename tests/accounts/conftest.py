"""The cast: a guest, a person with an account, one who runs the site, and browsers for them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.core.cache import caches
from django.test import Client

from accounts import recovery
from accounts.models import User
from accounts.services import guest_create

PASSWORD = "four words in a row"


@pytest.fixture(autouse=True)
def nobody_tried_anything_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts are counted in the cache, which outlives a test and may be shared with one beside it."""
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)


@pytest.fixture(autouse=True)
def no_mail_server(settings) -> None:
    """Whatever the environment of the person who tests says."""
    settings.EMAIL_HOST = ""


@pytest.fixture(autouse=True)
def codes_are_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "ITERATIONS", 1)


@pytest.fixture
def tom(db: None) -> User:
    """A guest."""
    return guest_create(name="Tom", language="en")


@pytest.fixture
def lea(db: None) -> User:
    """A person with an account."""
    return User.objects.create_user(username="lea", password=PASSWORD, display_name="Léa", language="en")


@pytest.fixture
def ada(db: None) -> User:
    """One who runs the site."""
    return User.objects.create_superuser(username="ada", password=PASSWORD, language="en")


@pytest.fixture
def visitor(db: None) -> Client:
    """The browser of somebody nobody knows, set to English."""
    return Client(headers={"accept-language": "en"})


def browser_of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def tom_browser(tom: User) -> Client:
    return browser_of(tom)


@pytest.fixture
def lea_browser(lea: User) -> Client:
    return browser_of(lea)


@pytest.fixture
def mail(settings, no_mail_server):
    """A site that can send mail, and its outbox."""
    settings.EMAIL_HOST = "mail.example.org"
    return django_mail
