"""What is wrong with a file of boards, place by place: reading never stops at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

LONGEST_TEXT: Final = 60
"""How many characters of the file a problem quotes at most."""
MOST_PROBLEMS: Final = 100
"""How many problems of one board are listed; a last one says that there are more."""

RULES: Final[Mapping[str, str]] = {
    # The text as a whole
    "bytes_replaced": "encoding",
    "double_encoded": "encoding",
    "line_too_long": "PBN 2.3",
    "boards_not_separated": "PBN 3",
    "lines_doubled": "PBN 3",
    "stray_text": "PBN 3.1",
    "tag_malformed": "PBN 3.3",
    "quote_not_escaped": "PBN 3.2",
    "tag_repeated": "PBN 3.4",
    "tag_contradicted": "PBN 3.4",
    "tag_missing": "PBN 3.1",
    "control_character": "PBN 3.2",
    "comment_not_closed": "PBN 3.8",
    "brace_nested": "PBN 3.8",
    "comment_misplaced": "PBN 5.1",
    "inheritance_forbidden": "PBN 4.8",
    "more_problems": "none",
    # Values of tags
    "value_unreadable": "PBN 3.4",
    "value_form": "PBN 4",
    "spelling": "PBN 3.11",
    "deal_hands": "PBN 3.4.11",
    "deal_empty": "PBN 3.4.11",
    "deal_spaces": "PBN 3.4.11",
    "rank_unreadable": "PBN 3.4.11",
    "suit_letters": "PBN 3.4.11",
    "card_twice": "Law 1",
    "hand_size": "Law 1",
    "tricks_sum": "PBN 3.4.15",
    "vulnerability_differs": "PBN 4.2.6",
    # Calls, cards and what is noted beside them
    "call_unreadable": "PBN 3.5.1",
    "call_missing": "PBN 3.5.1",
    "call_after_end": "PBN 3.5",
    "card_unreadable": "PBN 3.6.1",
    "card_after_end": "PBN 3.6",
    "calls_unplaced": "PBN 3.5",
    "cards_unplaced": "PBN 3.6",
    "row_layout": "PBN 3.6",
    "suffix_twice": "PBN 3.5.3",
    "glyph_number": "PBN 3.7",
    "glyph_twice": "PBN 3.7",
    "mark_unreadable": "PBN 3.9",
    "no_irregularity": "PBN 3.9",
    "note_number": "PBN 3.5.4",
    "note_twice": "PBN 3.5.4",
    "note_missing": "PBN 3.5.5",
    "note_unused": "PBN 3.5.5",
    "note_misplaced": "PBN 3.5.5",
    # Tables
    "table_columns": "PBN 5.2",
    "table_element": "PBN 5.1",
    "table_row": "PBN 5.2",
    "table_order": "PBN 5.2",
    "table_in_value": "PBN 5.7",
    # LIN, which nobody published: what its own viewers do
    "field_malformed": "LIN",
    "field_repeated": "LIN",
    "percent_encoded": "LIN",
    "dealer_digit": "LIN md",
    "names_count": "LIN pn",
    "no_call_before": "LIN an",
    # Two places that contradict each other, or a law of the game
    "first_call": "Law 17B",
    "calls_unfinished": "Law 22",
    "illegal_call": "Laws 18, 19",
    "auction_over": "Law 22",
    "contract_differs": "Law 22B",
    "declarer_differs": "Law 22B",
    "declarer_of_passed_out": "PBN 3.4.13",
    "result_of_passed_out": "PBN 3.4.15",
    "leader_differs": "Law 41A",
    "not_in_hand": "Law 1",
    "played_twice": "Law 45",
    "revoke": "Law 44C",
    "tricks_differ": "Law 44F",
    "tricks_impossible": "Law 44F",
}
"""Each kind of problem with the rule that it breaks: a chapter of the PBN 2.1 standard, or a Law."""

HARMLESS: Final = frozenset(
    "double_encoded line_too_long control_character brace_nested boards_not_separated lines_doubled"
    " quote_not_escaped tag_repeated tag_missing comment_misplaced value_form spelling deal_spaces"
    " suit_letters row_layout suffix_twice glyph_number glyph_twice note_number note_unused note_misplaced"
    " no_irregularity table_columns table_row table_order table_element table_in_value"
    " percent_encoded".split()
)
"""The kinds after which everything was read as it is surely meant; the others leave something unknown or
contradicted."""

CONTRADICTIONS: Final = frozenset(
    "first_call calls_unfinished illegal_call auction_over contract_differs declarer_differs"
    " declarer_of_passed_out result_of_passed_out leader_differs not_in_hand played_twice revoke"
    " tricks_differ tricks_impossible vulnerability_differs tricks_sum card_twice hand_size".split()
)
"""The kinds that were read well, and contradict a law of the game or another place of the board."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not as it should be.

    ``line`` counts from 1 (0: no line in particular); ``code`` is a key of :data:`RULES`; ``text`` quotes the
    file; ``params`` hold what a sentence about it needs, in stored letters.
    """

    line: int
    code: str
    text: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The chapter of the standard, or the Law, that is broken."""
        return RULES[self.code]

    @property
    def is_harmless(self) -> bool:
        """Whether the board was read as meant all the same."""
        return self.code in HARMLESS

    @property
    def is_contradiction(self) -> bool:
        """Whether it was read well, and cannot be true."""
        return self.code in CONTRADICTIONS

    def __str__(self) -> str:
        details = "".join(f", {name}={value}" for name, value in self.params.items())
        quoted = f" {self.text!r}" if self.text else ""
        return f"line {self.line}: {self.code}{quoted} ({self.rule}{details})"


class ProblemList:
    """Collects the problems of one board, each kind of spelling once and never too many."""

    __slots__ = ("_line_of", "_spellings", "found")

    def __init__(self, line_of: Callable[[int], int]) -> None:
        self.found: list[Problem] = []
        self._spellings: set[str] = set()
        self._line_of = line_of

    def add(self, offset: int, code: str, text: str = "", **params: str | int) -> None:
        """Notes a problem at *offset* of the text."""
        if len(self.found) > MOST_PROBLEMS:
            return
        if len(self.found) == MOST_PROBLEMS:
            code, text, params = "more_problems", "", {}
        self.found.append(Problem(self._line_of(offset), code, text[:LONGEST_TEXT], params))

    def add_once(self, offset: int, code: str, text: str = "") -> None:
        """Notes a harmless habit of the file, unless this board has shown it already."""
        if code not in self._spellings:
            self._spellings.add(code)
            self.add(offset, code, text)
