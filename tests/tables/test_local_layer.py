"""The channel layer of one process."""

from __future__ import annotations

import asyncio
import threading

import pytest
from channels.exceptions import ChannelFull

from tables.local_layer import LocalChannelLayer


async def test_a_group_reaches_its_members_only() -> None:
    layer = LocalChannelLayer()
    one, two, other = [await layer.new_channel() for _ in range(3)]
    await layer.group_add("table.1", one)
    await layer.group_add("table.1", two)
    await layer.group_add("table.2", other)
    await layer.group_send("table.1", {"type": "x"})
    assert await layer.receive(one) == {"type": "x"}
    assert await layer.receive(two) == {"type": "x"}
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(other), 0.05)


async def test_joining_twice_receives_once() -> None:
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("g", channel)
    await layer.group_add("g", channel)
    await layer.group_send("g", {"type": "x"})
    await layer.receive(channel)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(channel), 0.05)


async def test_leaving_and_ending_leave_nothing_behind() -> None:
    layer = LocalChannelLayer()
    one, two = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("g", one)
    await layer.group_add("g", two)
    await layer.group_discard("g", one)
    waiting = asyncio.ensure_future(layer.receive(two))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert layer.groups == {}
    assert two not in layer.queues


async def test_a_full_queue_drops_and_says_so_to_the_direct_sender() -> None:
    layer = LocalChannelLayer(capacity=2)
    channel = await layer.new_channel()
    await layer.group_add("g", channel)
    for number in range(5):
        await layer.group_send("g", {"type": "x", "number": number})
    await asyncio.sleep(0.01)
    with pytest.raises(ChannelFull):
        await layer.send(channel, {"type": "y"})
    assert [(await layer.receive(channel))["number"] for _ in range(2)] == [0, 1]


async def test_another_thread_wakes_the_loop_at_once() -> None:
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("g", channel)
    threading.Thread(target=layer.group_notify, args=("g", {"type": "x"})).start()
    assert await asyncio.wait_for(layer.receive(channel), 2) == {"type": "x"}


async def test_the_cost_of_a_send_is_the_group_not_the_site() -> None:
    layer = LocalChannelLayer()
    for number in range(2000):
        await layer.group_add(f"table.{number}", await layer.new_channel())
    visited = []
    layer._deliver = lambda channels, message: visited.extend(channels)  # type: ignore[method-assign]
    await layer.group_send("table.7", {"type": "x"})
    await asyncio.sleep(0.01)
    assert len(visited) == 1
