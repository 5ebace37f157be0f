"""Tables at the bare server: any card may be played, since it knows no rules."""

from __future__ import annotations

import itertools
import re
from functools import partial

from minibridge.engine import DECK

from .closed_loop import Move, Place
from .screens import Screen
from .servers import Baseline

N = re.compile(rb'"n":(\d+)')


class BarePlace(Place):
    """A table of the baseline server."""

    def __init__(self) -> None:
        super().__init__()
        self.n = 0
        self.cards = itertools.cycle(DECK)

    @classmethod
    async def open(cls, server: Baseline, number: int, deflate: bool = True) -> BarePlace:
        place = cls()
        place.screens = [
            await Screen.open(server.port, f"/t/{number}", partial(place.receive, index), deflate=deflate)
            for index in range(4)
        ]
        return place

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
