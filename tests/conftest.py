"""What all tests share."""

import functools
import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_serialized_rollback", "channel_layer"}


def pytest_configure(config: pytest.Config) -> None:
    from tables.management.translation_files import compile_catalogs

    compile_catalogs()


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(settings.TEST_DATA, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if needs_services(item):
            item.add_marker("services")
    # Playwright leaves an event loop running in its process, in which no asynchronous test can start. Of its
    # files the long ones come first, so that no process waits for another at the end.
    items.sort(key=lambda item: -size_of(item.path) if is_browser_test(item) else -math.inf)


@functools.cache
def size_of(path: Path) -> int:
    return path.stat().st_size


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Before the test database is dropped, the connections of other threads to it are cut."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def is_browser_test(item: pytest.Item) -> bool:
    return item.path.is_relative_to(settings.BASE_DIR / "tests" / "browser")


def needs_services(item: pytest.Item) -> bool:
    """Whether a test touches database or channel layer, so that it must hold on PostgreSQL and Redis too."""
    if is_browser_test(item):
        return item.get_closest_marker("postgres_browser") is not None
    if item.get_closest_marker("any_database") is not None:
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint(DATABASE_FIXTURES)
