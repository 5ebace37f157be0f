"""What a server, its clients and everybody else use of the processors meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from .servers import Server, machine_cpu


@dataclass(frozen=True)
class Used:
    """Processor time between two moments; the shares are of one processor."""

    seconds: float
    server: float  # seconds of the server's processor time, what it uses when idle taken away
    client: float
    foreign: float


class Meter:
    """Runs from its making until it is read.

    ``idle`` is the share of a processor the server uses when nobody asks it anything.
    """

    def __init__(self, server: Server, idle: float = 0.0) -> None:
        self.server, self.idle = server, idle
        self.began = time.perf_counter()
        self.at_first = self._now()

    def _now(self) -> tuple[float, float, float, float]:
        return machine_cpu(), time.process_time(), self.server.cpu(), self.server.aside()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def read(self) -> Used:
        seconds = self.seconds
        machine, client, server, aside = (
            now - before for now, before in zip(self._now(), self.at_first, strict=True)
        )
        return Used(
            seconds=seconds,
            server=server - self.idle * seconds,
            client=client / seconds,
            foreign=max(0.0, machine - client - server - aside) / seconds,
        )


async def idle_share(server: Server, seconds: float) -> float:
    """The share of a processor the server uses while its sockets are open and nobody plays."""
    before = server.cpu()
    await asyncio.sleep(seconds)
    return (server.cpu() - before) / seconds


@dataclass
class Window:
    """What one measurement of one server found."""

    server: str
    tables: int
    cards: int
    used: Used
    undelivered: int
    received: int  # bytes the four screens got
    latencies: list[float] = field(repr=False, default_factory=list)

    @property
    def cpu_per_card(self) -> float:
        return self.used.server / self.cards if self.cards else 0.0

    @property
    def rate(self) -> float:
        return self.cards / self.used.seconds

    def latency(self, percent: float) -> float:
        return percentile(self.latencies, percent)


def percentile(latencies: Sequence[float], percent: float) -> float:
    """Seconds that ``percent`` of them took at most; nothing where there are none."""
    ordered = sorted(latencies)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0
