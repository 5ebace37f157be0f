"""`/health/` says 200 or 503, to whoever asks under whichever name, and costs a site nothing."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from minibridge import health
from tests.server import ROOT, ServerProcess, site_environment

SILENT = {
    "DATABASE_URL": "postgres://nobody:sesame@127.0.0.1:9/x",
    "REDIS_URL": "redis://:sesame@127.0.0.1:9",
}
ASK = """
import django, json, sys
django.setup()
from django.core.management import call_command
from django.test import Client
if "migrate" in sys.argv:
    call_command("migrate", verbosity=0)
answer = Client(headers={"host": "10.1.2.3:8001"}).get("/health/")
print(json.dumps([answer.status_code, answer.json(), answer.text]))
"""


def asked(data: Path, *arguments: str, **environment: str) -> tuple[int, dict[str, str], str, str]:
    """Status, answer, its text and the log of a process with this environment."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, *arguments],
        cwd=ROOT,
        env=site_environment(data, DJANGO_SETTINGS_MODULE="minibridge.settings", **environment),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    status, answer, text = json.loads(done.stdout)
    return status, answer, text, done.stderr


@pytest.mark.django_db
def test_a_well_site_says_so(client):
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert set(answer.json().values()) == {"ok"}
    assert answer["Cache-Control"] == "no-store"


def test_a_database_on_a_silent_port_is_503(tmp_path):
    status, answer, text, log = asked(tmp_path, DATABASE_URL=SILENT["DATABASE_URL"])
    assert (status, answer) == (503, {"status": "down", "database": "down"})
    assert "sesame" not in text + log
    assert "the database does not answer" in log


def test_redis_on_a_silent_port_is_503(tmp_path):
    status, answer, text, log = asked(tmp_path, "migrate", REDIS_URL=SILENT["REDIS_URL"])
    assert (status, answer) == (503, {"status": "down", "database": "ok", "redis": "down"})
    assert "sesame" not in text + log


def test_a_database_without_tables_is_503(tmp_path):
    status, answer, _text, _log = asked(tmp_path)
    assert (status, answer) == (503, {"status": "down", "database": "down"})


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["10.1.2.3", "evil.example", "[::1]:8001", "bad host"])
def test_a_load_balancer_may_ask_by_any_name(host):
    assert Client(headers={"host": host}).get("/health/").status_code == 200


@pytest.mark.django_db
def test_https_is_not_asked_of_it(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/health/").status_code == 200


@pytest.mark.django_db
def test_it_asks_the_database_once_and_makes_no_session(client, django_assert_num_queries):
    health._redis.cache_clear()
    with django_assert_num_queries(0 if connection.vendor == "postgresql" else 1):
        answer = client.get("/health/")
    assert not answer.cookies


@pytest.mark.django_db
def test_it_is_not_limited(client):
    assert {client.get("/health/").status_code for _ in range(400)} == {200}


@pytest.mark.django_db
def test_it_takes_no_other_method(client):
    assert client.post("/health/").status_code == 405
    assert client.head("/health/").status_code == 200


def test_a_server_whose_database_goes_says_so_until_it_is_back(tmp_path):
    server = ServerProcess(tmp_path, ANALYSIS="0")
    server.has_tables()
    server.start()
    database, away = tmp_path / "minibridge.sqlite3", tmp_path / "away"
    try:
        assert status_of(server) == 200
        database.rename(away)
        database.mkdir()
        assert status_of(server) == 503
        database.rmdir()
        away.rename(database)
        assert status_of(server) == 200
    finally:
        server.kill()


def status_of(server: ServerProcess) -> int:
    try:
        with urllib.request.urlopen(f"{server.url}/health/") as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
