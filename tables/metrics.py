"""What is counted for an operator's Prometheus while the site runs: how much and how long, never who or what.

Labels are words of this program alone: no card, no name, no code or number of a table. Where several workers
serve one port, each writes into a file of its own in the folder that ``PROMETHEUS_MULTIPROC_DIR`` names
(``serve`` sets it), and whoever is asked adds all files up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from django.db import transaction
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from .analysis import questions_waiting

FOLDER = "PROMETHEUS_MULTIPROC_DIR"

disable_created_metrics()  # the time at which each counter began: as many rows again

actions = Counter("minibridge_actions", "Actions stored in the logs of deals, by kind.", ["kind"])
pushes = Counter(
    "minibridge_pushes",
    "Pieces of news for open pages given to the channel layer, and those lost there.",
    ["outcome"],
)
sockets = Gauge("minibridge_sockets", "Open sockets, by page.", ["page"], multiprocess_mode="livesum")
reconnects = Counter("minibridge_reconnects", "Pages that opened their socket again after they had lost it.")
refusals = Counter(
    "minibridge_refusals",
    "Answers that grant nothing, from status 400 on, by door and status.",
    ["door", "status"],
)
action_seconds = Histogram(
    "minibridge_action_seconds",
    "Seconds from a frame with an action to its answer, stored and drawn.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
thinking_seconds = Histogram(
    "minibridge_bot_thinking_seconds",
    "Seconds that a robot takes to decide, without its pause, by level.",
    ["level"],
    buckets=(0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4),
)


def action_stored(kind: str) -> None:
    """Count an action once it is stored for good."""
    transaction.on_commit(actions.labels(kind).inc, robust=True)


class SolverQueue(Collector):
    """The questions that wait for the solver of this machine, asked when somebody looks."""

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Nothing: or the solver would be asked when this is registered."""
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        waiting = questions_waiting()
        if waiting is not None:
            yield GaugeMetricFamily(
                "minibridge_solver_queue", "Questions that wait for the solver.", value=waiting
            )


REGISTRY.register(SolverQueue())


def exposition() -> bytes:
    """All of it as Prometheus reads it, of all workers of this port."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return generate_latest(REGISTRY)
    forget_the_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)
    registry.register(SolverQueue())
    return generate_latest(registry)


def forget_the_dead(folder: Path) -> None:
    """The sockets of a worker that was killed are not open; what it counted stays counted."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _lives(pid):
            mark_process_dead(pid, str(folder))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
