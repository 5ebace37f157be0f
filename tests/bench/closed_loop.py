"""The closed loop: at each table the next card is played when all four screens have the last one."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from .meter import Meter, Window
from .place import ALL_FOUR, PATIENCE, Place, check_sockets, prepare_all
from .servers import Server

LONGEST = 3  # times as long as asked may a window last for their sake
SCATTERING = 60.0  # seconds
FEWEST = 10  # cards of each table in a window, lest those under way at its ends count too much


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
        return place.play()

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


async def scatter(places: Sequence[Place], seed: int, cards: range = range(50)) -> None:
    """Play each place on to a card of its own, as tables that began at different times."""
    rng = random.Random(seed)
    await play_on(places, {place: rng.choice(cards) for place in places})


async def play_on(places: Sequence[Place], most: Mapping[Place, int]) -> None:
    """So many more cards at each place, which nobody measures."""
    run = Run(places, at_once=5, most=most)
    await asyncio.wait([run.ended], timeout=SCATTERING)
    await run.stop()
    check_sockets(places)


async def measure(
    server: Server,
    places: Sequence[Place],
    *,
    at_once: int,
    seconds: float,
    warm_up: float = 0.0,
    idle: float = 0.0,
    most: int | None = None,
) -> Window:
    """Play at ``at_once`` of the places for ``seconds``, after ``warm_up`` seconds that do not count.

    Where the machine is so busy that few cards are played, the window is longer. It is shorter where each
    place has played ``most`` cards.

    ``idle`` is the share of a processor the server uses when nobody plays. Raises Broken.
    """
    await prepare_all(places)
    gc.collect()
    gc.disable()
    try:
        limits = None if most is None else dict.fromkeys(places, most)
        run = Run(random.sample(places, len(places)), at_once, limits)
        if warm_up:
            await asyncio.sleep(warm_up)
            run.latencies.clear()
        received = bytes_received(places)
        meter = Meter(server, idle)
        await asyncio.wait([run.ended], timeout=seconds)
        while len(run.latencies) < FEWEST * at_once and meter.seconds < LONGEST * seconds:
            if (await asyncio.wait([run.ended], timeout=seconds / 4))[0]:
                break
        used, latencies = meter.read(), list(run.latencies)
        received = bytes_received(places) - received
        undelivered = await run.stop()
    finally:
        gc.enable()
    check_sockets(places)
    return Window(server.name, at_once, len(latencies), used, undelivered, received, latencies)


def bytes_received(places: Iterable[Place]) -> int:
    return sum(screen.received for place in places for screen in place.screens)
