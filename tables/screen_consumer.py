"""The socket of the table that a teacher shows to all: as a visitor's, open only while it is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from channels.db import database_sync_to_async

from . import push
from .consumers import TableConsumer
from .doors import Visit, person_of
from .frame import Shown
from .models import Table
from .page_consumer import GONE
from .refusals import Refusal
from .scene import Scene
from .screen import screen_table


class ScreenConsumer(TableConsumer):
    lesson_id: int

    async def connect(self) -> None:
        await self.accept()
        self.shown = Shown()
        self.begin()
        self.lesson_id = self.scope["url_route"]["kwargs"]["lesson_id"]
        user = self.scope["user"]
        try:
            row = await database_sync_to_async(screen_table)(self.lesson_id, user)
        except Refusal:
            await self.close(GONE)
            return
        self.visit = Visit(row.table_id, row.table.code, user.pk, person_of(user, self.language))
        await self.hear(push.table_group(row.table_id), push.lesson_group(self.lesson_id))
        await self.hear(push.person_group(user.pk))
        self.joined = True

    async def take_leave(self) -> None:
        """Whoever shows a table is not counted among the people at it."""

    async def answer(self, message: dict[str, Any]) -> None:
        if await self._is_still_shown():
            await super().answer(message)

    async def table_changed(self, event: dict[str, Any]) -> None:
        if self.joined and await self._is_still_shown():
            await super().table_changed(event)

    async def lesson_changed(self, event: dict[str, Any]) -> None:
        if self.joined and "users" not in event:
            await self._is_still_shown()

    async def _is_still_shown(self) -> bool:
        """Asked before every painting: the next deal may be one that others still have to play."""
        try:
            row = await database_sync_to_async(screen_table)(self.lesson_id, self.scope["user"])
        except Refusal:
            row = None
        if row is not None and row.table_id == self.visit.table_id:
            return True
        await self.say_goodbye(GONE)
        self.joined = False
        return False

    async def _paint(self, scene: Scene, **told: Any) -> None:
        """The table is shut to visitors, but not to those to whom it is shown."""
        await super()._paint(replace(scene, visitors=Table.Visitors.PUBLIC.value), **told)
