"""The channel layer of several processes: while Redis is away, nothing is passed on and nothing fails.

Messages are hints, and the heartbeat of each page repairs what is lost. What a page wishes to hear is noted
here, so that a page which opens meanwhile hears it as soon as Redis is back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis import RedisError

from .redis_outage import PATIENCE, RETRY_SECONDS, outage_of

log = logging.getLogger(__name__)


class RedisLayer(RedisPubSubChannelLayer):
    """As the layer of channels_redis, for a server that may be away."""

    def __init__(self, *, hosts: list[str], **options: Any) -> None:
        times = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        super().__init__(hosts=[{"address": host, **times} for host in hosts], **options)

    def _get_layer(self) -> RedisPubSubLoopLayer:
        is_new = asyncio.get_running_loop() not in self._layers
        layer = super()._get_layer()
        if is_new:
            layer._shards = [_Connection(shard.host, layer) for shard in layer._shards]
        return layer


class _Connection(RedisSingleShardConnection):
    def __init__(self, host: dict[str, Any], layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host, layer)
        self._wanted: set[str] = set()
        self._outage = outage_of(host["address"])

    async def publish(self, channel: str, message: bytes) -> None:
        if await self._tried(super().publish, channel, message):
            self._outage.end()

    async def subscribe(self, channel: str) -> None:
        self._wanted.add(channel)
        if channel not in self._subscribed_to:
            await self._tried(super().subscribe, channel)
            self._ensure_receiver()

    async def unsubscribe(self, channel: str) -> None:
        self._wanted.discard(channel)
        await self._tried(super().unsubscribe, channel)

    async def flush(self) -> None:
        self._wanted.clear()
        await super().flush()

    async def _tried(self, call: Callable[..., Awaitable[None]], *arguments: Any) -> bool:
        """Whether it could be sent; of these calls only that of ``publish`` waits for an answer."""
        if not self._outage.may_try():
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await call(*arguments)
        except (RedisError, OSError) as error:
            self._outage.begin(error)
            return False
        return True

    async def _do_receiving(self) -> None:
        while True:
            try:
                await self._catch_up()
                message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.1)
                self._receive_message(message)
            except (RedisError, OSError) as error:
                self._outage.begin(error)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("channel layer: receiving")
                await asyncio.sleep(RETRY_SECONDS)

    async def _catch_up(self) -> None:
        """Connect where that is lost, which asks for all that was heard before, and for what came since."""
        while not self._hears_all():
            async with self._lock:
                self._ensure_redis()
                await self._pubsub.connect()
                if missing := self._wanted - self._subscribed_to:
                    await self._pubsub.subscribe(*missing)
                    self._subscribed_to |= missing
                if left := self._subscribed_to - self._wanted:
                    await self._pubsub.unsubscribe(*left)
                    self._subscribed_to -= left

    def _hears_all(self) -> bool:
        connection = self._pubsub.connection if self._pubsub is not None else None
        return connection is not None and connection.is_connected and self._subscribed_to == self._wanted
