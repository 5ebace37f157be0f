"""A line for each fault, under the number of its request; of people and cards nothing."""

import asyncio
import io
import json
import logging
import smtplib
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import redis
from django.db import DataError, IntegrityError, OperationalError

from minibridge.engine import IllegalAction
from minibridge.logs import FORMATTERS, JsonFormatter, request_id, sentence_of, way_to
from minibridge.request_ids import RequestIds
from tests.server import ROOT, ServerProcess, site_environment


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What an operator would read, in both formats."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(FORMATTERS[request.param]())
    logging.getLogger().addHandler(handler)
    yield text
    logging.getLogger().removeHandler(handler)


SECRET = "Sami SA R7K2QX"


@pytest.mark.parametrize(
    "error",
    [
        ValueError(SECRET),
        IntegrityError(SECRET),
        DataError(SECRET),
        IllegalAction(card=SECRET),
        psycopg.errors.UniqueViolation(SECRET),
        FileNotFoundError(2, "No such file", SECRET),
        smtplib.SMTPRecipientsRefused({SECRET: (550, b"no")}),
        smtplib.SMTPDataError(550, SECRET),
        ExceptionGroup(SECRET, [ValueError(SECRET)]),
    ],
)
def test_what_may_quote_a_person_is_not_told(log: io.StringIO, error: Exception) -> None:
    try:
        try:
            raise error
        except Exception as first:
            raise KeyError(SECRET) from first
    except KeyError:
        logging.getLogger("test").exception("a fault")
    told = log.getvalue()
    assert "Sami" not in told and "SA" not in told and "R7K2QX" not in told
    assert type(error).__name__ in told and "KeyError" in told
    assert "tests/test_logs.py" in told


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("database is locked"), "database is locked"),
        (redis.ConnectionError("Error 111 connecting"), "Error 111 connecting"),
        (psycopg.errors.LockNotAvailable("lock timeout\nCONTEXT: row (Sami)"), "lock timeout"),
        (FileNotFoundError(2, "No such file", "x"), "No such file"),
    ],
)
def test_what_speaks_of_services_is_told_in_one_line(error: Exception, sentence: str) -> None:
    assert sentence_of(error) == sentence


def test_an_exception_that_is_its_own_cause_ends() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert list(way_to(first)) == ["and then", "KeyError", "and then", "ValueError"]


async def test_a_task_that_failed_unseen_is_told_without_its_exception(log: io.StringIO) -> None:
    asyncio.get_running_loop().call_exception_handler(
        {"message": "Task exception was never retrieved", "task": SECRET, "exception": ValueError(SECRET)}
    )
    assert "never retrieved" in log.getvalue()
    assert "Sami" not in log.getvalue()


async def test_each_request_has_a_number_that_it_cannot_choose() -> None:
    seen: list[str] = []
    sent: list[dict[str, Any]] = []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        seen.append(request_id.get())
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    for _ in range(2):
        brought = [(b"x-request-id", b"mine")]
        await asyncio.create_task(RequestIds(site)({"type": "http", "headers": brought}, None, send))
    assert len(set(seen)) == 2
    assert [dict(message["headers"])[b"x-request-id"].decode() for message in sent] == seen
    assert request_id.get() == ""


def test_json_is_one_object_a_line_with_the_number() -> None:
    record = logging.LogRecord("tables", logging.WARNING, __file__, 1, "two\nlines %s", ("é",), None)
    token = request_id.set("n1")
    try:
        text = JsonFormatter().format(record)
    finally:
        request_id.reset(token)
    assert "\n" not in text
    told = json.loads(text)
    assert (told["level"], told["logger"], told["message"], told["request_id"]) == (
        "WARNING",
        "tables",
        "two\nlines é",
        "n1",
    )


def lines_of(server: ServerProcess) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]


def test_a_server_has_one_line_for_each_answer_that_grants_nothing(tmp_path) -> None:
    server = ServerProcess(tmp_path, LOG_FORMAT="json", ANALYSIS="0")
    server.has_tables()
    server.start()
    database = tmp_path / "minibridge.sqlite3"
    try:
        numbers = [failed(server, "/t/R7K2QX/"), failed(server, "/nowhere/Sami/")]
        database.rename(tmp_path / "away")
        database.mkdir()
        numbers.append(failed(server, "/t/R7K2QX/view"))
        numbers.append(failed(server, "/", Host="evil.example"))
    finally:
        server.kill()
    lines = {line["request_id"]: line for line in lines_of(server) if "route" in line}
    told = [(lines[number]["route"], lines[number]["status"]) for number in numbers]
    assert told == [("/t/<str:code>/", 404), ("/?", 404), ("/t/<str:code>/view", 503), ("/?", 400)]
    assert lines[numbers[2]]["error"] == "django.db.utils.OperationalError"
    text = server.log.read_text()
    assert "R7K2QX" not in text and "Sami" not in text and "evil" not in text


def failed(server: ServerProcess, path: str, **headers: str) -> str:
    """The number under which a request failed."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers))
    refused.value.close()
    return str(refused.value.headers["X-Request-ID"])


def test_another_format_is_refused(tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import minibridge.settings"],
        cwd=ROOT,
        env=site_environment(tmp_path, LOG_FORMAT="xml"),
        capture_output=True,
        text=True,
    )
    assert "LOG_FORMAT must be text or json" in done.stderr
