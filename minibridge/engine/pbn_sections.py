"""The sections of a PBN game: its calls, its cards, its tables (PBN 2.1, chapters 3.5, 3.6 and 5)."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from .auction import BIDS, DOUBLE, PASS, REDOUBLE, Call
from .board_record import Annotation, Ending, RecordedCall, RecordedTable, RecordedTrick, passes_to_end
from .cards import DECK, Card
from .contracts import Denomination
from .partial_deal import PartialDeal
from .pbn_annotations import TOKEN, Annotator, Words
from .problems import ProblemList
from .seats import SEATS, Seat

NO_CALL: Final = "-"
ALL_PASS: Final = "AP"

_SPELLINGS: Final[dict[str, Call | str]] = {
    **dict.fromkeys(("P", "p"), PASS),
    **dict.fromkeys(("Dbl", "dbl", "DBL"), DOUBLE),
    **dict.fromkeys(("Rdbl", "rdbl", "RDBL"), REDOUBLE),
    **{text: call for call in BIDS if (n := str(call)[:2])[1] == "N" for text in (n, n.lower())},
    "--": NO_CALL,
    "---": NO_CALL,
}
"""Calls as they are often written, though not in PBN."""
_WORDS: Final[dict[str, Call | str]] = {
    **dict.fromkeys(("Pass", "pass", "PASS"), PASS),
    **dict.fromkeys("Xx", DOUBLE),
    **dict.fromkeys(("XX", "xx"), REDOUBLE),
    **{text: call for call in BIDS for text in (str(call), str(call).lower())},
    **dict.fromkeys(("AP", "ap", "Ap"), ALL_PASS),
    "-": NO_CALL,
    **_SPELLINGS,
}
_CELLS: Final[dict[str, Card | str]] = {
    **{text: card for card in DECK for text in (card.text, card.text.lower())},
    "-": "-",
    "--": "-",
}
_ODD_CARDS: Final[dict[str, Card]] = {
    text: card
    for card in DECK
    for spelled in (card.text[0] + card.text[1].lower(), card.text[0].lower() + card.text[1])
    for text in (spelled, spelled.replace("T", "10").replace("t", "10"))
}
_ELEMENT: Final = re.compile(r'"((?:[^"\\]++|\\.)*+)"|([^\s"]++)|(")')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_COLUMN: Final = re.compile(r"[+-]?[^;\\]*(?:\\\d+[LR]?)?")
_FORBIDDEN: Final = re.compile(r"[][{};%\"]|[^!-~]")


class AuctionSection:
    """The calls of a game, read piece by piece; *first* is the seat of the first column."""

    def __init__(self, first: Seat, problems: ProblemList) -> None:
        self.annotator = Annotator("Auction", problems)
        self.ending = Ending.UNSAID
        self.calls: list[tuple[Seat, Call]] = []
        self.places: list[tuple[Words, int]] = []
        self._problems = problems
        self._turn = first
        self._is_missing = False
        self._marks = ""
        self._star: int | None = None
        self._is_ended = False

    def body(self, text: str, offset: int) -> None:
        """Reads the calls of a piece of text."""
        words = Words(text, offset)
        for index, word in enumerate(words.words):
            known = _WORDS.get(word)
            if known is not None:
                self._call(known, word, words, index)
            else:
                self._tokens(word, words, index)

    def comment(self, text: str) -> bool:
        """Adds a comment to the last call; tells whether there is one."""
        if self.calls:
            self.annotator.comment(len(self.calls) - 1, text)
        return bool(self.calls)

    def _tokens(self, word: str, words: Words, index: int) -> None:
        called = False
        for token in TOKEN.finditer(word):
            kind = token.lastindex
            if kind == 5:
                known = _WORDS.get(token[5], _WORDS.get(token[5].upper()))
                if known is None:
                    self._problems.add(words.at(index), "call_unreadable", word)
                    self._turn = self._turn.next
                    return
                self._call(known, token[5], words, index)
                called = True
            elif kind == 1:
                self._mark(token[1], words.at(index))
            elif kind in (6, 7):
                self._end(kind == 7, called, words.at(index))
            elif kind is None or kind == 8 or not self.calls:
                self._problems.add(words.at(index), "call_unreadable", word)
                return
            else:
                self.annotator.token(len(self.calls) - 1, token, words.at(index))

    def _mark(self, text: str, offset: int) -> None:
        letter = text[1:].upper()
        if letter == "S":
            self._turn = self._turn.next
            self._marks += "" if "S" in self._marks else "S"
        elif letter == "I" and "I" not in self._marks:
            self._marks += "I"
        else:
            self._problems.add(offset, "mark_unreadable", text)

    def _end(self, is_open: bool, is_attached: bool, offset: int) -> None:
        if is_attached and not is_open:
            self._star = len(self.calls) - 1
            return
        if self._is_ended:
            self._problems.add(offset, "call_after_end", "+" if is_open else "*")
        self._is_ended = True
        self.ending = Ending.OPEN if is_open else Ending.CLOSED

    def _call(self, call: Call | str, word: str, words: Words, index: int) -> None:
        if word in _SPELLINGS:
            self._problems.add_once(words.at(index), "spelling", word)
        if call == NO_CALL:
            self._turn = self._turn.next
            self._is_missing = bool(self.calls)
            return
        if self._is_ended:
            self._problems.add(words.at(index), "call_after_end", word)
        if self._star is not None:
            self.annotator.alert(self._star)
            self._star = None
        if self._is_missing:
            self._problems.add(words.at(index), "call_missing", word)
            self._is_missing = False
        if isinstance(call, str):
            self._all_pass(words, index)
        else:
            self._add(call, words, index)

    def _add(self, call: Call, words: Words, index: int) -> None:
        self.calls.append((self._turn, call))
        self.places.append((words, index))
        self._turn = self._turn.next
        if self._marks:
            self.annotator.mark(len(self.calls) - 1, self._marks, words.at(index))
            self._marks = ""

    def _all_pass(self, words: Words, index: int) -> None:
        for _ in range(passes_to_end([call for _, call in self.calls[-4:]])):
            self._add(PASS, words, index)

    def finish(self) -> None:
        """Ends the section: an asterisk at the very last call ends the auction, rather than alert it."""
        if self._star is not None:
            self.ending = Ending.CLOSED

    def recorded(self, notes: Mapping[str, str]) -> tuple[RecordedCall, ...]:
        """Gives the calls with what is noted beside them."""
        annotations = self.annotator.annotations(notes)
        return tuple(
            [RecordedCall(seat, call, annotations.get(n)) for n, (seat, call) in enumerate(self.calls)]
        )

    def offset(self, index: int) -> int:
        """Gives where a call stands."""
        words, word = self.places[index]
        return words.at(word)


class PlaySection:
    """The cards of a game, read piece by piece: columns by seat, the opening leader's first."""

    def __init__(self, problems: ProblemList) -> None:
        self.annotator = Annotator("Play", problems)
        self.ending = Ending.UNSAID
        self.cells: list[Card | None] = []
        self.next_cell: int | None = None
        self._problems = problems
        self._pieces: list[tuple[int, Words, int]] = []
        self._marks = ""
        self._is_ended = False
        self._words: Words | None = None

    def body(self, text: str, offset: int) -> None:
        """Reads the cards of a piece of text."""
        words = Words(text, offset)
        plain = [_CELLS.get(word) for word in words.words]
        if None not in plain and not self._is_ended and not self._marks:
            self._pieces.append((len(self.cells), words, 0))
            self.cells += [None if isinstance(cell, str) else cell for cell in plain]
            return
        for index, word in enumerate(words.words):
            cell = _CELLS.get(word)
            if cell is None:
                self._tokens(word, words, index)
                self._words = None
            else:
                self._cell(cell, words, index)

    def comment(self, text: str) -> bool:
        """Adds a comment to the last card; tells whether there is one."""
        last = self._last_card()
        if last is not None:
            self.annotator.comment(last, text)
        return last is not None

    def _last_card(self) -> int | None:
        last = len(self.cells) - 1
        while last >= 0 and self.cells[last] is None and last > len(self.cells) - 5:
            last -= 1
        return last if last >= 0 and self.cells[last] is not None else None

    def _cell(self, cell: Card | str, words: Words, index: int) -> None:
        if self._words is not words:
            self._words = words
            self._pieces.append((len(self.cells), words, index))
        if isinstance(cell, str):
            self.cells.append(None)
            return
        if self._is_ended and self.ending is Ending.CLOSED:
            self._problems.add(words.at(index), "card_after_end", cell.text)
        if self._marks:
            self.annotator.mark(len(self.cells), self._marks, words.at(index))
            self._marks = ""
        self.cells.append(cell)

    def _tokens(self, word: str, words: Words, index: int) -> None:
        for token in TOKEN.finditer(word):
            kind, last = token.lastindex, self._last_card()
            if kind == 5:
                self._odd_cell(token[5], words, index)
            elif kind == 1:
                self._marks += token[1][1:].upper() or "?"
            elif kind in (6, 7):
                self._end(kind == 7, words.at(index))
            elif kind is None or kind == 8 or last is None:
                self._problems.add(words.at(index), "card_unreadable", word)
                return
            else:
                self.annotator.token(last, token, words.at(index))

    def _odd_cell(self, text: str, words: Words, index: int) -> None:
        cell = _CELLS.get(text)
        if cell is None:
            cell = _ODD_CARDS.get(text)
            if cell is None:
                self._problems.add(words.at(index), "card_unreadable", text)
            elif text.upper() not in _CELLS:
                self._problems.add_once(words.at(index), "spelling", text)
        self._words = None
        self._cell("-" if cell is None else cell, words, index)

    def _end(self, is_open: bool, offset: int) -> None:
        if self._is_ended:
            self._problems.add(offset, "card_after_end", "+" if is_open else "*")
        self._is_ended = True
        self.ending = Ending.OPEN if is_open else Ending.CLOSED
        if is_open:
            self.next_cell = len(self.cells)
            self.cells.append(None)

    def offset(self, cell: int) -> int:
        """Gives where a card stands."""
        start, words, index = self._pieces[max(bisect_right(self._pieces, cell, key=lambda p: p[0]) - 1, 0)]
        return words.at(index + cell - start)


