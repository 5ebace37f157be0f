"""What the sockets of all live pages have in common: frames are read, counted and answered, errors stay
inside, and all ends with the session.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.sessions import session_lives

from . import metrics
from .lean_consumer import LeanConsumer, Receive, Send
from .refusals import Refusal, busy, refusal_frame

log = logging.getLogger(__name__)

WINDOW = 10.0  # a page may send settings.PAGE_FRAMES frames in this many seconds
LEFT, SHUT_OUT, GONE = 4401, 4403, 4404  # close codes after which a page does not come back
COME_ANEW, TRY_AGAIN, TOO_MANY = 1012, 1013, 1008


class PageConsumer(LeanConsumer):
    """Frames are JSON objects. Nothing is answered before the page has ``joined``, nor while it is
    ``closing``: more may wait behind the frame that closed the socket.
    """

    joined = False
    closing = False
    language = "fr"
    session_key: str | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        name = type(self).__name__.removesuffix("Consumer").lower()
        with metrics.sockets.labels(name).track_inprogress():
            await super().__call__(scope, receive, send)

    def begin(self) -> None:
        """Take from the handshake who asks, in which language, and under which session."""
        scope = self.scope
        self.times: deque[float] = deque(maxlen=settings.PAGE_FRAMES)
        self.groups_joined: set[str] = set()
        self.language = language_of(scope)
        self.session_key = scope["session"].session_key if "session" in scope else None

    async def dispatch(self, message: dict[str, Any]) -> None:
        is_end = message["type"] == "websocket.disconnect"
        if self.closing and not is_end:
            return
        self.closing |= is_end
        async with self.errors_kept(message["type"]):
            await super().dispatch(message)
        if is_end:
            raise StopConsumer  # whatever went wrong in taking leave

    @contextlib.asynccontextmanager
    async def errors_kept(self, what: str) -> AsyncIterator[None]:
        """No error ends the consumer before it has taken leave. A database that is away costs one painting,
        which the next heartbeat makes up for; after any other error the page comes anew.
        """
        try:
            yield
        except StopConsumer:
            raise
        except DatabaseError as error:
            self.log_database(error)
            if not self.joined:
                await self.close(TRY_AGAIN)
        except Exception:
            log.exception("%s: %s", type(self).__name__, what)
            await self.close(COME_ANEW)

    async def disconnect(self, code: int) -> None:
        is_known, self.joined = self.joined, False
        try:
            if is_known:
                await self.take_leave()
        finally:
            await self.hear_no_more(*self.groups_joined)

    async def take_leave(self) -> None:
        """What there is to do, besides leaving the groups, when a page that had joined has gone."""

    # --- groups ------------------------------------------------------------------------------------

    async def hear(self, *groups: str) -> None:
        """Be told what is sent to these groups, until the end. Once more does no harm."""
        for group in groups:
            self.groups_joined.add(group)
            await self.channel_layer.group_add(group, self.channel_name)

    async def hear_no_more(self, *groups: str) -> None:
        for group in groups:
            self.groups_joined.discard(group)
            await self.channel_layer.group_discard(group, self.channel_name)

    # --- up ----------------------------------------------------------------------------------------

    async def answer(self, message: dict[str, Any]) -> None:
        """Answer one frame. May raise Refusal."""
        raise NotImplementedError

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.joined or self.closing:
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
        if message.get("type") == "hello" and message.get("again") is True:
            metrics.reconnects.inc()
        try:
            if message.get("type") == "ping" and not await self._may_stay():
                # The page comes back as whoever its browser is now: the same person under a new session, as
                # a guest who has just made an account, or nobody.
                await self.close(COME_ANEW)
                return
            await self.answer(message)
        except Refusal as refusal:
            await self._send_refusal(message, refusal)
        except DatabaseError as error:
            self.log_database(error)
            await self._send_refusal(message, busy())
        except Exception:
            log.exception("%s: websocket.receive", type(self).__name__)
            sentence = _("Something broke on our side. What you had played is kept. Please try again.")
            await self._send_refusal(message, Refusal(sentence, status=500))

    def _floods(self) -> bool:
        now, times = time.monotonic(), self.times
        is_flood = len(times) == times.maxlen and now - times[0] < WINDOW
        times.append(now)
        return is_flood

    async def _may_stay(self) -> bool:
        """At each heartbeat: what the layer may have lost, a group or the news that the person has left."""
        await self.hear(*self.groups_joined)
        user = self.scope["user"]
        return not user.is_authenticated or await database_sync_to_async(session_lives)(
            self.scope["session"], user.pk
        )

    # --- down --------------------------------------------------------------------------------------

    async def person_left(self, event: dict[str, Any]) -> None:
        if event["session"] is None or event["session"] == self.session_key:
            await self.say_goodbye(LEFT)

    async def say_goodbye(self, code: int) -> None:
        """Close so that the page does not come back."""
        await self.tell({"type": "bye", "code": code})
        await self.close(code)

    async def _send_refusal(self, message: dict[str, Any], refusal: Refusal) -> None:
        metrics.refusals.labels("socket", refusal.status).inc()
        with translation.override(self.language):
            told = refusal_frame(refusal, client_id_of(message))
        await self.tell(told)

    async def tell(self, message: dict[str, Any]) -> None:
        if not self.closing:
            await self.send(text_data=json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.closing:
            self.closing = True
            await super().close(code, reason)

    def log_database(self, error: DatabaseError) -> None:
        """One line where the database is away or busy, the whole story where it was asked wrongly."""
        is_away = isinstance(error, OperationalError)
        log.error("%s: database: %s", type(self).__name__, type(error).__name__, exc_info=not is_away)


def client_id_of(message: dict[str, Any]) -> str | None:
    """The number the page gave its action, as far as it can be sent back; half a letter cannot."""
    client_id = message.get("client_id")
    return client_id if isinstance(client_id, str) and client_id.isprintable() else None


def language_of(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket, which it names itself."""
    query = scope.get("query_string", b"").decode("ascii", "replace")
    return "en" if "lang=en" in query.split("&") else "fr"
