"""The score sheet of rubber and Chicago: what each deal puts on it, for whom, below the line or above."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .honours import Honours
from .played_deal import PlayedDeal
from .scoring import TRICK_CODES, ScoreLine, duplicate_lines
from .seats import Seat, Side


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One figure on the sheet: ``side`` writes the points of ``line`` after deal ``deal``, counted from 1.

    ``is_below`` tells whether it counts towards game. ``holder`` is the hand that held honours.
    """

    deal: int
    side: Side
    line: ScoreLine
    is_below: bool = False
    holder: Seat | None = None

    @property
    def points(self) -> int:
        """What the side writes."""
        return self.line.points


def duplicate_entries(number: int, deal: PlayedDeal, vulnerable: bool) -> Iterator[SheetEntry]:
    """Gives the entries of a deal that is scored for itself, as in duplicate (Law 77)."""
    declaring = deal.declarer.side
    for line in duplicate_lines(deal.contract, vulnerable, deal.tricks):
        yield SheetEntry(number, declaring.other if line.to_defenders else declaring, line)


def carried_entries(number: int, deal: PlayedDeal, vulnerable: bool) -> Iterator[SheetEntry]:
    """Gives the entries of a deal where partscores are carried (rubber Laws 72 and 81).

    Below the line the tricks bid and made; above it overtricks, slam, the bonus for a doubled contract,
    undertricks and honours. The deal itself earns no bonus for partscore or game.
    """
    for entry in duplicate_entries(number, deal, vulnerable):
        if entry.line.code not in ("partscore_bonus", "game_bonus"):
            is_below = entry.line.code in TRICK_CODES
            yield SheetEntry(number, entry.side, entry.line, is_below)
    if deal.honours is not None:
        yield _honours_entry(number, deal.honours)


def _honours_entry(number: int, honours: Honours) -> SheetEntry:
    code = "trump_honours" if honours.of_trumps else "four_aces"
    line = ScoreLine(code, {"count": honours.count}, honours.points)
    return SheetEntry(number, honours.seat.side, line, holder=honours.seat)


def sheet_totals(entries: Iterable[SheetEntry]) -> dict[Side, int]:
    """Adds up what each side has written, below the line and above."""
    sums = dict.fromkeys(Side, 0)
    for entry in entries:
        sums[entry.side] += entry.points
    return sums


def leading_side(entries: Iterable[SheetEntry]) -> Side | None:
    """Gives the side that has written more; None if they are level."""
    sums = sheet_totals(entries)
    if sums[Side.NS] == sums[Side.EW]:
        return None
    return max(Side, key=lambda side: sums[side])
