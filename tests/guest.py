"""Somebody without a browser: what he sends to a real server by HTTP, and what his page would show him."""

from __future__ import annotations

import json
import re
import urllib.request
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection, connect

from tests.server import ServerProcess

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
PATIENCE = 60  # seconds


class Guest:
    """He keeps his cookies, and so his chair: when the server begins anew, at another on the same data."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.code = ""
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    @property
    def cookies(self) -> str:
        """His cookies as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def get(self, path: str) -> str:
        return str(self.opener.open(self.server.url + path, timeout=PATIENCE).read().decode())

    def post(self, path: str, **fields: str) -> str:
        """A form as a page sends it; returns the address to which that leads."""
        found = TOKEN.search(self.get("/"))
        assert found is not None
        body = urlencode({"csrfmiddlewaretoken": found[1], **fields}).encode()
        with self.opener.open(self.server.url + path, body, timeout=PATIENCE) as answer:
            return str(answer.url)

    def open_table(self, seat: str) -> None:
        self.code = self.post("/new").rstrip("/").split("/")[-1]
        self.do("sit", name="Sami", seat=seat)

    def do(self, door: str, **fields: str) -> None:
        self.post(f"/t/{self.code}/{door}", **fields)

    def dial(self, path: str = "", **options: Any) -> ClientConnection:
        """A socket with his cookies; to his table, unless another *path* is given."""
        return connect(
            self.server.url.replace("http", "ws", 1) + (path or f"/ws/t/{self.code}/?lang=en"),
            origin=self.server.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookies},
            max_size=None,
            **{"open_timeout": PATIENCE} | options,
        )

    def view(self) -> dict[str, Any]:
        """All regions of the table, as the poll of a page brings them."""
        return dict(json.loads(self.get(f"/t/{self.code}/view")))
