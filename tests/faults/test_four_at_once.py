"""Four people press in the same moment: whoever is on turn plays, and nobody else."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import pytest

from tests.browser.ledger import SEATS, Ledger
from tests.browser.party import WORKED_DEAL, WORKED_PLAY
from tests.browser.prepare import Preparer
from tests.server import ServerProcess, serving

from .invariants import postgresql_log, sqlite_log
from .table import DECLARER, ENVIRONMENT, FourPages, four_pages

DEALS = 4  # of a match; 53 actions each


@pytest.fixture(scope="module")
def servers(data: Path) -> Iterator[list[ServerProcess]]:
    """One on SQLite, two on one PostgreSQL."""
    with ExitStack() as held:
        found = [held.enter_context(serving(data, **ENVIRONMENT))]
        if os.environ.get("TEST_DATABASE_URL"):
            second = ServerProcess(data)
            second.environment = found[0].environment
            second.start()
            held.callback(second.kill)
            found.append(second)
        yield found


@pytest.fixture(scope="module")
def server(servers: list[ServerProcess]) -> ServerProcess:
    return servers[0]


def all_press(room: FourPages, pool: ThreadPoolExecutor) -> None:
    """The next action by all four at once, each under an id of his own; one of them may do it."""
    page, action = room.next_action()
    n = room.played
    for other in room:
        other.until(lambda other=other: other.n == n)
    barrier = Barrier(len(SEATS))

    def press(seat: str) -> int:
        barrier.wait(60)
        return room.pages[seat].act_by_post(f"{page.record}-{n}-{seat}", n, **action)

    statuses = dict(zip(SEATS, pool.map(press, SEATS), strict=True))
    assert statuses.pop(page.seat) == 200, (n, action)
    assert set(statuses.values()) <= {409, 422}, statuses


def deal_again(room: FourPages, preparer: Preparer) -> None:
    before = room.pages["N"].record
    preparer.lay(room.pages["N"].code, [WORKED_DEAL])
    for page in room:
        page.do("ready")
    for page in room:
        page.until(lambda page=page: page.record not in (0, before))
        page.accepted.clear()
        page.frames.clear()
    room.ledger, room.played = Ledger(WORKED_DEAL, DECLARER), -1


def whole_match(servers: Sequence[ServerProcess], preparer: Preparer) -> None:
    environment = servers[0].environment
    address = environment.get("DATABASE_URL")
    log = postgresql_log(address) if address else sqlite_log(Path(environment["MINIBRIDGE_DATA"]))
    with (
        four_pages(servers[0], preparer, log, servers=servers) as room,
        ThreadPoolExecutor(len(SEATS)) as pool,
    ):
        for number in range(DEALS):
            if number:
                deal_again(room, preparer)
            for _action in range(len(WORKED_PLAY)):
                all_press(room, pool)
            room.check()
            all_press(room, pool)


@pytest.mark.services
@pytest.mark.parametrize("matches", [1, pytest.param(5, marks=pytest.mark.soak)])
def test_only_who_is_on_turn_plays(servers: list[ServerProcess], preparer: Preparer, matches: int) -> None:
    for _match in range(matches):
        whole_match(servers, preparer)
    assert not any("Traceback" in server.log.read_text() for server in servers)
