"""`serve` sets up, serves and stops; what would be unsafe it refuses in one sentence."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from django.db import connection, connections

from minibridge.analysis import Analysis, AnalysisUnavailable, carrier
from tables import deployment
from tables.addresses import own_addresses, own_names
from tables.deployment import transactions_lock_at_once, unsafe_settings, unsafe_sqlite
from tables.management.static_collection import collect_if_changed
from tests.processes import children, lives, wait_until
from tests.server import ROOT, ServerProcess, free_port, fresh_database, serving, site_environment


def refused(data: Path, *options: str, **environment: str) -> str:
    """The one sentence with which `serve` ends instead of serving."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(free_port()), *options],
        cwd=ROOT,
        env=site_environment(data, LC_ALL="C.UTF-8", **environment),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("options", "environment", "sentence"),
    [
        (["--workers", "2"], {}, "Several processes need PostgreSQL"),
        (["--workers", "2"], {"REDIS_URL": "redis://127.0.0.1:6379/1"}, "Several processes need PostgreSQL"),
        (["--workers", "2"], {"DATABASE_URL": "postgres://127.0.0.1/x"}, "Several processes need Redis"),
        ([], {"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must name the hosts"),
        ([], {"CSRF_TRUSTED_ORIGINS": "https://*"}, "CSRF_TRUSTED_ORIGINS must name the origins"),
        (["--lan"], {"DEBUG": "1"}, "DEBUG shows the inside"),
        ([], {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/x"}, "The database does not answer: connection"),
        ([], {"REDIS_URL": "redis://127.0.0.1:9"}, "Redis does not answer: Error"),
    ],
)
def test_it_refuses_what_is_unsafe(tmp_path, options, environment, sentence):
    assert sentence in refused(tmp_path, *options, **environment)


def test_it_refuses_a_port_that_is_taken(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert "cannot be used" in refused(tmp_path, "--port", port)


def test_it_refuses_data_that_another_server_uses(tmp_path):
    server = ServerProcess(tmp_path, ANALYSIS="0")
    server.start()
    try:
        assert children(server.process.pid) == []
        assert "Another server is using" in refused(tmp_path)
    finally:
        server.kill()


def test_it_refuses_a_redis_client_that_drops_idle_connections(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1"
    monkeypatch.setattr(deployment.redis, "__version__", "8.1.0")
    assert [reason for reason in unsafe_settings(workers=1, is_open=False) if "redis" in reason]


@pytest.mark.parametrize("lease", [5, 10])
def test_it_refuses_leases_that_end_between_two_heartbeats(settings, lease):
    settings.HEARTBEAT_SECONDS, settings.PRESENCE_LEASE_SECONDS = 10, lease
    assert [reason for reason in unsafe_settings(workers=1, is_open=False) if "HEARTBEAT" in reason]
    settings.PRESENCE_LEASE_SECONDS = 25
    assert not list(unsafe_settings(workers=1, is_open=False))


@pytest.fixture
def sqlite():
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")


@pytest.mark.usefixtures("sqlite")
@pytest.mark.django_db(transaction=True)
def test_it_refuses_sqlite_settings_that_are_not_in_force():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
        cursor.execute("PRAGMA synchronous = NORMAL")
    try:
        assert len(list(unsafe_sqlite())) == 1
    finally:
        connection.close()


@pytest.mark.usefixtures("sqlite")
@pytest.mark.django_db(transaction=True)
def test_it_sees_transactions_that_take_the_lock_too_late(monkeypatch):
    connection.ensure_connection()
    assert transactions_lock_at_once()
    monkeypatch.setattr(connections["default"], "transaction_mode", "DEFERRED")
    assert not transactions_lock_at_once()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server from an empty folder, for tests that only look."""
    data = tmp_path_factory.mktemp("site")
    with serving(data, LC_ALL="C.UTF-8") as server:
        yield server


def test_it_says_where_it_serves_and_where_the_data_are(site):
    said = site.log.read_text()
    assert f"Minibridge is at {site.url}/" in said
    assert str(site.log.parent) in said
    assert "createsuperuser" in said


def test_it_makes_everything_in_the_data_folder(site):
    data = site.log.parent
    assert {"secret_key", "static"} <= {path.name for path in data.iterdir()}
    assert json.loads((data / "static" / "staticfiles.json").read_text())["paths"]


@pytest.mark.usefixtures("sqlite")
def test_it_switches_sqlite_to_wal(site):
    with sqlite3.connect(site.log.parent / "minibridge.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_it_speaks_french_by_default_and_english_on_demand(site):
    assert '<html lang="fr"' in page(site)
    assert '<html lang="en"' in page(site, {"Accept-Language": "en"})


def test_it_serves_collected_files_under_names_that_change_with_them(site):
    assert "/static/css/base." in page(site)
    assert "/static/css/base.css" not in page(site)


def page(site: ServerProcess, headers: dict[str, str] | None = None) -> str:
    with urllib.request.urlopen(urllib.request.Request(site.url, headers=headers or {})) as answer:
        return answer.read().decode()


def test_it_ends_when_asked_to(tmp_path):
    server = ServerProcess(tmp_path)
    server.start()
    try:
        analysis = processes_of_analysis(server)
        assert server.stop() == -signal.SIGTERM
    finally:
        server.kill()
    wait_until(lambda: not any(map(lives, analysis)))
    assert "Traceback" not in server.log.read_text()


def test_it_starts_again_on_the_same_data_after_a_kill(tmp_path):
    server = ServerProcess(tmp_path)
    server.start()
    key = (tmp_path / "secret_key").read_text()
    try:
        analysis = processes_of_analysis(server)
        server.kill()
        server.start()
        wait_until(lambda: not any(map(lives, analysis)))
        analysis = processes_of_analysis(server)
    finally:
        server.kill()
    wait_until(lambda: not any(map(lives, analysis)))
    assert (tmp_path / "secret_key").read_text() == key


def processes_of_analysis(server: ServerProcess) -> list[int]:
    """Of a server that has answered a question about a card."""
    if carrier.find() is None:
        return []
    hands = {"N": ["SA"], "E": ["SK"], "S": ["SQ"], "W": ["SJ"]}
    question = {"positions": [{"hands": hands, "trump": "", "leader": "N", "trick": []}]}
    analysis = Analysis(server.log.parent)

    def is_answered():
        try:
            return analysis.ask_now("cards", question, priority=1, seconds=1, patience=60) == [{"SA": 1}]
        except AnalysisUnavailable:
            return False

    wait_until(is_answered)
    [service] = children(server.process.pid)
    return [service, *children(service)]


def test_in_a_room_it_listens_everywhere_and_knows_its_names(tmp_path):
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine has no network")
    server = ServerProcess(tmp_path, "--lan", LC_ALL="C.UTF-8")
    server.start()
    try:
        for host in [*addresses, *own_names()]:
            request = urllib.request.Request(
                f"http://{addresses[0]}:{server.port}/", headers={"Host": f"{host}:{server.port}"}
            )
            assert urllib.request.urlopen(request).status == 200
        said = server.log.read_text()
        assert f"http://{addresses[0]}:{server.port}/" in said
        assert "█" in said
    finally:
        server.kill()


@pytest.mark.skipif(not os.environ.get("TEST_DATABASE_URL"), reason="needs PostgreSQL and Redis")
@pytest.mark.services
def test_several_processes_serve_one_site(tmp_path):
    with fresh_database() as database:
        environment = {"DATABASE_URL": database, "REDIS_URL": os.environ["TEST_REDIS_URL"]}
        server = ServerProcess(tmp_path, "--workers", "2", **environment)
        server.start()
        try:
            assert server.answers()
        finally:
            server.stop()


@pytest.mark.skipif(not os.environ.get("TEST_DATABASE_URL"), reason="needs PostgreSQL and Redis")
@pytest.mark.services
def test_two_servers_may_set_up_one_database_at_once(tmp_path):
    with fresh_database() as database:
        environment = {"DATABASE_URL": database, "REDIS_URL": os.environ["TEST_REDIS_URL"]}
        servers = [ServerProcess(tmp_path, **environment) for _ in range(2)]
        for server in servers:
            server.launch()
        try:
            for server in servers:
                server.wait_until_it_answers()
        finally:
            for server in servers:
                server.kill()


def test_files_are_collected_again_only_when_one_changed(settings, tmp_path):
    source = tmp_path / "source" / "page.css"
    source.parent.mkdir()
    source.write_text("a {}")
    settings.STATICFILES_DIRS = [source.parent]
    settings.STATIC_ROOT = tmp_path / "collected"
    get_finder.cache_clear()
    try:
        collect_if_changed()
        copy = settings.STATIC_ROOT / "page.css"
        copy.unlink()
        collect_if_changed()
        assert not copy.exists()
        source.write_text("a { color: red }")
        collect_if_changed()
        assert copy.read_text() == "a { color: red }"
    finally:
        get_finder.cache_clear()
