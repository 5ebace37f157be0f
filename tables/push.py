"""Tells the open pages of a table that something changed, never what: no card crosses the channel layer."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

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


def table_changed(table_id: int, version: int) -> None:
    """After the commit, tell the table's pages that it stands at ``version``."""
    message = {"type": "table.changed", "version": version}
    transaction.on_commit(lambda: _send(table_group(table_id), message), robust=True)


def presence_changed(table_id: int) -> None:
    _send(table_group(table_id), {"type": "presence.changed"})


def person_left(user_id: int, session_key: str | None) -> None:
    """A person logged out: the sockets of that session close."""
    _send(person_group(user_id), {"type": "person.left", "session": session_key})
