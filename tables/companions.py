"""Who looks at a deal together with others just now: leases in the cache, as at the tables."""

from __future__ import annotations

from django.core.cache import cache

from . import presence
from .presence import is_away


def companion_renew(record_id: int, user_id: int) -> bool:
    """A page of this person is open. Returns whether that is news."""
    known: list[int] = cache.get(_roster(record_id), [])
    if user_id not in known:
        # Two who come in the same moment may overwrite each other: the next heartbeat writes the lost one.
        cache.set(_roster(record_id), [*known, user_id], presence.REMEMBERED)
    return presence.lease_renew(_key(record_id, user_id))


def companion_end(record_id: int, user_id: int) -> None:
    """The last page this process knew of closed."""
    presence.lease_end(_key(record_id, user_id))


def companions_here(record_id: int) -> tuple[int, ...]:
    """The people who are there, in the order in which they came."""
    known: list[int] = cache.get(_roster(record_id), [])
    leases = cache.get_many([_key(record_id, user_id) for user_id in known])
    keys = {user_id: leases.get(_key(record_id, user_id)) for user_id in known}
    return tuple(user_id for user_id, lease in keys.items() if lease is not None and not is_away(lease))


def _roster(record_id: int) -> str:
    return f"companions.{record_id}"


def _key(record_id: int, user_id: int) -> str:
    return f"companion.{record_id}.{user_id}"
