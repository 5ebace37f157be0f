"""What the layouts played out so far say of each card, and how sure that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from minibridge.engine import Card

_FIRST_LOOK: Final = 30
_LOOKS: Final = 10
_SURE: Final = 3
"""So many standard errors are no accident."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One layout, played out: all tricks of the side that plays, after each card that may be played."""

    weight: float
    tricks: Mapping[Card, int]


Outcomes = Sequence[Outcome]


def mean_tricks(outcomes: Outcomes, card: Card) -> float:
    """Gives the tricks won after *card*, on average."""
    weights = sum(one.weight for one in outcomes)
    return sum(one.weight * one.tricks[card] for one in outcomes) / weights


def share_with(outcomes: Outcomes, card: Card, tricks: int) -> float:
    """Gives the share of the layouts in which so many *tricks* or more are won after *card*."""
    weights = sum(one.weight for one in outcomes)
    return sum(one.weight for one in outcomes if one.tricks[card] >= tricks) / weights


def lead_over(outcomes: Outcomes, card: Card, other: Card) -> tuple[float, float]:
    """Gives by how many tricks *card* is ahead of *other* on average, and the standard error of that."""
    count, weights = len(outcomes), sum(one.weight for one in outcomes)
    leads = [count * one.weight / weights * (one.tricks[card] - one.tricks[other]) for one in outcomes]
    lead = sum(leads) / count
    spread = sum((each - lead) ** 2 for each in leads) / max(1, count - 1)
    return lead, (spread / count) ** 0.5


def are_settled(outcomes: Outcomes) -> bool:
    """Tells whether more layouts can hardly change anything; it is looked at after 30, 40, … of them.

    That is so if every card was as good as the best one in all layouts, or is behind by three standard
    errors.
    """
    if len(outcomes) < _FIRST_LOOK or len(outcomes) % _LOOKS:
        return False
    cards = outcomes[0].tricks
    best = max(cards, key=lambda card: mean_tricks(outcomes, card))
    leads = (lead_over(outcomes, best, card) for card in cards)
    return all(lead >= _SURE * error for lead, error in leads)
