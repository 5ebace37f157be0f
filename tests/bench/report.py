"""What the lines say: ratios to the baseline of the same minutes, their medians, verdicts, tables to read."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import floors
from .floors import NOISY, verdict
from .lines import Line

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Sandwich:
    """The site between two windows of the baseline, all three of one load and of the same minute."""

    before: Line
    site: Line
    after: Line

    def ratio(self, name: str) -> float:
        bare = statistics.mean((self.before[name], self.after[name]))
        return self.site[name] / bare if bare else math.inf


@dataclass(frozen=True)
class Row:
    """All sandwiches of one part and number of tables, each figure the median of theirs."""

    part: str
    tables: int
    sandwiches: tuple[Sandwich, ...]

    @property
    def sites(self) -> list[Line]:
        return [one.site for one in self.sandwiches]

    @property
    def bare(self) -> list[Line]:
        return [line for one in self.sandwiches for line in (one.before, one.after)]

    @property
    def cpu(self) -> float:
        return median(self.sites, "cpu_us_per_card")

    @property
    def cpu_ratio(self) -> float:
        return self._ratio("cpu_us_per_card")

    @property
    def rate_ratio(self) -> float:
        return self._ratio("cards_per_second")

    @property
    def foreign(self) -> float:
        return median([*self.sites, *self.bare], "foreign_cpu_share")

    @property
    def undelivered(self) -> int:
        return sum(line["undelivered"] for line in (*self.sites, *self.bare))

    def _ratio(self, name: str) -> float:
        return statistics.median(one.ratio(name) for one in self.sandwiches)


def rows(lines: Iterable[Line]) -> list[Row]:
    """The parts that are measured in sandwiches, whole ones only."""
    turns: dict[tuple[str, int], dict[int, list[Line]]] = {}
    for line in lines:
        if line["part"] in ("closed", "human", "post", "workers") and "cards" in line:
            turns.setdefault((line["part"], line["tables"]), {}).setdefault(line["turn"], []).append(line)
    return [
        Row(part, tables, tuple(Sandwich(*three) for three in those.values() if len(three) == 3))
        for (part, tables), those in turns.items()
    ]


def median(lines: Iterable[Line], name: str) -> float:
    return statistics.median(line[name] for line in lines)


# --- the windows -----------------------------------------------------------------------------------

WINDOWS = (
    "part", "tables", "CPU/card", "bare", "ratio", "(each)", "cards/s", "bare",
    "p50 ms", "p95", "p99", "bare p50", "p99", "kB/card", "lost", "clients", "others",
)  # fmt: skip


def windows(rows: Sequence[Row]) -> list[Cells]:
    """Latencies carry a ~ where others used more of the machine than ``NOISY``."""
    return [WINDOWS, *(_window(row) for row in rows)]


def _window(row: Row) -> Cells:
    noisy = "~" if median(row.sites, "foreign_cpu_share") > NOISY else ""
    ratios = sorted(one.ratio("cpu_us_per_card") for one in row.sandwiches)
    return (
        row.part,
        str(row.tables),
        f"{row.cpu:.0f} us",
        f"{median(row.bare, 'cpu_us_per_card'):.0f} us",
        f"{row.cpu_ratio:.1f}x",
        " ".join(f"{ratio:.1f}" for ratio in ratios),
        f"{median(row.sites, 'cards_per_second'):.0f}",
        f"{median(row.bare, 'cards_per_second'):.0f}",
        *(f"{noisy}{median(row.sites, f'p{percent}_ms'):.2f}" for percent in (50, 95, 99)),
        *(f"{noisy}{median(row.bare, f'p{percent}_ms'):.2f}" for percent in (50, 99)),
        f"{median(row.sites, 'bytes_per_card') / 1000:.1f}",
        str(row.undelivered),
        f"{median(row.sites, 'client_cpu_share'):.0%}",
        f"{median(row.sites, 'foreign_cpu_share'):.0%}",
    )


# --- the figures -----------------------------------------------------------------------------------

FIGURES = ("figure", "site", "bare", "ratio", "aim or floor", "verdict")


def figures(lines: Sequence[Line]) -> list[Cells]:
    """Every figure of the run, with the bare server's and a verdict where there is a floor."""
    found = rows(lines)
    kinds: tuple[Iterator[Cells], ...] = (
        _closed([row for row in found if row.part == "closed"]),
        _play(of(lines, "play")),
        _human([row for row in found if row.part == "human"]),
        _post([row for row in found if row.part == "post"]),
        _workers([row for row in found if row.part == "workers"], of(lines, "workers")),
        _sockets(of(lines, "sockets")),
        _start(of(lines, "start")),
        _storm(of(lines, "storm")),
        _pages(of(lines, "pages")),
    )
    return [FIGURES, *(cells for kind in kinds for cells in kind)]


