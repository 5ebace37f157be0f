"""No request is read whole before its size is known: Django would first write any file to the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils import translation

LARGEST = 3_000_000
"""In bytes. What is brought in from files says so by itself above 2 MB, and the page carries 2.4 MB along."""
LET_PASS = 30_000_000
"""Of a body that is too large so much is read and dropped: a browser that still sends shows no answer."""

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class BodyLimit:
    """An ASGI application around that of the pages: a larger body is answered with status 413."""

    def __init__(self, pages: Callable[[Message, Receive, Send], Awaitable[None]]) -> None:
        self.pages = pages

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        body = _Body(receive)
        if int(declared) > LARGEST:
            body.is_over = True
        else:
            await self.pages(scope, body.receive, send)
        if body.is_over:
            if int(declared) <= LET_PASS:
                await body.drop()
            await _refuse(scope, send)


class _Body:
    """The body as it arrives; one that grows too large has gone, as far as the pages know."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0
        self._has_more = True
        self.is_over = False

    async def receive(self) -> Message:
        message = await self._next()
        if self._size > LARGEST:
            self.is_over = True
            return {"type": "http.disconnect"}
        return message

    async def drop(self) -> None:
        while self._has_more and self._size <= LET_PASS:
            await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        self._has_more = message.get("more_body", False)
        return message


async def _refuse(scope: Message, send: Send) -> None:
    language = translation.get_language_from_request(ASGIRequest(scope, BytesIO()))
    with translation.override(language):
        page = render_to_string("413.html").encode()
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": page})
