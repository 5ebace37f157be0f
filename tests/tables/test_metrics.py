"""What is counted, who may read it, and that the files of several workers add up."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.test import Client, TestCase
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from minibridge.engine import Seat
from tables import push
from tables.metrics import exposition, forget_the_dead
from tests.server import ROOT, ServerProcess, fresh_database, site_environment

from .cast import Room
from .sockets import page

TOKEN = "a-token-of-thirty-two-characters"


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN


# --- the door --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_without_the_setting_there_is_no_such_page(client):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.usefixtures("token")
@pytest.mark.parametrize(
    "brought", ["", "Bearer", "Bearer x", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"]
)
def test_without_the_token_nothing_is_told(client, brought):
    answer = client.get("/metrics", headers={"authorization": brought})
    assert (answer.status_code, answer.content) == (401, b"")


@pytest.mark.usefixtures("token")
def test_prometheus_reads_it_by_any_name(settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = Client(headers={"host": "10.1.2.3:8001"}).get(
        "/metrics", headers={"authorization": f"Bearer {TOKEN}"}
    )
    assert answer.status_code == 200
    assert {"minibridge_actions", "minibridge_sockets"} <= families(answer.text)


@pytest.mark.usefixtures("token")
def test_it_takes_no_other_method(client):
    assert client.post("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 405


def families(text: str) -> set[str]:
    return {family.name for family in text_string_to_metric_families(text)}


# --- what is counted -------------------------------------------------------------------------------


def test_actions_are_counted_by_kind_once_they_are_stored(playing: Room) -> None:
    cards, contracts = (
        value("minibridge_actions_total", kind="card"),
        value("minibridge_actions_total", kind="contract"),
    )
    with TestCase.captureOnCommitCallbacks() as held:
        playing.play_worked_deal()
    assert value("minibridge_actions_total", kind="card") == cards
    for callback in held:
        callback()
    assert value("minibridge_actions_total", kind="card") == cards + 52
    assert value("minibridge_actions_total", kind="contract") == contracts + 1


@pytest.mark.django_db(transaction=True)
async def test_a_socket_counts_itself_its_actions_and_its_refusals(playing: Room) -> None:
    south = playing.person(Seat.S)
    opened = value("minibridge_sockets", page="table")
    again = value("minibridge_reconnects_total")
    answered = value("minibridge_action_seconds_count")
    refused = value("minibridge_refusals_total", door="socket", status="422")
    nonsense = value("minibridge_refusals_total", door="socket", status="400")
    async with page(playing.code, south) as open_page:
        assert value("minibridge_sockets", page="table") == opened + 1
        shown = await open_page.hello()
        assert value("minibridge_reconnects_total") == again
        await open_page.send(type="hello", version=shown["to"], epoch=shown["epoch"], again=True)
        await open_page.send(type="ping", version=shown["to"], epoch=shown["epoch"])
        await open_page.next("pong")
        assert value("minibridge_reconnects_total") == again + 1
        answer = await open_page.act(shown["record"], shown["n"], kind="card", card="SA")
        assert answer["status"] == 422
        assert (await open_page.act(shown["record"], shown["n"], kind="card", card="?"))["status"] == 400
    assert value("minibridge_sockets", page="table") == opened
    assert value("minibridge_action_seconds_count") == answered + 2
    assert value("minibridge_refusals_total", door="socket", status="422") == refused + 1
    assert value("minibridge_refusals_total", door="socket", status="400") == nonsense + 1


@pytest.mark.django_db
def test_refused_requests_are_counted_by_status(client):
    before = value("minibridge_refusals_total", door="http", status="404")
    client.get("/nowhere/")
    assert value("minibridge_refusals_total", door="http", status="404") == before + 1


def test_news_that_the_layer_loses_is_counted(monkeypatch):
    class Lost:
        async def group_send(self, group, message):
            raise ConnectionError

    monkeypatch.setattr(push, "get_channel_layer", Lost)
    before = value("minibridge_pushes_total", outcome="lost")
    push.presence_changed(1)
    assert value("minibridge_pushes_total", outcome="lost") == before + 1


def test_the_queue_of_the_solver_is_left_out_where_nobody_answers():
    assert "minibridge_solver_queue" not in families(exposition().decode())


# --- several workers -------------------------------------------------------------------------------

COUNT = """
import django, os, sys
django.setup()
from tables import metrics
metrics.actions.labels("card").inc(int(sys.argv[1]))
metrics.sockets.labels("table").inc(int(sys.argv[1]))
print(os.getpid(), flush=True)
sys.stdin.read()
"""
READ = "import django; django.setup(); from tables.metrics import exposition; print(exposition().decode())"


def test_the_files_of_workers_add_up_and_the_dead_hold_no_sockets(tmp_path: Path) -> None:
    folder = tmp_path / "metrics"
    folder.mkdir()
    environment = site_environment(
        tmp_path,
        DJANGO_SETTINGS_MODULE="minibridge.settings",
        ANALYSIS="0",
        PROMETHEUS_MULTIPROC_DIR=str(folder),
    )

    def started(count: int) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", COUNT, str(count)],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdout and process.stdout.readline()
        return process

    def counted() -> tuple[float, float]:
        done = subprocess.run(
            [sys.executable, "-c", READ],
            cwd=ROOT,
            env=environment,
            text=True,
            capture_output=True,
            check=True,
        )
        found = {
            (sample.name, sample.labels.get("kind") or sample.labels.get("page")): sample.value
            for family in text_string_to_metric_families(done.stdout)
            for sample in family.samples
        }
        return found["minibridge_actions_total", "card"], found.get(("minibridge_sockets", "table"), 0)

    workers = [started(3), started(4)]
    try:
        assert counted() == (7, 7)
        workers[1].kill()
        workers[1].wait()
        assert counted() == (7, 3)
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def test_the_living_are_not_forgotten(tmp_path: Path) -> None:
    own = tmp_path / f"gauge_livesum_{os.getpid()}.db"
    own.touch()
    forget_the_dead(tmp_path)
    assert own.exists()


@pytest.mark.skipif(not os.environ.get("TEST_DATABASE_URL"), reason="needs PostgreSQL and Redis")
@pytest.mark.services
def test_each_of_two_workers_tells_of_both(tmp_path: Path) -> None:
    with fresh_database() as database:
        server = ServerProcess(
            tmp_path,
            "--workers",
            "2",
            DATABASE_URL=database,
            REDIS_URL=os.environ["TEST_REDIS_URL"],
            METRICS_TOKEN=TOKEN,
            ANALYSIS="0",
            BOT_PACE_SECONDS="0",
        )
        (tmp_path / f"metrics-{server.port}").mkdir()
        (tmp_path / f"metrics-{server.port}" / "left.db").touch()
        server.start()
        try:
            assert not (tmp_path / f"metrics-{server.port}" / "left.db").exists()
            assert all(requests_of(server, "404") == n for n in nowhere_asked(server, 12))
        finally:
            server.stop()


def nowhere_asked(server: ServerProcess, times: int):
    """Asks for a page that is not there, and says each time how often by now; on connections of its own."""
    for n in range(1, times + 1):
        try:
            urllib.request.urlopen(f"{server.url}/nowhere/")
        except urllib.error.HTTPError as error:
            error.close()
        yield n


def requests_of(server: ServerProcess, status: str) -> float:
    request = urllib.request.Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request) as answer:
        for family in text_string_to_metric_families(answer.read().decode()):
            for sample in family.samples:
                if sample.name == "minibridge_refusals_total" and sample.labels == {
                    "door": "http",
                    "status": status,
                }:
                    return sample.value
    return 0.0
