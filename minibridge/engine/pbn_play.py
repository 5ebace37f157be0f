"""The play section of a PBN board (PBN 2.1, chapter 3.6)."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from .board_record import Annotation, Ending, RecordedTrick
from .cards import DECK, Card
from .contracts import Denomination
from .partial_deal import PartialDeal
from .pbn_annotations import TOKEN, Annotator, Words
from .problems import ProblemList
from .seats import SEATS, Seat

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


class PlaySection:
    """The cards of a board, read piece by piece: columns by seat, the opening leader's first."""

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
                self._marks = (self._marks + (token[1][1:].upper() or "?"))[:3]
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
        self._last_first = first
        self._last_start = len(section.cells) // 4 * 4

    def recorded(
        self, denomination: Denomination | None, notes: Mapping[str, str], problems: ProblemList
    ) -> tuple[RecordedTrick, ...]:
        """Gives the tricks. Who leads is known where the trick before has a winner."""
        cells = self._section.cells
        late = next((n for n in range(52, len(cells)) if cells[n] is not None), None)
        if late is not None:
            problems.add(self._section.offset(late), "card_after_end", str(cells[late]))
        del cells[52:]
        while cells and cells[-1] is None:
            cells.pop()
        annotations = self._section.annotator.annotations(notes)
        leader: Seat | None = self._first
        tricks: list[RecordedTrick] = []
        for start in range(0, len(cells), 4):
            row = cells[start : start + 4]
            first = self._column(row, leader, start, problems) if start == self._last_start else self._first
            beside = _beside(start, first, annotations) if annotations else {}
            leader = next((seat for seat, note in beside.items() if "L" in note.marks), leader)
            cards = _by_seat(row, first)
            if self._section.next_cell is not None and start + 4 > self._section.next_cell:
                self._check_next(cards, leader, start, problems)
            trick = RecordedTrick(leader, cards, beside) if beside else RecordedTrick(leader, cards)
            tricks.append(trick)
            leader = trick.winner(denomination)
        return tuple(tricks)

    def _column(self, row: list[Card | None], leader: Seat | None, start: int, problems: ProblemList) -> Seat:
        """Gives whose card stands first in a last row that is too short: the leader's, if only that fits."""
        first = self._first
        if leader is None or leader is first or self._deal is None or None in row:
            return first
        if self._fits(_by_seat(row, first)) or not self._fits(_by_seat(row, leader)):
            return first
        problems.add(self._section.offset(start), "row_layout", " ".join(map(str, row)))
        self._last_first = leader
        return leader

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
        first = self._last_first if 4 * trick == self._last_start else self._first
        return self._section.offset(4 * trick + (seat.order - first.order) % 4)


def _beside(start: int, first: Seat, annotations: Mapping[int, Annotation]) -> dict[Seat, Annotation]:
    columns = first.clockwise
    return {columns[n]: annotations[start + n] for n in range(4) if start + n in annotations}


def _by_seat(row: list[Card | None], first: Seat) -> tuple[Card | None, ...]:
    whole = row if len(row) == 4 else row + [None] * (4 - len(row))
    turned = len(SEATS) - first.order
    return (*whole[turned:], *whole[:turned])
