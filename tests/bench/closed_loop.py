"""The closed loop: at each table the next card is played when all four screens have the last one.

The loop knows nothing of what a card is. A ``Place`` (one table at one server) says what is sent next and
from which of its four screens, and which number a received text has reached.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .screens import Screen
from .servers import Server, machine_cpu

ALL_FOUR = 0b1111
LONGEST = 3  # times as long as asked may a window last for their sake
SCATTERING = 20.0  # seconds
FEWEST = 10  # cards of each table in a window, lest those under way at its ends count too much
PATIENCE = 10.0  # seconds after which a card, or whatever else, counts as not delivered


class Broken(Exception):
    """The server did what a measurement must not pass over: it refused a card or closed a socket."""


@dataclass(frozen=True)
class Move:
    """What is sent next: from which screen, and the number that shows it has arrived."""

    screen: int
    text: bytes
    n: int


class Place(ABC):
    """One table with its four screens at one server."""

    screens: Sequence[Screen]

    def __init__(self) -> None:
        self.awaited: Move | None = None
        self.seen = ALL_FOUR
        self.sent_at = 0.0
        self.loop: Run | None = None

    @abstractmethod
    def move(self) -> Move | None:
        """What to play now; None when this table needs ``prepare`` first."""

    @abstractmethod
    def reached(self, screen: int, text: bytes) -> int | None:
        """The number a text shows to have been reached; None for texts that show none. Raises Broken."""

    async def prepare(self) -> None:  # noqa: B027 — a place that never runs out has nothing to prepare
        """Bring the table to where cards can be played, outside any measurement."""

    def send(self, move: Move) -> None:
        self.awaited, self.seen = move, 0
        self.sent_at = time.perf_counter()
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


@dataclass
class Window:
    """What one measurement of one server found."""

    server: str
    tables: int
    cards: int
    seconds: float
    cpu: float  # seconds of the server's processor time, what it uses when idle taken away
    undelivered: int
    foreign: float  # share of one processor that others used meanwhile
    client: float  # share of one processor that the generator used
    received: int  # bytes the four screens got
    latencies: list[float] = field(repr=False, default_factory=list)

    @property
    def cpu_per_card(self) -> float:
        return self.cpu / self.cards

    @property
    def rate(self) -> float:
        return self.cards / self.seconds

    def latency(self, percent: float) -> float:
        """Seconds from sending a card to the last of its four screens, at most, for ``percent`` of them."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class Run:
    """Keeps ``at_once`` places playing until told to stop; one that runs out makes room for the next.

    With ``most`` a place runs out after that many cards, too.
    """

    def __init__(
        self, places: Iterable[Place], at_once: int, most: Mapping[Place, int] | None = None
    ) -> None:
        self.waiting = deque(places)
        self.left = dict(most) if most is not None else None
        self.playing: set[Place] = set()
        self.latencies: list[float] = []
        self.is_stopping = False
        self.ended = asyncio.get_running_loop().create_future()
        for _ in range(at_once):
            self._next_place()

    def _next_place(self) -> None:
        while self.waiting and not self.is_stopping:
            place = self.waiting.popleft()
            place.loop = self
            if self._play(place):
                self.playing.add(place)
                return
        if not self.playing and not self.ended.done():
            self.ended.set_result(None)

    def _play(self, place: Place) -> bool:
        if self.left is not None:
            if self.left[place] == 0:
                return False
            self.left[place] -= 1
        move = place.move()
        if move is not None:
            place.send(move)
        return move is not None

    def arrived(self, place: Place) -> None:
        self.latencies.append(time.perf_counter() - place.sent_at)
        if self.is_stopping or not self._play(place):
            self.playing.discard(place)
            self._next_place()

    async def stop(self) -> int:
        """Let the cards under way arrive; the number of those that did not in ``PATIENCE``."""
        self.is_stopping = True
        if self.playing:
            await asyncio.wait([self.ended], timeout=PATIENCE)
        lost = len(self.playing)
        for place in self.playing:
            place.seen = ALL_FOUR
        self.playing.clear()
        return lost


async def scatter(places: Sequence[Place], seed: int) -> None:
    """Play each place on to a card of its own, as tables that began at different times."""
    rng = random.Random(seed)
    run = Run(places, at_once=5, most={place: rng.randrange(50) for place in places})
    await asyncio.wait([run.ended], timeout=SCATTERING)
    await run.stop()
    check_sockets(places)


def check_sockets(places: Iterable[Place]) -> None:
    for place in places:
        for screen in place.screens:
            if screen.lost:
                raise Broken(screen.lost)


async def measure(
    server: Server,
    places: Sequence[Place],
    *,
    at_once: int,
    seconds: float,
    warm_up: float,
    idle: float = 0.0,
) -> Window:
    """Play at ``at_once`` of the places for ``seconds``, after ``warm_up`` seconds that do not count.

    Where the machine is so busy that few cards are played, the window is longer.

    ``idle`` is the share of a processor the server uses when nobody plays. Raises Broken.
    """
    for place in places:
        await place.prepare()
    gc.collect()
    gc.disable()
    try:
        run = Run(random.sample(places, len(places)), at_once)
        await asyncio.sleep(warm_up)
        run.latencies.clear()
        received = sum(screen.received for place in places for screen in place.screens)
        machine, client, cpu, started = machine_cpu(), time.process_time(), server.cpu(), time.perf_counter()
        await asyncio.wait([run.ended], timeout=seconds)
        while len(run.latencies) < FEWEST * at_once and time.perf_counter() - started < LONGEST * seconds:
            if (await asyncio.wait([run.ended], timeout=seconds / 4))[0]:
                break
        elapsed = time.perf_counter() - started
        cpu, client, machine = server.cpu() - cpu, time.process_time() - client, machine_cpu() - machine
        cards, latencies = len(run.latencies), list(run.latencies)
        received = sum(screen.received for place in places for screen in place.screens) - received
        undelivered = await run.stop()
    finally:
        gc.enable()
    check_sockets(places)
    return Window(
        server=server.name,
        tables=at_once,
        cards=cards,
        seconds=elapsed,
        cpu=cpu - idle * elapsed,
        undelivered=undelivered,
        foreign=max(0.0, machine - cpu - client) / elapsed,
        client=client / elapsed,
        received=received,
        latencies=latencies,
    )


async def idle_share(server: Server, seconds: float = 2.0) -> float:
    """The share of a processor the server uses while its sockets are open and nobody plays."""
    before = server.cpu()
    await asyncio.sleep(seconds)
    return (server.cpu() - before) / seconds