def of(lines: Iterable[Line], part: str) -> list[Line]:
    return [line for line in lines if line["part"] == part]


def _closed(found: Sequence[Row]) -> Iterator[Cells]:
    for row in found:
        yield (
            f"CPU per card, {row.tables} tables as fast as they go",
            f"{row.cpu:.0f} µs",
            f"{median(row.bare, 'cpu_us_per_card'):.0f} µs",
            f"{row.cpu_ratio:.1f}",
            f"{floors.CARD_AIM:.0f}, {floors.CARD_FLOOR:.0f}",
            verdict(row.cpu_ratio, aim=floors.CARD_AIM, floor=floors.CARD_FLOOR, foreign=row.foreign),
        )
    by_tables = {row.tables: row for row in found}
    few, many = by_tables.get(floors.FEW), by_tables.get(floors.MANY)
    if few and many:
        growth = many.cpu / few.cpu
        yield (
            f"its growth from {floors.FEW} to {floors.MANY} tables",
            f"{growth:.2f}",
            f"{median(many.bare, 'cpu_us_per_card') / median(few.bare, 'cpu_us_per_card'):.2f}",
            "",
            f"{floors.GROWTH_FLOOR}",
            verdict(growth, floor=floors.GROWTH_FLOOR, foreign=max(few.foreign, many.foreign)),
        )


def _play(lines: Sequence[Line]) -> Iterator[Cells]:
    stages = [[line for line in lines if line["stage"] == stage] for stage in ("first", "last", "end")]
    if all(stages):
        first, last, end = (median(those, "cpu_us_per_card") for those in stages)
        yield "CPU per card, ten before the last over first ten", f"{last / first:.2f}", "", "", "", ""
        yield "CPU of a deal's last card, over first ten", f"{end:.0f} µs, {end / first:.1f}", "", "", "", ""


def _human(found: Sequence[Row]) -> Iterator[Cells]:
    for row in found:
        p50, p95, p99 = (median(row.sites, f"p{percent}_ms") for percent in (50, 95, 99))
        lost = sum(line["undelivered"] for line in row.sites)
        most = floors.HUMAN_P99
        held = {
            floors.HUMAN_FLOOR_TABLES: {"floor": most},
            floors.HUMAN_AIM_TABLES: {"aim": most},
        }.get(row.tables, {})
        said = verdict(
            math.inf if lost else p99,
            **held,
            foreign=median(row.sites, "foreign_cpu_share"),
            most_foreign=NOISY,
        )
        yield (
            f"{row.tables} tables at human rate, p50 / p95 / p99",
            f"{p50:.1f} / {p95:.1f} / {p99:.1f} ms" + (f", {lost} lost" if lost else ""),
            f"{' / '.join(f'{median(row.bare, name):.1f}' for name in ('p50_ms', 'p95_ms', 'p99_ms'))} ms",
            "",
            f"{most:.0f} ms" if held else "",
            said,
        )
        yield (
            f"CPU per card, {row.tables} tables at human rate",
            f"{row.cpu:.0f} µs",
            f"{median(row.bare, 'cpu_us_per_card'):.0f} µs",
            f"{row.cpu_ratio:.1f}",
            "",
            "",
        )


def _post(found: Sequence[Row]) -> Iterator[Cells]:
    for row in found:
        yield (
            f"CPU per card by POST, {row.tables} tables",
            f"{row.cpu:.0f} µs",
            f"{median(row.bare, 'cpu_us_per_card'):.0f} µs",
            f"{row.cpu_ratio:.1f}",
            "",
            "",
        )


