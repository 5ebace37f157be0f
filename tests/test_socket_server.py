"""Web sockets of a real server against whoever floods it, breaks the rules of the wire, or does not read."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from websockets.frames import Opcode

from tables.management.patient_protocol import SEND_PATIENCE, WINDOW_BITS
from tests.guest import Guest
from tests.page_socket import PageSocket
from tests.processes import wait_until
from tests.raw_socket import RawSocket, raw_socket, wire_form
from tests.server import ServerProcess, serving

SITE = {"ANALYSIS": "0", "PRESENCE_LEASE_SECONDS": "600", "PAGE_FRAMES": "500"}
MEBIBYTE = 2**20
SOON = 4.0  # seconds in which everybody else is answered, on however busy a machine


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("site"), **SITE) as server:
        yield server


@pytest.fixture(scope="module")
def table(site: ServerProcess) -> tuple[Guest, Guest]:
    """South and North of a table."""
    south, north = Guest(site), Guest(site)
    south.open_table("S")
    north.code = south.code
    north.do("sit", name="Nora", seat="N")
    return south, north


def dot(page: PageSocket, seat: str) -> str:
    """What another's page shows of this chair."""
    return str(page.of_type("presence")[-1]["present"][seat]) if page.of_type("presence") else ""


def wait_for_dot(page: PageSocket, seat: str, wanted: str) -> None:
    def is_so() -> bool:
        page.ping()
        time.sleep(0.3)
        return dot(page, seat) == wanted

    wait_until(is_so)


def answer_times(page: PageSocket, seconds: float) -> list[float]:
    """How long this page waits for the answers to its heartbeats, meanwhile."""
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        before, began = len(page.of_type("pong")), time.monotonic()
        page.ping()
        while len(page.of_type("pong")) == before:
            assert time.monotonic() - began < 60
            time.sleep(0.002)
        times.append(time.monotonic() - began)
        time.sleep(0.15)
    return times


