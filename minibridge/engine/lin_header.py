"""What stands before the boards of a LIN file: a match, its results and its players."""

from collections.abc import Mapping
from typing import Final

from .lin_board import LinBoard, MatchFacts
from .lin_fields import Field, read_result
from .problems import ProblemList

HEADER: Final = frozenset(("vg", "rs", "pw", "mp", "bn"))
"""The fields of a header, beside ``pn``, the names, which a board can have of its own."""

_SCORINGS: Final = {"I": "IMP", "P": "MP", "B": "BAM"}
_TITLES: Final = {
    0: "Event",
    1: "Stage",
    5: "HomeTeam",
    6: "HomeCarryOver",
    7: "VisitTeam",
    8: "VisitCarryOver",
}


class LinHeader:
    """The header that holds for the boards after it."""

    def __init__(self) -> None:
        self._fields: dict[str, Field] = {}
        self._lists: dict[str, list[str]] = {}
        self._places: dict[str, int] = {}

    @property
    def values(self) -> Mapping[str, str]:
        """The fields as they stand."""
        return {name: item.value for name, item in self._fields.items()}

    def take(self, item: Field) -> None:
        """Reads a field, which takes the place of one before; a title begins a new header."""
        if item.name == "vg":
            self._fields, self._lists, self._places = {}, {}, {}
        self._fields[item.name] = item
        self._lists[item.name] = [part.strip() for part in item.value.split(",")]
        if item.name == "bn":
            self._places = {number: place for place, number in reversed(list(enumerate(self._lists["bn"])))}

    def match(self, board: LinBoard, problems: ProblemList) -> MatchFacts:
        """Gives what the header says of a board."""
        slot = self._slot(board)
        names = self._fields["pn"].value if "pn" in self._fields else ""
        if not names and slot is not None:
            names = ",".join(self._lists.get("pw", [])[4 * slot : 4 * slot + 4])
        entry = self._entry(slot)
        result = read_result(entry) if entry else None
        offset = self._fields["rs"].offset if "rs" in self._fields else -1
        if entry and result is None:
            problems.add(offset, "value_unreadable", entry, tag="rs")
        return MatchFacts(names, result, offset, self._titles())

    def _slot(self, board: LinBoard) -> int | None:
        """Gives the place of a board among the results: there are two for each, open room and closed."""
        first = self._lists.get("vg", [])[3:4]
        place = self._places.get(board.number or "")
        if place is None and first and first[0].isascii() and first[0].isdecimal() and board.number:
            place = int(board.number) - int(first[0][:9])
        return None if place is None or place < 0 else 2 * place + (board.room == "Closed")

    def _entry(self, slot: int | None) -> str:
        entries = self._lists.get("rs", [])
        return entries[slot] if slot is not None and slot < len(entries) else ""

    def _titles(self) -> dict[str, str]:
        parts = self._lists.get("vg", [])
        found = {name: parts[place] for place, name in _TITLES.items() if place < len(parts) and parts[place]}
        scoring = _SCORINGS.get(parts[2].upper()) if len(parts) > 2 else None
        return found | ({"Scoring": scoring} if scoring else {})
