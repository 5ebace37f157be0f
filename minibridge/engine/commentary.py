"""Suits in what people write about a board: ``!h`` (LIN) and ``\\H`` (PBN 3.8) stand for a heart."""

import re
from typing import Final

from .cards import Suit

SYMBOLS: Final = {Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}
"""The suits as signs."""

_SUIT: Final = re.compile(r"[!\\]([SHDCshdc])(?=s?(?![A-Za-z]))")


def with_suit_symbols(text: str) -> str:
    """Gives *text* with a sign for each suit; other exclamation marks and backslashes stay."""
    return _SUIT.sub(lambda match: SYMBOLS[Suit(match[1].upper())], text)
