"""Redis goes away and comes back: people play on, and nobody is taken for absent."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.redis_process import RedisProcess, redis_process  # noqa: F401 — a fixture
from tests.server import ServerProcess

from .live_page import LivePage
from .table import CONVERGED_WITHIN, ENVIRONMENT, HEARTBEAT, FourPages

ADDED = 0.5  # seconds that an action may take longer
SAID = re.compile(r"Redis does not answer|Redis answers again|Traceback| ERROR ")
# The others may decide about whoever is silent for this long; every outage below is longer.
SHORT = {"PRESENCE_LEASE_SECONDS": "2", "ABSENCE_SECONDS": "2"}
RETRIED = 1.5  # seconds after which Redis has been asked again


@pytest.fixture(scope="module")
def server(data: Path, redis_process: RedisProcess) -> Iterator[ServerProcess]:  # noqa: F811
    """On SQLite and a Redis of its own."""
    server = ServerProcess(data, **ENVIRONMENT | SHORT, REDIS_URL=redis_process.url)
    server.start()
    yield server
    server.kill()


def act(room: FourPages, *, by_post: bool) -> float:
    """The next action, by one of the two doors; how long it took."""
    page, action = room.next_action()
    done = room.played
    page.until(lambda: page.n == done)
    began = time.monotonic()
    status = page.act_by_post(f"post-{done}", page.n, **action) if by_post else page.act(**action)
    assert status == 200
    took = time.monotonic() - began
    page.look()
    return took


def act_for(room: FourPages, seconds: float) -> float:
    """By both doors in turn, some actions; how long the slowest took."""
    began = time.monotonic()
    slowest = max(act(room, by_post=by_post) for by_post in (False, True, False, True))
    time.sleep(max(0.0, began + seconds - time.monotonic()))
    return slowest


def opened(room: FourPages, seat: str) -> LivePage:
    """Another page of somebody who sits there."""
    first = room.pages[seat]
    page = LivePage(room.server, seat, HEARTBEAT)
    page.jar, page.opener, page.code = first.jar, first.opener, first.code
    page.open()
    return page


def nobody_is_missed(room: FourPages) -> None:
    dots = {dot for page in room for frame in page.frames for dot in frame.get("present", {}).values()}
    assert dots == {"here"}
    assert not any("ask-vote" in html for page in room for html in page.regions.values())


def is_pushed(room: FourPages, pages: list[LivePage]) -> None:
    """Pages hear of a card before their next heartbeat."""
    for page in pages:
        page.heartbeat = 60
    time.sleep(RETRIED)
    act(room, by_post=True)
    for page in pages:
        page.until(lambda page=page: page.n == room.played + 1, 5)


@pytest.mark.parametrize("how", ["kill", "hang"])
@pytest.mark.parametrize("seconds", [2.5, pytest.param(30.0, marks=pytest.mark.soak)])
def test_people_play_on_without_redis(
    server: ServerProcess,
    room: FourPages,
    redis_process: RedisProcess,  # noqa: F811
    how: str,
    seconds: float,
) -> None:
    """A page that opens meanwhile lives as the others do, and afterwards news are pushed again."""
    said_before = len(SAID.findall(server.log.read_text()))
    usual = act_for(room, 1)
    for page in room:
        page.until(lambda page=page: "'W': 'here'" in str(page.frames))
        page.frames.clear()
    getattr(redis_process, how)()
    slowest = act_for(room, seconds / 2)
    newcomer = opened(room, "W")
    slowest = max(slowest, act_for(room, seconds / 2))
    assert slowest < usual + ADDED
    redis_process.go_on() if how == "hang" else redis_process.start()
    took = room.pages["N"].until(
        lambda: all(page.n == room.played + 1 for page in [*room, newcomer]), CONVERGED_WITHIN
    )
    nobody_is_missed(room)
    is_pushed(room, [*room, newcomer])
    room.check()
    assert not any(page.closes for page in [*room, newcomer])
    newcomer.shut()
    print(f"{how}: usual {usual:.3f} s, slowest {slowest:.3f} s, equal after {took:.2f} s")
    said = SAID.findall(server.log.read_text())[said_before:]
    assert said[0] == "Redis does not answer" and said[-1] == "Redis answers again"
    assert len(said) <= 2 + seconds / 10, "once in ten seconds"
