"""Tells the open pages of a table that something changed, never what: no card crosses the channel layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

Listener = Callable[[int, int], None]
_listeners: list[Listener] = []

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
        return

    async def send() -> None:
        await asyncio.wait_for(layer.group_send(group, message), PATIENCE)

    try:
        async_to_sync(send)()
    except Exception as error:
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


def person_left(user_id: int, session_key: str | None) -> None:
    """A person logged out: the sockets of that session close."""
    _send(person_group(user_id), {"type": "person.left", "session": session_key})
