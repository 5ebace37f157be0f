"""Portable Bridge Notation, version 2.1 (https://www.tistis.nl/pbn/): files of boards, read and written.

The standard calls a board at one table a game.
"""

from dataclasses import dataclass, replace
from typing import Final

from .board_record import BoardRecord, Comment
from .encodings import Decoded, decode, is_encoded_twice
from .errors import NotationError
from .pbn_board import Inheritance
from .pbn_reading import read_board
from .pbn_tokens import BoardText, Source, board_texts
from .pbn_writing import write_pbn
from .problems import LONGEST_TEXT, MOST_PROBLEMS, Problem

__all__ = ["MOST_BOARDS", "PbnFile", "read_pbn", "write_pbn"]

MOST_BOARDS: Final = 10_000
"""How many boards of one file are read at most."""


@dataclass(frozen=True, slots=True)
class PbnFile:
    """What a PBN file holds: a record for each board in its order, each with its own problems.

    ``problems`` are those that belong to no board. ``encoding`` and ``how`` tell how its bytes were decoded
    (see :class:`~minibridge.engine.encodings.Decoded`); ``version`` and ``is_export`` what the file says of
    itself.
    """

    records: tuple[BoardRecord, ...]
    problems: tuple[Problem, ...] = ()
    encoding: str = "text"
    how: str = "text"
    version: str | None = None
    is_export: bool = False


def read_pbn(source: bytes | str, encoding: str | None = None) -> PbnFile:
    """Reads a file in import or export format. Whatever is wrong with a board, the others are read.

    :raises NotationError: for the file as a whole, if it is too large, has too many boards, or *encoding* is
        not one that can be chosen.
    """
    decoded = decode(source, encoding)
    text = Source(decoded.text)
    inheritance = Inheritance(text)
    records: list[BoardRecord] = []
    problems = _problems_of_text(decoded, text)
    for board in board_texts(text):
        if not board.has_tags and records and not board.is_begun:
            records[-1] = _with_comments(records[-1], board)
        elif not board.has_tags:
            problems += _stray_text(board, text)[: MOST_PROBLEMS - len(problems)]
        elif len(records) == MOST_BOARDS:
            raise NotationError(f"more than {MOST_BOARDS} boards")
        else:
            records.append(read_board(inheritance, board))
    return PbnFile(
        tuple(records), tuple(problems), decoded.encoding, decoded.how, text.version, text.is_export
    )


def _with_comments(record: BoardRecord, board: BoardText) -> BoardRecord:
    """Gives the last record with the comments that come after all boards."""
    comments = [Comment(text, "Result") for _, _, _, text in board.pieces]
    return replace(record, comments=(*record.comments, *comments))


def _stray_text(board: BoardText, text: Source) -> list[Problem]:
    """Tells what belongs to no board: text without a tag, or comments after the last board."""
    flaws = [(flaw.offset, flaw.code, flaw.text) for flaw in board.flaws[:MOST_PROBLEMS]]
    stray = [(offset, "stray_text", words) for _, offset, _, words in board.pieces[:MOST_PROBLEMS]]
    return [
        Problem(text.line_of(at), code, words[:LONGEST_TEXT]) for at, code, words in sorted(flaws + stray)
    ]


def _problems_of_text(decoded: Decoded, text: Source) -> list[Problem]:
    problems: list[Problem] = []
    if decoded.replaced:
        line = text.line_of(decoded.text.find("\ufffd"))
        problems.append(Problem(line, "bytes_replaced", decoded.encoding, {"places": decoded.replaced}))
    twice = is_encoded_twice(decoded.text)
    if twice:
        problems.append(Problem(text.line_of(twice.start()), "double_encoded", twice[0]))
    long_lines = text.long_lines()
    if long_lines:
        problems.append(Problem(text.line_of(long_lines[0]), "line_too_long", "", {"lines": len(long_lines)}))
    return problems
