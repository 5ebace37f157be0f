"""Which kind each file is that somebody brings in, and all of them read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext, gettext_lazy

from minibridge.engine import ENCODINGS, NotationError, decode

from .incoming import LARGEST, MOST_BOARDS, Incoming, IncomingMatch, ProblemRow
from .incoming_json import matches_of_json
from .incoming_notation import match_of_lin, match_of_pbn, shown_name
from .refusals import Refusal

PBN = re.compile(r'^% PBN|\[\s*[A-Za-z]\w*\s*"[^"\n]*"\s*\]')
"""What every PBN file has: its mark at the head, or a pair of a tag and its value."""
OBJECT = re.compile(r'\{\s*"')
FileText = tuple[str, bytes]
"""A file's name and what is in it."""


def read_files(files: Iterable[FileText], encoding: str | None = None) -> Incoming:
    """All boards of all files, each with what is wrong with it. A file that cannot be read is a problem among
    others.

    Raises Refusal: 400 no such encoding, 413 too large or too many boards.
    """
    if encoding is not None and encoding not in ENCODINGS:
        raise Refusal(gettext_lazy("Please choose one of the ways to read letters."), status=400)
    matches: list[IncomingMatch] = []
    problems: list[ProblemRow] = []
    size = 0
    for name, data in files:
        size += len(data)
        if size > LARGEST:
            raise Refusal(too_large(), status=413)
        found, wrong = _read(name, data, encoding)
        matches += found
        problems += [{**row, "source": name} for row in wrong]
        if sum(len(match.records) for match in matches) > MOST_BOARDS:
            raise Refusal(_too_many(), status=413)
    return Incoming(tuple(matches), tuple(problems))


def too_large() -> str:
    return gettext("That is too much at once: at most %(most)d megabytes.") % {"most": LARGEST // 1_000_000}


def _too_many() -> str:
    return gettext("These are more than %(most)d boards. Please take them in several parts.") % {
        "most": MOST_BOARDS
    }


def _read(name: str, data: bytes, encoding: str | None) -> tuple[list[IncomingMatch], list[ProblemRow]]:
    kind = kind_of(name, data)
    try:
        if kind == "pbn" and data.strip() and not PBN.search(decode(data, encoding).text):
            return [], [{"code": "pbn_foreign", "text": "", "params": {}}]
        if kind == "json":
            found, wrong = matches_of_json(name, data), []
        else:
            read = match_of_lin if kind == "lin" else match_of_pbn
            match, wrong = read(name, data, encoding)
            found = [match]
    except NotationError as error:
        if str(error) == "too_many_boards":
            raise Refusal(_too_many(), status=413) from None
        return [], [{"code": str(error) if kind == "json" else "too_many_boards", "text": "", "params": {}}]
    found = [match for match in found if match.records]
    if not found:
        wrong = [{"code": "no_boards", "text": "", "params": {}}]
    return found, wrong


def kind_of(name: str, data: bytes) -> str:
    """``json``, ``lin`` or ``pbn``: as its name ends or else as it begins."""
    ending = name.rpartition(".")[2].lower()
    if ending in ("json", "lin", "pbn"):
        return ending
    head = decode(data[:4000]).text.lstrip()
    if OBJECT.match(head):
        return "json"
    return "pbn" if head.startswith(("[", "%", ";", "{")) else "lin"


def file_name(text: str) -> str:
    """A file's name as it is kept and shown."""
    return shown_name(text.replace("\\", "/").rpartition("/")[2]) or gettext("file")
