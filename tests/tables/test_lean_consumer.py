"""The consumer's own way to take turns: one message at a time, an end that leaves nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer
from channels.testing import WebsocketCommunicator

from tables.lean_consumer import LeanConsumer
from tables.local_layer import LocalChannelLayer


@pytest.fixture
def layer() -> Any:
    layer = LocalChannelLayer()
    before = get_channel_layer()  # made by this call, if nobody needed it before
    channel_layers.set("default", layer)
    yield layer
    channel_layers.set("default", before)


class Slow(LeanConsumer):
    """Tells what begins and what ends; a message takes its time."""

    def __init__(self, told: list[str], names: list[str]) -> None:
        super().__init__()
        self.told, self.names = told, names

    async def connect(self) -> None:
        self.names.append(self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.take_time(f"socket {text_data}")

    async def news(self, event: dict[str, Any]) -> None:
        if event.get("is_bad"):
            raise ZeroDivisionError
        await self.take_time(f"layer {event['number']}")

    async def shout(self, event: dict[str, Any]) -> None:
        await self.send(text_data="news")

    async def take_time(self, what: str) -> None:
        self.told.append(f"begin {what}")
        await asyncio.sleep(0.02)
        self.told.append(f"end {what}")

    async def disconnect(self, code: int) -> None:
        self.told.append("gone")


class Open:
    def __init__(self, communicator: WebsocketCommunicator, told: list[str], name: str) -> None:
        self.communicator, self.told, self.name = communicator, told, name

    async def until_told(self, what: str) -> None:
        async with asyncio.timeout(5):
            while what not in self.told:
                await asyncio.sleep(0.001)


@asynccontextmanager
async def opened() -> AsyncIterator[Open]:
    told: list[str] = []
    names: list[str] = []
    communicator = WebsocketCommunicator(Slow.as_asgi(told=told, names=names), "/")
    assert (await communicator.connect())[0]
    try:
        yield Open(communicator, told, names[0])
    finally:
        with suppress(ExceptionGroup):
            await communicator.disconnect()


async def test_messages_of_both_sources_never_overlap_and_keep_their_order(layer: LocalChannelLayer) -> None:
    async with opened() as socket:
        for number in range(3):
            await socket.communicator.send_to(text_data=str(number))
            await layer.send(socket.name, {"type": "news", "number": number})
        await socket.until_told("end socket 2")
        await socket.until_told("end layer 2")
        begun = [told.removeprefix("begin ") for told in socket.told[::2]]
        assert begun == [told.removeprefix("end ") for told in socket.told[1::2]]
        for source in ("socket", "layer"):
            assert [one for one in begun if one.startswith(source)] == [f"{source} {n}" for n in range(3)]


async def test_an_end_while_the_layer_is_quiet_leaves_nothing_behind(layer: LocalChannelLayer) -> None:
    async with opened() as socket:
        assert socket.name in layer.queues
    assert socket.told == ["gone"]
    assert layer.queues == {}


async def test_an_end_with_messages_waiting_leaves_nothing_behind(layer: LocalChannelLayer) -> None:
    async with opened() as socket:
        for number in range(3):
            await layer.send(socket.name, {"type": "news", "number": number})
        await socket.until_told("begin layer 0")
    assert "gone" in socket.told
    assert layer.queues == {}


async def test_an_error_over_a_message_of_the_layer_ends_the_consumer(layer: LocalChannelLayer) -> None:
    async with opened() as socket:
        await layer.send(socket.name, {"type": "news", "is_bad": True})
        with pytest.raises(ExceptionGroup) as failure:
            await socket.communicator.wait(timeout=5)
        assert failure.group_contains(ZeroDivisionError)
    assert layer.queues == {}


@pytest.mark.django_db(transaction=True)  # the end of a consumer looks after database connections
async def test_who_is_sent_something_while_he_goes_ends_like_anybody_else(
    layer: LocalChannelLayer,
) -> None:
    told: list[str] = []
    names: list[str] = []
    coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    is_gone = False

    async def send(message: dict[str, Any]) -> None:
        if is_gone:
            told.append("tried")
            raise BrokenPipeError

    consumer = asyncio.create_task(
        Slow.as_asgi(told=told, names=names)({"type": "websocket"}, coming.get, send)
    )
    await coming.put({"type": "websocket.connect"})
    while not names:
        await asyncio.sleep(0)
    is_gone = True
    await layer.send(names[0], {"type": "shout"})
    async with asyncio.timeout(5):
        while "tried" not in told:
            await asyncio.sleep(0)
    await asyncio.sleep(0.02)
    await coming.put({"type": "websocket.disconnect", "code": 1001})
    await asyncio.wait_for(consumer, 5)
    assert told == ["tried", "gone"]
