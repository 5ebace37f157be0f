"""The socket of the wall: hears of every table of a lesson, and sends its teacher what has changed.

A burst of cards costs one painting: after each the wall rests for ``REST`` seconds, and then paints whatever
came meanwhile. Every painting asks anew whether this person still teaches the class.
"""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from django.utils import translation

from . import push
from .lesson_access import lesson_taught
from .page_consumer import GONE, PageConsumer
from .refusals import Refusal
from .wall import wall_frame, wall_of

REST = 0.25  # seconds between two paintings


class WallConsumer(PageConsumer):
    lesson_id: int
    painter: asyncio.Task[None] | None = None
    is_stale = False

    async def connect(self) -> None:
        await self.accept()
        self.begin()
        self.lesson_id = self.scope["url_route"]["kwargs"]["lesson_id"]
        self.sent: dict[str, object] = {}
        try:
            _frame, tables = await database_sync_to_async(self._read)({})
        except Refusal:
            await self.close(GONE)
            return
        await self._join(tables)
        self.joined = True

    async def disconnect(self, code: int) -> None:
        if self.painter is not None:
            self.painter.cancel()
        await super().disconnect(code)

    async def _join(self, tables: frozenset[int]) -> None:
        """Hear of the lesson, of this person and of these tables, and of no others."""
        wanted = {push.lesson_group(self.lesson_id), push.person_group(self.scope["user"].pk)}
        wanted |= {push.table_group(table_id) for table_id in tables}
        await self.hear(*(wanted - self.groups_joined))
        await self.hear_no_more(*(self.groups_joined - wanted))

    # --- up ----------------------------------------------------------------------------------------

    async def answer(self, message: dict[str, Any]) -> None:
        """``hello`` gets everything, each later heartbeat what it lacks."""
        if message.get("type") == "hello":
            self.sent.clear()
        if message.get("type") in ("hello", "ping"):
            await self._paint()
            if message["type"] == "ping" and self.joined:
                await self.tell({"type": "pong"})

    # --- down --------------------------------------------------------------------------------------

    async def table_changed(self, event: dict[str, Any]) -> None:
        self._want_painting()

    async def presence_changed(self, event: dict[str, Any]) -> None:
        self._want_painting()

    async def lesson_changed(self, event: dict[str, Any]) -> None:
        self._want_painting()

    def _want_painting(self) -> None:
        self.is_stale = True
        if self.joined and (self.painter is None or self.painter.done()):
            self.painter = asyncio.create_task(self._paint_until_fresh())

    async def _paint_until_fresh(self) -> None:
        while self.is_stale and self.joined:
            self.is_stale = False
            async with self.errors_kept("painting"), self._turn:
                await self._paint()
            await asyncio.sleep(REST)

    async def _paint(self) -> None:
        if not self.joined:
            return
        try:
            frame, tables = await database_sync_to_async(self._read)(self.sent)
        except Refusal:
            self.joined = False
            await self.say_goodbye(GONE)
            return
        await self._join(tables)
        await self.tell(frame)

    def _read(self, sent: dict[str, object]) -> tuple[dict[str, Any], frozenset[int]]:
        lesson = lesson_taught(self.lesson_id, self.scope["user"])
        with translation.override(self.language):
            wall = wall_of(lesson)
            return wall_frame(wall, self.language, sent), wall.table_ids
