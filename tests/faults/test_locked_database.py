"""Another program holds SQLite's file: a card comes late or is asked for again, and reading goes on."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .table import CONVERGED_WITHIN, HEARTBEAT, FourPages


@contextlib.contextmanager
def held(data: Path) -> Iterator[None]:
    """Nobody else may write meanwhile."""
    database = sqlite3.connect(data / "minibridge.sqlite3", timeout=60, isolation_level=None)
    try:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")
    finally:
        database.close()


def test_a_card_waits_for_a_short_lock(room: FourPages, data: Path) -> None:
    """3 seconds are less than the site waits."""
    room.play(3)
    page, action = room.next_action()
    page.until(lambda: page.n == room.played)
    with held(data):
        sent = page.begin(**action)
        time.sleep(3)
        assert not sent.settled.is_set()
    assert sent.settled.wait(CONVERGED_WITHIN)
    assert sent.status == 200
    room.play(3)
    room.check()
    assert not any(page.closes for page in room)


def test_a_longer_lock_is_told_and_the_card_goes_again(room: FourPages, data: Path) -> None:
    """Both doors say 503, and take the same action under the same id when the file is free."""
    room.play(3)
    page, action = room.next_action()
    page.until(lambda: page.n == room.played)
    before = room.log(page.code)
    with held(data), ThreadPoolExecutor() as threads:
        posted = threads.submit(page.act_by_post, "kept", page.n, **action)
        sent = page.begin(**action)
        for reader in room:
            reader.look()
            assert reader.n == len(before), "reading goes on"
        assert posted.result() == 503
        assert sent.settled.wait(CONVERGED_WITHIN)
        assert sent.status == 503
    assert room.log(page.code) == before
    for reader in room:
        reader.frames.clear()
    assert page.act_by_post("kept", page.n, **action) == 200
    for reader in room:
        reader.until(lambda reader=reader: reader.frames, HEARTBEAT + 1)
    room.play(3)
    room.check()
    assert not any(page.closes for page in room)
