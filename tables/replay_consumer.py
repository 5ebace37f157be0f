"""The socket of a page on which several people look at one deal: steps go up, the leader's step comes down.

Group messages hold a version and nothing else. Each page fetches what a step shows by itself, in its reader's
own language and manner.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from . import push
from .address_values import TOO_LARGE
from .companions import companion_end, companion_renew
from .page_consumer import GONE, PageConsumer
from .refusals import Refusal
from .replays import Reading, reading_of
from .services.shared_replays import lead_hand, lead_take, step_show
from .together import Together, together_frame, together_of

_pages: Counter[tuple[int, int]] = Counter()  # open pages of a person at a deal, in this process


class ReplayConsumer(PageConsumer):
    reading: Reading
    user: User
    version = 0
    html = ""

    async def connect(self) -> None:
        await self.accept()
        self.begin()
        self.user = self.scope["user"]
        self.record_id = self.scope["url_route"]["kwargs"]["record_id"]
        reading, together = await database_sync_to_async(_open)(self.record_id, self.user)
        if reading is None or together is None:
            await self.close(GONE)
            return
        self.reading = reading
        await self.hear(push.shared_group(self.record_id), push.person_group(self.user.pk))
        _pages[self.record_id, self.user.pk] += 1
        self.joined = True

    async def take_leave(self) -> None:
        page = self.record_id, self.user.pk
        _pages[page] -= 1
        if _pages[page] <= 0:
            del _pages[page]
            await database_sync_to_async(_gone)(*page)

    # --- up ----------------------------------------------------------------------------------------

    async def answer(self, message: dict[str, Any]) -> None:
        match message.get("type"):
            case "hello" | "ping" as kind:
                await self._heartbeat(is_hello=kind == "hello")
            case "step":
                await self._do(step_show, step=_number(message, "step"))
            case "take":
                await self._do(lead_take)
            case "hand":
                await self._do(lead_hand, to=_number(message, "to"))

    async def _do(self, service: Any, **arguments: int) -> None:
        """The news comes to this page as to all others, after the commit."""
        await database_sync_to_async(service)(record_id=self.record_id, user_id=self.user.pk, **arguments)

    async def _heartbeat(self, *, is_hello: bool) -> None:
        """The page is there; whether it still may be is asked again."""
        reading, together, is_news = await database_sync_to_async(_heartbeat)(self.record_id, self.user)
        if reading is None or together is None:
            await self.say_goodbye(GONE)
            return
        self.reading = reading
        await self._show(together, is_asked=is_hello)
        if not is_hello:
            await self.tell({"type": "pong"})
        if is_news:
            await database_sync_to_async(push.companions_changed)(self.record_id)

    # --- down --------------------------------------------------------------------------------------

    async def shared_changed(self, event: dict[str, Any]) -> None:
        if self.joined and event["version"] > self.version:
            await self._look()

    async def companions_changed(self, event: dict[str, Any]) -> None:
        if self.joined:
            await self._look()

    async def _look(self) -> None:
        together = await database_sync_to_async(together_of)(self.reading, self.user.pk)
        if together is None:
            await self.say_goodbye(GONE)
        else:
            await self._show(together)

    async def _show(self, together: Together, *, is_asked: bool = False) -> None:
        """Only news is sent, unless the page asked."""
        frame = together_frame(together, self.language)
        if is_asked or (frame["version"], frame["html"]) != (self.version, self.html):
            self.version, self.html = frame["version"], frame["html"]
            await self.tell(frame)


def _number(message: dict[str, Any], name: str) -> int:
    value = message.get(name)
    if type(value) is not int or not 0 <= value < 2**53:
        raise Refusal(_("This request could not be understood."), status=400)
    return value


def _open(record_id: int, user: User | AnonymousUser) -> tuple[Reading | None, Together | None]:
    reading = reading_of(record_id, user) if record_id < TOO_LARGE else None
    if reading is None or reading.record.finished is None or not user.is_authenticated:
        return None, None
    return reading, together_of(reading, user.pk)


def _heartbeat(record_id: int, user: User) -> tuple[Reading | None, Together | None, bool]:
    reading = reading_of(record_id, user)
    if reading is None:
        return None, None, False
    is_news = companion_renew(record_id, user.pk)
    return reading, together_of(reading, user.pk), is_news


def _gone(record_id: int, user_id: int) -> None:
    companion_end(record_id, user_id)
    push.companions_changed(record_id)
