"""What makes a way of running the site unsafe, each in one sentence for the person who runs it."""

import sqlite3
from collections.abc import Iterator

import psycopg
import redis
from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

SQLITE_PRAGMAS = {"journal_mode": "wal", "busy_timeout": 5000, "synchronous": 1}


def unsafe_settings(*, workers: int, is_open: bool) -> Iterator[str]:
    """Combinations that lose moves or open a door; `is_open` says whether other machines may connect."""
    if workers > 1 and connection.vendor == "sqlite":
        yield _("Several processes need PostgreSQL: set DATABASE_URL, or leave --workers at 1.")
    if workers > 1 and not settings.REDIS_URL:
        yield _("Several processes need Redis to tell each other what changed: set REDIS_URL.")
    if settings.REDIS_URL and int(redis.__version__.split(".")[0]) >= 8:
        yield _("The Python package redis 8 drops idle connections: install redis below 8.")
    if settings.PRESENCE_LEASE_SECONDS <= settings.HEARTBEAT_SECONDS:
        yield _("PRESENCE_LEASE_SECONDS must exceed HEARTBEAT_SECONDS: everybody would seem to come and go.")
    if settings.DEBUG and is_open:
        yield _("DEBUG shows the inside of the site to whoever meets an error: unset it.")
    if not settings.DEBUG and any(host == "*" for host in settings.ALLOWED_HOSTS):
        yield _("ALLOWED_HOSTS must name the hosts: * lets any other site borrow this one.")
    if not settings.DEBUG and any(is_any_origin(origin) for origin in settings.CSRF_TRUSTED_ORIGINS):
        yield _("CSRF_TRUSTED_ORIGINS must name the origins: * lets any other site act for its visitors.")


def unreachable_services() -> Iterator[str]:
    """What does not answer now, each with the reason."""
    if settings.DATABASE_URL:
        try:
            psycopg.connect(settings.DATABASE_URL, connect_timeout=5).close()
        except psycopg.Error as error:
            yield _("The database does not answer: %(why)s") % {"why": first_line(error)}
    if settings.REDIS_URL:
        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=5) as client:
                client.ping()
        except redis.RedisError as error:
            yield _("Redis does not answer: %(why)s") % {"why": first_line(error)}


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def is_any_origin(origin: str) -> bool:
    return origin.partition("://")[2] in ("*", "") or origin == "*"


def switch_to_wal() -> None:
    """Once, while nobody writes: the switch stays in the file, and fails at once beside a writer."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")


def unsafe_sqlite() -> Iterator[str]:
    """Whether what was asked of SQLite is really in force: misplaced options are ignored without a word."""
    for pragma, expected in SQLITE_PRAGMAS.items():
        with connection.cursor() as cursor:
            value = cursor.execute(f"PRAGMA {pragma}").fetchone()[0]
        if value != expected:
            yield _("SQLite runs with %(pragma)s = %(value)s instead of %(expected)s.") % {
                "pragma": pragma,
                "value": value,
                "expected": expected,
            }
    if not transactions_lock_at_once():
        yield _("SQLite transactions must take the write lock at their start (transaction_mode IMMEDIATE).")


def transactions_lock_at_once() -> bool:
    with transaction.atomic():
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        finally:
            other.close()
    return False