class Tricks:
    """Makes tricks of the cells of a play section."""

    def __init__(self, section: PlaySection, first: Seat, deal: PartialDeal | None) -> None:
        self._section = section
        self._first = first
        self._deal = deal

    def recorded(
        self, denomination: Denomination | None, notes: Mapping[str, str], problems: ProblemList
    ) -> tuple[RecordedTrick, ...]:
        """Gives the tricks. Who leads is known where the trick before has a winner."""
        cells = self._section.cells
        while cells and cells[-1] is None:
            cells.pop()
        if len(cells) > 52:
            problems.add(self._section.offset(52), "card_after_end", str(cells[52] or "-"))
            del cells[52:]
        annotations = self._section.annotator.annotations(notes)
        leader: Seat | None = self._first
        tricks: list[RecordedTrick] = []
        for start in range(0, len(cells), 4):
            row = cells[start : start + 4]
            beside = self._beside(start, annotations) if annotations else {}
            leader = next((seat for seat, note in beside.items() if "L" in note.marks), leader)
            cards = self._cards(row, leader, start, problems)
            if self._section.next_cell is not None and start + 4 > self._section.next_cell:
                self._check_next(cards, leader, start, problems)
            trick = RecordedTrick(leader, cards, beside) if beside else RecordedTrick(leader, cards)
            tricks.append(trick)
            leader = trick.winner(denomination)
        return tuple(tricks)

    def _beside(self, start: int, annotations: Mapping[int, Annotation]) -> dict[Seat, Annotation]:
        columns = self._first.clockwise
        return {columns[n]: annotations[start + n] for n in range(4) if start + n in annotations}

    def _cards(
        self, row: list[Card | None], leader: Seat | None, start: int, problems: ProblemList
    ) -> tuple[Card | None, ...]:
        """Gives the cards by seat: by columns, unless only the order of play fits the hands."""
        cards = _by_seat(row, self._first)
        if leader is None or leader is self._first or self._deal is None or self._fits(cards):
            return cards
        in_order = _by_seat(row, leader)
        if None in row or not self._fits(in_order):
            return cards
        problems.add(self._section.offset(start), "row_layout", " ".join(map(str, row)))
        return in_order

    def _check_next(
        self, cards: tuple[Card | None, ...], leader: Seat | None, start: int, problems: ProblemList
    ) -> None:
        """Nobody can have played after the player who is to play next."""
        column = (self._section.next_cell or 0) - start
        turn = self._first.clockwise[column] if column >= 0 else leader
        order = () if leader is None or turn is None else leader.clockwise
        later = order[order.index(turn) :] if turn in order else ()
        for seat in later:
            if cards[seat.order] is not None:
                problems.add(self.offset(start // 4, seat), "card_after_end", str(cards[seat.order]))
                return

    def _fits(self, cards: tuple[Card | None, ...]) -> bool:
        deal = self._deal
        assert deal is not None
        hands = (deal.north, deal.east, deal.south, deal.west)
        for card, hand in zip(cards, hands, strict=True):
            if card is not None and (card not in hand if hand is not None else deal.holder(card) is not None):
                return False
        return True

    def offset(self, trick: int, seat: Seat) -> int:
        """Gives where the card of a seat stands."""
        return self._section.offset(4 * trick + (seat.order - self._first.order) % 4)


def _by_seat(row: list[Card | None], first: Seat) -> tuple[Card | None, ...]:
    whole = row if len(row) == 4 else row + [None] * (4 - len(row))
    turned = len(SEATS) - first.order
    return (*whole[turned:], *whole[:turned])


class TableSection:
    """A supplemental section, read piece by piece: a row for each line."""

    def __init__(self, name: str, columns: str, problems: ProblemList) -> None:
        self._name, self._columns = name, columns
        self._rows: list[tuple[str, ...]] = []
        self._problems = problems
        self._width = columns.count(";") + 1

    def body(self, text: str, offset: int) -> None:
        """Reads the rows of a piece of text."""
        for line in text.split("\n"):
            row = tuple([_element(match, offset, self._problems) for match in _ELEMENT.finditer(line)])
            if row:
                self._rows.append(row)
                if len(row) != self._width:
                    numbers = {"elements": len(row), "columns": self._width}
                    self._problems.add(offset, "table_row", line.strip(), **numbers)
            offset += len(line) + 1

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
