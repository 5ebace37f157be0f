"""Records of boards as PBN text, in export or import format (PBN 2.1, chapters 3 and 5)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from .auction import Pass
from .board_record import Annotation, BoardRecord, Ending, RecordedTable
from .contracts import Contract, Denomination
from .pbn_comments import comment_lines, inline_comment, without_controls
from .pbn_values import MANDATORY, STANDARD, TEXTS, UNKNOWN, is_table
from .seats import Seat

_NAME: Final = re.compile(r"\w+", re.ASCII)
_SPECIAL: Final = re.compile(r'\\+|"')
_PLAIN: Final = re.compile(r"[!#-$&-:<-Z\\^-z|~]+")
_WIDTH: Final = re.compile(r"\\(\d{1,3})([LR]?)$", re.ASCII)
_ALERT: Final = re.compile(r"^\* +")
_FILL: Final = ('[Event "?"]', '[Site "?"]')
_SECTIONS: Final = frozenset(("Auction", "Play", "Note"))


def write_pbn(records: Iterable[BoardRecord], export: bool = True) -> str:
    """Writes a file. What it holds reads back as the same records, and is written again as the same text.

    Only the form of some things is not kept: control characters in texts become spaces, tables come in the
    order of their names, a comment on a section stands before it, and an empty play without a leader is none.
    In export format all mandatory tags are there, a question mark for what is unknown, and lines end in CR
    LF; in import format there is only what is known.
    """
    lines = ["% PBN 2.1", *(["% EXPORT"] if export else [])]
    for n, record in enumerate(records):
        lines += [""] * (n > 0)
        lines += _Writing(record, export).lines()
    text = "\n".join([*lines, ""])
    return text.replace("\n", "\r\n") if export else text


class _Writing:
    """Writes one record."""

    def __init__(self, record: BoardRecord, export: bool) -> None:
        self._record = record
        self._export = export
        self._tables = _tables(record)
        self._comments: dict[str, list[str]] = {}
        for comment in record.comments:
            self._comments.setdefault(comment.after, []).append(comment.text)

    def lines(self) -> list[str]:
        """Gives the lines of its board; one of them may hold several, of a comment."""
        sections = [*self._auction(), *self._play(), *self._supplement()]
        first = list(self._after(""))
        tags = list(self._identification())
        left = [line for texts in self._comments.values() for text in texts for line in comment_lines(text)]
        # A board of a single line between empty ones could be a line of one whose lines a mailer set apart.
        fill = [tag for tag in _FILL if not any(line.startswith(tag[:6]) for line in tags)]
        return [*first, *tags, *fill[: max(2 - len(tags) - len(sections), 0)], *left, *sections]

    def _after(self, tag: str) -> Iterator[str]:
        for text in self._comments.pop(tag, ()):
            yield from comment_lines(text)

    def _tag(self, name: str, value: str) -> Iterator[str]:
        yield f'[{name} "{_escaped(value)}"]'
        yield from self._after(name)

    def _identification(self) -> Iterator[str]:
        record = self._record
        for name in MANDATORY:
            value = _field(record, name)
            if value is None:
                said = record.tags.get(name)
                if said is None or (name not in TEXTS and said.strip() in UNKNOWN):
                    said = _unknown(record, name)
                value = without_controls(said)
            is_unknown = value == "?" if name in TEXTS else value.strip() in UNKNOWN
            if self._export or not is_unknown:
                yield from self._tag(name, value)
        tags = dict(record.tags)
        if record.score_ns is not None:
            tags["Score"] = f"NS {record.score_ns}"
        elif tags.get("Score", "").strip() in UNKNOWN:
            tags.pop("Score", None)
        for name, value in sorted(_supplemental(tags).items()):
            if name not in self._tables:
                yield from self._tag(name, value)

    def _auction(self) -> Iterator[str]:
        record = self._record
        if record.calls is None:
            return
        first = record.dealer or (record.calls[0].seat if record.calls else Seat.N)
        yield from self._tag("Auction", first.value)
        notes: dict[str, int] = {}
        cells: list[str] = []
        turn = first
        for recorded in record.calls:
            beside = recorded.annotation
            marks = beside.marks if beside else ""
            while turn is not recorded.seat:
                cells.append("^S" if "S" in marks else "-")
                turn = turn.next
            text = ("^I " if "I" in marks else "") + str(recorded.call)
            cells.append(text + (_beside(beside, notes) if beside else ""))
            turn = turn.next
        if record.auction_ending is not Ending.UNSAID:
            cells.append(record.auction_ending.value)
        yield from _rows(cells)
        yield from _note_tags(notes)

    def _play(self) -> Iterator[str]:
        record = self._record
        first = _first_column(record)
        if record.played is None or first is None:
            return
        yield from self._tag("Play", first.value)
        notes: dict[str, int] = {}
        cells: list[str] = []
        for trick in record.played:
            for seat in first.clockwise:
                card, beside = trick.cards[seat.order], trick.annotations.get(seat)
                marks = "".join(f"^{mark} " for mark in (beside.marks if beside and card else ""))
                cells.append(marks + str(card or "-") + (_beside(beside, notes) if beside and card else ""))
        if record.play_ending is Ending.OPEN:
            _mark_next(record, first, cells)
        yield from _rows(cells)
        if record.play_ending is Ending.CLOSED:
            yield record.play_ending.value
        yield from _note_tags(notes)

    def _supplement(self) -> Iterator[str]:
        for name, table in sorted(self._tables.items()):
            yield f'[{name} "{_escaped_columns(table.columns)}"]'
            yield from self._after(name)
            yield from _table_rows(table)


def _first_column(record: BoardRecord) -> Seat | None:
    """Gives whose cards stand in the first column of the play; None if no play can be written."""
    if record.played is None:
        return None
    return record.opening_leader or (record.played[0].leader if record.played else None)


def _field(record: BoardRecord, name: str) -> str | None:
    """Gives the value of a mandatory tag that has a field of its own; None if it is unknown."""
    contract: Contract | Pass | Denomination | None = record.contract or record.denomination
    passed_out = "" if isinstance(contract, Pass) else None
    match name:
        case "Board":
            label = without_controls(record.label or "").strip()
            return None if label in UNKNOWN else label
        case "Dealer":
            return None if record.dealer is None else record.dealer.value
        case "Vulnerable":
            return None if record.vulnerability is None else record.vulnerability.value
        case "Deal":
            return None if record.deal is None else record.deal.text_from(record.dealer or Seat.N)
        case "Declarer" if record.declarer is not None:
            return f"{'^' * record.declarer_swapped}{record.declarer}"
        case "Contract":
            return None if contract is None else str(contract)
        case "Result" if record.tricks is not None:
            return f"{'^' * record.tricks_misagreed}{record.tricks}"
        case "Declarer" | "Result":
            return passed_out
    return None


def _unknown(record: BoardRecord, name: str) -> str:
    """Gives the value of a mandatory tag of which nothing is known: empty for the result of a mere deal."""
    facts = (
        record.contract,
        record.denomination,
        record.declarer,
        record.tricks,
        record.calls,
        _first_column(record),
    )
    is_mere_deal = all(fact is None for fact in facts)
    return "" if is_mere_deal and name in ("Declarer", "Contract", "Result") else "?"


def _supplemental(tags: Mapping[str, str]) -> dict[str, str]:
    """Gives the tags that are not mandatory, their names made such as can be written."""
    found: dict[str, str] = {}
    for name, value in tags.items():
        written = "_".join(_NAME.findall(name)) or "_"
        if written in _SECTIONS:
            written += "_"
        if written not in MANDATORY:
            found.setdefault(written, value)
    return found


def _tables(record: BoardRecord) -> dict[str, RecordedTable]:
    """Gives the tables that read back as tables; a mere tag with such a name is one too."""
    found = {
        name: RecordedTable(name, value)
        for name, value in _supplemental(record.tags).items()
        if is_table(name)
    }
    for table in record.tables:
        is_section = any(table.rows) or is_table(table.name)
        if is_section and _NAME.fullmatch(table.name) and table.name not in STANDARD | _SECTIONS:
            found[table.name] = table
    return found


def _escaped(value: str) -> str:
    """Writes a string so that no character ends it, and its first ones mean no inheritance (PBN 3.2, 4.8)."""
    text = without_controls(value)
    if text == "#" or text.startswith("##"):
        text = " " + text
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _escaped_columns(value: str) -> str:
    """Writes the columns of a table, in which a backslash before a width stays single."""
    text = without_controls(value)
    if text == "#" or text.startswith("##"):
        text = " " + text

    def escaped(match: re.Match[str]) -> str:
        if match[0] == '"':
            return '\\"'
        is_before_end = match.string[match.end() : match.end() + 1] in ("", '"')
        return "\\" * (2 * len(match[0]) - (0 if is_before_end else 1))

    return _SPECIAL.sub(escaped, text)


def _beside(annotation: Annotation, notes: dict[str, int]) -> str:
    """Writes the note, glyphs and comments of a call or card, and gives the note its number."""
    note = without_controls(annotation.note or "").strip()
    if annotation.alerted:
        note = f"* {note}".strip()
    note = _ALERT.sub("* ", note)
    words = [f"={notes.setdefault(note, len(notes) + 1)}="] if note else []
    words += [f"${glyph}" for glyph in sorted(annotation.glyphs)]
    text = "".join(f" {word}" for word in words)
    return text + "".join(inline_comment(comment) for comment in annotation.comments)


def _note_tags(notes: Mapping[str, int]) -> Iterator[str]:
    for text, number in notes.items():
        yield f'[Note "{number}:{_escaped(text)}"]'


def _rows(cells: list[str]) -> Iterator[str]:
    """Writes four cells to a line; a comment to the end of the line ends it earlier."""
    line = ""
    for n, cell in enumerate(cells):
        line += cell
        if cell.endswith("\n") or n % 4 == 3:
            yield line.removesuffix("\n")
            line = ""
        else:
            line += " "
    if line:
        yield line.rstrip(" ")


def _mark_next(record: BoardRecord, first: Seat, cells: list[str]) -> None:
    """Puts the sign for the next card where that will stand (PBN 3.6)."""
    last = record.played[-1] if record.played else None
    turn: Seat | None = first
    if last is not None:
        plays = last.plays
        turn = last.winner(record.final_denomination)
        if len(plays) < 4:
            turn = last.leader.clockwise[len(plays)] if last.leader else None
    column = first.clockwise.index(turn) if turn is not None else 0
    if last is not None and None in last.cards and cells[column - 4] == "-":
        cells[column - 4] = Ending.OPEN.value
    else:
        cells += ["-"] * column + [Ending.OPEN.value]


def _table_rows(table: RecordedTable) -> Iterator[str]:
    widths = [_WIDTH.search(column) for column in table.columns.split(";")]
    for row in table.rows:
        if not row:
            continue
        cells = [_element(element) for element in row]
        for n, width in enumerate(widths[: len(cells)]):
            if width:
                size = int(width[1])
                cells[n] = cells[n].rjust(size) if width[2] == "R" else cells[n].ljust(size)
        yield " ".join(cells).rstrip(" ")


def _element(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    escaped = without_controls(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
