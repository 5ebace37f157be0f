"""What must hold after every fault: the log is whole, every page shows it, and nobody was told too much."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.browser.ledger import Ledger
from tests.tables.test_leaks import cards_in, pieces

from .live_page import LivePage

LOG = (
    "SELECT n, seat, kind, data, client_id FROM tables_action WHERE record_id ="
    " (SELECT MAX(record.id) FROM tables_boardrecord record JOIN tables_match meeting"
    " ON record.match_id = meeting.id JOIN tables_table seats ON meeting.table_id = seats.id"
    " WHERE seats.code = {}) ORDER BY n"
)
CARD = re.compile(r'data-card="(\w\w)"')


@dataclass(frozen=True)
class Row:
    """One stored action, as the database has it."""

    n: int
    seat: str
    kind: str
    data: dict[str, Any]
    client_id: str


Log = Callable[[str], list[Row]]
"""The newest deal of the table with this code."""


def _rows(found: Sequence[Any]) -> list[Row]:
    return [
        Row(n, seat, kind, json.loads(data) if isinstance(data, str) else data, client_id)
        for n, seat, kind, data, client_id in found
    ]


def sqlite_log(data: Path) -> Log:
    def log(code: str) -> list[Row]:
        database = sqlite3.connect(data / "minibridge.sqlite3", timeout=60)
        try:
            return _rows(database.execute(LOG.format("?"), [code]).fetchall())
        finally:
            database.close()

    return log


def postgresql_log(address: str) -> Log:
    def log(code: str) -> list[Row]:
        with psycopg.connect(address) as database:
            return _rows(database.execute(LOG.format("%s"), [code]).fetchall())

    return log


def check_all(log: Log, pages: Sequence[LivePage], deal: str, declarer: str, within: float) -> float:
    """All six; of one deal without claims or take-backs. Returns the seconds until all pages were equal.

    ``within`` is how long the pages may take from now on until they all show the same.
    """
    rows = log(pages[0].code)
    took = _all_show_the_same(pages, len(rows), within)
    assert [row.n for row in rows] == list(range(len(rows)))  # 1
    ledgers = list(_folded(rows, deal, declarer))  # 3: a card out of turn, or twice, does not fold
    for page in pages:
        _shows(page, ledgers[-1])  # 2
        _was_told_no_more_than_it_may_know(page, ledgers)  # 4
        ids = [row.client_id for row in rows]
        for client_id in page.accepted:
            assert ids.count(client_id) == 1  # 6
    assert len({row.client_id for row in rows}) == len(rows)
    return took


def _all_show_the_same(pages: Sequence[LivePage], n: int, within: float) -> float:
    """Pages that have not come back since the fault are equal too, so they must know all ``n`` actions."""

    def equal() -> bool:
        states = {(page.epoch, page.version, page.record) for page in pages}
        return len(states) == 1 and all(page.n == n for page in pages)

    took = pages[0].until(equal, within)
    for page in pages:
        before = dict(page.regions)
        page.look()
        assert {name: CARD.findall(html) for name, html in page.regions.items()} == {
            name: CARD.findall(html) for name, html in before.items()
        }, "what a page showed is not what the server would show it now"
    return took


def _folded(rows: Sequence[Row], deal: str, declarer: str):
    """How the deal stood after so many actions: first after none."""
    for count in range(len(rows) + 1):
        ledger = Ledger(deal, declarer)
        for row in rows[:count]:
            if row.kind == "contract":
                ledger.choose(row.data["contract"])
            else:
                assert row.kind == "card"
                ledger.play(row.data["card"])
        yield ledger


def _shows(page: LivePage, ledger: Ledger) -> None:
    shown = set(CARD.findall(page.regions["trick"]))
    assert shown == {card for _seat, card in ledger.shown_trick}
    for seat in (page.seat, ledger.dummy):
        assert set(CARD.findall(page.regions[f"cards-{seat}"])) == ledger.hand(seat)


def _was_told_no_more_than_it_may_know(page: LivePage, ledgers: Sequence[Ledger]) -> None:
    while page.frames:
        frame = page.frames.pop()
        ledger = ledgers[min(frame.get("n") or 0, len(ledgers) - 1)]
        told = {str(card) for text in pieces(frame) for card in cards_in(text)}
        assert told <= ledger.known(page.seat), (told - ledger.known(page.seat), frame.get("n"))
