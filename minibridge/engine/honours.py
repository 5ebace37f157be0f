"""Honours: the high trumps, or at notrump the aces, dealt to one hand. Duplicate does not count them."""

from dataclasses import dataclass
from typing import Final

from .cards import Card, Rank
from .contracts import Denomination
from .deals import Deal
from .seats import SEATS, Seat

HONOUR_RANKS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
"""The five honours of a suit."""


@dataclass(frozen=True, slots=True)
class Honours:
    """What ``seat`` holds: four or five trump honours, or the four aces at notrump."""

    seat: Seat
    count: int
    of_trumps: bool

    @property
    def points(self) -> int:
        """Four trump honours in one hand are worth 100, five or the four aces 150 (rubber Law 81)."""
        return 100 if self.of_trumps and self.count == 4 else 150


def honours_in(deal: Deal, denomination: Denomination) -> Honours | None:
    """Finds the honours that the holder's side, declaring or defending, scores when *denomination* is played,
    whatever becomes of the contract (rubber Laws 72 and 81).
    """
    trump = denomination.trump
    if trump is None:
        counts = {seat: sum(card.rank is Rank.ACE for card in deal[seat]) for seat in SEATS}
    else:
        honours = [Card(trump, rank) for rank in HONOUR_RANKS]
        counts = {seat: sum(card in deal[seat] for card in honours) for seat in SEATS}
    holder = max(SEATS, key=lambda seat: counts[seat])
    return Honours(holder, counts[holder], trump is not None) if counts[holder] >= 4 else None
