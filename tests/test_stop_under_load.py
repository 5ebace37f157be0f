"""A server is asked to end while people look on and cards are played: it goes at once, nothing is lost."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guest import Guest
from tests.page_socket import PageSocket
from tests.processes import wait_until
from tests.server import ServerProcess, fresh_database
from tests.test_bots_survive import ALL, Log, begin, check_whole, postgresql_log, sqlite_log, wait_for

SITE = {"ANALYSIS": "0", "BOT_PACE_SECONDS": "0.1"}
SOON = 20.0  # seconds; a third of it on a machine that has nothing else to do
Note = Callable[[str, object], None]


def stop_and_go_on(server: ServerProcess, log: Log, note: Note) -> None:
    """Four pages look on and three of them ask all the time, while the server ends; then it plays on."""
    with contextlib.ExitStack() as held:
        server.start()
        held.callback(server.kill)
        guest = begin(server, "easy")
        pages = []
        for person in (guest, *(Guest(server) for _number in range(3))):
            person.code = guest.code
            person.get(f"/t/{guest.code}/")
            pages.append(held.enter_context(contextlib.closing(PageSocket(person))))
        wait_for(log, 3)
        wait_until(lambda: all(page.version for page in pages))
        for page in pages[1:] * 5:
            page.ping()
        began = time.monotonic()
        server.stop()
        took = time.monotonic() - began
        codes = [page.wait_for_code() for page in pages]
        note("stop", (took, [page.closed_at - began for page in pages], len(log())))
        assert codes == [1012] * 4
        assert took < SOON
        assert len(log()) < ALL, "it ended in mid-deal"
        assert "Traceback" not in server.log.read_text()
        server.start()
        wait_for(log, ALL)
        check_whole(log, server)
        assert "Traceback" not in server.log.read_text()


def test_it_ends_under_load_and_goes_on_where_it_was(tmp_path: Path, record_property: Note) -> None:
    stop_and_go_on(ServerProcess(tmp_path, **SITE), sqlite_log(tmp_path), record_property)


@pytest.mark.skipif(not os.environ.get("TEST_DATABASE_URL"), reason="needs PostgreSQL and Redis")
@pytest.mark.services
@pytest.mark.soak
def test_several_processes_end_under_load_together(tmp_path: Path, record_property: Note) -> None:
    with fresh_database() as database:
        site = SITE | {"DATABASE_URL": database, "REDIS_URL": os.environ["TEST_REDIS_URL"]}
        server = ServerProcess(tmp_path, "--workers", "2", **site)
        stop_and_go_on(server, postgresql_log(database), record_property)


@pytest.mark.skipif(not os.environ.get("TEST_REDIS_URL"), reason="needs PostgreSQL and Redis")
@pytest.mark.services
@pytest.mark.soak
def test_a_page_that_is_silent_for_long_still_hears_by_redis(tmp_path: Path) -> None:
    """Redis clients drop idle connections after some seconds, if they are let."""
    with contextlib.ExitStack() as held:
        site = SITE | {"HEARTBEAT_SECONDS": "60", "PRESENCE_LEASE_SECONDS": "300"}
        site |= {"DATABASE_URL": held.enter_context(fresh_database())}
        server = ServerProcess(tmp_path, **site, REDIS_URL=os.environ["TEST_REDIS_URL"])
        server.start()
        held.callback(server.kill)
        guest = Guest(server)
        guest.open_table("S")
        page = held.enter_context(contextlib.closing(PageSocket(guest)))
        wait_until(lambda: page.version)
        time.sleep(13)
        before = page.version
        guest.do("bot", level="easy")
        wait_until(lambda: page.version > before)
        assert page.code is None
