"""No file of the server can grow any more: nothing is stored, people are told so, and it passes."""

from __future__ import annotations

import resource

import pytest

from tests.server import ServerProcess

from .table import FourPages

FULL = 4096  # bytes; less than one page of the journal


def disk_limit(server: ServerProcess, most: int) -> None:
    """How large any file may grow that the server writes; the operating system refuses the rest."""
    assert server.process is not None
    _soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, hard))


@pytest.mark.errors_expected
def test_a_full_disk_stores_nothing_and_loses_nothing(server: ServerProcess, room: FourPages) -> None:
    room.play(3)
    page, action = room.next_action()
    before = room.log(page.code)
    page.until(lambda: page.n == room.played)
    disk_limit(server, FULL)
    assert page.act_by_post("kept", page.n, **action) == 503
    assert page.act(**action) == 503
    assert room.log(page.code) == before
    for reader in room:
        reader.look()
        assert reader.n == len(before), "reading goes on"
    disk_limit(server, resource.RLIM_INFINITY)
    assert page.act_by_post("kept", page.n, **action) == 200
    room.play(3)
    room.check()
    assert not any(page.closes for page in room)
