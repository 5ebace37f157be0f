"""What a request for a page says beside its path; what makes no sense counts as not said."""

from minibridge.engine import Seat

FRAGMENT_HEADER = "X-Fragment"
"""In which a script names the part of the page that it wants."""

MOST_DIGITS = 15
TOO_LARGE = 10**MOST_DIGITS
"""No row has this number, and every database knows all below."""


def number_of(text: str | None) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None


def seat_of(text: str | None, default: Seat) -> Seat:
    try:
        return Seat(text)
    except ValueError:
        return default
