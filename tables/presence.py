"""Who is at the table just now: leases in the cache, renewed by each page's heartbeat, never counted or
stored.

Three clocks that must not be confused: the socket's own heartbeat (``static/js/table.js``), what the dots
show (here), and when the others may decide about an absent player (``absent_seats``).
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from django.conf import settings
from django.core.cache import cache

from minibridge.engine import Seat

from .scene import Scene

HERE, AWAY, NOBODY = "here", "away", "none"
REMEMBERED = 24 * 3600  # seconds
STARTED = time.time()
FLICKER = 3  # seconds a reload may take before a dot changes

Lease = tuple[float, float | None]  # last sign of life, moment the last page closed


def _key(table_id: int, user_id: int) -> str:
    return f"presence.{table_id}.{user_id}"


def presence_renew(table_id: int, user_id: int) -> bool:
    """A page of this person is open. Returns whether that is news."""
    key = _key(table_id, user_id)
    before: Lease | None = cache.get(key)
    cache.set(key, (time.time(), None), REMEMBERED)
    return before is None or _is_away(before)


def presence_end(table_id: int, user_id: int) -> None:
    """The last page this process knew of closed; another process may renew the lease by its heartbeat."""
    key = _key(table_id, user_id)
    before: Lease | None = cache.get(key)
    if before is not None:
        cache.set(key, (before[0], time.time()), REMEMBERED)


def _absent_for(lease: Lease) -> float:
    """Seconds since the last moment the person was surely there."""
    seen, gone = lease
    return time.time() - (seen if gone is None else gone)


def _is_away(lease: Lease) -> bool:
    seen, gone = lease
    if gone is not None:
        return time.time() - gone > FLICKER
    return time.time() - seen > settings.PRESENCE_LEASE_SECONDS


def _leases(scene: Scene) -> dict[Seat, Lease | None]:
    keys = {
        seat: _key(scene.table_id, chair.user_id)
        for seat, chair in scene.chairs.items()
        if chair is not None and chair.user_id is not None
    }
    found = cache.get_many(keys.values())
    return {seat: found.get(key) for seat, key in keys.items()}


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
            dots[seat] = AWAY if lease is None or _is_away(lease) else HERE
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


def _is_given_up(lease: Lease | None) -> bool:
    """Whether somebody has been away for long. Of whom nothing is known, that is so long after the start of
    this process: it may have forgotten everybody, and their pages need a moment to come back.
    """
    if lease is None:
        return time.time() - STARTED >= settings.ABSENCE_SECONDS
    return _is_away(lease) and _absent_for(lease) >= settings.ABSENCE_SECONDS
