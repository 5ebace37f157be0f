"""The second socket of a pupil's page: the bar of the lesson, drawn anew whenever the lesson changes."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async

from . import push
from .lesson_access import lesson_place
from .lesson_bar import bar_frame
from .page_consumer import GONE, PageConsumer
from .refusals import Refusal


class LessonConsumer(PageConsumer):
    lesson_id: int

    async def connect(self) -> None:
        await self.accept()
        self.begin()
        self.lesson_id = self.scope["url_route"]["kwargs"]["lesson_id"]
        try:
            message = await database_sync_to_async(self._bar)()
        except Refusal:
            await self.close(GONE)
            return
        await self.hear(push.lesson_group(self.lesson_id), push.person_group(self.scope["user"].pk))
        self.joined = True
        await self.tell(message)

    async def answer(self, message: dict[str, Any]) -> None:
        """Any frame is a heartbeat: it gets the bar as it is now."""
        await self.lesson_changed({})

    async def lesson_changed(self, event: dict[str, Any]) -> None:
        is_for_others = self.scope["user"].pk not in event.get("users", [self.scope["user"].pk])
        if not self.joined or is_for_others:
            return
        try:
            await self.tell(await database_sync_to_async(self._bar)())
        except Refusal:
            await self.say_goodbye(GONE)

    def _bar(self) -> dict[str, Any]:
        return bar_frame(lesson_place(self.lesson_id, self.scope["user"]), self.language)
