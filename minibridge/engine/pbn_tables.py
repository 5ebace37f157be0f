"""The supplemental sections of a PBN board, which are tables (PBN 2.1, chapter 5)."""

import re
from typing import Final

from .board_record import RecordedTable
from .problems import ProblemList

_ELEMENT: Final = re.compile(r'"((?:[^"\\]++|\\.)*+)"|([^\s"]++)|(")')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_COLUMN: Final = re.compile(r"[+-]?[^;\\]*(?:\\\d+[LR]?)?")
_NUMBER: Final = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,9})?", re.ASCII)
_FORBIDDEN: Final = re.compile(r"[][{};%\"]|[^!-~]")


class TableSection:
    """A supplemental section, read piece by piece: a row for each line."""

    def __init__(self, name: str, columns: str, problems: ProblemList) -> None:
        self._name, self._columns = name, columns
        self._rows: list[tuple[str, ...]] = []
        self._problems = problems
        self._width = columns.count(";") + 1
        self._signs = [column[:1] for column in columns.split(";")]
        self._last: dict[int, float] = {}

    def body(self, text: str, offset: int) -> None:
        """Reads the rows of a piece of text."""
        for line in text.split("\n"):
            row = tuple([_element(match, offset, self._problems) for match in _ELEMENT.finditer(line)])
            if row:
                self._rows.append(row)
                if len(row) != self._width:
                    numbers = {"elements": len(row), "columns": self._width}
                    self._problems.add(offset, "table_row", line.strip(), **numbers)
                elif not self._is_in_order(row):
                    self._problems.add(offset, "table_order", line.strip())
            offset += len(line) + 1

    def _is_in_order(self, row: tuple[str, ...]) -> bool:
        """Tells whether columns that ascend or descend, by their signs, still do so with this row."""
        is_so = True
        for n, (sign, element) in enumerate(zip(self._signs, row, strict=True)):
            if sign in ("+", "-") and _NUMBER.fullmatch(element):
                number = float(element)
                last = self._last.get(n, number)
                is_so = is_so and (number <= last if sign == "+" else number >= last)
                self._last[n] = number
        return is_so

    @property
    def has_rows(self) -> bool:
        """Whether a row was read."""
        return bool(self._rows)

    def recorded(self) -> RecordedTable:
        """Gives the table."""
        return RecordedTable(self._name, self._columns, tuple(self._rows))


def are_columns(text: str) -> bool:
    """Tells whether the value of a table's tag names columns, with or without their widths (PBN 3.2)."""
    return bool(text) and all(_COLUMN.fullmatch(column) for column in text.split(";"))


def _element(match: re.Match[str], offset: int, problems: ProblemList) -> str:
    if match[1] is not None:
        return _ESCAPED.sub(r"\1", match[1])
    if _FORBIDDEN.search(match[0]):
        problems.add(offset + match.start(), "table_element", match[0])
    return match[0]
