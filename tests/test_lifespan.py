"""A server process starts its sweeps, survives their errors and ends them."""

import asyncio
import gc

import pytest

from minibridge import lifespan
from minibridge.lifespan import GC_THRESHOLDS, Lifespan, Sweep


@pytest.fixture(autouse=True)
def own_collector():
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


async def live(sweeps, seconds):
    """Runs the application from start-up to shutdown, `seconds` later, and returns what it sent."""
    sent = []
    messages = [("lifespan.startup", 0), ("lifespan.shutdown", seconds)]

    async def receive():
        kind, wait = messages.pop(0)
        await asyncio.sleep(wait)
        return {"type": kind}

    async def send(message):
        sent.append(message["type"])

    await Lifespan(sweeps)({"type": "lifespan"}, receive, send)
    return sent


async def test_start_and_end_are_answered():
    assert await live([], 0) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_a_sweep_runs_at_once_and_again_until_the_end():
    runs = []

    async def sweep():
        runs.append(1)

    await live([Sweep("often", 0.01, sweep)], 0.2)
    ended_with = len(runs)
    assert ended_with > 2
    await asyncio.sleep(0.05)
    assert len(runs) == ended_with


async def test_a_failing_sweep_is_logged_and_comes_again(caplog):
    runs = []

    async def sweep():
        runs.append(1)
        raise ValueError("no luck")

    await live([Sweep("unlucky", 0.01, sweep)], 0.1)
    assert len(runs) > 1
    assert "sweep unlucky" in caplog.text


async def test_the_collector_is_told_once_what_stays(monkeypatch):
    frozen = []
    monkeypatch.setattr(lifespan.gc, "freeze", lambda: frozen.append(1))
    await live([], 0)
    assert gc.get_threshold() == GC_THRESHOLDS
    assert frozen == [1]
