"""Who is served first."""

from enum import IntEnum


class Priority(IntEnum):
    """How urgent a question is; the lowest number comes first."""

    BOTS = 0
    """People wait for a bot to play."""
    HINTS = 1
    """Somebody wants to know what to play."""
    TABLES = 2
    """A finished deal is shown with what was possible."""
    REVIEWS = 3
    """Work in the background."""
