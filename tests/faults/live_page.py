"""A player's page without a screen: it keeps its socket, and comes back after a break, as a browser does."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection

from tests.guest import Guest
from tests.server import ServerProcess

PATIENCE = 60.0  # seconds for what must come in the end
BEAT = 0.05
BUSY = 503


@dataclass
class Sent:
    """An action on its way, with the record and number of actions its page showed."""

    client_id: str
    action: dict[str, Any]
    record: int
    n: int
    socket: ClientConnection | None = None
    not_before: float = 0.0
    """On the monotonic clock."""
    status: int | None = None
    """Of the answer; 0 where the page saw that the deal had gone on instead."""
    settled: threading.Event = field(default_factory=threading.Event)


class LivePage(Guest):
    """Its thread reads the socket, sends heartbeats and what was on its way when the socket broke."""

    def __init__(
        self, server: ServerProcess, seat: str, heartbeat: float = 1.0, *, asks_again: bool = False
    ) -> None:
        """``asks_again``, as ``link.js`` does, where the site is busy; else 503 is an answer like another."""
        super().__init__(server)
        self.seat = seat
        self.heartbeat = heartbeat
        self.asks_again = asks_again
        self.regions: dict[str, str] = {}
        self.epoch, self.version, self.record, self.n = 0, 0, 0, 0
        self.frames: list[dict[str, Any]] = []
        """Every frame and every answered view that nobody has read yet, oldest first."""
        self.spoken: list[str] = []
        self.closes: list[tuple[float, int]] = []
        """When, and with which code, a socket that had been open came to its end."""
        self.accepted: list[str] = []
        """The ids of the actions that were answered with 200."""
        self._ids = 0
        self._socket: ClientConnection | None = None
        self._pending: Sent | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._turn = threading.RLock()

    # --- coming and going --------------------------------------------------------------------------

    def open(self) -> None:
        self._ended.clear()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()
        self.until(lambda: self.version > 0)

    def shut(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def cut(self) -> None:
        """The line breaks, without a word to the server; the page comes back as after any break."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.socket.shutdown(socket.SHUT_RDWR)

    def until(self, is_so: Any, within: float = PATIENCE) -> float:
        """Wait; returns how many seconds it took."""
        began = time.monotonic()
        while not is_so():
            assert time.monotonic() - began < within, f"{self.seat} waits in vain at version {self.version}"
            time.sleep(0.01)
        return time.monotonic() - began

    def _live(self) -> None:
        failures = 0
        while not self._ended.is_set():
            try:
                self._one_socket()
                failures = 0
            except (OSError, InvalidHandshake, TimeoutError):
                failures = min(failures + 1, 4)
            self._socket = None
            self._ended.wait(0.1 + random.random() * 0.1 * 2**failures)

    def _one_socket(self) -> None:
        with self.dial(open_timeout=10, close_timeout=1) as socket:
            self._socket = socket
            try:
                self._say("hello")
                self._talk(socket)
            except ConnectionClosed as closed:
                self.closes.append((time.monotonic(), closed.rcvd.code if closed.rcvd else 1006))

    def _talk(self, socket: ClientConnection) -> None:
        pinged, told = 0.0, 0.0
        while not self._ended.is_set():
            now = time.monotonic()
            if now - pinged > self.heartbeat:
                pinged = now
                self._say("ping")
            self._transmit(socket)
            with contextlib.suppress(TimeoutError):
                self._hear(json.loads(socket.recv(timeout=BEAT)))
                told = now
            assert now - max(told, pinged) < PATIENCE

    def _say(self, kind: str) -> None:
        assert self._socket is not None
        at = {"version": self.version, "epoch": self.epoch, "record": self.record or None, "n": self.n}
        self._socket.send(json.dumps({"type": kind, **at}))

    # --- what it is told ---------------------------------------------------------------------------

    def _hear(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        if frame["type"] in ("view", "refused"):
            with self._turn:
                self._take(frame)

    def _take(self, frame: dict[str, Any]) -> None:
        if "html" in frame:
            self._paint(frame)
        waiting = self._pending
        if waiting is None:
            return
        if frame.get("answers") == waiting.client_id:
            if frame["status"] == BUSY and self.asks_again:
                waiting.socket, waiting.not_before = None, time.monotonic() + 1
            else:
                self._settle(waiting, frame["status"])
        elif (self.record, self.n) != (waiting.record, waiting.n) and waiting.socket is not self._socket:
            self._settle(waiting, 0)

    def _paint(self, frame: dict[str, Any]) -> None:
        """As ``table.js``: what is older is dropped, and a gap is closed by the whole view."""
        is_other = frame["epoch"] != self.epoch or frame["reset"]
        if not is_other and frame["to"] < self.version:
            return
        if not is_other and frame["from"] > self.version:
            self.look()
            return
        if is_other or frame["to"] > self.version:
            self.spoken += frame["said"]
        self.epoch, self.version = frame["epoch"], frame["to"]
        self.record, self.n = frame["record"] or 0, frame["n"] or 0
        self.regions |= frame["html"]

    def look(self) -> None:
        """The whole view over HTTP, as it is now."""
        with contextlib.suppress(OSError):
            answer = dict(json.loads(self.get(f"/t/{self.code}/view")))
            self.frames.append(answer)
            with self._turn:
                self._paint(answer | {"from": 0})

    # --- what it does ------------------------------------------------------------------------------

    def act(self, **action: Any) -> int:
        """Over the socket, again under the same id after each break, until it is settled; the status."""
        waiting = self.begin(**action)
        assert waiting.settled.wait(PATIENCE), f"{self.seat} was never answered: {action}"
        assert waiting.status is not None
        return waiting.status

    def begin(self, **action: Any) -> Sent:
        """Send an action without waiting for its answer."""
        with self._turn:
            assert self._pending is None
            self._ids += 1
            waiting = Sent(f"{self.seat}-{self._ids}", action, self.record, self.n)
            self._pending = waiting
        return waiting

    def _transmit(self, socket: ClientConnection) -> None:
        waiting = self._pending
        if waiting is None or waiting.socket is socket or time.monotonic() < waiting.not_before:
            return
        message = {"type": "act", "record": waiting.record, "n": waiting.n, "client_id": waiting.client_id}
        waiting.socket = socket
        socket.send(json.dumps(message | {"action": waiting.action}))

    def _settle(self, waiting: Sent, status: int) -> None:
        self._pending = None
        waiting.status = status
        if status == 200:
            self.accepted.append(waiting.client_id)
        waiting.settled.set()

    def act_by_post(self, client_id: str, n: int, **fields: Any) -> int:
        """The same by POST, as a page does whose socket is blocked; the status.

        Raises OSError: the server is not there.
        """
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        body = {"record": self.record, "n": n, "client_id": client_id, "csrfmiddlewaretoken": token}
        request = Request(
            f"{self.server.url}/t/{self.code}/act",
            urlencode(body | fields).encode(),
            {"X-Live": str(self.version), "Referer": self.server.url},
        )
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                status = answer.status
        except HTTPError as refused:
            status = refused.code
        if status == 200:
            self.accepted.append(client_id)
        return status