def resident(server: ServerProcess) -> int:
    """Bytes of memory that the server has."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096


def sockets_of(server: ServerProcess) -> int:
    assert server.process is not None
    links = Path(f"/proc/{server.process.pid}/fd").iterdir()
    return sum(1 for link in links if link.is_symlink() and str(link.readlink()).startswith("socket:"))


def test_a_flood_ends_the_flooder_and_nobody_else(
    site: ServerProcess, table: tuple[Guest, Guest], record_property: Callable[[str, object], None]
) -> None:
    south, north = table
    with ExitStack() as held:
        page = held.enter_context(closing(PageSocket(north)))
        calm = answer_times(page, 1.5)
        before = resident(site)
        flooder = held.enter_context(raw_socket(south))
        flooder.send_text('{"type":"hello","version":0,"epoch":0}')
        wait_for_dot(page, "S", "here")
        flooder.send(wire_form(b'{"type":"nothing"}') * 10_000)
        flooded = answer_times(page, 1.5)
        assert flooder.code() == 1008
        wait_for_dot(page, "S", "away")
        assert max(flooded) < SOON, (calm, flooded)
        grown = resident(site) - before
        record_property("flood", (statistics.median(calm), statistics.median(flooded), grown))
        assert grown < 10 * MEBIBYTE
    assert "Traceback" not in site.log.read_text()


HELLO = b'{"type":"hello","version":0,"epoch":0}'
BROKEN: dict[str, tuple[Callable[[RawSocket], bytes], int]] = {
    "a mebibyte": (lambda raw: wire_form(b'"' + b"x" * MEBIBYTE + b'"'), 1009),
    "a mebibyte squeezed": (lambda raw: raw.squeezed("x" * MEBIBYTE), 1009),
    "no utf-8": (lambda raw: wire_form(b'{"type":"\xff\xfe"}'), 1007),
    "no utf-8 twice": (lambda raw: wire_form(b"\xff") * 2, 1007),
    "no utf-8 in pieces": (
        lambda raw: wire_form(b'"\xc3', fin=False) + wire_form(b'x"', Opcode.CONT),
        1007,
    ),
    "a lone surrogate in utf-8": (lambda raw: wire_form(b'"\xed\xa0\x80"'), 1007),
    "deep nesting": (lambda raw: wire_form(b"[" * 16_000), 1008),
    "deep nesting many times": (lambda raw: wire_form(b"[" * 16_000) * 50, 1008),
    "a bare NUL": (lambda raw: wire_form(b'{"type":"\x00"}'), 1008),
    "bytes": (lambda raw: wire_form(HELLO, Opcode.BINARY), 1008),
    "an unknown opcode": (lambda raw: wire_form(b"x").replace(b"\x81", b"\x83", 1), 1002),
    "behind an answer": (lambda raw: wire_form(HELLO) * 3 + wire_form(b"\xff"), 1007),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_the_rules_of_the_wire_ends_with_its_code(
    site: ServerProcess, table: tuple[Guest, Guest], name: str
) -> None:
    broken, code = BROKEN[name]
    logged = len(site.log.read_text())
    with raw_socket(table[0], compressed="squeezed" in name) as raw:
        raw.send(raw.squeezed(HELLO.decode()) if "squeezed" in name else wire_form(HELLO))
        raw.send(broken(raw))
        assert raw.code() == code
    assert site.log.read_text()[logged:].count("\n") <= 1


@pytest.mark.parametrize(("asked", "given"), [(None, WINDOW_BITS), (10, 10), (15, WINDOW_BITS)])
def test_frames_are_squeezed_with_the_site_s_window_or_the_smaller_one_asked_for(
    table: tuple[Guest, Guest], asked: int | None, given: int
) -> None:
    with raw_socket(table[0], compressed=True, window_bits=asked) as raw:
        [agreed] = raw.protocol.extensions
        assert agreed.remote_max_window_bits == given


STRANGE = ['{"type":"\\u0000"}', '{"type":"act","client_id":"\\ud800"}', '{"type":{"type":[[[]]]}}', "{}"]


def test_strange_frames_leave_the_page_open(site: ServerProcess, table: tuple[Guest, Guest]) -> None:
    with closing(PageSocket(table[0])) as page:
        for text in STRANGE:
            page.socket.send(text)
        page.ping()
        wait_until(lambda: page.of_type("pong"))
        assert page.code is None
    assert "Traceback" not in site.log.read_text()


@pytest.mark.soak  # waits for the server's patience to end
def test_whoever_does_not_read_is_cut_off_and_costs_nobody_anything(
    site: ServerProcess, table: tuple[Guest, Guest], record_property: Callable[[str, object], None]
) -> None:
    south, north = table
    with ExitStack() as held:
        page = held.enter_context(closing(PageSocket(north)))
        calm = answer_times(page, 2)
        before, open_before = resident(site), sockets_of(site)
        deaf = held.enter_context(raw_socket(south, receive_buffer=4096))
        wait_until(lambda: sockets_of(site) > open_before)
        began = time.monotonic()
        for _time in range(400):  # each brings all regions of the table
            deaf.send_text(json.dumps({"type": "ping", "version": 1, "epoch": 0}))
        blocked = answer_times(page, 3)
        wait_until(lambda: sockets_of(site) <= open_before)
        freed = time.monotonic() - began
        wait_for_dot(page, "S", "away")
        grown = resident(site) - before
        record_property("slow", (freed, statistics.median(calm), statistics.median(blocked), grown))
        assert freed < SEND_PATIENCE + 10, "first as much as the system takes must have been sent"
        assert max(blocked) < SOON, (calm, blocked)
        assert grown < 5 * MEBIBYTE
    assert "Traceback" not in site.log.read_text()


@pytest.mark.soak  # waits for two heartbeats of the wire itself
def test_a_line_that_swallows_everything_is_let_go(
    site: ServerProcess, table: tuple[Guest, Guest], record_property: Callable[[str, object], None]
) -> None:
    south, north = table
    with ExitStack() as held:
        page = held.enter_context(closing(PageSocket(north)))
        mute = held.enter_context(raw_socket(south))
        mute.send(wire_form(HELLO))
        wait_for_dot(page, "S", "here")
        began = time.monotonic()
        wait_for_dot(page, "S", "away")
        took = time.monotonic() - began
        record_property("mute", took)
        assert took < 30 + 5, "five seconds for the dot itself"
