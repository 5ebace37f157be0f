"""PostgreSQL goes away and comes back: nobody has lost a card, and the site is not started again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.browser.party import WORKED_DEAL
from tests.browser.prepare import Preparer
from tests.postgresql_process import PostgreSQLProcess, postgresql_process  # noqa: F401 — a fixture
from tests.server import ServerProcess

from .invariants import postgresql_log
from .table import CONVERGED_WITHIN, ENVIRONMENT, FourPages, four_pages

TRY_AGAIN = 1013
BACK_WITHIN = 10  # seconds, for the pool of connections and for pages that were closed


@pytest.fixture(scope="module")
def server(data: Path, postgresql_process: PostgreSQLProcess) -> Iterator[ServerProcess]:  # noqa: F811
    """On a PostgreSQL of its own, and without Redis."""
    server = ServerProcess(data, **ENVIRONMENT, DATABASE_URL=postgresql_process.url)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def room(
    server: ServerProcess,
    preparer: Preparer,
    postgresql_process: PostgreSQLProcess,  # noqa: F811
) -> Iterator[FourPages]:
    with four_pages(server, preparer, postgresql_log(postgresql_process.url)) as room:
        yield room


def health(server: ServerProcess) -> int:
    try:
        with urlopen(f"{server.url}/health/", timeout=30) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_people_wait_for_the_database_and_go_on(
    server: ServerProcess,
    preparer: Preparer,
    room: FourPages,
    postgresql_process: PostgreSQLProcess,  # noqa: F811
) -> None:
    room.play(3)
    page, action = room.next_action()
    page.until(lambda: page.n == room.played)
    before = room.log(page.code)
    assert health(server) == 200
    postgresql_process.crash()
    with ThreadPoolExecutor() as threads:
        posted = threads.submit(page.act_by_post, "kept", page.n, **action)
        asked = threads.submit(health, server)
        sent = page.begin(**action)
        assert posted.result() == 503
        assert asked.result() == 503
        assert sent.settled.wait(30)
        assert sent.status == 503
    postgresql_process.start()
    assert room.log(page.code) == before
    page.until(lambda: page.act_by_post("kept", len(before), **action) == 200, BACK_WITHIN)
    page.until(lambda: health(server) == 200, BACK_WITHIN)
    room.check(BACK_WITHIN)
    room.play(3)
    room.check(CONVERGED_WITHIN)
    assert {code for page in room for _at, code in page.closes} <= {TRY_AGAIN}
    preparer.lay(room.pages["N"].code, [WORKED_DEAL])  # a process beside the server, with a broken connection
