"""From the bytes of a file to its text: which encoding, and how that is known."""

import re
from dataclasses import dataclass
from typing import Final

from .errors import NotationError

LARGEST: Final = 4_000_000
"""The largest file that is read, in bytes (or characters, of a text)."""

ENCODINGS: Final = (
    "utf-8",
    "utf-16",
    "windows-1252",
    "windows-1250",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-15",
    "mac-roman",
    "cp437",
    "cp850",
)
"""The encodings that a user can choose where the guess is wrong."""

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_WINDOWS: Final[dict[int, str]] = {
    byte: bytes([byte]).decode("windows-1252")
    for byte in range(0x80, 0xA0)
    if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
"""What Windows-1252 makes of the bytes that are control characters in ISO 8859-1. Five it leaves alone."""
_TWICE: Final = re.compile(
    "Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u00a0-\u00bf]|â(?:€[\u0080-\u00bf˜™œ“”¦]|™[\u00a0-\u00bf])"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, and how its bytes were understood.

    ``how`` is one of ``chosen`` (by the user), ``byte_order_mark``, ``zero_bytes`` (of UTF-16), ``valid``
    (it is UTF-8), ``fallback`` (Windows-1252, since it is not), ``text`` (it was none of bytes). ``replaced``
    says how many pieces could not be decoded and stand in ``text`` as U+FFFD.
    """

    text: str
    encoding: str
    how: str
    replaced: int = 0

    @property
    def is_guess(self) -> bool:
        """Whether nothing in the file, and nobody, says that this is the encoding."""
        return self.how in ("zero_bytes", "fallback")


def decode(source: bytes | str, encoding: str | None = None) -> Decoded:
    """Gives the text of *source*, its line ends made one kind, read in *encoding* or else in the one it seems
    to be in.

    :raises NotationError: if it is larger than :data:`LARGEST`, or *encoding* is none of :data:`ENCODINGS`.
    """
    if len(source) > LARGEST:
        raise NotationError(f"more than {LARGEST} bytes")
    if encoding is not None and encoding not in ENCODINGS:
        raise NotationError(f"not an encoding to choose: {encoding!r}")
    if isinstance(source, str):
        return Decoded(_lines(source.removeprefix("\ufeff")), "text", "text")
    if encoding is not None:
        return _decoded(source, encoding, "chosen")
    for mark, name in _MARKS:
        if source.startswith(mark):
            return _decoded(source[len(mark) :], name, "byte_order_mark")
    zeros = source[:4000].count(0)
    if zeros > len(source[:4000]) // 3:
        order = "le" if source[1:4000:2].count(0) * 2 > zeros else "be"
        return _decoded(source, f"utf-16-{order}", "zero_bytes")
    try:
        return Decoded(_lines(source.decode("utf-8")), "utf-8", "valid")
    except UnicodeDecodeError:
        return Decoded(_lines(source.decode("iso-8859-1").translate(_WINDOWS)), "windows-1252", "fallback")


def is_encoded_twice(text: str) -> re.Match[str] | None:
    """Finds the first place that looks like UTF-8 decoded as Windows-1252 (``Ã©`` for ``é``), if any."""
    return _TWICE.search(text)


def _decoded(data: bytes, encoding: str, how: str) -> Decoded:
    if encoding == "windows-1252":
        return Decoded(_lines(data.decode("iso-8859-1").translate(_WINDOWS)), encoding, how)
    replaced = 0
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
        replaced = text.count("\ufffd")
    return Decoded(_lines(text.removeprefix("\ufeff")), encoding, how, replaced)


def _lines(text: str) -> str:
    """NUL, which no database keeps in a text, is a space."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ").rstrip("\x1a")
