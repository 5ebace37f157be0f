"""Who is at the table just now: leases in the cache, renewed by each page's heartbeat, never counted or
stored.

The cache may forget everybody, or be out of reach (then everybody is taken to be there), and the clock may be
set. After each of these, people have as long as at any other time to give a sign of life.

Three clocks that must not be confused: the socket's own heartbeat (``static/js/table.js``), what the dots
show (here), and when the others may decide about an absent player (``absent_seats``).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.conf import settings
from django.core.cache import cache

from minibridge.engine import Seat

from .scene import Scene
from .steady_clock import SteadyClock

HERE, AWAY, NOBODY = "here", "away", "none"
REMEMBERED = 24 * 3600  # seconds
FLICKER = 3  # seconds a reload may take before a dot changes
MEMORY = "presence.memory"  # a name that the cache keeps for as long as it forgets nothing

Lease = tuple[float, float | None]  # last sign of life, moment the last page closed
_clock = SteadyClock()
_memory = ""  # the name that this process saw last
_was_lost = False  # whether the cache has been out of reach since this process began


def _key(table_id: int, user_id: int) -> str:
    return f"presence.{table_id}.{user_id}"


def presence_renew(table_id: int, user_id: int) -> bool:
    """A page of this person is open. Returns whether that is news."""
    return lease_renew(_key(table_id, user_id))


def presence_end(table_id: int, user_id: int) -> None:
    """The last page this process knew of closed; another process may renew the lease by its heartbeat."""
    lease_end(_key(table_id, user_id))


def lease_renew(key: str) -> bool:
    """Somebody gave a sign of life. Returns whether that is news."""
    before: Lease | None = cache.get(key)
    cache.set(key, (_clock.now(), None), REMEMBERED)
    return before is None or is_away(before)


def lease_end(key: str) -> None:
    """Somebody has gone, as far as this process knows."""
    before: Lease | None = cache.get(key)
    if before is not None:
        cache.set(key, (before[0], _clock.now()), REMEMBERED)


def _age(moment: float) -> float:
    return _clock.age(moment, ahead=settings.PRESENCE_LEASE_SECONDS)


def _absent_for(lease: Lease) -> float:
    """Seconds since the last moment the person was surely there."""
    seen, gone = lease
    return _age(seen if gone is None else gone)


def is_away(lease: Lease) -> bool:
    seen, gone = lease
    if gone is not None:
        return _age(gone) > FLICKER
    return _age(seen) > settings.PRESENCE_LEASE_SECONDS


def _leases(scene: Scene) -> dict[Seat, Lease | None]:
    keys = {
        seat: _key(scene.table_id, chair.user_id)
        for seat, chair in scene.chairs.items()
        if chair is not None and chair.user_id is not None
    }
    found = cache.get_many([*keys.values(), MEMORY])
    if not _is_memory(found.get(MEMORY)):
        return dict.fromkeys(keys, (_clock.now(), None))
    return {seat: found.get(key) for seat, key in keys.items()}


def _is_memory(name: str | None) -> bool:
    """Whether the cache can be reached. One with a new name may have forgotten what this process knew."""
    global _memory, _was_lost
    if name is None:
        cache.add(MEMORY, uuid.uuid4().hex, None)
        name = cache.get(MEMORY)
    if name is None or name != _memory:
        _clock.doubt()
    _memory, _was_lost = name or "", _was_lost or name is None
    return name is not None


def presence_of(scene: Scene) -> Mapping[Seat, str]:
    """What each chair's dot shows: here, away, or nobody sits there."""
    leases = _leases(scene)
    dots = {}
    for seat, chair in scene.chairs.items():
        lease = leases.get(seat)
        if chair is None:
            dots[seat] = NOBODY
        elif chair.is_bot:
            dots[seat] = HERE
        else:
            dots[seat] = AWAY if _is_missing(lease) else HERE
    return dots


def absent_seats(scene: Scene) -> frozenset[Seat]:
    """Chairs about which the others may decide: vacated, or without a page open for ABSENCE_SECONDS, while a
    match waits for them.

    A player who thinks has a page open and is never among them, nor is a chair on which a bot plays, nor the
    one that stays empty where three play.
    """
    leases = _leases(scene)
    absent = set()
    for seat in scene.awaited:
        chair, lease = scene.chairs[seat], leases.get(seat)
        if seat is scene.empty_chair or (chair is not None and chair.bot):
            continue
        if chair is None or _is_given_up(lease):
            absent.add(seat)
    return frozenset(absent)


def _is_missing(lease: Lease | None) -> bool:
    """Whether a dot shows somebody as away; not at once those whom a cache that was lost has forgotten."""
    if lease is None:
        return not _was_lost or _clock.sure_for() > settings.PRESENCE_LEASE_SECONDS
    return is_away(lease)


def _is_given_up(lease: Lease | None) -> bool:
    """Whether somebody has been away for long; of whom nothing is known, since the cache remembers."""
    if lease is None:
        return _clock.sure_for() >= settings.ABSENCE_SECONDS
    return is_away(lease) and _absent_for(lease) >= settings.ABSENCE_SECONDS
