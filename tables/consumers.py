"""The live page's socket: actions come up and are answered after the commit, changed regions go down.

Group messages only say that a table changed. Each consumer renders its own viewer's regions, in his language,
from the scene kept in this process, and skips versions it has already shown, so that a burst of nudges costs
one painting.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from channels.db import database_sync_to_async

from minibridge.engine import Seat

from . import metrics, presence, push
from .doors import Visit, act, visit_open
from .frame import Shown, frame
from .page_consumer import GONE, SHUT_OUT, PageConsumer, client_id_of
from .refusals import Refusal
from .scene import Scene
from .scene_reading import scene_kept, scene_now

_pages: Counter[tuple[int, int]] = Counter()  # open pages of a person at a table, in this process


class TableConsumer(PageConsumer):
    visit: Visit
    absent: frozenset[Seat] = frozenset()

    async def connect(self) -> None:
        await self.accept()
        self.shown = Shown()
        self.begin()
        scope = self.scope
        user = scope["user"]
        try:
            self.visit = await database_sync_to_async(visit_open)(
                code=scope["url_route"]["kwargs"]["code"], user=user, language=self.language
            )
        except Refusal as refusal:
            await self.close(GONE if refusal.status == 404 else SHUT_OUT)
            return
        await self.hear(push.table_group(self.visit.table_id))
        if self.visit.user_id is not None:
            await self.hear(push.person_group(self.visit.user_id))
            _pages[self.visit.table_id, self.visit.user_id] += 1
        self.joined = True

    async def take_leave(self) -> None:
        page = self.visit.table_id, self.visit.user_id
        if page[1] is None:
            return
        _pages[page] -= 1
        if _pages[page] <= 0:
            del _pages[page]
            await database_sync_to_async(_gone)(*page)

    # --- up ----------------------------------------------------------------------------------------

    async def answer(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "act":
            await self._act(message)
        elif kind in ("hello", "ping"):
            await self._heartbeat(message, is_hello=kind == "hello")

    async def _act(self, message: dict[str, Any]) -> None:
        with metrics.action_seconds.time():
            answer = await database_sync_to_async(act)(self.visit, message)
            await self._paint(
                answer.scene,
                status=answer.status,
                error=answer.refusal or answer.sentence,
                answers=client_id_of(message),
            )
        if answer.status != 200:
            metrics.refusals.labels("socket", answer.status).inc()

    async def _heartbeat(self, message: dict[str, Any], *, is_hello: bool) -> None:
        """The page says which version it shows; it gets what it lacks, and who is at the table."""
        scene, dots, self.absent, is_news = await database_sync_to_async(_heartbeat)(
            self.visit.table_id, self.visit.user_id
        )
        if scene is None or scene.closed:
            await self.close(GONE)
            return
        knows = message.get("version") == scene.version and message.get("epoch") == scene.epoch
        if not is_hello and not knows:
            self.shown = _nothing_of(message)  # whatever was lost on the way, all regions go again
        if is_hello and knows and self.shown.version == 0:
            self.shown.version, self.shown.epoch = scene.version, scene.epoch
            if scene.record is not None:
                self.shown.record_id, self.shown.n = scene.record.id, scene.record.state.n
        elif not knows or is_hello or self.absent != self.shown.keys.get("absent", frozenset()):
            await self._paint(scene)
        await self.tell({"type": "presence", "present": dots})
        if not is_hello:
            await self.tell({"type": "pong"})
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
        await self.tell({"type": "presence", "present": dots})

    async def _paint(
        self, scene: Scene, *, status: int = 200, error: object = "", answers: str | None = None
    ) -> None:
        if scene.visitors == "closed" and not scene.lets_in(self.visit.user_id):
            await self.say_goodbye(SHUT_OUT)
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
        await self.tell(message)


def _nothing_of(message: dict[str, Any]) -> Shown:
    """What a page has that says how far it is, and lacks every region of it."""
    version, epoch, record_id, n = (
        _number(message.get(name)) for name in ("version", "epoch", "record", "n")
    )
    if version is None or epoch is None:
        return Shown()
    return Shown(version=version, epoch=epoch, record_id=record_id, n=n or 0)


def _number(value: object) -> int | None:
    return value if type(value) is int else None


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
