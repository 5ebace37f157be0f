"""Servers are stopped and replaced while people play: soon, one after the other, and told to all pages."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.browser.prepare import preparing
from tests.guest import Guest
from tests.processes import wait_until
from tests.server import ServerProcess, fresh_database

SOON = 20.0  # seconds; a third of it on a machine that has nothing else to do
RESTART = 1012  # "service restart": pages come back at once
TABLES, PAGES = 5, 8
# North declares: South, the only person, is dummy, so that bots play all cards.
DEAL = "N:KQJ84.A6.KQ5.J73 976.QJT9.A84.K85 AT52.K843.7.Q962 3.752.JT9632.AT4"


def tables_in_play(server: ServerProcess) -> list[Guest]:
    """Tables at which robots play one card after the other."""
    guests = [Guest(server) for _ in range(TABLES)]
    with preparing(server) as preparer:
        for guest in guests:
            guest.open_table("S")
            guest.do("bot", level="hard")
            preparer.lay(guest.code, [DEAL])
    for guest in guests:
        guest.do("start")
    return guests


@asynccontextmanager
async def page_of(guest: Guest) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://localhost:{guest.server.port}/ws/t/{guest.code}/?lang=fr",
        additional_headers={"Cookie": guest.cookies},
        origin=guest.server.url,
    ) as line:
        await line.send(json.dumps({"type": "hello", "version": 0, "epoch": -1}))
        await line.recv()
        yield line


async def code_of_the_end(guest: Guest, opened: asyncio.Semaphore) -> int:
    """Read a page's socket until the server closes it; gives the code."""
    async with page_of(guest) as line:
        opened.release()
        try:
            while True:
                await line.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


def handshake(guest: Guest) -> bytes:
    request = (
        f"GET /ws/t/{guest.code}/ HTTP/1.1\r\nHost: localhost:{guest.server.port}\r\n"
        f"Origin: {guest.server.url}\r\nCookie: {guest.cookies}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    return request.encode()


@contextmanager
def mute_page(guest: Guest) -> Iterator[None]:
    """A page whose device fell asleep: it answers nothing, not even that the socket closes."""
    with socket.create_connection(("127.0.0.1", guest.server.port)) as line:
        line.sendall(handshake(guest))
        assert b" 101 " in line.recv(200)
        yield


def ends_of_all(server: ServerProcess, guests: list[Guest]) -> tuple[list[int], float]:
    """Stop the server under all these pages; the codes that they got, and the seconds that it took."""

    async def stop_under_pages() -> tuple[list[int], float]:
        opened = asyncio.Semaphore(0)
        pages = [
            asyncio.create_task(code_of_the_end(guest, opened)) for guest in guests for _ in range(PAGES)
        ]
        for _ in pages:
            await opened.acquire()
        began = time.monotonic()
        await asyncio.to_thread(server.stop)
        took = time.monotonic() - began
        return await asyncio.gather(*pages), took

    return asyncio.run(stop_under_pages())


def test_a_page_that_sleeps_does_not_hold_the_end_up(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, BOT_PACE_SECONDS="0.1")
    server.has_tables()
    server.start()
    try:
        guests = tables_in_play(server)
        with mute_page(guests[0]):
            codes, took = ends_of_all(server, guests[1:])
    finally:
        server.kill()
    assert set(codes) == {RESTART}
    assert took < SOON
    assert "Traceback" not in server.log.read_text()


def asked_while_it_ends(server: ServerProcess, request: bytes) -> bytes:
    """What somebody is answered who had connected before the server began to end, and asks only then."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: not takes_in(server))
        line.sendall(request)
        answer = b""
        while more := line.recv(65536):
            answer += more
    return answer


def takes_in(server: ServerProcess) -> bool:
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=30).close()
    except OSError:
        return False
    return True


def test_whoever_came_before_the_end_is_still_heard(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, ANALYSIS="0")
    server.start()
    try:
        request = f"GET /health/ HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
        assert asked_while_it_ends(server, request.encode()).startswith(b"HTTP/1.1 200 ")
        assert server.process is not None
        server.process.wait(SOON)
    finally:
        server.kill()
    assert "Traceback" not in server.log.read_text()


def test_a_web_socket_that_opens_at_the_end_is_told_so(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, ANALYSIS="0")
    server.has_tables()
    server.start()
    try:
        guest = Guest(server)
        guest.open_table("S")
        answer = asked_while_it_ends(server, handshake(guest))
        assert b" 101 " in answer
        assert answer.endswith(RESTART.to_bytes(2, "big"))
        assert server.process is not None
        server.process.wait(SOON)
    finally:
        server.kill()


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[ServerProcess]:
    """One server of two workers."""
    if not os.environ.get("TEST_DATABASE_URL"):
        pytest.skip("needs PostgreSQL and Redis")
    with fresh_database() as database:
        environment = {"DATABASE_URL": database, "REDIS_URL": os.environ["TEST_REDIS_URL"], "ANALYSIS": "0"}
        server = ServerProcess(tmp_path, "--workers", "2", **environment)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.mark.services
def test_hup_replaces_one_worker_after_the_other_and_nobody_waits(workers: ServerProcess) -> None:
    wait_until(lambda: len(workers.workers()) == 2)
    before = workers.workers()
    assert workers.process is not None
    workers.process.send_signal(signal.SIGHUP)
    fewest, asked = 2, 0
    while workers.workers() & before or len(workers.workers()) != 2:
        now = workers.workers()
        fewest = min(fewest, len(now))
        with urllib.request.urlopen(f"{workers.url}/health/", timeout=30) as answer:
            assert answer.status == 200
        asked += 1
    assert fewest == 2
    assert asked > 2
    assert workers.workers().isdisjoint(before)


@pytest.mark.services
def test_a_worker_that_was_killed_is_replaced(workers: ServerProcess) -> None:
    wait_until(lambda: len(workers.workers()) == 2)
    killed = min(workers.workers())
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: len(workers.workers() - {killed}) == 2)
    with urllib.request.urlopen(f"{workers.url}/health/") as answer:
        assert answer.status == 200


@pytest.mark.services
def test_a_server_of_several_workers_ends_soon_too(workers: ServerProcess) -> None:
    guests = tables_in_play(workers)
    codes, took = ends_of_all(workers, guests)
    assert set(codes) == {RESTART}
    assert took < SOON
    wait_until(lambda: not workers.workers())
