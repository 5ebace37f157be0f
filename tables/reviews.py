"""Reads of what the analysis says of a finished record, as far as it is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from minibridge.analysis import Par, Table, par_of, table_from_data
from minibridge.bots import CardCost, ContractCost, menu_scores
from minibridge.engine import BoardState, Contract, Denomination, Seat, Side, Vulnerability

from .models import BoardRecord, Review
from .replays import Replay

NOTHING = Review(status=Review.Status.WAITING, version=Review.VERSION)
"""What is known of a record that nobody has asked about."""


@dataclass(frozen=True)
class CardTrace:
    """The tricks of declarer's side, double-dummy, ``before`` and ``after`` a card; ``cost`` is what it lost
    for its side, and ``given_back`` how many of those the other side had lost before.
    """

    step: int
    hand: Seat
    before: int
    after: int
    cost: int
    given_back: int


@dataclass(frozen=True)
class Reviewed:
    """A finished deal and its review: ``row.data`` in the words of the engine."""

    replay: Replay
    row: Review

    @property
    def end(self) -> BoardState:
        return self.replay.states[-1]

    @property
    def is_asked(self) -> bool:
        """Whether every card was asked for."""
        return self.row.depth == Review.Depth.CARDS and self.row.version == Review.VERSION

    @property
    def is_waiting(self) -> bool:
        return self.row.id is not None and self.row.status == Review.Status.WAITING

    @property
    def is_complete(self) -> bool:
        """Whether every card was looked at."""
        return self.is_asked and self.row.status == Review.Status.DONE

    @cached_property
    def _data(self) -> Mapping[str, object]:
        return self.row.data if self.row.version == Review.VERSION else {}

    # --- the deal ---

    @cached_property
    def table(self) -> Table | None:
        return table_from_data(self._data["table"]) if "table" in self._data else None

    @property
    def par(self) -> Par | None:
        board, rules = self.end.board, self.end.rules
        counts = rules.vulnerability == "board"
        vulnerability = board.vulnerability if counts else Vulnerability.NONE
        return None if self.table is None else par_of(self.table, board.dealer, vulnerability)

    @cached_property
    def chosen_at(self) -> BoardState | None:
        """The state in which declarer chose his contract from a menu; after a take-back, the last time."""
        if self.end.contract is None or self.end.auction is not None:
            return None
        return next((state for state in reversed(self.replay.states) if state.menu), None)

    @property
    def menu_scores(self) -> Mapping[Contract, int]:
        """What each contract of the menu scores for declarer's side, if all play perfectly."""
        chosen_at, declarer = self.chosen_at, self.end.declarer
        if chosen_at is None or declarer is None or self.table is None:
            return {}
        made = {denomination: self.table[declarer, denomination] for denomination in Denomination}
        return menu_scores(chosen_at.menu, self.end.declarer_is_vulnerable, made)

    @cached_property
    def contract_cost(self) -> ContractCost | None:
        data = self._data.get("contract")
        return ContractCost.from_data(data) if data else None

    # --- the cards ---

    @property
    def is_whole(self) -> bool:
        """Whether all cards played can be judged."""
        return bool(self._data.get("is_whole", True))

    @cached_property
    def traces(self) -> Mapping[int, CardTrace]:
        """Each card that lies and can be judged, by its step."""
        tricks, steps = self._data.get("trace"), self._data.get("steps")
        declarer = self.end.declarer
        if not isinstance(tricks, list) or not isinstance(steps, list) or declarer is None:
            return {}
        traces = {}
        lost = dict.fromkeys(Side, 0)  # and not given back
        for (step, letter), before, after in zip(steps, tricks, tricks[1:], strict=False):
            hand = Seat(letter)
            cost = before - after if hand.side is declarer.side else after - before
            given_back = min(cost, lost[hand.side.other])
            lost[hand.side.other] -= given_back
            lost[hand.side] += cost - given_back
            traces[step] = CardTrace(step, hand, before, after, cost, given_back)
        return traces

    def card_cost(self, step: int) -> CardCost | None:
        """What was looked at more closely, if this step's card was a choice."""
        found = self._data.get("cards")
        data = found.get(str(step)) if isinstance(found, dict) else None
        return CardCost.from_data(data) if data else None

    @property
    def costly(self) -> tuple[CardTrace, ...]:
        """The cards that cost something."""
        return tuple(trace for trace in self.traces.values() if trace.cost)


def reviewed(replay: Replay) -> Reviewed:
    """One query; a record that nobody has asked about has nothing to tell yet."""
    row = Review.objects.filter(record_id=replay.record.id).first()
    return Reviewed(replay, row or NOTHING)


def deals_to_ask(record: BoardRecord, user_id: int) -> list[BoardRecord]:
    """All finished deals of the match in which this person had a part."""
    deals = BoardRecord.objects.filter(match_id=record.match_id, finished__isnull=False)
    return list(deals.filter(players__user_id=user_id).distinct().order_by("position"))
