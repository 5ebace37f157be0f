"""The client: it finds the process, says when there is none, and never hammers at a closed door."""

import asyncio
import socket
import stat
import subprocess
import sys
import threading
import time

import pytest

from minibridge.analysis import Analysis, AnalysisUnavailable, BadRequest, client
from minibridge.analysis.address import NAME, Address
from tests.server import ROOT, site_environment

from .conftest import AnalysisProcess


def ask_now(analysis, job="echo", data=1, **options):
    return analysis.ask_now(job, data, **{"priority": 1, "seconds": 1, "patience": 60, **options})


async def ask(analysis, job="echo", data=1, **options):
    return await analysis.ask(job, data, **{"priority": 1, "seconds": 1, "patience": 60, **options})


async def codes(analysis):
    """What both ways of asking say."""
    found = []
    for question in (ask(analysis), asyncio.to_thread(ask_now, analysis)):
        with pytest.raises(AnalysisUnavailable) as refused:
            await question
        found.append(refused.value.code)
    return found


async def test_both_ways_of_asking_give_the_same(analysis):
    data = {"a": [1, 2.5, None, "é\u2660"]}
    assert analysis.is_available()
    assert await ask(analysis, data=data) == data
    assert await asyncio.to_thread(ask_now, analysis, data=data) == data
    with pytest.raises(BadRequest) as refused:
        await ask(analysis, "table", {})
    assert refused.value.code == "deal"
    with pytest.raises(BadRequest):
        await asyncio.to_thread(ask_now, analysis, "table", {})


async def test_many_questions_share_one_connection(analysis):
    assert await asyncio.gather(*(ask(analysis, data=n) for n in range(50))) == list(range(50))


def test_it_asks_from_the_event_loop_of_the_server_too(analysis):
    uvloop = pytest.importorskip("uvloop", reason="this machine has no uvloop")
    data = "x" * 100_000

    async def twice():
        return await asyncio.gather(ask(analysis, data=data), ask(analysis, data=1))

    assert uvloop.run(twice()) == [data, 1]


async def test_a_large_answer_arrives_whole(analysis):
    data = "x" * 900_000
    assert await ask(analysis, data=data) == data
    assert await asyncio.to_thread(ask_now, analysis, data=data) == data


async def test_a_question_beyond_all_measure_is_refused_and_disturbs_nobody(analysis):
    other = asyncio.create_task(ask(analysis, "sample", seconds=0.2))
    for question in (
        ask(analysis, data="x" * 1_100_000),
        asyncio.to_thread(ask_now, analysis, data="x" * 1_100_000),
    ):
        with pytest.raises(BadRequest) as refused:
            await question
        assert refused.value.code == "size"
    assert await other > 0


def test_each_event_loop_has_its_own_connection(process):
    analysis = Analysis(process.folder)

    async def once(n):
        answer = await ask(analysis, data=n)
        await analysis.close()
        return answer

    answers = {}
    threads = [
        threading.Thread(target=lambda n=n: answers.update({n: asyncio.run(once(n))})) for n in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {n: n for n in range(5)}
    assert asyncio.run(once(7)) == 7
    assert len(analysis._connectors) == 0


async def test_the_patience_of_the_caller_is_kept(analysis):
    for question in (
        ask(analysis, "forever", patience=0.2, limit=0.5),
        asyncio.to_thread(ask_now, analysis, "forever", patience=0.2, limit=0.5),
    ):
        with pytest.raises(AnalysisUnavailable) as refused:
            await question
        assert refused.value.code == "timed_out"


async def test_a_cancelled_question_is_cancelled(analysis):
    question = asyncio.create_task(ask(analysis, "forever", limit=0.5))
    await asyncio.sleep(0.1)
    question.cancel()
    with pytest.raises(asyncio.CancelledError):
        await question
    assert await ask(analysis) == 1


async def test_without_a_process_nobody_can_tell_how_many_wait(tmp_path):
    with pytest.raises(AnalysisUnavailable):
        await asyncio.to_thread(Analysis(tmp_path).waiting_now)


async def test_without_a_process_it_says_so(tmp_path):
    analysis = Analysis(tmp_path)
    assert not analysis.is_available()
    assert await codes(analysis) == ["not_running"] * 2


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"port": "x", "token": ""}', '{"port": 1}', "\xff"])
async def test_a_broken_address_is_none(tmp_path, text):
    (tmp_path / NAME).write_text(text, "latin-1")
    assert Address.read(tmp_path) is None
    assert await codes(Analysis(tmp_path)) == ["not_running"] * 2


