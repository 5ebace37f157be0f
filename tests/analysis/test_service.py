"""The analysis process: answers, priorities, limits, deaths."""

import asyncio
import contextlib
import json
import os
import signal
import socket
from pathlib import Path
from random import Random

import pytest

from minibridge.analysis import AnalysisUnavailable, BadRequest, table_to_data
from minibridge.analysis.address import Address
from minibridge.analysis.client import Analysis
from minibridge.analysis.dispatcher import MOST_WAITING
from minibridge.analysis.request import LONGEST_LINE
from tests.processes import lives, wait_until

from .conftest import AnalysisProcess
from .dds_lists import FIXTURE, read
from .positions import ending
from .test_jobs import BAD, BAD_POSITIONS

SOLVED = list(read(FIXTURE))[:4]
FREAK = "N:AQT62..Q97.AT832 K85.KJ753..KJ765 9.AT8642.AJ8642. J743.Q9.KT53.Q94"
"""A deal whose table takes the solver minutes."""
BOT, HINT, TABLE, REVIEW = range(4)


async def ask(analysis: Analysis, job: str, data: object = None, **options: float | None) -> object:
    return await analysis.ask(job, data, **{"priority": TABLE, "seconds": 1, "patience": 60, **options})


class Gate:
    """A job that goes on until the test lets it end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir()

    def ask(self, analysis: Analysis, **options: float | None) -> "asyncio.Task[object]":
        return asyncio.create_task(ask(analysis, "gate", str(self.folder), **options))

    async def begun(self) -> None:
        while not (self.folder / "begun").exists():
            await asyncio.sleep(0.01)

    def open(self) -> None:
        (self.folder / "open").touch()


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path / "gate")


async def all_taken_in(analysis: Analysis) -> None:
    """The door reads line by line: when it refuses the last one, it has taken in all before."""
    await asyncio.sleep(0)
    with pytest.raises(BadRequest):
        await ask(analysis, "echo", priority=9)


async def code_of(question: object) -> str:
    with pytest.raises(AnalysisUnavailable) as refused:
        await question
    return refused.value.code


async def test_two_clients_at_once_get_the_numbers_of_the_list(process):
    """Two callers of one solver, which would end a process that let them both in."""
    first, second = Analysis(process.folder), Analysis(process.folder)
    answers = await asyncio.gather(
        *(ask(one, "table", {"deal": str(solved.deal)}) for one in (first, second) for solved in SOLVED)
    )
    assert answers == [table_to_data(solved.table) for solved in SOLVED] * 2
    await first.close()
    await second.close()


async def test_what_makes_no_sense_is_refused_and_the_worker_lives(process, analysis):
    assert await ask(analysis, "echo", 1) == 1
    worker = process.worker_pid
    for job, data, _code in (*BAD, ("no such job", {}, "job")):
        with pytest.raises(BadRequest):
            await ask(analysis, job, data)
    answers = await ask(analysis, "cards", {"positions": BAD_POSITIONS})
    assert all(list(answer) == ["error"] for answer in answers)
    for option in ({"priority": 4}, {"priority": -1}, {"seconds": 0}, {"seconds": 1e9}, {"limit": -1}):
        with pytest.raises(BadRequest) as refused:
            await ask(analysis, "echo", 1, **option)
        assert refused.value.code in option
    assert process.worker_pid == worker


async def test_a_fault_in_a_job_is_its_own(process, analysis):
    assert await code_of(ask(analysis, "fail")) == "failed"
    assert await code_of(ask(analysis, "unwritable")) == "failed"
    assert "A job failed: fail" in process.log()
    assert await ask(analysis, "echo", 2) == 2


async def test_what_a_library_prints_is_no_answer(analysis):
    assert await ask(analysis, "noisy") == "quiet"


async def test_a_job_that_takes_too_long_is_cut_off_and_others_are_answered(process, analysis):
    before = [asyncio.create_task(ask(analysis, "echo", n)) for n in range(3)]
    freak = asyncio.create_task(ask(analysis, "table", {"deal": FREAK}, limit=0.4))
    after = [asyncio.create_task(ask(analysis, "echo", n)) for n in range(3)]
    assert await asyncio.gather(*before, *after) == [0, 1, 2] * 2
    assert await code_of(freak) == "too_long"
    assert await ask(analysis, "echo", 7) == 7


async def test_other_jobs_begin_anew_when_one_is_cut_off(analysis, gate):
    review = gate.ask(analysis, priority=REVIEW)
    await gate.begun()
    assert await code_of(ask(analysis, "forever", limit=0.3)) == "too_long"
    gate.open()
    assert await review == "open"


async def test_a_job_that_ends_the_worker_is_not_tried_again(process, analysis, gate):
    review = gate.ask(analysis, priority=REVIEW)
    await gate.begun()
    before = process.log().count("The solver died over a job: die")
    assert await code_of(ask(analysis, "die")) == "died"
    gate.open()
    assert await review == "open"
    assert process.log().count("The solver died over a job: die") == before + 1


async def test_a_worker_killed_in_the_middle_of_a_job_is_replaced(process, analysis, gate):
    guilty = gate.ask(analysis, priority=BOT)
    later = asyncio.create_task(ask(analysis, "echo", "later", priority=REVIEW))
    await gate.begun()
    os.kill(process.worker_pid, signal.SIGKILL)
    assert await code_of(guilty) == "died"
    assert await later == "later"


async def test_a_worker_killed_while_it_is_idle_costs_nobody_his_answer(process, analysis):
    assert await ask(analysis, "echo", 1) == 1
    worker = process.worker_pid
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{worker}").exists())
    await all_taken_in(analysis)  # the service has come round since
    assert await ask(analysis, "echo", 2) == 2


async def test_a_bot_does_not_wait_for_reviews(analysis, gate):
    reviews = [gate.ask(analysis, priority=REVIEW) for _ in range(3)]
    await gate.begun()
    for n in range(5):
        assert await ask(analysis, "echo", n, priority=BOT) == n
    assert not any(review.done() for review in reviews)
    gate.open()
    assert await asyncio.gather(*reviews) == ["open"] * 3


async def test_it_tells_how_many_questions_have_no_answer(analysis, gate):
    held = gate.ask(analysis)
    await gate.begun()
    others = [asyncio.create_task(ask(analysis, "echo", n, priority=REVIEW)) for n in range(3)]
    await all_taken_in(analysis)
    assert await asyncio.to_thread(analysis.waiting_now) == 4
    gate.open()
    await asyncio.gather(held, *others)
    assert await asyncio.to_thread(analysis.waiting_now) == 0


async def test_the_most_urgent_goes_first_and_equals_in_the_order_of_arrival(analysis, gate):
    order: list[object] = []

    async def note(name: str, priority: int) -> None:
        order.append(await ask(analysis, "echo", name, priority=priority))

    first = gate.ask(analysis, priority=BOT)
    await gate.begun()
    asked = [("review", REVIEW), ("table", TABLE), ("hint", HINT), ("bot", BOT), ("table 2", TABLE)]
    notes = [asyncio.create_task(note(name, priority)) for name, priority in asked]
    await all_taken_in(analysis)
    gate.open()
    await asyncio.gather(first, *notes)
    assert order == ["bot", "hint", "table", "table 2", "review"]


async def test_a_job_that_samples_learns_how_long_it_may(analysis):
    assert 0 < await ask(analysis, "sample", seconds=0.3) <= 0.3


async def test_the_work_of_a_client_that_hung_up_is_dropped(process, gate):
    gone, other = Analysis(process.folder), Analysis(process.folder)
    questions = [gate.ask(gone, priority=BOT) for _ in range(5)]
    await all_taken_in(gone)
    await gone.close()
    assert [await code_of(question) for question in questions] == ["died"] * 5
    assert await ask(other, "echo", 5) == 5
    await other.close()


async def test_work_that_a_caller_gave_up_is_dropped(analysis):
    assert await code_of(ask(analysis, "forever", priority=BOT, limit=300, patience=0.3)) == "timed_out"
    assert await ask(analysis, "echo", 6) == 6


async def test_too_many_questions_are_refused(analysis, gate):
    first = gate.ask(analysis, priority=BOT)
    await gate.begun()
    others = [asyncio.create_task(ask(analysis, "echo", n)) for n in range(MOST_WAITING + 20)]
    await all_taken_in(analysis)
    gate.open()
    answers = await asyncio.gather(*others, return_exceptions=True)
    assert answers[: MOST_WAITING - 1] == list(range(MOST_WAITING - 1))
    assert {refused.code for refused in answers[MOST_WAITING - 1 :]} == {"busy"}
    assert await first == "open"


# --- the line itself ------------------------------------------------------------------------------------


class RawClient:
    """A connection without manners."""

    def __init__(self, process: AnalysisProcess, token: str | None = None) -> None:
        address = Address.read(process.folder)
        assert address
        self.socket = socket.create_connection(("127.0.0.1", address.port), 10)
        self.answers = self.socket.makefile("rb")
        self.send((address.token if token is None else token).encode())

    def send(self, line: bytes) -> None:
        self.socket.sendall(line + b"\n")

    def answer(self) -> object:
        line = self.answers.readline()
        return json.loads(line) if line else None

    def close(self) -> None:
        self.answers.close()
        self.socket.close()


@pytest.fixture
def raw(process):
    client = RawClient(process)
    assert client.answer() == {"ok": True}
    yield client
    client.close()


@pytest.mark.parametrize("token", ["", "wrong", "GET / HTTP/1.1", "é" * 500])
def test_without_the_token_nobody_is_answered(process, token):
    client = RawClient(process, token)
    client.send(b'{"id": 1, "job": "echo", "data": 1, "priority": 0, "seconds": 1}')
    with contextlib.suppress(ConnectionError):
        assert client.answer() is None
    client.close()


MALFORMED = [
    b"",
    b"{",
    b"[]",
    b"7",
    b"null",
    b'"x"',
    b"\xff\xfe",
    b"{}",
    b"[" * 100_000,
    b'{"id": ' + b"9" * 10_000 + b"}",
    b'{"id": "x", "job": "echo", "data": 1, "priority": 0, "seconds": 1}',
    b'{"id": null, "job": "echo", "data": 1, "priority": 0, "seconds": 1}',
    b'{"id": 1, "data": 1, "priority": 0, "seconds": 1}',
    b'{"id": 1, "job": ["echo"], "data": 1, "priority": 0, "seconds": 1}',
    b'{"id": 1, "job": "echo", "priority": 0, "seconds": 1}',
    b'{"id": 1, "job": "echo", "data": 1, "seconds": 1}',
    b'{"id": 1, "job": "echo", "data": 1, "priority": true, "seconds": 1}',
    b'{"id": 1, "job": "echo", "data": 1, "priority": 0}',
    b'{"id": 1, "job": "echo", "data": 1, "priority": 0, "seconds": NaN}',
    b'{"id": 1, "job": "echo", "data": 1, "priority": 0, "seconds": Infinity}',
    b'{"id": 1, "job": "echo", "data": 1, "priority": 0, "seconds": "1"}',
    b'{"id": 1, "job": "echo", "data": 1, "priority": 0, "seconds": 1, "limit": []}',
    b'{"id": 1, "job": "\\ud800", "data": 1, "priority": 0, "seconds": 1}',
    b'{"id": 1, "job": "echo", "data": ' + b"[" * 990 + b"]" * 990 + b', "priority": 0, "seconds": 1}',
    b'{"cancel": "x"}',
]


def test_malformed_lines_are_refused_one_by_one(process, raw):
    for n, line in enumerate(MALFORMED, start=100):
        raw.send(line)
        if not line.startswith(b'{"id": 1, "job": "echo", "data": [['):
            answer = raw.answer()
            assert (answer["ok"], answer["bad"]) == (False, True), line[:80]
        else:
            raw.answer()  # deep, but perhaps not too deep
        raw.send(b'{"id": %d, "job": "echo", "data": 1, "priority": 0, "seconds": 1}' % n)
        assert raw.answer() == {"id": n, "ok": True, "result": 1}
    assert process.worker_pid is not None


def test_a_number_in_use_is_refused(raw, gate):
    data = json.dumps(str(gate.folder)).encode()
    question = b'{"id": 3, "job": "gate", "data": %s, "priority": 0, "seconds": 1}' % data
    raw.send(question + b"\n" + question)
    assert raw.answer() == {"id": 3, "ok": False, "error": "id", "bad": True}
    gate.open()
    assert raw.answer() == {"id": 3, "ok": True, "result": "open"}


def test_a_line_without_end_ends_the_connection(process, raw):
    with contextlib.suppress(ConnectionError):
        raw.socket.sendall(b"x" * (2 * LONGEST_LINE + 1))
    other = RawClient(process)
    assert other.answer() == {"ok": True}
    other.close()


def test_everything_ends_with_the_process_even_in_the_middle_of_a_search(tmp_path):
    process = AnalysisProcess(tmp_path)
    raw = RawClient(process)
    deal = json.dumps({"deal": FREAK})
    raw.send(b'{"id": 1, "job": "table", "data": %s, "priority": 0, "seconds": 1}' % deal.encode())
    wait_until(lambda: process.worker_pid is not None)
    worker = process.worker_pid
    os.kill(process.process.pid, signal.SIGKILL)
    process.process.wait()
    wait_until(lambda: not lives(worker))
    raw.close()


async def test_the_others_are_answered_in_a_shaken_queue(analysis):
    """Jobs of all priorities, some given up, some deadly: every other one is answered rightly."""
    rng = Random(5)
    endings = [{"positions": [ending(rng, 7, 2).to_data()]} for _ in range(3)]
    expected = [await ask(analysis, "cards", data) for data in endings]
    questions = []
    for n in range(40):
        if n % 13 == 5:
            questions.append(code_of(ask(analysis, "die", priority=rng.randrange(4))))
        elif n % 7 == 3:
            questions.append(
                code_of(ask(analysis, "forever", priority=rng.randrange(4), limit=0.3, patience=0))
            )
        else:
            questions.append(ask(analysis, "cards", endings[n % 3], priority=rng.randrange(4)))
    for n, answer in enumerate(await asyncio.gather(*questions)):
        expectation = "died" if n % 13 == 5 else "timed_out" if n % 7 == 3 else expected[n % 3]
        assert answer == expectation
