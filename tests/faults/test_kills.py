"""The server dies in the middle of a card; the pages come back by themselves and the deal goes on."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.processes import wait_until

from .points import DEATHS, aim, has_struck
from .table import FourPages

RETURNED_WITHIN = 10  # seconds: a page comes back after a while that grows with each failure


@pytest.mark.parametrize("point", DEATHS)
def test_it_may_die_at_any_point_of_a_card(room: FourPages, data: Path, point: str) -> None:
    """The action that was on its way goes again under its id: it was stored before, or is now, and once."""
    room.play(3)
    page, action = room.next_action()
    page.until(lambda: page.n == room.played)
    aim(data, point)
    waiting = page.begin(**action)
    wait_until(lambda: has_struck(data))
    assert room.server.process is not None
    room.server.process.wait(10)
    room.server.start()
    assert waiting.settled.wait(30)
    assert waiting.status in (0, 200)
    room.check(RETURNED_WITHIN)
    assert all(page.closes for page in room)
    room.play(3)
    room.check()


@pytest.mark.parametrize("point", ["before the commit", "before the push"])
def test_an_action_by_post_is_stored_once_though_nobody_answered(
    room: FourPages, data: Path, point: str
) -> None:
    room.play(2)
    page, action = room.next_action()
    n = room.played
    page.until(lambda: page.n == n)
    aim(data, point)
    with pytest.raises(OSError):
        page.act_by_post("by-post", n, **action)
    room.server.start()
    assert page.act_by_post("by-post", n, **action) == 200
    assert page.act_by_post("by-post", n, **action) == 200
    room.check(RETURNED_WITHIN)
    room.play(2)
    room.check()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_it_may_die_at_any_moment(room: FourPages, seed: int) -> None:
    rng = random.Random(seed)
    while not room.is_over:
        room.play(rng.randrange(6))
        if room.is_over:
            break
        page, action = room.next_action()
        page.until(lambda page=page: page.n == room.played)
        waiting = page.begin(**action)
        time.sleep(rng.random() * 0.02)
        room.server.kill()
        room.server.start()
        assert waiting.settled.wait(30)
        assert waiting.status in (0, 200)
    room.check(RETURNED_WITHIN)
