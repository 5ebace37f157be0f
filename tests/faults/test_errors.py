"""An error that nobody expects, in the engine or in a push: one line in the log, and the table goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes import wait_until

from .points import aim, has_struck
from .table import FourPages

pytestmark = pytest.mark.errors_expected


def test_an_error_in_the_engine_refuses_that_action_and_nothing_else(room: FourPages, data: Path) -> None:
    room.play(3)
    page, action = room.next_action()
    page.until(lambda: page.n == room.played)
    aim(data, "error in the engine")
    assert page.act(**action) == 500
    assert not page.closes
    assert page.act(**action) == 200
    n = room.played + 1
    page, action = room.next_action()
    page.until(lambda: page.n == n)
    aim(data, "error in the engine")
    assert page.act_by_post("post-1", n, **action) == 500
    assert page.act_by_post("post-1", n, **action) == 200
    room.play(2)
    room.check()


def test_an_error_in_a_push_costs_one_page_its_socket_and_it_comes_back(room: FourPages, data: Path) -> None:
    room.play(3)
    aim(data, "error in a push")
    room.play(1)
    wait_until(lambda: has_struck(data))
    wait_until(lambda: sum(len(page.closes) for page in room) == 1)
    assert [code for page in room for _when, code in page.closes] == [1012]
    room.check()
    room.play(2)
    room.check()
