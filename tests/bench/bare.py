"""Tables at the bare server: any card may be played, since it knows no rules."""

from __future__ import annotations

import itertools
import re
from functools import partial

from minibridge.engine import DECK

from .place import Move, Place
from .screens import Screen
from .servers import Baseline
from .visitors import Visitor

N = re.compile(rb'"n":(\d+)')


class BarePlace(Place):
    """A table of the baseline server."""

    def __init__(self, server: Baseline, number: int, deflate: bool = True) -> None:
        super().__init__()
        self.server, self.path, self.deflate = server, f"/t/{number}", deflate
        self.n = 0
        self.cards = itertools.cycle(DECK)

    async def screen_open(self, index: int) -> Screen:
        return await Screen.open(
            self.server.port, self.path, partial(self.receive, index), deflate=self.deflate
        )

    def reached(self, screen: int, text: bytes) -> int | None:
        found = N.search(text)
        return int(found[1]) if found else None

    def move(self) -> Move:
        text = (
            b'{"type":"act","record":1,"n":%d,"client_id":"%024x","action":{"kind":"card","card":"%s"}}'
            % (
                self.n,
                self.n,
                next(self.cards).text.encode(),
            )
        )
        self.n += 1
        return Move(screen=self.n % 4, text=text, n=self.n)


class BarePostPlace(BarePlace):
    """The same, but the card goes up by POST."""

    async def connect(self) -> None:
        await super().connect()
        self.visitors = [Visitor(self.server.port, {"Content-Type": "application/json"}) for _ in range(4)]

    def deliver(self, move: Move) -> None:
        self.visitors[move.screen].ask(self.path, move.text)
