"""Tells the open pages of a table that something changed, never what: no card crosses the channel layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from . import metrics

log = logging.getLogger(__name__)

Listener = Callable[[int, int], None]
_listeners: list[Listener] = []

_sent, _lost = metrics.pushes.labels("sent"), metrics.pushes.labels("lost")

PATIENCE = 0.5  # seconds; a lost message is repaired by the version heartbeat, a stuck player is not


def table_group(table_id: int) -> str:
    return f"table.{table_id}"


def person_group(user_id: int) -> str:
    return f"person.{user_id}"


def _send(group: str, message: dict[str, object]) -> None:
    layer = get_channel_layer()
    # Asked of the class: the layer of Redis looks for a running loop when asked for what it does not have.
    if hasattr(type(layer), "group_notify"):
        layer.group_notify(group, message)
        _sent.inc()
        return

    async def send() -> None:
        await asyncio.wait_for(layer.group_send(group, message), PATIENCE)

    try:
        async_to_sync(send)()
        _sent.inc()
    except Exception as error:
        _lost.inc()
        log.warning("channel layer: %s", type(error).__name__)


def listen(listener: Listener) -> None:
    """Have a function called with a table's id and version after each commit of this process."""
    if listener not in _listeners:
        _listeners.append(listener)


def table_changed(table_id: int, version: int) -> None:
    """After the commit, tell the table's pages and this process's listeners that it stands at ``version``."""
    message = {"type": "table.changed", "version": version}

    def tell() -> None:
        _send(table_group(table_id), message)
        for listener in _listeners:
            listener(table_id, version)

    transaction.on_commit(tell, robust=True)


def presence_changed(table_id: int) -> None:
    _send(table_group(table_id), {"type": "presence.changed"})


def shared_group(record_id: int) -> str:
    return f"replay.{record_id}"


def shared_changed(record_id: int, version: int) -> None:
    """After the commit, tell those who look at a deal together that it stands at ``version``."""
    message: dict[str, object] = {"type": "shared.changed", "version": version}
    transaction.on_commit(lambda: _send(shared_group(record_id), message), robust=True)


def companions_changed(record_id: int) -> None:
    _send(shared_group(record_id), {"type": "companions.changed"})


def person_left(user_id: int, session_key: str | None) -> None:
    """A person logged out: the sockets of that session close."""
    _send(person_group(user_id), {"type": "person.left", "session": session_key})


def lesson_group(lesson_id: int) -> str:
    return f"lesson.{lesson_id}"


def lesson_changed(lesson_id: int, users: Iterable[int] | None = None) -> None:
    """After the commit, tell the pages of a lesson, the wall and the pupils' bars, to be drawn anew; of the
    bars only those of ``users``, where they are named.
    """
    message: dict[str, object] = {"type": "lesson.changed"}
    if users is not None:
        message["users"] = list(users)
    transaction.on_commit(lambda: _send(lesson_group(lesson_id), message), robust=True)
