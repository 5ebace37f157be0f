"""The channel layer of a single process.

The in-memory layer of Channels scans every group on each send, so that a card costs more the more tables are
open. This one keeps a set of queues per group and nothing else. Like every layer it may drop a message when a
queue is full; the version heartbeat repairs that.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer

Message = Mapping[str, Any]


class LocalChannelLayer(BaseChannelLayer):
    """Queues by channel name and channel names by group, all in this process."""

    extensions = ["groups", "flush"]

    def __init__(self, expiry: int = 60, capacity: int = 100, **kwargs: Any) -> None:
        super().__init__(expiry=expiry, capacity=capacity, **kwargs)
        self.queues: dict[str, asyncio.Queue[Message]] = {}
        self.loops: dict[str, asyncio.AbstractEventLoop] = {}
        self.groups: dict[str, set[str]] = {}
        self.memberships: dict[str, set[str]] = {}

    async def new_channel(self, prefix: str = "specific") -> str:
        channel = f"{prefix}.local!{uuid.uuid4().hex}"
        self._queue(channel)
        return channel

    def _queue(self, channel: str) -> asyncio.Queue[Message]:
        if channel not in self.queues:
            self.queues[channel] = asyncio.Queue(maxsize=self.capacity)
            self.loops[channel] = asyncio.get_running_loop()
        return self.queues[channel]

    async def send(self, channel: str, message: Message) -> None:
        try:
            self._queue(channel).put_nowait(message)
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None

    async def receive(self, channel: str) -> Message:
        queue = self._queue(channel)
        try:
            return await queue.get()
        except (asyncio.CancelledError, GeneratorExit):
            # The consumer has ended: nobody will read this channel again.
            self._forget(channel)
            raise

    def _forget(self, channel: str) -> None:
        self.queues.pop(channel, None)
        self.loops.pop(channel, None)
        for group in self.memberships.pop(channel, ()):
            self._leave(group, channel)

    def _leave(self, group: str, channel: str) -> None:
        members = self.groups.get(group)
        if members is not None:
            members.discard(channel)
            if not members:
                del self.groups[group]

    async def group_add(self, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        self.groups.setdefault(group, set()).add(channel)
        self.memberships.setdefault(channel, set()).add(group)

    async def group_discard(self, group: str, channel: str) -> None:
        self._leave(group, channel)
        self.memberships.get(channel, set()).discard(group)

    async def group_send(self, group: str, message: Message) -> None:
        self.group_notify(group, message)

    def group_notify(self, group: str, message: Message) -> None:
        """Send to a group from any thread, without waiting: each queue is filled inside its own loop."""
        by_loop: dict[asyncio.AbstractEventLoop, list[str]] = {}
        for channel in tuple(self.groups.get(group, ())):
            loop = self.loops.get(channel)
            if loop is not None and not loop.is_closed():
                by_loop.setdefault(loop, []).append(channel)
        for loop, channels in by_loop.items():
            loop.call_soon_threadsafe(self._deliver, channels, message)

    def _deliver(self, channels: list[str], message: Message) -> None:
        for channel in channels:
            queue = self.queues.get(channel)
            if queue is not None and not queue.full():
                queue.put_nowait(message)

    async def flush(self) -> None:
        self.queues.clear()
        self.loops.clear()
        self.groups.clear()
        self.memberships.clear()