def _workers(found: Sequence[Row], lines: Sequence[Line]) -> Iterator[Cells]:
    for line in lines:
        if "left_out" in line:
            yield "second worker", f"left out: {line['left_out']}", "", "", "", ""
    for row in found:
        # The better of the two ways to hold, as a share of its limit.
        used = min(floors.SECOND_WORKER_RATE / row.rate_ratio, row.cpu_ratio / floors.SECOND_WORKER_CPU)
        yield (
            f"second worker, PostgreSQL and Redis, {row.tables} tables",
            f"{median(row.sites, 'cards_per_second'):.0f} cards/s, {row.cpu:.0f} µs",
            f"one: {median(row.bare, 'cards_per_second'):.0f} cards/s, "
            f"{median(row.bare, 'cpu_us_per_card'):.0f} µs",
            f"{row.rate_ratio:.2f}, CPU {row.cpu_ratio:.2f}",
            f"{floors.SECOND_WORKER_RATE}, or CPU {floors.SECOND_WORKER_CPU}",
            verdict(used, floor=1.0, foreign=row.foreign),
        )


def _sockets(lines: Sequence[Line]) -> Iterator[Cells]:
    site, bare = (by_server(lines, name) for name in ("site", "baseline"))
    if site and bare:
        ours, theirs = median(site, "kb_per_socket"), median(bare, "kb_per_socket")
        ratio = ours / theirs
        yield (
            f"memory per idle socket, {site[0]['sockets']} sockets",
            f"{ours:.0f} kB",
            f"{theirs:.0f} kB",
            f"{ratio:.1f}",
            f"{floors.SOCKET_MEMORY_FLOOR}",
            verdict(ratio, floor=floors.SOCKET_MEMORY_FLOOR),
        )


def _start(lines: Sequence[Line]) -> Iterator[Cells]:
    bare = by_server(lines, "baseline")
    for line in by_server(lines, "site"):
        name = {"first": "first start, with an empty folder", "again": "start"}[line["which"]]
        theirs = bare[0]["seconds"] if bare and line["which"] == "again" else None
        yield (
            f"{name}, until it answers",
            f"{line['seconds']:.1f} s",
            f"{theirs:.1f} s" if theirs else "",
            f"{line['seconds'] / theirs:.1f}" if theirs else "",
            "",
            "",
        )


def _storm(lines: Sequence[Line]) -> Iterator[Cells]:
    site, bare = (by_server(lines, name) for name in ("site", "baseline"))
    if site and bare:
        last, refused = median(site, "last_ms") / 1e3, sum(line["refused"] for line in site)
        yield (
            f"{site[0]['sockets']} sockets lost at once, until all are back",
            f"{last:.1f} s, {refused} refused",
            f"{median(bare, 'last_ms') / 1e3:.1f} s",
            "",
            f"{floors.STORM_FLOOR:.0f} s",
            verdict(
                math.inf if refused else last,
                floor=floors.STORM_FLOOR,
                foreign=median(site, "foreign_cpu_share"),
            ),
        )


def _pages(lines: Sequence[Line]) -> Iterator[Cells]:
    bare = by_server(lines, "baseline")
    for page in dict.fromkeys(line["page"] for line in by_server(lines, "site")):
        those = [line for line in lines if line["page"] == page]
        ours, theirs = median(those, "cpu_ms_per_page"), median(bare, "cpu_ms_per_page")
        yield (
            f"page: {page}, {those[0]['queries']} queries, {those[0]['bytes'] / 1000:.0f} kB",
            f"{median(those, 'pages_per_second'):.0f} a second, {ours:.1f} ms",
            f"{median(bare, 'pages_per_second'):.0f} a second",
            f"{ours / theirs:.0f}",
            "",
            "",
        )


def by_server(lines: Iterable[Line], name: str) -> list[Line]:
    return [line for line in lines if line["server"] == name]


# --- how they are written --------------------------------------------------------------------------


def columns(cells: Sequence[Cells], align: Callable[[str, int], str] = str.rjust) -> str:
    """A table for the console, its first line the headings."""
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return "\n".join(
        "  ".join(align(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    )


def markdown(cells: Sequence[Cells]) -> str:
    """The same for a file that is read in a browser."""
    written = [f"| {' | '.join(line)} |" for line in cells]
    return "\n".join([written[0], "|" + "---|" * len(cells[0]), *written[1:]])
