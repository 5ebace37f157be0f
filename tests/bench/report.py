"""What the measurements say: ratios to the baseline of the same minutes, their medians, a table to read."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .closed_loop import Window

NOISY = 0.10  # of a processor; above this, latencies are upper bounds


@dataclass(frozen=True)
class Sandwich:
    """The site between two windows of the baseline, all three of one load and of the same minute."""

    before: Window
    site: Window
    after: Window

    @property
    def cpu_ratio(self) -> float:
        return self.site.cpu_per_card / statistics.mean((self.before.cpu_per_card, self.after.cpu_per_card))

    @property
    def rate_ratio(self) -> float:
        return self.site.rate / statistics.mean((self.before.rate, self.after.rate))


@dataclass(frozen=True)
class Row:
    """All sandwiches of one number of tables, each figure the median of theirs."""

    tables: int
    sandwiches: tuple[Sandwich, ...]

    @property
    def sites(self) -> list[Window]:
        return [one.site for one in self.sandwiches]

    @property
    def bare(self) -> list[Window]:
        return [window for one in self.sandwiches for window in (one.before, one.after)]

    @property
    def cpu_ratio(self) -> float:
        return statistics.median(one.cpu_ratio for one in self.sandwiches)

    @property
    def rate_ratio(self) -> float:
        return statistics.median(one.rate_ratio for one in self.sandwiches)

    @property
    def undelivered(self) -> int:
        return sum(window.undelivered for window in (*self.sites, *self.bare))


def rows(sandwiches: Iterable[Sandwich]) -> list[Row]:
    by_tables: dict[int, list[Sandwich]] = {}
    for one in sandwiches:
        by_tables.setdefault(one.site.tables, []).append(one)
    return [Row(tables, tuple(group)) for tables, group in sorted(by_tables.items())]


def line_of(window: Window, turn: int) -> dict[str, Any]:
    """One window as a line of the results file."""
    return {
        "turn": turn,
        "server": window.server,
        "tables": window.tables,
        "cards": window.cards,
        "seconds": round(window.seconds, 3),
        "cards_per_second": round(window.rate, 1),
        "cpu_us_per_card": round(window.cpu_per_card * 1e6, 1),
        "p50_ms": round(window.latency(50) * 1e3, 3),
        "p95_ms": round(window.latency(95) * 1e3, 3),
        "p99_ms": round(window.latency(99) * 1e3, 3),
        "undelivered": window.undelivered,
        "bytes_per_card": round(window.received / window.cards),
        "server_cpu_share": round(window.cpu / window.seconds, 3),
        "client_cpu_share": round(window.client, 3),
        "foreign_cpu_share": round(window.foreign, 3),
    }


HEADINGS = (
    "tables", "CPU/card", "bare", "ratio", "(each)", "cards/s", "bare",
    "p50 ms", "p95", "p99", "bare p50", "p99", "kB/card", "lost", "foreign",
)  # fmt: skip


def table(rows: Sequence[Row]) -> str:
    """The readable table; latencies carry a ~ where others used more of the machine than ``NOISY``."""
    lines = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


def _cells(row: Row) -> tuple[str, ...]:
    def median(windows: list[Window], figure: Any) -> float:
        return statistics.median(figure(window) for window in windows)

    def milliseconds(windows: list[Window], percent: float) -> str:
        noisy = "~" if median(windows, lambda window: window.foreign) > NOISY else ""
        return f"{noisy}{median(windows, lambda window: window.latency(percent)) * 1e3:.2f}"

    ratios = sorted(one.cpu_ratio for one in row.sandwiches)
    return (
        str(row.tables),
        f"{median(row.sites, lambda window: window.cpu_per_card) * 1e6:.0f} us",
        f"{median(row.bare, lambda window: window.cpu_per_card) * 1e6:.0f} us",
        f"{row.cpu_ratio:.1f}x",
        " ".join(f"{ratio:.1f}" for ratio in ratios),
        f"{median(row.sites, lambda window: window.rate):.0f}",
        f"{median(row.bare, lambda window: window.rate):.0f}",
        *(milliseconds(row.sites, percent) for percent in (50, 95, 99)),
        *(milliseconds(row.bare, percent) for percent in (50, 99)),
        f"{median(row.sites, lambda window: window.received / window.cards) / 1000:.1f}",
        str(row.undelivered),
        f"{median(row.sites, lambda window: window.foreign):.0%}",
    )
