"""Chicago, or four-deal bridge: four deals with a fixed vulnerability, scored in one of two ways.

Official: partscores are carried and may be completed to a game, which earns its bonus at once; a partscore
has no bonus, except on the last deal. Popular: each deal is scored for itself, as in duplicate.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from .boards import Vulnerability, chicago_vulnerability
from .partscores import NO_PARTSCORES, Partscores
from .played_deal import PlayedDeal, Unplayed
from .score_sheet import SheetEntry, carried_entries, duplicate_entries, leading_side, sheet_totals
from .scoring import ScoreLine
from .seats import Seat, Side

CHICAGO_DEALS: Final = 4
"""Each player deals once. More deals are more rounds: nothing is carried from one to the next."""


@dataclass(frozen=True, slots=True)
class Chicago:
    """A round of four deals, of which ``deals`` are over.

    ``carries_partscores`` tells the official scoring from the popular one. ``opponents_vulnerable`` makes the
    dealer's opponents vulnerable on deals 2 and 3 instead of his own side. ``entries`` are the score sheet,
    ``partscores`` what is carried.
    """

    first_dealer: Seat
    carries_partscores: bool = True
    opponents_vulnerable: bool = False
    deals: int = 0
    entries: tuple[SheetEntry, ...] = ()
    partscores: Partscores = NO_PARTSCORES

    @property
    def number(self) -> int:
        """The number of the deal that comes next."""
        return self.deals + 1

    @property
    def dealer(self) -> Seat:
        """Who deals next."""
        return self.first_dealer.clockwise[self.deals % 4]

    @property
    def vulnerability(self) -> Vulnerability:
        """Which sides are vulnerable on the deal that comes next."""
        return chicago_vulnerability(self.number, self.dealer, self.opponents_vulnerable)

    @property
    def is_over(self) -> bool:
        """Whether all four deals are over."""
        return self.deals == CHICAGO_DEALS

    @property
    def totals(self) -> dict[Side, int]:
        """What each side has written in all."""
        return sheet_totals(self.entries)

    @property
    def winner(self) -> Side | None:
        """The side with the larger total once the round is over; None before, and if they are level."""
        return leading_side(self.entries) if self.is_over else None

    def after(self, deal: PlayedDeal | Unplayed) -> "Chicago":
        """Gives the round with one more *deal*.

        One that was passed out does not count: the same dealer deals again, at the same vulnerability. One
        that the table ended counts, without points. Honours are scored where partscores are carried.

        :raises ValueError: if the round is over.
        """
        if self.is_over:
            raise ValueError("the round is over")
        if deal is Unplayed.PASSED_OUT:
            return self
        if isinstance(deal, Unplayed):
            return replace(self, deals=self.number)
        entries = tuple(self._entries_of(deal))
        return replace(
            self, deals=self.number, entries=self.entries + entries, partscores=self._partscores_after(deal)
        )

    def _entries_of(self, deal: PlayedDeal) -> Iterator[SheetEntry]:
        vulnerable = self.vulnerability.includes(deal.declarer.side)
        if not self.carries_partscores:
            yield from duplicate_entries(self.number, deal, vulnerable)
            return
        yield from carried_entries(self.number, deal, vulnerable)
        if deal.is_made:
            yield from self._bonus_of(deal, vulnerable)

    def _bonus_of(self, deal: PlayedDeal, vulnerable: bool) -> Iterator[SheetEntry]:
        side = deal.declarer.side
        if self.partscores.makes_game(side, deal.contract):
            line = ScoreLine("game_bonus", {}, 500 if vulnerable else 300)
            yield SheetEntry(self.number, side, line)
        elif self.number == CHICAGO_DEALS:
            line = ScoreLine("last_deal_partscore_bonus", {}, 100)
            yield SheetEntry(self.number, side, line)

    def _partscores_after(self, deal: PlayedDeal) -> Partscores:
        if self.carries_partscores and deal.is_made:
            return self.partscores.after(deal.declarer.side, deal.contract)
        return self.partscores
