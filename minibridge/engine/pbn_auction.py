"""The auction section of a PBN board (PBN 2.1, chapter 3.5)."""

from collections.abc import Mapping
from typing import Final

from .auction import BIDS, DOUBLE, PASS, REDOUBLE, Call
from .board_record import MOST_CALLS, Ending, RecordedCall, passes_to_end
from .pbn_annotations import TOKEN, Annotator, Words
from .problems import ProblemList
from .seats import Seat

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


class AuctionSection:
    """The calls of a board, read piece by piece; *first* is the seat of the first column."""

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
        if len(self.calls) == MOST_CALLS:
            self._problems.add_once(words.at(index), "auction_over", str(call))
            return
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
