"""Double-dummy tricks as PBN 2.1 keeps them: OptimumResultTable (chapter 5.7) and OptimumScore."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from .board_record import BoardRecord, RecordedTable
from .contracts import Denomination
from .seats import SEATS, Seat, Side

OPTIMUM_TABLE: Final = "OptimumResultTable"
OPTIMUM_SCORE: Final = "OptimumScore"

_COLUMNS: Final = "Declarer;Denomination\\2R;Result\\2R"
_ORDER: Final = tuple(reversed(Denomination))
_SCORE: Final = re.compile(r"(NS|EW) ([+-]?\d{1,5})", re.ASCII)

Tricks = Mapping[tuple[Seat, Denomination], int]
"""How many tricks each seat wins as declarer in each denomination."""


def optimum_table(tricks: Tricks) -> RecordedTable:
    """Writes the table: a row for each declarer and denomination."""
    rows = tuple(
        (seat.value, denomination.value, str(tricks[seat, denomination]))
        for seat in SEATS
        for denomination in _ORDER
        if (seat, denomination) in tricks
    )
    return RecordedTable(OPTIMUM_TABLE, _COLUMNS, rows)


def with_optimum(record: BoardRecord, tricks: Tricks, score_ns: int | None = None) -> BoardRecord:
    """Gives *record* with an analysis, under the names of the standard, in place of any that it has."""
    tables = tuple(table for table in record.tables if table.name != OPTIMUM_TABLE)
    tags = dict(record.tags)
    if score_ns is not None:
        tags[OPTIMUM_SCORE] = f"NS {score_ns}"
    return replace(record, tables=(*tables, optimum_table(tricks)), tags=tags)


def optimum_tricks(record: BoardRecord) -> dict[tuple[Seat, Denomination], int]:
    """Reads the table of a record, in whatever order its columns are; rows without sense are left out."""
    table = next((table for table in record.tables if table.name == OPTIMUM_TABLE), None)
    names = [column.lstrip("+-").partition("\\")[0] for column in table.columns.split(";")] if table else []
    if table is None or not {"Declarer", "Denomination", "Result"} <= set(names):
        return {}
    found: dict[tuple[Seat, Denomination], int] = {}
    for row in table.rows:
        cell = dict(zip(names, row, strict=False))
        seat, denomination, result = (cell.get(name, "") for name in ("Declarer", "Denomination", "Result"))
        if _is_seat(seat) and denomination in _NAMES and _is_tricks(result):
            found[Seat(seat), _NAMES[denomination]] = int(result)
    return found


def optimum_score(record: BoardRecord) -> int | None:
    """Reads the best score of North-South that both sides can reach, if the record gives one."""
    match = _SCORE.fullmatch(record.tags.get(OPTIMUM_SCORE, ""))
    if not match:
        return None
    return int(match[2]) if Side(match[1]) is Side.NS else -int(match[2])


def table_in_value(value: str) -> RecordedTable | None:
    """Reads a table that was written into the value of its tag, with ``\\t`` and ``\\n`` between its cells:
    a line of denominations, then a line for each declarer.

    None if it is not that.
    """
    lines = [line.split("\\t") for line in value.split("\\n") if line][:5]
    denominations = [name.strip() for name in lines[0] if name.strip()] if len(lines) > 1 else []
    if not denominations or not set(denominations) <= _NAMES.keys():
        return None
    tricks: dict[tuple[Seat, Denomination], int] = {}
    for seat, *results in lines[1:]:
        cells = [result.strip() for result in results]
        if not _is_seat(seat) or len(cells) != len(denominations) or not all(map(_is_tricks, cells)):
            return None
        for name, result in zip(denominations, cells, strict=True):
            tricks[Seat(seat), _NAMES[name]] = int(result)
    return optimum_table(tricks)


_NAMES: Final = {denomination.value: denomination for denomination in Denomination}


def _is_seat(text: str) -> bool:
    return text in ("N", "E", "S", "W")


def _is_tricks(text: str) -> bool:
    return re.fullmatch(r"1[0-3]|\d", text, re.ASCII) is not None
