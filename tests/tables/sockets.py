"""A page's socket in a test: the real application, with the session cookie of a person."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from accounts.models import User
from minibridge.asgi import application

HOST = b"testserver"
PATIENCE = 5


def cookie_of(user: User | None) -> bytes:
    client = Client()
    if user is None:
        return b""
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


class Page:
    """One open page: remembers every frame it was sent."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.frames: list[dict[str, Any]] = []
        self.count = 0

    async def send(self, **message: Any) -> None:
        await self.communicator.send_to(text_data=json.dumps(message))

    async def send_text(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def next(self, type: str = "", **wanted: Any) -> dict[str, Any]:
        """The next frame of this type whose fields are as wanted."""
        while True:
            text = await self.communicator.receive_from(timeout=PATIENCE)
            message = json.loads(text.encode())  # a browser can be sent nothing that is not UTF-8
            self.frames.append(message)
            if type in ("", message["type"]) and all(
                message.get(key) == value for key, value in wanted.items()
            ):
                return message

    async def hello(self, version: int = 0, epoch: int = -1) -> dict[str, Any]:
        await self.send(type="hello", version=version, epoch=epoch)
        return await self.next("presence" if version else "view")

    async def act(self, record: int, n: int, client_id: str = "", **action: Any) -> dict[str, Any]:
        """Send an action and wait for its answer."""
        self.count += 1
        client_id = client_id or f"p{self.count}-{id(self)}"
        await self.send(type="act", record=record, n=n, client_id=client_id, action=action)
        return await self.next(answers=client_id)

    async def closed(self) -> int:
        """The code with which the server closes this socket."""
        while True:
            output = await self.communicator.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                return int(output.get("code", 1000))
            self.frames.append(json.loads(output["text"]))

    async def is_silent(self) -> bool:
        return bool(await self.communicator.receive_nothing(timeout=0.1))


def page(code: str, user: User | None, **options: Any) -> AbstractAsyncContextManager[Page]:
    """A page of a table."""
    return page_at(f"/ws/t/{code}/", user, **options)


@asynccontextmanager
async def page_at(
    path: str, user: User | None, *, language: str = "fr", origin: bytes = b"http://testserver"
) -> AsyncIterator[Page]:
    headers = [(b"host", HOST), (b"origin", origin)]
    cookie = await sync_to_async(cookie_of)(user)
    if cookie:
        headers.append((b"cookie", cookie))
    communicator = WebsocketCommunicator(application, f"{path}?lang={language}", headers=headers)
    connected, _code = await communicator.connect(timeout=PATIENCE)
    assert connected
    try:
        yield Page(communicator)
    finally:
        await communicator.disconnect()
