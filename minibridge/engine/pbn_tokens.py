"""The text of a PBN file as boards: tag pairs, comments, and the plain text of sections (PBN 2.1, chapter 3).

Every character is looked at a fixed number of times at most, whatever the file holds: no pattern can go back
over what it has consumed, and a mistake costs no more than the line it stands in.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final

from .problems import LONGEST_TEXT

_TOKEN: Final = re.compile(
    r'\[\s*+([A-Za-z0-9_]++)\s*+"((?:[^"\\\n]++|\\[^\n])*+)"\s*+\]'
    r"|(\n(?:[^\S\n]*+\n)++)"
    r"|(^%[^\n]*+)"
    r"|(\{)"
    r"|;([^\n]*+)"
    # A backslash takes the letter after it along here too: a quote that ends nowhere is looked after once.
    r'|((?:[^\s\[{;"\\]|\\[^\s\[{;]|\\|"(?:[^"\\\n]++|\\[^\n])*+")'
    r'(?:[^\[{;"\\\n]++|\\[^\n\[{;]|\\|"(?:[^"\\\n]++|\\[^\n])*+"|\n(?![^\S\n]*+(?:\n|\Z)|%))*+)'
    r'|(")'
    r"|(\[)",
    re.MULTILINE,
)
_ESCAPED: Final = re.compile(r'\\(["\\])')
_WHOLE_TAG: Final = re.compile(r'\[[^\S\n]*+([A-Za-z0-9_]++)\s*+"((?:[^"\\\n]++|\\[^\n])*+)"\s*+\]')
_LOOSE_TAG: Final = re.compile(
    r'\[[^\S\n]*+([A-Za-z0-9_]++)[^\S\n]*+"([^\n]*)"[^\S\n]*\][^\S\n]*$', re.MULTILINE
)
_TAG_INSIDE: Final = re.compile(r'\][^\S\n]*\[[^\S\n]*\w+[^\S\n]*"')
_BROKEN_TAG: Final = re.compile(
    r'\[[^\S\n]*+([A-Za-z0-9_]++)[^\S\n]*+"?([^"\[\]\n]*+)"?[^\S\n]*+\]?[^\S\n]*+$', re.MULTILINE
)
_NEXT_BOARD: Final = re.compile(r'\n[^\S\n]*+\n(?:%[^\n]*+\n)*+[^\S\n]*+\[[A-Z][A-Za-z0-9_]*+ *+"')
_NEIGHBOURS: Final = re.compile(r"^[^\S\n]*+[^\s%][^\n]*+\n[^\S\n]*+[^\s%]", re.MULTILINE)
_NEXT_TAG: Final = re.compile(r'\n[^\S\n]*+\[[A-Z][A-Za-z0-9_]*+ *+"')
_WIDE_GAP: Final = re.compile(r"\n(?:[^\S\n]*+\n){2,}+")
_NAMES: Final = re.compile(r"^[^\S\n]*+\[(\w+)", re.MULTILINE)
_LONG_LINE: Final = re.compile(r"^[^\n]{255}[^\n]*+", re.MULTILINE)
_VERSION: Final = re.compile(r"^%[^\S\n]*PBN[^\S\n]+(\d+\.\d+)", re.MULTILINE)
_EXPORT: Final = re.compile(r"^%[^\S\n]*EXPORT\b", re.MULTILINE)

ONCE_A_BOARD: Final = frozenset("Event Site Date Board West North East South Dealer Vulnerable Deal".split())
"""The tags with which a new board may begin where the empty line before it is missing."""


class Kind(Enum):
    """What a piece of a board is."""

    TAG = "tag"
    COMMENT = "comment"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem of the text, before its meaning is looked at."""

    offset: int
    code: str
    text: str = ""


Piece = tuple[Kind, int, str, str]
"""Kind, offset, the name of a tag (else empty), and the value or text."""


@dataclass(slots=True)
class BoardText:
    """The pieces of one board in their order."""

    pieces: list[Piece] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    deals: int = 0
    is_begun: bool = False
    """Whether it has more than comments."""
    has_tags: bool = False
    """Whether it is a board, rather than text that stands alone."""


