"""Each request and each socket has a number, under which the log speaks of it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from .logs import request_id

Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

HEADER = b"x-request-id"


class RequestIds:
    """Gives the number, and tells it in the header ``X-Request-ID``, for the log of a proxy or for whoever
    reports an error. What a request brings is not believed.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        number = secrets.token_hex(8)
        # Never reset: the server logs what comes out of here, in the same task, which ends with the request.
        request_id.set(number)
        if scope["type"] == "http":
            send = _with_header(send, (HEADER, number.encode()))
        await self.application(scope, receive, send)


def _with_header(send: Send, header: tuple[bytes, bytes]) -> Send:
    async def send_with_header(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), header]}
        await send(message)

    return send_with_header
