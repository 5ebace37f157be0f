"""The score sheet as a table for spreadsheets: a line for each deal."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

from django.utils import timezone
from django.utils.translation import get_language, gettext, pgettext

from minibridge.engine import SEATS

from .models import BoardRecord
from .replays import names_of
from .templatetags.bridge import seat_label

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet would work out."""
BYTE_ORDER_MARK = "\ufeff"  # by it spreadsheets know UTF-8


class _Line:
    """What a csv writer writes to: it keeps the last line."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def csv_pieces(records: Iterable[BoardRecord]) -> Iterator[str]:
    """A whole file, line by line, in the language now spoken; French spreadsheets want semicolons."""
    line = _Line()
    writer = csv.writer(line, delimiter="," if (get_language() or "fr").startswith("en") else ";")
    writer.writerow(_head())
    yield BYTE_ORDER_MARK + line.text
    for record in records:
        writer.writerow([safe(cell) for cell in _row(record)])
        yield line.text


def _head() -> list[str]:
    return [
        gettext("Date"),
        gettext("Table"),
        gettext("Deal"),
        gettext("Dealer"),
        gettext("Vulnerable"),
        *(seat_label(seat) for seat in SEATS),
        gettext("How it ended"),
        gettext("Declarer"),
        gettext("Contract"),
        gettext("Tricks"),
        pgettext("csv", "Points of North-South"),
        pgettext("csv", "Points of East-West"),
    ]


def _row(record: BoardRecord) -> list[object]:
    board, names = record.board, names_of(record)
    return [
        timezone.localtime(record.started).strftime("%Y-%m-%d %H:%M"),
        record.match.source if record.match.importer_id else record.match.table.code,
        board.number,
        board.dealer,
        board.vulnerability,
        *(names.get(seat, "") for seat in SEATS),
        record.get_outcome_display(),
        record.declarer,
        str(record.contract or ""),
        "" if record.tricks is None else record.tricks,
        "" if record.points_ns is None else record.points_ns,
        "" if record.points_ew is None else record.points_ew,
    ]


def safe(cell: object) -> object:
    """A text that no spreadsheet takes for a formula: an apostrophe stands before one that looks like it."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA) else cell
