"""Whether this process can serve people now: what a load balancer, a supervisor or a monitor asks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache

import psycopg
import psycopg_pool
import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

log = logging.getLogger(__name__)

PATH = "/health/"
PATIENCE = 2.0  # seconds until something that does not answer counts as down
QUESTION = "SELECT 1 FROM django_migrations LIMIT 1"  # also a database that lost its tables is down


def health(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer ``/health/`` before anything else is asked of the request.

    A load balancer asks by address and by http, so neither the host's name nor the scheme is looked at;
    nor is there a session, a language or a limit. The answer tells nothing but which part is down: whoever
    asks under a false name gains nothing.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        states = parts()
        is_well = all(states.values())
        told = {part: "ok" if state else "down" for part, state in states.items()}
        return JsonResponse(
            {"status": "ok" if is_well else "down", **told},
            status=200 if is_well else 503,
            headers={"Cache-Control": "no-store"},
        )

    return answer


def parts() -> dict[str, bool]:
    """Each part that cards need, and whether it answers. Without Redis, layer and cache are this process."""
    states = {"database": database_answers()}
    if settings.REDIS_URL:
        states["redis"] = redis_answers()
    return states


def database_answers() -> bool:
    """Asked through a connection as the pages have it: a pool in which nothing comes free is down, too."""
    try:
        if settings.DATABASE_URL:
            connection.pool.open()
            with connection.pool.connection(timeout=PATIENCE) as borrowed:
                borrowed.execute(QUESTION)
        else:
            with connection.cursor() as cursor:
                cursor.execute(QUESTION)
    except (DatabaseError, psycopg.Error, psycopg_pool.PoolTimeout) as error:
        log.warning("health: the database does not answer (%s)", type(error).__name__)
        return False
    return True


def redis_answers() -> bool:
    try:
        _redis().ping()
    except redis.RedisError as error:
        log.warning("health: Redis does not answer (%s)", type(error).__name__)
        return False
    return True


@cache
def _redis() -> redis.Redis:
    """A client of its own: those of layer and cache answer as if nothing were amiss."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
