"""From the parts of a PBN board to the record of a board."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from .auction import Pass
from .board_record import BoardRecord, Comment, Ending, RecordedCall, RecordedTable
from .contracts import Contract, Denomination
from .contradictions import Places, check
from .optimum import OPTIMUM_TABLE, table_in_value
from .partial_deal import PartialDeal
from .pbn_board import BoardParts, Inheritance
from .pbn_comments import CONTROLS, without_controls
from .pbn_play import Tricks
from .pbn_tables import TableSection, are_columns
from .pbn_tokens import BoardText
from .pbn_values import (
    FORMS,
    TEXTS,
    UNKNOWN,
    Tell,
    read_contract,
    read_deal,
    read_result,
    read_score,
    read_seat,
    read_vulnerability,
    vulnerability_in_rubber,
)
from .seats import Seat

_Value = TypeVar("_Value")


def read_board(inheritance: Inheritance, board: BoardText) -> BoardRecord:
    """Makes a record of a board: what can be read becomes a field, everything else stays as text."""
    return _Reading(inheritance, board).record()


class _Reading:
    """Turns the parts of one board into fields, one after the other: some depend on those before."""

    def __init__(self, inheritance: Inheritance, board: BoardText) -> None:
        self._deals = inheritance.deals
        self._parts = BoardParts(inheritance, board)
        self._tags = self._parts.tags
        self._problems = self._parts.problems
        self._tricks: Tricks | None = None

    def record(self) -> BoardRecord:
        """Puts the record together, then looks for contradictions in it."""
        auction_notes, play_notes = self._parts.resolved_notes()
        record = self._with_results(self._with_play(self._begun(auction_notes), play_notes))
        self._check_values(record)
        check(record, self._places(), self._problems)
        tables = self._tables()
        found = sorted(self._problems.found, key=lambda problem: problem.line)
        comments = tuple(self._parts.comments)
        return replace(record, tables=tables, tags=self._tags, comments=comments, problems=tuple(found))

    def _begun(self, notes: dict[str, str]) -> BoardRecord:
        """Gives the record without what depends on the contract."""
        calls = self._calls(notes)
        dealer = self._value("Dealer", read_seat)
        if dealer is None and self._parts.auction is not None:
            self._missing("Dealer", "Auction")
            dealer = calls[0].seat if calls else None
        contract, denomination = self._contract()
        is_swapped = self._tags.get("Declarer", "").startswith("^")
        declarer = self._value("Declarer", lambda text, tell: read_seat(text.removeprefix("^"), tell))
        return BoardRecord(
            label=self._value("Board", lambda text, tell: text),
            dealer=dealer,
            vulnerability=self._value("Vulnerable", read_vulnerability),
            deal=self._deal(),
            calls=calls,
            auction_ending=self._parts.auction.ending
            if calls is not None and self._parts.auction
            else Ending.UNSAID,
            contract=contract,
            denomination=denomination,
            declarer=declarer,
            declarer_swapped=is_swapped and declarer is not None,
        )

    def _value(self, name: str, read: Callable[[str, Tell], _Value | None]) -> _Value | None:
        """Takes a tag away and reads it; leaves it among the texts if it cannot be read."""
        text = self._tags.get(name)
        if text is None:
            return None
        stripped = (text if text.isprintable() else without_controls(text)).strip()
        if stripped in UNKNOWN:
            del self._tags[name]
            return None
        value = read(stripped, self._parts.tell(name))
        if value is not None:
            del self._tags[name]
        return value

    def _contract(self) -> tuple[Contract | Pass | None, Denomination | None]:
        def read(text: str, tell: Tell) -> tuple[Contract | Pass | None, Denomination | None] | None:
            pair = read_contract(text, tell)
            return None if pair == (None, None) else pair

        return self._value("Contract", read) or (None, None)

    def _deal(self) -> PartialDeal | None:
        text = self._tags.get("Deal", "")
        known = self._deals.get(text)
        if known is not None:
            del self._tags["Deal"]
            return known
        before = len(self._problems.found)
        deal = self._value("Deal", read_deal)
        if deal is not None and len(self._problems.found) == before:
            self._deals[text] = deal
        return deal

    def _calls(self, notes: dict[str, str]) -> tuple[RecordedCall, ...] | None:
        section = self._parts.auction
        if section is None:
            return None
        section.finish()
        if self._parts.auction_first is None and section.calls:
            self._problems.add(self._parts.at["Auction"], "calls_unplaced")
            calls = " ".join(str(call) for _, call in section.calls)
            self._parts.comments.append(Comment(calls, "Auction"))
            return None
        return section.recorded(notes)

    def _with_play(self, record: BoardRecord, notes: dict[str, str]) -> BoardRecord:
        """Adds the play, in which the contract tells who leads."""
        section = self._parts.play
        leader = self._leader(record, record.final_declarer)
        played = None
        if section is not None and leader is not None:
            self._tricks = Tricks(section, leader, record.deal)
            played = self._tricks.recorded(record.final_denomination, notes, self._problems)
        ending = section.ending if played is not None and section else Ending.UNSAID
        return replace(record, opening_leader=leader, played=played, play_ending=ending)

    def _with_results(self, record: BoardRecord) -> BoardRecord:
        """Adds tricks and score, some of whose forms depend on who declares."""
        declarer, said = record.final_declarer, self._tags.get("Result", "").strip()
        is_misagreed = said.startswith("^")
        if declarer is None and not record.is_passed_out and said not in UNKNOWN:
            self._missing("Declarer", "Result")
        tricks = self._value("Result", lambda text, tell: read_result(text.removeprefix("^"), declarer, tell))
        return replace(
            record,
            tricks=tricks,
            tricks_misagreed=is_misagreed and tricks is not None,
            score_ns=self._value("Score", lambda text, tell: read_score(text, declarer, tell)),
        )

    def _leader(self, record: BoardRecord, declarer: Seat | None) -> Seat | None:
        """Gives whose cards stand in the first column of the play: if the tag does not say it, those of the
        player at declarer's left, who leads (Law 41A), or of the one who holds the first card.
        """
        section, first = self._parts.play, self._parts.play_first
        if section is None:
            return None
        if first is None:
            self._problems.add(self._parts.at["Play"], "value_form", tag="Play")
        if first is not None or any(section.cells):
            self._check_needed(record)
        if not any(section.cells):
            return first
        if first is None and declarer is not None:
            first = declarer.lho
        if first is None and record.deal is not None and section.cells[0] is not None:
            first = record.deal.holder(section.cells[0])
        if first is None:
            self._problems.add(self._parts.at["Play"], "cards_unplaced")
            cards = " ".join(str(card or "-") for card in section.cells)
            self._parts.comments.append(Comment(cards, "Play"))
        return first

    def _check_needed(self, record: BoardRecord) -> None:
        """A play needs the deal, the contract and, unless it is an ending, declarer (PBN 3.1, 3.10)."""
        is_missing = {
            "Deal": record.deal is None,
            "Contract": record.contract is None and record.denomination is None,
            "Declarer": record.declarer is None and record.denomination is None,
        }
        for tag, is_so in is_missing.items():
            if is_so:
                self._missing(tag, "Play")

    def _missing(self, tag: str, needed_by: str) -> None:
        """Tells that a tag is not there, unless it is there and unreadable, which is told already."""
        if tag not in self._tags:
            self._problems.add(self._parts.at[needed_by], "tag_missing", tag, tag=tag)

    def _check_values(self, record: BoardRecord) -> None:
        """Looks at the form of what stays text, and drops question marks that stand for unknown texts."""
        for name in TEXTS:
            if self._tags.get(name) == "?":
                del self._tags[name]
        for name, form in FORMS.items():
            if name in self._tags and name in self._parts.at and not form.fullmatch(self._tags[name]):
                self._parts.tell(name)("value_form", self._tags[name])
        if self._parts.may_have_controls:
            for name, value in self._tags.items():
                if not value.isprintable() and CONTROLS.search(value):
                    self._parts.tell(name)("control_character", value)
        if record.label is not None and not record.number:
            self._parts.tell("Board")("value_form", record.label)
        history = self._tags.get("ScoreRubberHistory", "")
        if (
            record.vulnerability is not None
            and FORMS["ScoreRubberHistory"].fullmatch(history)
            and "/" in history
        ):
            after = vulnerability_in_rubber(history)
            if after is not record.vulnerability:
                self._parts.tell("ScoreRubberHistory")("vulnerability_differs", history, games=after.value)

    def _tables(self) -> tuple[RecordedTable, ...]:
        return tuple([self._table(name, section) for name, section in self._parts.tables.items()])

    def _table(self, name: str, section: TableSection) -> RecordedTable:
        columns = self._tags.pop(name)
        in_value = table_in_value(columns) if name == OPTIMUM_TABLE and not section.has_rows else None
        if in_value is not None:
            self._parts.tell(name)("table_in_value", columns)
            return in_value
        if not are_columns(columns):
            self._parts.tell(name)("table_columns", columns)
        return section.recorded()

    def _places(self) -> Places:
        auction, tricks = self._parts.auction, self._tricks
        return Places(
            lambda tag: self._parts.at.get(tag, -1),
            auction.offset if auction is not None else lambda n: -1,
            tricks.offset if tricks is not None else lambda n, seat: -1,
        )
