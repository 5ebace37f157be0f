"""Where nobody answers for Redis: nothing fails, nobody waits twice, and little is said of it."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from accounts import rate_limit
from minibridge.redis_cache import RedisCache
from minibridge.redis_layer import RedisLayer
from minibridge.redis_outage import PATIENCE, Outage
from tables import push


@pytest.fixture(params=["refuses", "is silent"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Of a port that refuses all calls, or takes them and never answers."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        if request.param == "is silent":
            nobody.listen(100)
        yield f"redis://127.0.0.1:{nobody.getsockname()[1]}/0"


@pytest.fixture
def cache(address: str) -> RedisCache:
    return RedisCache(address, {})


def test_it_answers_as_an_empty_cache(cache: RedisCache) -> None:
    for _call in range(2):  # the first asks, the second is spared that
        assert cache.add("key", 1) is True
        cache.set("key", 1)
        assert cache.get("key", "nothing") == "nothing"
        assert cache.get_many(["key", "other"]) == {}
        assert cache.has_key("key") is False
        assert cache.touch("key") is False
        assert cache.delete("key") is False
        assert not cache.set_many({"key": 1})
        cache.delete_many(["key"])
        assert cache.clear() is False
        with pytest.raises(ValueError):
            cache.incr("key")


def test_one_call_waits_and_one_line_is_written(cache: RedisCache, caplog: pytest.LogCaptureFixture) -> None:
    began = time.monotonic()
    for _call in range(500):
        cache.get("key")
    assert time.monotonic() - began < 2 * PATIENCE + 0.5
    (said,) = caplog.messages
    assert said.startswith("Redis does not answer")


def test_limits_let_everybody_through(cache: RedisCache) -> None:
    with patch.object(rate_limit, "cache", cache):
        assert all(rate_limit.allow("sit", "somebody", "1/m") for _time in range(5))
        assert not rate_limit.is_spent("sit", "somebody", "1/m")
        with rate_limit.one_at_a_time("hint", "somebody", 10) as is_free:
            assert is_free


async def test_the_layer_takes_everything_and_passes_nothing_on(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    layer = RedisLayer(hosts=[address])
    began = time.monotonic()
    channel = await layer.new_channel()
    for _time in range(20):
        await layer.group_add("table.1", channel)
        await layer.group_send("table.1", {"type": "table.changed", "version": 1})
    assert time.monotonic() - began < 3 * PATIENCE + 0.5
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(channel), 0.2)
    await layer.group_discard("table.1", channel)
    await layer.flush()
    assert len(caplog.messages) == 1


def test_a_push_is_no_error(address: str, caplog: pytest.LogCaptureFixture) -> None:
    layer = RedisLayer(hosts=[address])
    with patch.object(push, "get_channel_layer", lambda: layer):
        push.presence_changed(1)
        push.presence_changed(1)
    assert [record.name for record in caplog.records] == ["minibridge.redis_outage"]


def test_it_is_said_again_after_a_while_and_when_it_is_over(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    now = 100.0
    monkeypatch.setattr("minibridge.redis_outage.time.monotonic", lambda: now)
    outage = Outage()
    outage.end()
    assert outage.may_try() and not caplog.messages
    for _second in range(25):
        outage.begin(ConnectionError())
        now += 1.0
        assert outage.may_try() and not outage.may_try(), "one call in a second"
    assert [message.split()[1] for message in caplog.messages] == ["does"] * 3
    for _time in range(50):
        outage.end()
        outage.begin(ConnectionError())
    outage.end()
    outage.end()
    assert [message.split()[1] for message in caplog.messages] == ["does"] * 3 + ["answers"]
