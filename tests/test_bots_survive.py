"""Servers are killed and the bots play on, without any page open; no action is lost or doubled."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from minibridge.analysis import carrier, folder_lock
from tests.browser.prepare import preparing
from tests.guest import Guest
from tests.processes import children, wait_until
from tests.server import ROOT, ServerProcess, fresh_database

# North declares: South, the only person, is dummy, so that bots choose the contract and play all 52 cards.
DEAL = "N:KQJ84.A6.KQ5.J73 976.QJT9.A84.K85 AT52.K843.7.Q962 3.752.JT9632.AT4"
ALL = 53
LOG = (
    "SELECT n, kind, client_id, reason FROM tables_action"
    " WHERE record_id = (SELECT MAX(id) FROM tables_boardrecord) ORDER BY n"
)


@dataclass(frozen=True)
class Row:
    """One stored action, as the database has it."""

    n: int
    kind: str
    client_id: str
    reason: dict[str, Any]

    @property
    def is_experts(self) -> bool:
        """Whether the reason speaks of sampled layouts, which only the analysis counts."""
        return "samples" in self.reason.get("params", {})


Log = Callable[[], list[Row]]


def rows_of(found: list[tuple[Any, ...]]) -> list[Row]:
    return [
        Row(n, kind, client_id, json.loads(reason) if isinstance(reason, str) else reason)
        for n, kind, client_id, reason in found
    ]


def sqlite_log(data: Path) -> Log:
    def log() -> list[Row]:
        database = sqlite3.connect(data / "minibridge.sqlite3", timeout=60)
        try:
            return rows_of(database.execute(LOG).fetchall())
        finally:
            database.close()

    return log


def postgresql_log(address: str) -> Log:
    def log() -> list[Row]:
        with psycopg.connect(address) as database:
            return rows_of(database.execute(LOG).fetchall())

    return log


def begin(server: ServerProcess, level: str) -> Guest:
    """South and three bots; the deal is dealt, and no page is open."""
    guest = Guest(server)
    guest.open_table("S")
    guest.do("bot", level=level)
    with preparing(server) as preparer:
        preparer.lay(guest.code, [DEAL])
    guest.do("start")
    return guest


def wait_for(log: Log, actions: int) -> None:
    wait_until(lambda: len(log()) >= actions)


def check_whole(log: Log, server: ServerProcess) -> None:
    """Every action once and in its place, each card once; and the result is what the log says."""
    rows = log()
    assert [row.n for row in rows] == list(range(ALL))
    assert [row.client_id for row in rows] == [f"bot:{n}" for n in range(ALL)]
    assert [row.kind for row in rows] == ["contract"] + ["card"] * 52
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_records"],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "1 records, 0 differences", done.stdout + done.stderr


@pytest.mark.parametrize("kills", [(3,), pytest.param((1, 4, 8, 12), marks=pytest.mark.soak)])
def test_a_match_goes_on_by_itself_after_kills(tmp_path: Path, kills: tuple[int, ...]) -> None:
    """Each time just after so many actions, when a bot thinks or waits before the next."""
    server = ServerProcess(tmp_path, ANALYSIS="0", BOT_PACE_SECONDS="0.4")
    server.has_tables()
    log = sqlite_log(tmp_path)
    server.start()
    try:
        guest = begin(server, "medium")
        for actions in kills:
            wait_for(log, actions)
            server.kill()
            before = log()
            assert len(before) < ALL
            if actions == kills[-1]:
                server.environment["BOT_PACE_SECONDS"] = "0"
            server.start()
            assert log()[: len(before)] == before
        wait_for(log, ALL)
        assert 'data-stage="finished"' in guest.view()["html"]["now"]
        check_whole(log, server)
    finally:
        server.kill()
    assert "Traceback" not in server.log.read_text()


@pytest.fixture
def two_servers(tmp_path: Path) -> Iterator[tuple[list[ServerProcess], Log]]:
    """On one database and one Redis."""
    with fresh_database() as database:
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": os.environ["TEST_REDIS_URL"],
            "ANALYSIS": "0",
            "BOT_PACE_SECONDS": "0.4",
        }
        servers = [ServerProcess(tmp_path, **environment) for _ in range(2)]
        try:
            for server in servers:
                server.start()
            yield servers, postgresql_log(database)
        finally:
            for server in servers:
                server.kill()


@pytest.mark.skipif(not os.environ.get("TEST_DATABASE_URL"), reason="needs PostgreSQL and Redis")
@pytest.mark.services
def test_two_servers_drive_one_table_and_one_of_them_goes_on(
    two_servers: tuple[list[ServerProcess], Log],
) -> None:
    (first, second), log = two_servers
    guest = begin(first, "medium")
    guest.server = second
    for actions in (3, 5):  # what is said at a table wakes the bots of the server that hears it
        guest.do("say", phrase="hello")
        wait_for(log, actions)
    first.kill()
    wait_for(log, len(log()) + 2)
    first.environment["BOT_PACE_SECONDS"] = "0"
    first.start()
    guest.do("say", phrase="hello")
    wait_for(log, len(log()) + 2)
    second.kill()
    wait_for(log, ALL)
    check_whole(log, first)
    guest.server = first
    assert 'data-stage="finished"' in guest.view()["html"]["now"]


@pytest.mark.soak
def test_experts_play_on_without_the_analysis_and_have_it_again(tmp_path: Path) -> None:
    if carrier.find() is None:
        pytest.skip("no double-dummy solver here")
    server = ServerProcess(tmp_path, BOT_PACE_SECONDS="0.8")
    log = sqlite_log(tmp_path)
    server.start()
    try:
        wait_until(lambda: (tmp_path / "analysis.json").exists())
        guest = begin(server, "expert")
        wait_until(lambda: any(row.is_experts for row in log()))
        assert "expert" in plates(guest)

        [service] = children(server.process.pid)
        os.kill(service, signal.SIGKILL)
        with hold(tmp_path):
            since = len(log()) + 1  # one decision may have been made before
            for actions in range(since + 3, since + 9):
                wait_for(log, actions)
                assert "pas d’analyse" in plates(guest)
            assert not any(row.is_experts for row in log()[since:])
        since = len(log())
        wait_until(lambda: any(row.is_experts for row in log()[since:]))
        assert "pas d’analyse" not in plates(guest)
    finally:
        server.kill()
    assert "Traceback" not in server.log.read_text()


def plates(guest: Guest) -> str:
    """What stands beside the players' names."""
    html = guest.view()["html"]
    return "".join(html[f"seat-{seat}"] for seat in "NEW")


def hold(folder: Path) -> Any:
    """Keeps another analysis process from starting until the file returned is closed."""
    held = []
    wait_until(lambda: held.append(folder_lock.lock(folder)) or held[-1])
    return held[-1]