class Source:
    """The text of a file, and which line an offset stands in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ends: list[int] | None = None

    @property
    def version(self) -> str | None:
        """The version that the file says it is written in (PBN 2.4)."""
        found = _VERSION.search(self.text, 0, self.text.find("["))
        return found[1] if found else None

    @property
    def is_export(self) -> bool:
        """Whether the file says that it is in export format (PBN 2.4)."""
        return _EXPORT.search(self.text, 0, self.text.find("[")) is not None

    @cached_property
    def has_controls(self) -> bool:
        """Whether there may be control characters in it."""
        return not self.text.replace("\n", "").isprintable()

    def line_of(self, offset: int) -> int:
        """Gives the number of the line, counted from 1; 0 for a negative offset, which is nowhere."""
        if offset < 0:
            return 0
        if self._ends is None:
            self._ends = [match.start() for match in re.finditer("\n", self.text)]
        return bisect_left(self._ends, offset) + 1

    def long_lines(self) -> list[int]:
        """Gives the offsets of the lines of more than 255 characters, their end included (PBN 2.3)."""
        if max(map(len, self.text.split("\n"))) < 255:
            return []
        return [match.start() for match in _LONG_LINE.finditer(self.text)]


def board_texts(source: Source) -> Iterator[BoardText]:
    """Splits a file into boards.

    Where the empty lines between boards are missing, a new one begins with a tag that the board has already,
    once it has its deal. Where every single line is followed by an empty one, as mail programs do to files,
    only two of them end a board.
    """
    for board in _Scanner(source.text).boards():
        yield from _separated(board) if board.deals > 1 else (board,)


class _Scanner:
    """Goes through a text once, from token to token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.board = BoardText()
        self.close = self.next_board = self.line_seen = -1
        self.is_doubled = _is_doubled(text)
        self.is_doubling_told = False

    def boards(self) -> Iterator[BoardText]:
        """Gives board after board; comments that stand alone belong to the board after them."""
        start = 0
        while start >= 0:
            for match in _TOKEN.finditer(self.text, start):
                start = self._take(match)
                if start:
                    break
                if match.lastindex == 3 and self._is_end(match):
                    yield self._next()
            else:
                start = -1
        if self.board.pieces or self.board.is_begun:
            yield self.board

    def _take(self, match: re.Match[str]) -> int:
        """Adds a token to the board; gives where to go on, or 0 for where it ends."""
        kind = match.lastindex
        if kind == 2:
            self._tag(match.start(), match[1], match[2])
        elif kind == 7:
            self.board.is_begun = True
            self.board.pieces.append((Kind.BODY, match.start(), "", match[7]))
        elif kind == 6:
            self.board.pieces.append((Kind.COMMENT, match.start(), "", match[6]))
        elif kind == 5:
            return self._comment(match.start())
        elif kind == 9:
            return self._bad_tag(match.start())
        elif kind == 8:
            self.board.is_begun = True
            self._flaw("stray_text", match.start(), match.end())
        return 0

    def _is_end(self, gap: re.Match[str]) -> bool:
        """Tells whether an empty line ends the board."""
        if not self.board.is_begun or not self.is_doubled or gap[3].count("\n") > 2:
            return self.board.is_begun
        if not self.is_doubling_told:
            self.is_doubling_told = True
            self._flaw("lines_doubled", gap.start(), gap.start())
        return False

    def _next(self) -> BoardText:
        board, self.board, self.is_doubling_told = self.board, BoardText(), False
        return board

    def _flaw(self, code: str, start: int, end: int) -> None:
        self.board.flaws.append(Flaw(start, code, self.text[start : min(end, start + LONGEST_TEXT)]))

    def _tag(self, offset: int, name: str, value: str) -> None:
        if "\\" in value:
            value = _ESCAPED.sub(r"\1", value)
        self.board.deals += name == "Deal"
        self.board.is_begun = self.board.has_tags = True
        self.board.pieces.append((Kind.TAG, offset, name, value))

    def _comment(self, start: int) -> int:
        """Reads a brace comment. One that runs into the next board was not closed: it ends before a tag."""
        text = self.text
        if self.close < start:
            found = text.find("}", start)
            self.close = len(text) if found < 0 else found
        if self.next_board < start:
            next_board = _NEXT_BOARD.search(text, start)
            self.next_board = next_board.start() if next_board else len(text)
        end, after = self.close, self.close + 1
        if end == len(text) or self.next_board < end:
            tag = _NEXT_TAG.search(text, start)
            end = after = min(tag.start() if tag else len(text), self.next_board)
            self._flaw("comment_not_closed", start, end)
        self.board.pieces.append((Kind.COMMENT, start, "", text[start + 1 : end]))
        return after

    def _bad_tag(self, start: int) -> int:
        """Reads what is still clear of a tag that is not written as one, if it has its line for itself."""
        text = self.text
        self.board.is_begun = self.board.has_tags = True
        if start < self.line_seen:
            another = text.find("[", start + 1, self.line_seen)
            end = self.line_seen if another < 0 else another
            self._flaw("tag_malformed", start, end)
            return end
        end = text.find("\n", start)
        end = self.line_seen = len(text) if end < 0 else end
        loose = _LOOSE_TAG.match(text, start, end)
        if loose and not _TAG_INSIDE.search(loose[2]):
            self._flaw("quote_not_escaped", start, end)
            self._tag(start, loose[1], loose[2])
            return end
        self._flaw("tag_malformed", start, end)
        broken = _BROKEN_TAG.match(text, start, end)
        if broken and broken[2].strip():
            self._tag(start, broken[1], broken[2].strip())
            return end
        whole = _WHOLE_TAG.search(text, start + 1, end)
        return whole.start() if whole else end


def _is_doubled(text: str) -> bool:
    """Tells whether every line is followed by an empty one, without any line being a whole board."""
    if _NEIGHBOURS.search(text):
        return False
    names = [_NAMES.findall(part.replace("[Note ", "")) for part in _WIDE_GAP.split(text)]
    return any(len(part) > 2 for part in names) and all(len(set(part)) == len(part) for part in names)


def _separated(board: BoardText) -> Iterator[BoardText]:
    """Splits a board with several deals where a tag comes again after a deal."""
    last_deal = max(n for n, piece in enumerate(board.pieces) if piece[2] == "Deal")
    part, seen = BoardText(is_begun=True, has_tags=True), set[str]()
    flaws = board.flaws[::-1]
    for n, piece in enumerate(board.pieces):
        name = piece[2]
        if name in seen and name in ONCE_A_BOARD and part.deals and n <= last_deal:
            yield part
            part, seen = BoardText(is_begun=True, has_tags=True), set()
            part.flaws.append(Flaw(piece[1], "boards_not_separated"))
        while flaws and flaws[-1].offset <= piece[1]:
            part.flaws.append(flaws.pop())
        if name:
            seen.add(name)
            part.deals += name == "Deal"
        part.pieces.append(piece)
    part.flaws += flaws[::-1]
    yield part
