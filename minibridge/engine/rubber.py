"""The rubber: the best of three games, with partscores carried from deal to deal.

The Laws meant here are those of Contract Bridge, not of Duplicate: 72 (points), 73 (partscore and game),
74 (the rubber), 80 (the unfinished rubber), 81 (the scoring table).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .boards import Vulnerability, rubber_vulnerability
from .partscores import NO_PARTSCORES, Partscores
from .played_deal import PlayedDeal, Unplayed
from .score_sheet import SheetEntry, carried_entries, leading_side, sheet_totals
from .scoring import ScoreLine
from .seats import Seat, Side


@dataclass(frozen=True, slots=True)
class GameWon:
    """A game of a rubber: who won it, and after which deal the line is drawn under it."""

    side: Side
    deal: int


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber after so many ``deals``.

    ``entries`` are its score sheet, ``games`` the games won so far, ``partscores`` what counts towards the
    next. ``is_abandoned`` tells that the players stopped before a side had two games.
    """

    first_dealer: Seat
    deals: int = 0
    entries: tuple[SheetEntry, ...] = ()
    games: tuple[GameWon, ...] = ()
    partscores: Partscores = NO_PARTSCORES
    is_abandoned: bool = False

    @property
    def number(self) -> int:
        """The number of the deal that comes next."""
        return self.deals + 1

    @property
    def dealer(self) -> Seat:
        """Who deals next: the deal passes to the left, also after a deal that was passed out."""
        return self.first_dealer.clockwise[self.deals % 4]

    @property
    def vulnerability(self) -> Vulnerability:
        """Which sides are vulnerable on the deal that comes next: those with a game."""
        return rubber_vulnerability([game.side for game in self.games])

    def games_of(self, side: Side) -> int:
        """Counts the games that *side* has won."""
        return sum(game.side is side for game in self.games)

    @property
    def is_over(self) -> bool:
        """Whether a side has two games (Law 74), or the players have stopped."""
        return self.is_abandoned or any(self.games_of(side) == 2 for side in Side)

    @property
    def totals(self) -> dict[Side, int]:
        """What each side has written in all."""
        return sheet_totals(self.entries)

    @property
    def winner(self) -> Side | None:
        """The side with the larger total once the rubber is over, even if the other has won more games
        (Law 74); None before, and if the totals are level.
        """
        return leading_side(self.entries) if self.is_over else None

    def after(self, deal: PlayedDeal | Unplayed) -> "Rubber":
        """Gives the rubber with one more *deal*.

        :raises ValueError: if it is over.
        """
        self._check_in_progress()
        if isinstance(deal, Unplayed):
            return replace(self, deals=self.number)
        side = deal.declarer.side
        entries = tuple(carried_entries(self.number, deal, self.vulnerability.includes(side)))
        scored = replace(self, deals=self.number, entries=self.entries + entries)
        return scored._with_contract_made(deal) if deal.is_made else scored

    def _with_contract_made(self, deal: PlayedDeal) -> "Rubber":
        side = deal.declarer.side
        made = replace(self, partscores=self.partscores.after(side, deal.contract))
        if not self.partscores.makes_game(side, deal.contract):
            return made
        bonus = (self._rubber_bonus(side),) if self.games_of(side) else ()
        games = (*self.games, GameWon(side, self.deals))
        return replace(made, games=games, entries=self.entries + bonus)

    def _rubber_bonus(self, side: Side) -> SheetEntry:
        lost = self.games_of(side.other)
        line = ScoreLine("rubber_bonus", {"games_lost": lost}, 500 if lost else 700)
        return SheetEntry(self.deals, side, line)

    def abandoned(self, game_bonus: int = 300, partscore_bonus: int = 100) -> "Rubber":
        """Gives the rubber as it is scored when the players stop before its end (Law 80).

        If only one game has been won, its winners get *game_bonus*; if only one side has a partscore in the
        game not finished, it gets *partscore_bonus*. The figures of the Law of 1993 are 300 and 100; some
        tables have 50 for the partscore.

        :raises ValueError: if it is over.
        """
        self._check_in_progress()
        bonuses = tuple(self._unfinished_bonuses(game_bonus, partscore_bonus))
        return replace(self, entries=self.entries + bonuses, is_abandoned=True)

    def _unfinished_bonuses(self, game_bonus: int, partscore_bonus: int) -> Iterator[SheetEntry]:
        if len(self.games) == 1:
            line = ScoreLine("unfinished_game_bonus", {}, game_bonus)
            yield SheetEntry(self.deals, self.games[0].side, line)
        with_partscore = [side for side in Side if self.partscores[side]]
        if len(with_partscore) == 1:
            line = ScoreLine("unfinished_partscore_bonus", {}, partscore_bonus)
            yield SheetEntry(self.deals, with_partscore[0], line)

    def _check_in_progress(self) -> None:
        if self.is_over:
            raise ValueError("the rubber is over")
