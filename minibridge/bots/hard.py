"""HARD: remembers every card, and thinks about where the others are."""

from typing import Final

from minibridge.engine import Card

from .declarer_play import cashes_contract, develops, draws_trumps_counted, plays_on, ruffs_in_short_hand
from .defence import best_lead, gives_ruff, sets_contract
from .discards import discards_loser
from .ending import few_layouts, worth_of_cards
from .finesses import finesses_judged
from .judgement import fourth_hand_judged, second_hand_judged, third_hand_judged
from .knowledge import Knowledge
from .leads import leads_low
from .opening_lead import opening_lead
from .ruffs import ruffs_judged
from .rule import Play, Rule, first, only_card, play

MOST_CARDS: Final = 4
"""With so many cards left in each hand it counts how they may lie."""
MOST_LAYOUTS: Final = 30
"""It does not count more ways than these: the others at the table are waiting."""

RULES: Final[tuple[Rule, ...]] = (
    only_card,
    opening_lead,
    cashes_contract,
    ruffs_in_short_hand,
    draws_trumps_counted,
    develops,
    plays_on,
    sets_contract,
    gives_ruff,
    best_lead,
    leads_low,
    second_hand_judged,
    finesses_judged,
    third_hand_judged,
    fourth_hand_judged,
    ruffs_judged,
    discards_loser,
)


def hard(known: Knowledge) -> Play:
    """Gives the card of a player who remembers and counts: that of the rules unless, near the end, counting
    the ways in which the last cards can lie shows a better one.
    """
    chosen = first(RULES, known)
    worth = worth_by_counting(known)
    if not worth or worth[chosen.card] == max(worth.values()):
        return chosen
    best = max(worth, key=lambda card: (worth[card], -card.order))
    return play(best, "counts_ending", cards=known.view.remaining)


def worth_by_counting(known: Knowledge) -> dict[Card, int]:
    """Adds up what each legal card wins over all layouts that are still possible; empty if there are too many
    to count, or only one card to play.
    """
    if known.view.remaining > MOST_CARDS or len(known.legal) < 2:
        return {}
    possible = few_layouts(known, MOST_LAYOUTS)
    worth = dict.fromkeys(known.legal, 0)
    for layout in possible:
        for card, tricks in worth_of_cards(layout, known.trump, known.trick, known.legal).items():
            worth[card] += tricks
    return worth if possible else {}
