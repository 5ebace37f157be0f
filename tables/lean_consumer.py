"""A websocket consumer whose messages cost little.

The consumer of Channels makes new tasks for every message, and before each one goes to a thread and back to
look after database connections: at a card table, with five messages for every card, a third of the card's
price. Here one task listens to the browser and one to the channel layer for as long as the socket lives.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class LeanConsumer(AsyncWebsocketConsumer):
    """As ``AsyncWebsocketConsumer``: handlers run one at a time, messages of one source in their order.

    Whoever touches the database does so through ``database_sync_to_async``, which looks after connections.
    """

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        self.scope, self.base_send = scope, _while_open(send)
        self.channel_layer = get_channel_layer(self.channel_layer_alias)
        self.channel_name = await self.channel_layer.new_channel()
        self._turn = asyncio.Lock()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen_to_layer())
                while True:
                    await self.dispatch(await receive())
        except* StopConsumer:
            pass

    async def dispatch(self, message: dict[str, Any]) -> None:
        async with self._turn:
            await getattr(self, get_handler_name(message))(message)

    async def _listen_to_layer(self) -> None:
        while True:
            message = await self.channel_layer.receive(self.channel_name)
            try:
                await self.dispatch(message)
            except BaseException:
                await self._leave_layer()
                raise

    async def _leave_layer(self) -> None:
        """A layer forgets a channel when a receive on it is cancelled; what waits there is for nobody."""
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self.channel_layer.receive(self.channel_name), 0.001)


def _while_open(send: Send) -> Send:
    """A browser that has just gone is told nothing more; that it has gone arrives by itself, as a message."""

    async def send_or_lose(message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            await send(message)

    return send_or_lose
