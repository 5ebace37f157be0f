"""The live page's socket: actions come up and are answered after the commit, changed regions go down.

Group messages only say that a table changed. Each consumer renders its own viewer's regions, in his language,
from the scene kept in this process, and skips versions it has already shown, so that a burst of nudges costs
one painting.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter, deque
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext as _

from minibridge.engine import Seat

from . import presence, push
from .doors import Visit, act, visit_open
from .frame import Shown, frame
from .lean_consumer import LeanConsumer
from .refusals import Refusal
from .scene import Scene, chair_of, scene_kept, scene_now

log = logging.getLogger(__name__)

WINDOW = 10.0  # a page may send settings.PAGE_FRAMES frames in this many seconds
SEND_PATIENCE = 5.0  # seconds a slow browser may hold a frame up
LEFT, SHUT_OUT, GONE = 4401, 4403, 4404  # close codes after which a page does not come back
TRY_AGAIN, TOO_MANY = 1013, 1008

_pages: Counter[tuple[int, int]] = Counter()  # open pages of a person at a table, in this process


class TableConsumer(LeanConsumer):
    visit: Visit
    absent: frozenset[Seat] = frozenset()
    joined = False

    async def connect(self) -> None:
        await self.accept()
        self.shown = Shown()
        self.times: deque[float] = deque(maxlen=settings.PAGE_FRAMES)
        scope = self.scope
        user = scope["user"]
        try:
            self.visit = await database_sync_to_async(visit_open)(
                code=scope["url_route"]["kwargs"]["code"], user=user, language=_language(scope)
            )
        except Refusal as refusal:
            await self.close(GONE if refusal.status == 404 else SHUT_OUT)
            return
        self.session_key = scope["session"].session_key if "session" in scope else None
        await self.channel_layer.group_add(push.table_group(self.visit.table_id), self.channel_name)
        if self.visit.user_id is not None:
            await self.channel_layer.group_add(push.person_group(self.visit.user_id), self.channel_name)
            _pages[self.visit.table_id, self.visit.user_id] += 1
        self.joined = True

    async def disconnect(self, code: int) -> None:
        if not self.joined:
            return
        visit = self.visit
        await self.channel_layer.group_discard(push.table_group(visit.table_id), self.channel_name)
        if visit.user_id is None:
            return
        await self.channel_layer.group_discard(push.person_group(visit.user_id), self.channel_name)
        _pages[visit.table_id, visit.user_id] -= 1
        if _pages[visit.table_id, visit.user_id] <= 0:
            del _pages[visit.table_id, visit.user_id]
            await database_sync_to_async(_gone)(visit.table_id, visit.user_id)

    # --- up ----------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.joined:
            return
        if self._floods():
            await self.close(TOO_MANY)
            return
        try:
            message = json.loads(text_data or "")
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            await self.close(TOO_MANY)
            return
        try:
            await self._answer(message)
        except Refusal as refusal:
            await self._send_refusal(message, refusal)
        except DatabaseError:
            log.exception("table %s: database", self.visit.table_id)
            await self._send_refusal(message, Refusal(_("The site is busy. Please try again."), status=503))

    async def _answer(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "act":
            await self._act(message)
        elif kind in ("hello", "ping"):
            await self._heartbeat(message, is_hello=kind == "hello")

    def _floods(self) -> bool:
        now, times = time.monotonic(), self.times
        is_flood = len(times) == times.maxlen and now - times[0] < WINDOW
        times.append(now)
        return is_flood

    async def _act(self, message: dict[str, Any]) -> None:
        answer = await database_sync_to_async(act)(self.visit, message)
        await self._paint(
            answer.scene,
            status=answer.status,
            error=answer.refusal or answer.sentence,
            answers=_client_id(message),
        )

    async def _heartbeat(self, message: dict[str, Any], *, is_hello: bool) -> None:
        """The page says which version it shows; it gets what it lacks, and who is at the table."""
        await self.channel_layer.group_add(push.table_group(self.visit.table_id), self.channel_name)
        scene, dots, self.absent, is_news = await database_sync_to_async(_heartbeat)(
            self.visit.table_id, self.visit.user_id
        )
        if scene is None or scene.closed:
            await self.close(GONE)
            return
        knows = message.get("version") == scene.version and message.get("epoch") == scene.epoch
        if not is_hello and not knows:
            self.shown = Shown()  # whatever was lost on the way, all regions go again
        if is_hello and knows and self.shown.version == 0:
            self.shown.version, self.shown.epoch = scene.version, scene.epoch
            if scene.record is not None:
                self.shown.record_id, self.shown.n = scene.record.id, scene.record.state.n
        elif not knows or is_hello or self.absent != self.shown.keys.get("absent", frozenset()):
            await self._paint(scene)
        await self._send({"type": "presence", "present": dots})
        if not is_hello:
            await self._send({"type": "pong"})
        if is_news:
            await database_sync_to_async(push.presence_changed)(self.visit.table_id)

    # --- down --------------------------------------------------------------------------------------

    async def table_changed(self, event: dict[str, Any]) -> None:
        if not self.joined or event["version"] <= self.shown.version:
            return
        scene = scene_kept(self.visit.table_id)
        if scene is None or scene.version < event["version"]:
            scene = await database_sync_to_async(scene_now)(self.visit.table_id)
        if scene is None or scene.closed:
            await self.close(GONE)
            return
        await self._paint(scene)

    async def presence_changed(self, event: dict[str, Any]) -> None:
        scene = scene_kept(self.visit.table_id)
        if scene is None:
            return
        dots = await database_sync_to_async(_dots)(scene)
        await self._send({"type": "presence", "present": dots})

    async def person_left(self, event: dict[str, Any]) -> None:
        if event["session"] is None or event["session"] == self.session_key:
            await self._send({"type": "bye", "code": LEFT})
            await self.close(LEFT)

    async def _paint(
        self, scene: Scene, *, status: int = 200, error: object = "", answers: str | None = None
    ) -> None:
        if scene.visitors == "closed" and not self._may_stay(scene):
            await self._send({"type": "bye", "code": SHUT_OUT})
            await self.close(SHUT_OUT)
            return
        message = frame(
            scene,
            self.visit.person,
            self.shown,
            absent=self.absent,
            status=status,
            error=error,
            answers=answers,
        )
        await self._send(message)

    def _may_stay(self, scene: Scene) -> bool:
        return chair_of(scene, self.visit.user_id) is not None or scene.is_host(self.visit.user_id)

    async def _send_refusal(self, message: dict[str, Any], refusal: Refusal) -> None:
        with translation.override(self.visit.person.language):
            sentence = str(refusal.sentence)
        await self._send(
            {
                "type": "refused",
                "status": refusal.status,
                "error": sentence,
                "answers": _client_id(message),
            }
        )

    async def _send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(SEND_PATIENCE):
                await self.send(text_data=text)
        except TimeoutError:
            await self.close(TRY_AGAIN)


def _client_id(message: dict[str, Any]) -> str | None:
    """The number the page gave its action, as far as it can be sent back; half a letter cannot."""
    client_id = message.get("client_id")
    return client_id if isinstance(client_id, str) and client_id.isprintable() else None


def _language(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket, which it names itself."""
    query = scope.get("query_string", b"").decode("ascii", "replace")
    return "en" if "lang=en" in query.split("&") else "fr"


def _heartbeat(
    table_id: int, user_id: int | None
) -> tuple[Scene | None, dict[str, str], frozenset[Seat], bool]:
    is_news = user_id is not None and presence.presence_renew(table_id, user_id)
    scene = scene_now(table_id)
    if scene is None:
        return None, {}, frozenset(), False
    absent = presence.absent_seats(scene)
    return scene, _dots(scene), absent, is_news


def _dots(scene: Scene) -> dict[str, str]:
    return {seat.value: dot for seat, dot in presence.presence_of(scene).items()}


def _gone(table_id: int, user_id: int) -> None:
    presence.presence_end(table_id, user_id)
    push.presence_changed(table_id)
