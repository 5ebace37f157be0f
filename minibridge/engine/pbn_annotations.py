"""What stands beside calls and cards in PBN: suffixes, glyphs, notes, marks of irregularities, comments."""

import re
from collections.abc import Mapping
from typing import Final

from .board_record import NO_ANNOTATION, Annotation
from .problems import ProblemList

SUFFIXES: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The glyph of each suffix beside a call; beside a card it is six more (PBN 3.5.3, 3.6.3)."""
CARD_OFFSET: Final = 6
MOST_NOTES: Final = 32
"""The highest number of a note (PBN 3.5.4)."""

TOKEN: Final = re.compile(
    r"(\^[A-Za-z]?)|([!?]{1,2})|=([^=\s]*+)=|\$(\w*+)|([A-Za-z0-9-]++)|(\*)|(\+)|([^A-Za-z0-9*+-])"
)
"""One token of a word: mark, suffix, note, glyph, call or card, end, to be continued, anything else."""

_ALERT: Final = re.compile(r"\*(?: +(.*))?", re.DOTALL)
_FOR_CALLS: Final = frozenset((*range(1, 7), 13))
_FOR_CARDS: Final = frozenset((*range(7, 13), 14))


class Words:
    """The words of a piece of text, and where each stands."""

    __slots__ = ("_offset", "_starts", "_text", "words")

    def __init__(self, text: str, offset: int) -> None:
        self.words = text.split()
        self._text, self._offset = text, offset
        self._starts: list[int] | None = None

    def at(self, index: int) -> int:
        """Gives the offset of a word in the file."""
        if self._starts is None:
            self._starts = [match.start() for match in re.finditer(r"\S+", self._text)]
        return self._offset + self._starts[min(index, len(self._starts) - 1)]


class _Draft:
    """What is collected so far for one call or card."""

    __slots__ = ("comments", "glyphs", "has_suffix", "is_alerted", "marks", "note", "note_at")

    def __init__(self) -> None:
        self.comments: list[str] = []
        self.glyphs: set[int] = set()
        self.has_suffix = self.is_alerted = False
        self.marks, self.note, self.note_at = "", "", 0


class Annotator:
    """Collects annotations of the calls or cards of one section, each under the index of its call or card."""

    def __init__(self, section: str, problems: ProblemList) -> None:
        self.section = section
        self.problems = problems
        self._drafts: dict[int, _Draft] = {}
        self._praise = range(1, 7) if section == "Auction" else range(7, 13)
        self._forbidden = _FOR_CARDS if section == "Auction" else _FOR_CALLS

    def draft(self, index: int) -> _Draft:
        """Gives what is collected for the call or card with this index."""
        found = self._drafts.get(index)
        if found is None:
            found = self._drafts[index] = _Draft()
        return found

    def comment(self, index: int, text: str) -> None:
        """Adds a comment."""
        self.draft(index).comments.append(text)

    def alert(self, index: int) -> None:
        """Notes that a call was alerted."""
        self.draft(index).is_alerted = True

    def mark(self, index: int, letters: str, offset: int) -> None:
        """Adds marks of accepted irregularities, one of each kind and not two for one card."""
        known = "IS" if self.section == "Auction" else "RL"
        draft = self.draft(index)
        for letter in letters:
            if letter not in known or letter in draft.marks or (draft.marks and known == "RL"):
                self.problems.add(offset, "mark_unreadable", "^" + letter)
            else:
                draft.marks += letter

    def token(self, index: int, token: re.Match[str], offset: int) -> None:
        """Adds a suffix, a note or a glyph."""
        draft = self.draft(index)
        if token[2]:
            self._suffix(draft, token[2], offset)
        elif token[3] is not None:
            self._note(draft, token[3], offset)
        else:
            self._glyph(draft, token[4], offset)

    def _suffix(self, draft: _Draft, text: str, offset: int) -> None:
        if draft.has_suffix:
            self.problems.add(offset, "suffix_twice", text)
            return
        draft.has_suffix = True
        number = SUFFIXES[text] + (0 if self.section == "Auction" else CARD_OFFSET)
        self._add_glyph(draft, number, text, offset)

    def _glyph(self, draft: _Draft, text: str, offset: int) -> None:
        if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < 256):
            self.problems.add(offset, "glyph_number", "$" + text)
        else:
            self._add_glyph(draft, int(text), "$" + text, offset)

    def _add_glyph(self, draft: _Draft, number: int, text: str, offset: int) -> None:
        if number in self._forbidden:
            self.problems.add(offset, "glyph_number", text)
        elif number in draft.glyphs or (number in self._praise and not draft.glyphs.isdisjoint(self._praise)):
            self.problems.add(offset, "glyph_twice", text)
        draft.glyphs.add(number)

    def _note(self, draft: _Draft, text: str, offset: int) -> None:
        if not is_note_number(text):
            self.problems.add(offset, "note_number", f"={text}=")
        number = text.lstrip("0") if text.isascii() and text.isdecimal() and len(text) < 5 else ""
        if draft.note:
            self.problems.add(offset, "note_twice", f"={text}=")
        elif number:
            draft.note, draft.note_at = number, offset
        else:
            draft.is_alerted = True

    def wanted(self) -> set[str]:
        """Gives the numbers of the notes that are referred to."""
        return {draft.note for draft in self._drafts.values() if draft.note}

    def annotations(self, notes: Mapping[str, str]) -> dict[int, Annotation]:
        """Gives each annotation that says something, its note looked up in *notes*."""
        finished = {index: self._finished(draft, notes) for index, draft in sorted(self._drafts.items())}
        return {index: annotation for index, annotation in finished.items() if annotation != NO_ANNOTATION}

    def _finished(self, draft: _Draft, notes: Mapping[str, str]) -> Annotation:
        note, is_alerted = None, draft.is_alerted
        if draft.note:
            note = notes.get(draft.note)
            if note is None:
                self.problems.add(draft.note_at, "note_missing", f"={draft.note}=")
                is_alerted = True
        alert = _ALERT.fullmatch(note or "")
        if alert:
            note, is_alerted = alert[1], True
        return Annotation(
            is_alerted, note or None, tuple(sorted(draft.glyphs)), tuple(draft.comments), draft.marks
        )


def is_note_number(text: str) -> bool:
    """Tells whether a note may have this number."""
    return text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= MOST_NOTES


def read_note(value: str) -> tuple[str, str] | None:
    """Splits the value of a Note tag into its number and its text (PBN 3.5.5)."""
    number, colon, text = value.partition(":")
    number = number.strip()
    if not colon or not number.isascii() or not number.isdecimal() or len(number) > 4:
        return None
    return number.lstrip("0") or "0", text.strip()
