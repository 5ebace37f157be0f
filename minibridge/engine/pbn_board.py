"""One board of a PBN file taken apart: the values of its tags, its sections, notes and comments."""

from dataclasses import dataclass, field
from typing import Final

from .board_record import Comment
from .partial_deal import PartialDeal
from .pbn_annotations import is_note_number, read_note
from .pbn_auction import AuctionSection
from .pbn_play import PlaySection
from .pbn_tables import TableSection
from .pbn_tokens import BoardText, Kind, Source
from .pbn_values import NOT_INHERITED, STANDARD, UNKNOWN, Tell, is_table, read_seat
from .problems import ProblemList
from .seats import Seat

MOST_DEFAULTS: Final = 60
"""How many tags a file can give at once for all boards that follow."""
Notes = dict[str, tuple[str, int]]
"""The text of each note by its number, and where it stands."""


@dataclass(slots=True)
class Inheritance:
    """What passes from board to board of a file: values (PBN 4.8), and deals that were read before."""

    source: Source
    values: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    deals: dict[str, PartialDeal] = field(default_factory=dict)


class BoardParts:
    """The parts of one board.

    ``tags`` are the values after inheritance, ``at`` says where each tag stands. A section that the board has
    not is None. ``auction_first`` and ``play_first`` are the seats of the first columns, if they are said.
    """

    def __init__(self, inheritance: Inheritance, board: BoardText) -> None:
        self.problems = ProblemList(inheritance.source.line_of)
        self.at: dict[str, int] = {}
        self.tags: dict[str, str] = {}
        self.comments: list[Comment] = []
        self.auction: AuctionSection | None = None
        self.auction_first: Seat | None = None
        self.play: PlaySection | None = None
        self.play_first: Seat | None = None
        self.tables: dict[str, TableSection] = {}
        self.notes: dict[str, Notes] = {"Auction": {}, "Play": {}}
        self.may_have_controls = inheritance.source.has_controls
        self._inheritance = inheritance
        self._last = ""
        self._section: AuctionSection | PlaySection | TableSection | None = None
        self._is_ignored = False
        for flaw in board.flaws:
            self.problems.add(flaw.offset, flaw.code, flaw.text)
        for kind, offset, name, text in board.pieces:
            if kind is Kind.TAG:
                self._tag(offset, name, text)
            elif kind is Kind.BODY:
                self._body(offset, text)
            else:
                self._comment(offset, text)
        self._end()

    def tell(self, tag: str) -> Tell:
        """Gives what notes a problem with the value of *tag*."""

        def tell(code: str, text: str, **params: str | int) -> None:
            offset = self.at.get(tag, -1)
            if code == "spelling":
                self.problems.add_once(offset, code, text)
            else:
                self.problems.add(offset, code, text, tag=tag, **params)

        return tell

    def _tag(self, offset: int, name: str, value: str) -> None:
        if name == "Note":
            self._note(offset, value)
            return
        self._last, self._section, self._is_ignored = name, None, False
        if name in self.at:
            self._again(offset, name, value)
            return
        self.at[name] = offset
        if value[:1] == "#" and (value == "#" or value[1] == "#"):
            value = self._inherited(offset, name, value)
        elif name in self._inheritance.defaults:
            del self._inheritance.defaults[name]
        if name == "Auction":
            self._begin_auction(value.strip())
        elif name == "Play":
            self.play_first = self._column("Play", value.strip())
            self.play = self._section = PlaySection(self.problems)
        else:
            self.tags[name] = value
            if is_table(name):
                self._begin_table(name)

    def _again(self, offset: int, name: str, value: str) -> None:
        """Ignores a tag that the board has already, and whatever text follows it (PBN 3.4)."""
        self._is_ignored = True
        is_same = self.tags.get(name) == value
        self.problems.add(offset, "tag_repeated" if is_same else "tag_contradicted", value, tag=name)

    def _inherited(self, offset: int, name: str, value: str) -> str:
        """Gives the value of the board before for ``#``; keeps ``##…`` for this board and those after it.

        A tag without ``##`` ends what is kept under its name, for nothing says that it holds on.
        """
        defaults = self._inheritance.defaults
        if name in NOT_INHERITED or (len(defaults) >= MOST_DEFAULTS and len(value) > 1):
            self.problems.add(offset, "inheritance_forbidden", value, tag=name)
            return ""
        if value == "#":
            defaults.pop(name, None)
            return self._inheritance.values.get(name, "")
        defaults[name] = value[2:]
        return value[2:]

    def _begin_auction(self, value: str) -> None:
        dealer = self.tags.get("Dealer", "").strip().upper()
        self.auction_first = self._column("Auction", value)
        if self.auction_first is None and dealer in ("N", "E", "S", "W"):
            self.auction_first = Seat(dealer)
        self.auction = self._section = AuctionSection(self.auction_first or Seat.N, self.problems)

    def _column(self, tag: str, value: str) -> Seat | None:
        return None if value in UNKNOWN else read_seat(value, self.tell(tag))

    def _begin_table(self, name: str) -> None:
        self.tables[name] = self._section = TableSection(name, self.tags[name], self.problems)

    def _body(self, offset: int, text: str) -> None:
        if self._is_ignored:
            return
        if self._section is None and self._last and self._last not in STANDARD:
            self._begin_table(self._last)
        if text.strip() == "}" and (self._section is None or isinstance(self._section, TableSection)):
            self.problems.add(offset, "brace_nested", text)
        elif self._section is None:
            self.problems.add(offset, "stray_text", text)
        else:
            self._section.body(text, offset)

    def _comment(self, offset: int, text: str) -> None:
        section = self._section
        if isinstance(section, TableSection):
            if section.has_rows:
                self.problems.add_once(offset, "comment_misplaced", text)
        elif section is not None and section.comment(text):
            return
        self.comments.append(Comment(text, self._last))

    def _note(self, offset: int, value: str) -> None:
        note = read_note(value)
        if note is None:
            self.problems.add(offset, "note_number", value)
            self.comments.append(Comment(f"Note {value}", self._last))
            return
        if not is_note_number(note[0]):
            self.problems.add(offset, "note_number", value)
        if self._last not in self.notes:
            self.problems.add_once(offset, "note_misplaced", value)
        number, text = note
        notes = self.notes.get(self._last, self.notes["Play" if self.play else "Auction"])
        if number in notes:
            self.problems.add(offset, "note_twice", value)
        else:
            notes[number] = (text, offset)

    def _end(self) -> None:
        """Adds what is kept from boards before, and keeps what this one leaves to those after it."""
        for name, value in self._inheritance.defaults.items():
            if name not in self.at:
                self.tags[name] = value
        self._inheritance.values.update(self.tags)

    def resolved_notes(self) -> tuple[dict[str, str], dict[str, str]]:
        """Gives the notes of the auction and those of the play.

        A note that its own section does not refer to may be meant for the other one; if not, it stays as a
        comment.
        """
        wanted = {
            "Auction": self.auction.annotator.wanted() if self.auction else set(),
            "Play": self.play.annotator.wanted() if self.play else set(),
        }
        texts = {
            section: {number: text for number, (text, _) in notes.items() if number in wanted[section]}
            for section, notes in self.notes.items()
        }
        for section, other in (("Play", "Auction"), ("Auction", "Play")):
            for number, (text, offset) in self.notes[section].items():
                if number in wanted[section]:
                    continue
                if number in wanted[other] and number not in texts[other]:
                    texts[other][number] = text
                    self.problems.add_once(offset, "note_misplaced", f"{number}:{text}")
                else:
                    self.problems.add(offset, "note_unused", f"{number}:{text}")
                    self.comments.append(Comment(f"Note {number}:{text}", section))
        return texts["Auction"], texts["Play"]
