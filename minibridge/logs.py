"""How the log reads: lines for people, or JSON for machines. Neither tells who it was, nor what he held.

A line has a time, a level, who writes, a sentence, and the number of the request or socket it belongs to.
Of a request it has method, route and status, never the address, in which the codes of tables and secret links
stand. Of an exception it has the kind and the place in the program; what an exception says of itself may
quote a card, a name or an address for mail, so it is told only where it speaks of services and files.
"""

from __future__ import annotations

import json
import logging
import os
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The number of the request or socket that is being answered; empty outside of any."""

SPEAK_OF_SERVICES = frozenset(
    {
        "django.core.exceptions.ImproperlyConfigured",
        "django.db.utils.InterfaceError",
        "django.db.utils.OperationalError",
        "minibridge.analysis.errors.AnalysisUnavailable",
        "psycopg.OperationalError",
        "psycopg_pool.PoolTimeout",
        "redis.exceptions.RedisError",
        "sqlite3.OperationalError",
    }
)
"""Kinds of exceptions, with all kinds derived from them, whose sentences quote nothing that people sent."""


class Line:
    """What is told of a record, whatever it looks like."""

    def __init__(self, record: logging.LogRecord) -> None:
        self.message = _message(record)
        self.request: dict[str, Any] = {}
        request, status = getattr(record, "request", None), getattr(record, "status_code", None)
        if request is not None and status is not None:
            match = getattr(request, "resolver_match", None)
            route = match.route if match is not None else "?"
            self.request = {"method": request.method, "route": f"/{route}", "status": status}
            self.message = f"{request.method} /{route} {status}"
        self.error = record.exc_info[1] if record.exc_info else None


def _message(record: logging.LogRecord) -> str:
    text = record.getMessage()
    # asyncio goes on with the task, its result and its exception as Python writes them.
    return text.partition("\n")[0] if record.name == "asyncio" else text


class TextFormatter(logging.Formatter):
    """For people: a line, and under it the way to an exception."""

    def format(self, record: logging.LogRecord) -> str:
        line = Line(record)
        number = request_id.get()
        where = f"{record.name} {number}" if number else record.name
        text = f"{self.formatTime(record)} {record.levelname} {where}: {line.message}"
        return "\n".join([text, *(way_to(line.error) if line.error else ())])


class JsonFormatter(logging.Formatter):
    """For machines: everything in one line."""

    def format(self, record: logging.LogRecord) -> str:
        line = Line(record)
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": line.message,
        }
        if number := request_id.get():
            told["request_id"] = number
        told |= line.request
        if line.error is not None:
            told |= {"error": name_of(type(line.error)), "way": list(way_to(line.error))}
        return json.dumps(told, ensure_ascii=False)


FORMATTERS = {"text": TextFormatter, "json": JsonFormatter}


def log_to_stderr() -> None:
    """For processes without the site's settings: as the environment variable LOG_FORMAT says."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[os.environ.get("LOG_FORMAT") or "text"]())
    logging.basicConfig(handlers=[handler])


def way_to(error: BaseException, seen: frozenset[int] = frozenset()) -> Iterator[str]:
    """Where the exception came from, what it is, and the same of those inside or before it."""
    if id(error) in seen:
        return
    seen |= {id(error)}
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from way_to(before, seen)
        yield "and then"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {_short(frame.filename)}:{frame.lineno} {frame.name}"
    said = sentence_of(error)
    yield f"{name_of(type(error))}: {said}" if said else name_of(type(error))
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from way_to(inner, seen)


def sentence_of(error: BaseException) -> str:
    """What an exception says of itself, where that can quote nobody."""
    kinds = {name_of(kind) for kind in type(error).__mro__}
    if "smtplib.SMTPException" in kinds:  # an OSError that quotes addresses
        return ""
    if isinstance(error, OSError):
        return str(error.strerror or "")
    return str(error).partition("\n")[0] if kinds & SPEAK_OF_SERVICES else ""


def name_of(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else "/".join(path.parts[-3:])
