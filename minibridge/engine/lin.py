"""LIN, the format of Bridge Base Online: single boards and whole matches, read and written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from .board_record import BoardRecord, Comment
from .encodings import Decoded, decode, is_encoded_twice
from .errors import NotationError
from .lin_board import LAYOUT, LinBoard
from .lin_fields import Field, fields, plain_text
from .lin_header import HEADER, LinHeader
from .lin_writing import write_lin
from .pbn import MOST_BOARDS
from .pbn_tokens import Source
from .problems import LONGEST_TEXT, MOST_PROBLEMS, Problem, ProblemList

__all__ = ["LinFile", "read_lin", "write_lin"]

_BOARD: Final = frozenset(("md", "mb", "pc", "mc", "qx"))
"""The fields that make a board."""
_PLAYED: Final = frozenset(("mb", "pc", "mc"))


@dataclass(frozen=True, slots=True)
class LinFile:
    """What a LIN file holds: a record for each board in its order, each with its own problems.

    ``header`` has the fields that tell of the file as a whole, as they stand; ``problems`` are those that
    belong to no board. ``encoding`` and ``how`` tell how its bytes were decoded (see
    :class:`~minibridge.engine.encodings.Decoded`).
    """

    records: tuple[BoardRecord, ...]
    header: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    encoding: str = "text"
    how: str = "text"


def read_lin(source: bytes | str, encoding: str | None = None) -> LinFile:
    """Reads a file of one board or of many, or a link to a viewer that holds one. Whatever is wrong with a
    board, the others are read.

    :raises NotationError: for the file as a whole, if it is too large, has too many boards, or *encoding* is
        not one that can be chosen.
    """
    decoded = decode(source, encoding)
    text = Source(plain_text(decoded.text))
    header = LinHeader()
    problems = _problems_of_text(decoded, text)
    records: list[BoardRecord] = []
    for items in _boards(fields(text.text), header):
        if not any(item.name in _BOARD for item in items):
            left = _left_over(items, records)
            problems += [_stray(item, text) for item in left[: MOST_PROBLEMS - len(problems)]]
            continue
        if len(records) == MOST_BOARDS:
            raise NotationError(f"more than {MOST_BOARDS} boards")
        found = ProblemList(text.line_of)
        board = LinBoard(items, found)
        records.append(board.record(header.match(board, found)))
    return LinFile(tuple(records), header.values, tuple(problems), decoded.encoding, decoded.how)


def _boards(items: Iterator[Field], header: LinHeader) -> Iterator[list[Field]]:
    """Gives the fields of board after board; gives *header* what stands for all boards that follow.

    A board ends where the next one names its room, its players or its cards.
    """
    board: list[Field] = []
    names: set[str] = set()
    players: Field | None = None
    for item in items:
        name = item.name
        is_next = name in HEADER or name == "qx" or (name == "md" and "md" in names)
        is_next = is_next or (name == "pn" and (players is not None or bool(names & _PLAYED)))
        if is_next and names & _BOARD:
            yield [*board, players] if players else board
            board, names, players = [], set(), None
        if players and (name in HEADER or name == "qx"):
            header.take(players)
            players = None
        if name in HEADER:
            header.take(item)
        elif name == "pn":
            players = item
        else:
            board.append(item)
            names.add(name)
    if board or players:
        yield [*board, players] if players else board


def _left_over(items: list[Field], records: list[BoardRecord]) -> list[Field]:
    """Adds the comments after the last board to its record; gives what is in no board at all."""
    comments = [Comment(item.value) for item in items if item.name == "nt"]
    if records and comments:
        records[-1] = replace(records[-1], comments=(*records[-1].comments, *comments))
    is_known = LAYOUT | {"pn"} | ({"nt"} if records else set())
    return [item for item in items if item.name not in is_known]


def _stray(item: Field, text: Source) -> Problem:
    quoted = f"{item.name}|{item.value}" if item.name else item.value
    return Problem(text.line_of(item.offset), "field_malformed", quoted[:LONGEST_TEXT])


def _problems_of_text(decoded: Decoded, text: Source) -> list[Problem]:
    problems: list[Problem] = []
    if decoded.replaced:
        line = text.line_of(text.text.find("\ufffd"))
        problems.append(Problem(line, "bytes_replaced", decoded.encoding, {"places": decoded.replaced}))
    if text.text != decoded.text:
        problems.append(Problem(1, "percent_encoded", decoded.text[:LONGEST_TEXT]))
    twice = is_encoded_twice(text.text)
    if twice:
        problems.append(Problem(text.line_of(twice.start()), "double_encoded", twice[0]))
    return problems
