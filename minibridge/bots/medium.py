"""MEDIUM: the rules of thumb, in the order in which they are asked."""

from typing import Final

from .declarer_leads import draws_trumps, leads_long_suit
from .discards import discards_low
from .finesses import finesses
from .following import fourth_hand, second_hand_low, third_hand_high
from .knowledge import Knowledge
from .leads import leads_low, leads_sequence, returns_partners_suit
from .opening_lead import opening_lead
from .ruffs import ruffs
from .rule import Play, Rule, first, only_card

RULES: Final[tuple[Rule, ...]] = (
    only_card,
    opening_lead,
    draws_trumps,
    leads_long_suit,
    returns_partners_suit,
    leads_sequence,
    leads_low,
    second_hand_low,
    finesses,
    third_hand_high,
    fourth_hand,
    ruffs,
    discards_low,
)


def medium(known: Knowledge) -> Play:
    """Gives the card of a player who knows the rules of thumb and remembers little."""
    return first(RULES, known)
