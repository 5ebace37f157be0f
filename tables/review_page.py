"""The review of a finished deal, ready for its template: below the replay, and at each of its steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.preferences import Preferences
from minibridge.engine import SEATS, Card, Contract, Denomination, PlayCard, Seat, Suit

from .analysis import is_available
from .manner import NORTH_UP, Manner
from .review_sentences import card_said, contract_said, mark_of, par_said, why_not
from .reviews import Reviewed
from .templatetags.bridge import INDEX_LETTERS, suit_order

COLUMNS = (Denomination.C, Denomination.D, Denomination.H, Denomination.S, Denomination.NOTRUMP)


@dataclass(frozen=True)
class TableRow:
    """What one seat wins as declarer, in each denomination."""

    seat: Seat
    tricks: tuple[int, ...]


@dataclass(frozen=True)
class MenuRow:
    """A contract of the menu, and what it scores for declarer's side if all play perfectly."""

    contract: Contract
    tricks: int
    points: int
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True)
class CostlyCard:
    """A card that mattered, with the step that shows it, and its address."""

    step: int
    address: str
    trick: int
    hand: Seat
    is_dummys: bool
    sentences: list[str]


@dataclass(frozen=True)
class Mark:
    """A card that could have been played, and how the contract ends after it."""

    card: Card
    index: str
    text: str
    is_played: bool
    is_best: bool


class ReviewPage:
    """Should be made while the reader's language is active: its sentences are in it."""

    def __init__(
        self,
        reviewed: Reviewed,
        *,
        reader: Preferences,
        manner: Manner = NORTH_UP,
        step: int,
        is_open: bool = False,
    ) -> None:
        self.reviewed = reviewed
        self.reader = reader
        self.manner = manner
        self.step = step
        self.is_open = is_open

    # --- how far it is ---

    @property
    def address(self) -> str:
        """The address of the step at which the page is."""
        return self.manner.at(self.step)

    @property
    def is_working(self) -> bool:
        """Whether more will come by itself."""
        return self.reviewed.is_waiting and is_available()

    @property
    def may_ask(self) -> bool:
        """Whether to offer a look at every card."""
        is_under_way = self.reviewed.is_asked and self.reviewed.row.status != "failed"
        return self.has_cards and is_available() and not is_under_way

    @property
    def may_ask_for_match(self) -> bool:
        """Whether to offer that for all deals of the match."""
        return self.has_cards and is_available()

    @property
    def has_cards(self) -> bool:
        """Whether anything was chosen or played."""
        return self.reviewed.end.contract is not None or bool(self.reviewed.end.tricks)

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many choices of how many were looked at."""
        row = self.reviewed.row
        is_counting = self.reviewed.is_asked and self.reviewed.is_waiting and row.to_judge
        return (row.judged, row.to_judge) if is_counting else None

    @property
    def notices(self) -> list[str]:
        """Why there is not more to see."""
        row, found = self.reviewed.row, []
        if not settings.ANALYSIS:
            found.append(_("This site works without an analysis of deals."))
        elif self.reviewed.is_waiting and not is_available():
            found.append(_("The analysis is not running now. It goes on by itself once it is back."))
        elif not self.reviewed.is_complete and not is_available():
            found.append(_("The analysis is not running now. Please try again later."))
        elif self.reviewed.is_waiting and self.reviewed.table is None:
            found.append(_("This deal waits to be analysed. That takes a moment."))
        if row.status == "failed":
            found.append(why_not(row.code))
        if self.reviewed.table is not None:
            found += self._gaps()
        return found

    def _gaps(self) -> list[str]:
        end = self.reviewed.end
        outcome = end.result.outcome if end.result else ""
        if end.declarer is None:
            return [_("Nobody declared, so there are no cards to judge.")]
        if not self.reviewed.is_whole:
            return [_("Somebody revoked or played out of turn: the cards from there on are not judged.")]
        if outcome == "unfinished":
            return [_("The deal was not finished: only the cards that were played are judged.")]
        if outcome == "claimed":
            return [_("The last tricks were claimed: they are not judged.")]
        return []

    # --- the deal ---

    @property
    def columns(self) -> tuple[Denomination, ...]:
        return COLUMNS

    @property
    def rows(self) -> tuple[TableRow, ...]:
        table = self.reviewed.table
        if table is None:
            return ()
        return tuple(TableRow(seat, tuple(table[seat, one] for one in COLUMNS)) for seat in SEATS)

    @property
    def declarer(self) -> Seat | None:
        return self.reviewed.end.declarer

    @property
    def par(self) -> str:
        par = self.reviewed.par
        return par_said(par) if par is not None else ""

    @cached_property
    def menu(self) -> tuple[MenuRow, ...]:
        """The contracts that could be chosen, best first."""
        scores, table, end = self.reviewed.menu_scores, self.reviewed.table, self.reviewed.end
        if not scores or table is None or end.declarer is None:
            return ()
        best = max(scores.values())
        return tuple(
            MenuRow(
                contract,
                table[end.declarer, contract.denomination],
                points,
                contract == end.contract,
                points == best,
            )
            for contract, points in sorted(scores.items(), key=lambda item: -item[1])
        )

    @property
    def menu_name(self) -> str:
        return self.reviewed.end.rules.menu

    @property
    def contract_sentences(self) -> list[str]:
        cost = self.reviewed.contract_cost
        return contract_said(cost, self.menu_name) if cost is not None else []

    # --- the cards ---

    @property
    def costly(self) -> tuple[CostlyCard, ...]:
        """The cards that cost a trick, in the order played."""
        return tuple(
            CostlyCard(
                trace.step,
                self.manner.at(trace.step),
                len(self.reviewed.replay.states[trace.step - 1].tricks) + 1,
                trace.hand,
                trace.hand is self.reviewed.end.dummy,
                self._said(trace.step),
            )
            for trace in self.reviewed.costly
        )

    def _said(self, step: int) -> list[str]:
        trace, declarer = self.reviewed.traces.get(step), self.declarer
        action = self.reviewed.replay.log[step - 1] if step else None
        if trace is None or declarer is None or not isinstance(action, PlayCard):
            return []
        return card_said(trace, action.card, declarer.side, self.reviewed.card_cost(step))

    @property
    def sentences(self) -> list[str]:
        """What the card of this step did."""
        return self._said(self.step)

    @property
    def cost(self) -> int:
        trace = self.reviewed.traces.get(self.step)
        return trace.cost if trace else 0

    @property
    def marks(self) -> tuple[tuple[Suit, tuple[Mark, ...]], ...]:
        """The cards that could be played at this step, suit by suit, each with what comes of it."""
        cost = self.reviewed.card_cost(self.step)
        if cost is None or len(set(cost.tricks.values())) < 2:
            return ()
        end = self.reviewed.end
        trace = self.reviewed.traces[self.step]
        letters = INDEX_LETTERS[self.reader.letters]
        found = [
            Mark(
                card,
                letters.get(card.rank.value, card.rank.value),
                mark_of(tricks, end.contract),
                is_played=card == cost.played,
                is_best=tricks == trace.before,
            )
            for card, tricks in sorted(cost.tricks.items(), reverse=True)
        ]
        suits = suit_order(self.reader.suit_order, end.trump)
        rows = ((suit, tuple(mark for mark in found if mark.card.suit is suit)) for suit in suits)
        return tuple((suit, marks) for suit, marks in rows if marks)

    @property
    def has_contract(self) -> bool:
        return self.reviewed.end.contract is not None
