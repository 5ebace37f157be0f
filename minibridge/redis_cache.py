"""The cache that processes share: while Redis is away, it answers as an empty one.

So limits let everybody through, and what is only kept is forgotten. Where an empty answer would mean
something, as with the leases of ``tables.presence``, whoever asks looks for a mark that he has put there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.core.cache.backends import redis as django_redis
from redis import RedisError

from .redis_outage import PATIENCE, outage_of


class _Client(django_redis.RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        times = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        super().__init__(servers, **{**times, **options})
        self._outage = outage_of(servers[0])

    def _asked(self, empty: Any, call: Callable[..., Any], *arguments: Any) -> Any:
        if not self._outage.may_try():
            return empty
        try:
            answer = call(*arguments)
        except RedisError as error:
            self._outage.begin(error)
            return empty
        self._outage.end()
        return answer

    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        return bool(self._asked(True, super().add, key, value, timeout))

    def get(self, key: str, default: Any) -> Any:
        return self._asked(default, super().get, key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        self._asked(None, super().set, key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> bool:
        return bool(self._asked(False, super().touch, key, timeout))

    def delete(self, key: str) -> bool:
        return bool(self._asked(False, super().delete, key))

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        return dict(self._asked({}, super().get_many, list(keys)))

    def has_key(self, key: str) -> bool:
        return bool(self._asked(False, super().has_key, key))

    def incr(self, key: str, delta: int) -> int:
        """Raises ValueError for a key that is not there."""
        count = self._asked(None, super().incr, key, delta)
        if count is None:
            raise ValueError(f"Key {key!r} not found.")
        return int(count)

    def set_many(self, data: dict[str, Any], timeout: int | None) -> None:
        self._asked(None, super().set_many, data, timeout)

    def delete_many(self, keys: list[str]) -> None:
        self._asked(None, super().delete_many, keys)

    def clear(self) -> bool:
        return bool(self._asked(False, super().clear))


class RedisCache(django_redis.RedisCache):
    """As Django's, for a server that may be away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
