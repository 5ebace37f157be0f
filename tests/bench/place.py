"""A table with its four screens at one server, as the loops play at it.

The loops know nothing of what a card is. A place says what is sent next and from which of its four screens,
and which number a received text has reached.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from .screens import Screen
from .visitors import Visitor

ALL_FOUR = 0b1111
PATIENCE = 10.0  # seconds after which a card, or whatever else, counts as not delivered
AT_ONCE = 20  # tables that open their pages, or get ready, at the same time


class Broken(Exception):
    """The server did what a measurement must not pass over: it refused a card or closed a socket."""


@dataclass(frozen=True)
class Move:
    """What is sent next: from which screen, and the number that shows it has arrived."""

    screen: int
    text: bytes
    n: int


class Loop(Protocol):
    """Who plays at a place and is told when a card has reached all four screens."""

    def arrived(self, place: Place) -> None: ...


class Place(ABC):
    """One table with its four screens at one server."""

    def __init__(self) -> None:
        self.screens: list[Screen] = []
        self.visitors: list[Visitor] = []
        self.awaited: Move | None = None
        self.seen = ALL_FOUR
        self.sent_at = 0.0
        self.played = 0
        self.loop: Loop | None = None

    @abstractmethod
    async def screen_open(self, index: int) -> Screen:
        """Open one of the four pages, until it shows the table. Raises SocketLost or Broken."""

    @abstractmethod
    def move(self) -> Move | None:
        """What to play now; None when this table needs ``prepare`` first."""

    @abstractmethod
    def reached(self, screen: int, text: bytes) -> int | None:
        """The number a text shows to have been reached; None for texts that show none. Raises Broken."""

    async def connect(self) -> None:
        self.screens = [await self.screen_open(index) for index in range(4)]

    async def prepare(self) -> None:  # noqa: B027 — a place that never runs out has nothing to prepare
        """Bring the table to where cards can be played, outside any measurement."""

    def beat(self) -> None:  # noqa: B027 — a server that expects no sign of life needs none
        """Send the heartbeat of the four pages."""

    def play(self) -> bool:
        """Send the next card; whether there is one."""
        move = self.move()
        if move is None:
            return False
        self.awaited, self.seen = move, 0
        self.played += 1
        self.sent_at = time.perf_counter()
        self.deliver(move)
        return True

    def deliver(self, move: Move) -> None:
        self.screens[move.screen].send(move.text)

    def receive(self, screen: int, text: bytes) -> None:
        if self.seen == ALL_FOUR or self.awaited is None:
            return
        n = self.reached(screen, text)
        if n is None or n < self.awaited.n:
            return
        self.seen |= 1 << screen
        if self.seen == ALL_FOUR and self.loop is not None:
            self.loop.arrived(self)

    def close(self) -> None:
        for wire in (*self.screens, *self.visitors):
            wire.close()


APlace = TypeVar("APlace", bound=Place)


async def connect_all(places: Sequence[APlace]) -> list[APlace]:
    await _all(places, "connect")
    return list(places)


async def prepare_all(places: Sequence[Place]) -> None:
    await _all(places, "prepare")


async def _all(places: Sequence[Place], what: str) -> None:
    for first in range(0, len(places), AT_ONCE):
        await asyncio.gather(*(getattr(place, what)() for place in places[first : first + AT_ONCE]))


def check_sockets(places: Iterable[Place]) -> None:
    """Raises Broken when one of their sockets was closed, or a request not answered as it should be."""
    for place in places:
        for wire in (*place.screens, *place.visitors):
            if wire.lost:
                raise Broken(wire.lost)
