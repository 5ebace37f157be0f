"""Comments as PBN text (PBN 2.1, chapter 3.8): none can end early, nor begin anything else."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST_LINE: Final = 250
"""How long a line of a comment is at most; a whole line has 255 characters with its end (PBN 2.3)."""

CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]")
"""What cannot stand in a string (PBN 3.2)."""

_CONTROLS_IN_LINES: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_BOARD_INSIDE: Final = re.compile(r"\n[^\S\n]*+\n[^\S\n]*+\[")
_ESCAPE: Final = re.compile(r"\n%")


def without_controls(text: str) -> str:
    """Gives a space for each control character, none of which can stand in a string."""
    return CONTROLS.sub(" ", text)


def comment_lines(text: str) -> Iterator[str]:
    """Writes a comment on lines of its own: in braces, or line by line where it has a closing one itself."""
    braced = _braced(text)
    if braced is not None:
        yield braced
        return
    for line in _wrapped(text).split("\n"):
        yield f";{line}" if "}" in line else f"{{{line}}}"


def inline_comment(text: str) -> str:
    """Writes a comment after a call or card; the text ends in a newline where nothing may follow it."""
    lines = list(comment_lines(text))
    return "".join(f" {line}\n" if line.startswith(";") else f" {line}" for line in lines)


def _braced(text: str) -> str | None:
    wrapped = _ESCAPE.sub("\n %", _wrapped(text))
    return None if "}" in wrapped or _BOARD_INSIDE.search(wrapped) else f"{{{wrapped}}}"


def _wrapped(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = _CONTROLS_IN_LINES.sub(" ", text).split("\n")
    return "\n".join(part for line in lines for part in _parts(line))


def _parts(line: str) -> Iterator[str]:
    start = 0
    while len(line) - start > LONGEST_LINE:
        space = line.rfind(" ", start + 1, start + LONGEST_LINE)
        if space < 0:
            space = line.find(" ", start + LONGEST_LINE)
        if space < 0:
            break
        yield line[start:space]
        start = space + 1
    yield line[start:]
