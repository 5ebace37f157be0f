"""A live page without a browser: one real socket to a real server, and what came over it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.guest import Guest
from tests.processes import wait_until


class PageSocket:
    """Reads until the server closes; remembers every frame, the close code, and when that came."""

    def __init__(self, guest: Guest, path: str = "") -> None:
        self.guest = guest
        self.frames: list[dict[str, Any]] = []
        self.code: int | None = None
        self.closed_at = 0.0
        self.held = contextlib.ExitStack()
        self.socket = self.held.enter_context(guest.dial(path))
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        self.send(type="hello", version=0, epoch=-1)

    def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            for text in self.socket:
                self.frames.append(json.loads(text))
        self.closed_at = time.monotonic()
        self.code = self.socket.close_code

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def ping(self) -> None:
        """The heartbeat of a page that shows what it was sent last."""
        self.send(type="ping", version=self.shown.get("to", 0), epoch=self.shown.get("epoch", -1))

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == kind]

    @property
    def shown(self) -> dict[str, Any]:
        """The newest view; empty before the first."""
        views = self.of_type("view")
        return views[-1] if views else {}

    @property
    def version(self) -> int:
        return int(self.shown.get("to", 0))

    def wait_for_code(self) -> int:
        wait_until(lambda: self.code is not None)
        assert self.code is not None
        return self.code

    def close(self) -> None:
        self.held.close()
        self.thread.join(10)
