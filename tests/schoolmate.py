"""A pupil of a lesson without a screen: by HTTP and over sockets he does what his page would let him do."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import threading
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.guest import Guest
from tests.server import ServerProcess

CARD_BUTTON = re.compile(r'<button form="do-card" name="card" value="(\w\w)"([^>]*)>')
CONTRACT = re.compile(r'name="contract" form="do-contract" value="(\w+)"')
CARD = re.compile(r'data-card="(\w\w)"')
HELD = re.compile(r'data-card="\w(\w)"')
WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1}
LESSON = re.compile(r'data-socket="/ws/lesson/(\d+)/')
NUMBERS = itertools.count(1)


class Schoolmate(Guest):
    """He plays the first card that he may, the first contract he is offered, and counts his points right."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(server)
        self.regions: dict[str, str] = {}
        self.bars: list[dict[str, Any]] = []
        self.refused: list[int] = []
        self.frames: list[str] = []
        """Every text that the server sent him, for whoever wants to read what he was told."""
        self._acted: tuple[int, int, int] | None = None
        self._held = contextlib.ExitStack()  # his open sockets
        self._threads: list[threading.Thread] = []

    def scan(self, key: str) -> None:
        """Follow the code of his card and say that it is he."""
        self.post(f"/c/{key}/")

    def go_to_table(self) -> str:
        """Where he is led; the code of his table."""
        with self.opener.open(self.server.url + "/lesson/") as answer:
            self.code = str(answer.url).rstrip("/").split("/")[-1]
        return self.code

    def sit_down(self) -> None:
        """Open the page at his table: both of its sockets, until ``drop``."""
        page = self.get(f"/t/{self.go_to_table()}/")
        found = LESSON.search(page)
        assert found is not None, "the page of a table in a lesson says which one it is"
        self._listen(f"/ws/t/{self.code}/?lang=en", self._table_frame, hello=True)
        self._listen(f"/ws/lesson/{found[1]}/?lang=en", self._bar_frame, hello=False)

    def drop(self) -> None:
        """The tablet falls asleep: its sockets end."""
        with contextlib.suppress(OSError, ConnectionClosed):
            self._held.close()
        for thread in self._threads:
            thread.join(10)
        self._threads = []

    def _listen(self, path: str, answer: Any, *, hello: bool) -> None:
        socket = self._held.enter_context(self.dial(path))
        if hello:
            socket.send(json.dumps({"type": "hello", "version": 0, "epoch": 0}))
        thread = threading.Thread(target=self._read, args=(socket, answer), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _read(self, socket: ClientConnection, answer: Any) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            for text in socket:
                self.frames.append(str(text))
                answer(socket, json.loads(text))

    def _bar_frame(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        if frame.get("type") == "bar":
            self.bars.append(frame)

    def _table_frame(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        if frame.get("status", 200) not in (200, 409):
            self.refused.append(frame["status"])
        if frame.get("type") != "view":
            return
        self.regions |= frame["html"]
        moment = (frame["record"] or 0, frame["n"] or 0, frame["to"])
        action = self._action() if moment != self._acted else None
        if action is None:
            return
        self._acted = moment
        client_id = f"pupil-{next(NUMBERS)}"
        message = {"type": "act", "record": moment[0], "n": moment[1], "client_id": client_id}
        socket.send(json.dumps({**message, "action": action}))

    def _action(self) -> dict[str, Any] | None:
        panel = self.regions.get("panel", "")
        if 'form="do-announce"' in panel:
            return {"kind": "announce", "points": self.points}
        contract = CONTRACT.search(panel)
        if contract is not None:
            return {"kind": "contract", "contract": contract[1]}
        hands = "".join(html for html in self.regions.values() if "data-due" in html)
        playable = [card for card, rest in CARD_BUTTON.findall(hands) if "aria-disabled" not in rest]
        return {"kind": "card", "card": playable[0]} if playable else None

    @property
    def seen(self) -> set[str]:
        """Every card that any region of his page names."""
        return {card for html in self.regions.values() for card in CARD.findall(html)}

    @property
    def own(self) -> set[str]:
        """The cards of his own hand."""
        return set(CARD.findall(self._hand))

    @property
    def points(self) -> int:
        """The points of his own hand, as he sees it."""
        return sum(WORTH.get(rank, 0) for rank in HELD.findall(self._hand))

    @property
    def _hand(self) -> str:
        hands = [html for name, html in self.regions.items() if name.startswith("cards-")]
        return next((html for html in hands if "is-mine" in html), "")
