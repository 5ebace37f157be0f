"""What a choice looks like afterwards: what it cost, and whether that could have been known.

A double-dummy result sees all four hands; nobody at the table did. So a choice that cost something is set
beside the layouts that were possible for who made it, and only what was worse in those as well could have
been known.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final, Self

SURE: Final = 3.0
"""So many standard errors: the other choice is the best of several, one of which two would often reach by
accident.
"""


class Hindsight(StrEnum):
    """How a choice looks afterwards."""

    FINE = "fine"
    """It cost nothing."""
    LUCKY = "lucky"
    """It cost nothing as the cards lay; by what could be known, another choice was better."""
    UNLUCKY = "unlucky"
    """It cost something; by what could be known, no other choice was better."""
    KNOWABLE = "knowable"
    """It cost something, and by what could be known, another choice was better."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Another choice beside the one made, over ``samples`` layouts.

    ``gain`` is how much more it brings on average, and ``error`` the standard error of that. It was
    ``better`` in so many layouts and ``worse`` in so many others.
    """

    gain: float
    error: float
    better: int
    worse: int
    samples: int

    def is_better(self, margin: float) -> bool:
        """Whether the other choice is ahead by *margin*, not by accident, and more often than behind."""
        return self.gain >= max(margin, SURE * self.error) and self.better > self.worse

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Makes it again.

        :raises TypeError: for anything that :meth:`to_data` does not give.
        """
        return cls(**data)


def compare(leads: Sequence[float], weights: Sequence[float], *, are_all: bool) -> Comparison:
    """Compares two choices by how far one *leads* the other in each layout; there is no error where these
    *are_all* the layouts there are.
    """
    count, total = len(leads), sum(weights)
    shares = [weight / total for weight in weights]
    gain = sum(share * lead for share, lead in zip(shares, leads, strict=True))
    spread = sum((count * share * (lead - gain)) ** 2 for share, lead in zip(shares, leads, strict=True))
    error = 0.0 if are_all or count < 2 else (spread / (count - 1) / count) ** 0.5
    better = sum(share for share, lead in zip(shares, leads, strict=True) if lead > 0)
    worse = sum(share for share, lead in zip(shares, leads, strict=True) if lead < 0)
    return Comparison(gain, error, round(better * count), round(worse * count), count)


def hindsight_of(cost: int, is_beaten: bool) -> Hindsight:
    """How a choice looks that has *cost* so much, and *is_beaten* or not by what could be known."""
    if cost:
        return Hindsight.KNOWABLE if is_beaten else Hindsight.UNLUCKY
    return Hindsight.LUCKY if is_beaten else Hindsight.FINE
