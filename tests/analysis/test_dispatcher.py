"""The dispatcher's patience: with long steps, with the urgent, and with a worker that has nothing to do."""

import asyncio

import pytest

from minibridge.analysis import carrier, dispatcher
from minibridge.analysis.dispatcher import Dispatcher
from minibridge.analysis.request import read_request

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
BOT, REVIEW = 0, 3


class Desk:
    """A dispatcher at work in this process, and the questions put to it."""

    def __init__(self, folder, jobs):
        self.dispatcher = Dispatcher(jobs, folder)
        self.work = asyncio.create_task(self.dispatcher.work())
        self.asked = 0

    def ask(self, job, data=None, priority=REVIEW, **options):
        answer = asyncio.get_running_loop().create_future()
        message = {"job": job, "data": data, "priority": priority, "seconds": 1, **options}
        self.asked += 1
        self.request = read_request(self.asked, message, answer.set_result)
        self.dispatcher.add(self.request)
        return answer

    async def close(self):
        self.work.cancel()
        await asyncio.gather(self.work, return_exceptions=True)


async def begun(request):
    while request.began is None:
        await asyncio.sleep(0.01)


@pytest.fixture
async def desk(tmp_path):
    one = Desk(tmp_path, "tests.analysis.strange_jobs")
    yield one
    await one.close()


async def test_a_long_step_is_stopped_for_a_bot_and_begins_anew_so_many_times(desk, monkeypatch):
    monkeypatch.setattr(dispatcher, "IMPATIENCE", 0.2)
    review = desk.ask("forever", limit=60)
    request = desk.request
    for n in range(dispatcher.RESTARTS + 1):
        assert not review.done()
        await begun(request)
        assert (await desk.ask("echo", n, BOT))["result"] == n
    assert await review == {"error": "too_long"}


async def test_a_long_step_of_a_bot_is_not_stopped_for_a_review(desk, monkeypatch):
    monkeypatch.setattr(dispatcher, "IMPATIENCE", 0.05)
    bot = desk.ask("forever", priority=BOT, limit=0.5)
    review = desk.ask("echo", 1)
    assert await bot == {"error": "too_long"}
    assert (await review)["result"] == 1


async def test_dropped_work_gives_way_to_whatever_waits(desk, monkeypatch):
    monkeypatch.setattr(dispatcher, "IMPATIENCE", 0.2)
    gone = desk.ask("forever", priority=BOT, limit=60)
    request = desk.request
    await begun(request)
    desk.dispatcher.drop(request)
    assert (await desk.ask("echo", 1))["result"] == 1
    assert not gone.done()


async def test_an_idle_worker_is_ended_and_another_started_for_the_next_job(desk, monkeypatch):
    assert (await desk.ask("echo", 1))["result"] == 1
    monkeypatch.setattr(dispatcher, "IDLE", 0.05)
    assert (await desk.ask("echo", 2))["result"] == 2
    while desk.dispatcher.worker is not None:
        await asyncio.sleep(0.01)
    assert (await desk.ask("echo", 3))["result"] == 3


async def test_a_worker_that_does_not_start_is_not_tried_again_at_once(tmp_path, caplog, monkeypatch):
    desk = Desk(tmp_path, "tests.analysis.no_such_jobs")
    assert await asyncio.gather(*(desk.ask("echo", n) for n in range(5))) == [{"error": "died"}] * 5
    assert [record.message for record in caplog.records] == ["The solver does not start."]
    desk.dispatcher.jobs = "tests.analysis.strange_jobs"
    desk.dispatcher._no_worker_until = 0
    assert (await desk.ask("echo", 7))["result"] == 7
    await desk.close()
