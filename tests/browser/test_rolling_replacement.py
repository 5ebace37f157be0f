"""The processes of a site are replaced one after the other while people play: no card is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SERVER, Gather
from tests.browser.party import Party
from tests.browser.prepare import Preparer, preparing
from tests.faults.invariants import postgresql_log
from tests.faults.table import HEARTBEAT, FourPages, four_pages
from tests.server import ServerProcess, serving

pytestmark = [pytest.mark.browser, pytest.mark.postgres_browser, pytest.mark.soak]

TABLES = 10  # beside that of the browsers
PACE = 2.0  # seconds from one card of a table to the next, as people play
CARDS_BEFORE, CARDS_AFTER = 4, 4
WORKERS = 3
Note = Callable[[str, object], None]


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    if not (os.environ.get("TEST_DATABASE_URL") and os.environ.get("TEST_REDIS_URL")):
        pytest.skip("several processes need PostgreSQL and Redis")
    data = tmp_path_factory.mktemp("replaced")
    beat = {"HEARTBEAT_SECONDS": str(int(HEARTBEAT)), "PAGE_FRAMES": "400"}
    with serving(data, "--workers", str(WORKERS), **SERVER | beat) as server:
        yield server


@pytest.fixture(scope="module")
def preparer(server: ServerProcess) -> Iterator[Preparer]:
    with preparing(server) as preparer:
        yield preparer


def play_at_human_rate(room: FourPages, is_over: threading.Event) -> None:
    while not (room.is_over or is_over.wait(PACE)):
        room.play(1)


def next_card(party: Party, ledger, slowest: list[float]) -> None:
    """Clicked by whoever is on turn, and waited for on all four screens."""
    began = time.monotonic()
    party.click_on(ledger, "NESW", cards=1)
    took = time.monotonic() - began
    slowest.append(took)
    time.sleep(max(0.0, PACE - took))


def test_no_card_is_lost_while_processes_are_replaced(
    server: ServerProcess, preparer: Preparer, gather: Gather, record_property: Note
) -> None:
    log = postgresql_log(server.environment["DATABASE_URL"])
    is_over = threading.Event()
    with contextlib.ExitStack() as held:
        rooms = [held.enter_context(four_pages(server, preparer, log)) for _table in range(TABLES)]
        party = gather()
        ledger = party.worked_deal(0)
        party.open_pages()
        players = [threading.Thread(target=play_at_human_rate, args=(room, is_over)) for room in rooms]
        for player in players:
            player.start()
        try:
            usual: list[float] = []
            for _card in range(CARDS_BEFORE):
                next_card(party, ledger, usual)
            before = server.workers()
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            meanwhile: list[float] = []
            while before & (now := server.workers()) or len(now) != WORKERS:
                next_card(party, ledger, meanwhile)
            for _card in range(CARDS_AFTER):
                next_card(party, ledger, meanwhile)
        finally:
            is_over.set()
            for player in players:
                player.join()
        for room in rooms:
            room.check()
        closes = sum(len(page.closes) for room in rooms for page in room)
        assert {code for room in rooms for page in room for _at, code in page.closes} == {1012}
        assert closes >= 4 * TABLES, "every socket was moved at least once"
    figures = {"usual": max(usual), "slowest": max(meanwhile), "cards": len(meanwhile), "moved": closes}
    record_property("replacement", figures)
    print(f"a card on four screens: {max(usual):.2f} s before, {max(meanwhile):.2f} s at most meanwhile;")
    print(f"{len(meanwhile)} cards of the browsers and {closes} sockets moved")
