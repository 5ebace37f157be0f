"""The traveller: the results of one board at several tables, and which of them look wrongly entered.

Nothing is refused here: a result is doubtful, and a teacher or director decides.
"""

from collections.abc import Sequence
from typing import Final

from .cards import Card
from .contracts import Denomination
from .deals import Deal
from .played_deal import PlayedDeal
from .seats import Seat

SUIT_LIMIT: Final = 16
NOTRUMP_LIMIT: Final = 17
"""How many tricks both sides together may have taken as declarers in one denomination before it looks odd.
Against best defence they are 13 or 14 at most; these leave room for the defence of people."""


def is_lead_possible(deal: Deal, declarer: Seat, lead: Card) -> bool:
    """Tells whether the opening *lead* was dealt to the player at declarer's left (Law 41A); if not, the
    result may have been entered for the wrong side or the wrong board.
    """
    return lead in deal[declarer.lho]


def doubtful_results(
    results: Sequence[PlayedDeal], suit_limit: int = SUIT_LIMIT, notrump_limit: int = NOTRUMP_LIMIT
) -> tuple[int, ...]:
    """Gives the indices of the results that contradict others of the board.

    Two results contradict each other if opposite sides declared in the same denomination and took more tricks
    together than the limit. Then the side with fewer results in that denomination is the doubtful one; both
    are if they have equally many.
    """
    return tuple(
        index
        for index, result in enumerate(results)
        if _is_contradicted(result, results, suit_limit, notrump_limit) and not _is_majority(result, results)
    )


def _is_contradicted(
    result: PlayedDeal, results: Sequence[PlayedDeal], suit_limit: int, notrump_limit: int
) -> bool:
    denomination = result.contract.denomination
    limit = notrump_limit if denomination is Denomination.NOTRUMP else suit_limit
    return any(
        other.contract.denomination is denomination
        and other.declarer.side is not result.declarer.side
        and other.tricks + result.tricks > limit
        for other in results
    )


def _is_majority(result: PlayedDeal, results: Sequence[PlayedDeal]) -> bool:
    """Whether more results in its denomination are of its own side than of the other."""
    same = [one for one in results if one.contract.denomination is result.contract.denomination]
    own = sum(one.declarer.side is result.declarer.side for one in same)
    return own > len(same) - own