async def test_a_closed_door_is_tried_once_a_second(tmp_path, monkeypatch):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        Address.at(probe.getsockname()[1]).write(tmp_path)
    analysis = Analysis(tmp_path)
    reads = []
    monkeypatch.setattr(
        client.Address, "read", lambda folder, read=Address.read: reads.append(1) or read(folder)
    )
    now = time.monotonic()
    monkeypatch.setattr(client.time, "monotonic", lambda: now)
    for _ in range(10):
        assert await codes(analysis) == ["not_running"] * 2
    assert not analysis.is_available()
    assert len(reads) == 1
    now += 1.1
    assert not analysis.is_available(), "nobody comes back to an address that was left"
    assert await codes(analysis) == ["not_running"] * 2
    assert len(reads) == 3
    now += 1.1
    Address.at(1).write(tmp_path)
    assert analysis.is_available()


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 400 Bad Request", b"{}", b"[1]", b"null", b"\xff", b""])
async def test_somebody_else_at_the_address_is_not_believed(tmp_path, greeting):
    """The port of a process that was killed may belong to another program by now."""

    async def stranger(reader, writer):
        writer.write(greeting + b'\r\n\r\n{"id": 1, "ok": true, "result": "a lie"}\n')
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(stranger, "127.0.0.1", 0)
    Address.at(server.sockets[0].getsockname()[1]).write(tmp_path)
    analysis = Analysis(tmp_path)
    for question in (ask(analysis), asyncio.to_thread(ask_now, Analysis(tmp_path))):
        with pytest.raises(AnalysisUnavailable) as refused:
            await question
        assert refused.value.code == "not_running"
    server.close()


async def test_it_finds_the_process_again_after_its_death(tmp_path):
    first = AnalysisProcess(tmp_path)
    analysis = Analysis(tmp_path)
    waiting = asyncio.create_task(ask(analysis, "forever", limit=60))
    assert await ask(analysis, data=1, priority=0) == 1
    first.process.kill()
    first.process.wait()
    with pytest.raises(AnalysisUnavailable) as refused:
        await waiting
    assert refused.value.code == "died"
    assert await codes(analysis) == ["not_running"] * 2
    second = AnalysisProcess(tmp_path)
    analysis._down_until = 0
    assert await ask(analysis, data=2) == 2
    assert await asyncio.to_thread(ask_now, analysis, data=3) == 3
    await analysis.close()
    second.end()


def test_the_address_is_for_its_owner_alone(process):
    assert stat.S_IMODE((process.folder / NAME).stat().st_mode) == 0o600
    assert len(Address.read(process.folder).token) > 40


def test_a_process_takes_away_its_own_address_alone(tmp_path):
    old, new = Address.at(1), Address.at(2)
    old.write(tmp_path)
    new.write(tmp_path)
    old.remove(tmp_path)
    assert Address.read(tmp_path) == new
    new.remove(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == []


def test_web_processes_never_load_the_solver(process, tmp_path):
    """Not even while they ask it."""
    script = f"""
import asyncio, pathlib, sys
import django
django.setup()
import minibridge.asgi, minibridge.bots, tables.consumers, tables.views.table
from minibridge.analysis import Analysis
analysis = Analysis(pathlib.Path({str(process.folder)!r}))
assert asyncio.run(analysis.ask("echo", 1, priority=1, seconds=1, patience=60)) == 1
assert analysis.ask_now("echo", 2, priority=1, seconds=1, patience=60) == 2
loaded = [name for name in sys.modules if name.split(".")[0] in ("endplay", "numpy", "matplotlib")]
assert not loaded, loaded
assert "minibridge.analysis.solver" not in sys.modules
maps = pathlib.Path("/proc/self/maps")
assert not maps.exists() or "libdds" not in maps.read_text()
"""
    environment = site_environment(tmp_path, DJANGO_SETTINGS_MODULE="minibridge.settings")
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
