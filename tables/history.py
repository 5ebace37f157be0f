"""Reads of deals: the list of what a person played, and one finished deal, card by card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby

from django.contrib.auth.models import AnonymousUser
from django.db.models import Sum

from accounts.models import User
from minibridge.engine import (
    Action,
    BoardState,
    Contract,
    Deal,
    RuleSet,
    Seat,
    SeatView,
    Side,
    Watcher,
    apply,
    hcp,
    start,
    view_for,
)

from .models import BoardRecord, RecordPlayer
from .scene import record_log

PAGE = 30


# --- the list --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealLine:
    """One deal as one of its players remembers it.

    ``mine`` and ``theirs`` are the points of his side and of the other, None without a result.
    """

    record_id: int
    table_code: str
    number: int
    is_open: bool
    outcome: str
    seat: Seat
    names: Mapping[Seat, str]
    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    rules: RuleSet
    honour_points: int | None
    mine: int | None
    theirs: int | None

    @property
    def partner(self) -> str:
        return self.names.get(self.seat.partner, "")

    @property
    def opponents(self) -> tuple[str, ...]:
        return tuple(self.names[seat] for seat in self.seat.side.other.seats if seat in self.names)

    @property
    def declarer_name(self) -> str:
        return self.names.get(self.declarer, "") if self.declarer else ""

    @property
    def role(self) -> str:
        """``declarer``, ``dummy`` or ``defender``; empty where nobody declared."""
        if self.declarer is None:
            return ""
        if self.seat is self.declarer:
            return "declarer"
        return "dummy" if self.seat is self.declarer.partner else "defender"

    @property
    def counts_tricks(self) -> bool:
        return self.rules.scoring == "tricks"

    @property
    def score(self) -> int | None:
        """The deal for his side, negative where the other side scored."""
        return None if self.mine is None or self.theirs is None else self.mine - self.theirs

    @property
    def score_text(self) -> str:
        """``+420``, ``−50`` or ``0``."""
        score = self.score or 0
        return f"+{score}" if score > 0 else f"−{-score}" if score else "0"


@dataclass(frozen=True)
class DealGroup:
    """The deals of one match, newest first, with the totals of the entire match."""

    table_code: str
    started: datetime
    is_over: bool
    mine: int
    theirs: int
    lines: tuple[DealLine, ...]


@dataclass(frozen=True)
class DealPage:
    """One page of deals. ``older`` is the record before which the next page begins, None at the end."""

    groups: tuple[DealGroup, ...]
    older: int | None


def deals_of(user: User, *, before: int | None = None) -> DealPage:
    """The person's deals, newest first: three queries, however many deals there are."""
    rows = RecordPlayer.objects.filter(user=user)
    if before is not None:
        rows = rows.filter(record_id__lt=before)
    rows = (
        rows.select_related("record__board", "record__match__table")
        .prefetch_related("record__players")
        .order_by("-record_id")[: PAGE + 1]
    )
    held = list(rows)
    shown = held[:PAGE]
    by_match = [list(rows) for _match, rows in groupby(shown, key=lambda row: row.record.match_id)]
    totals = _totals(rows[0].record.match_id for rows in by_match)
    groups = tuple(_group(rows, totals[rows[0].record.match_id]) for rows in by_match)
    return DealPage(groups, older=shown[-1].record_id if len(held) > PAGE else None)


def _totals(match_ids: Iterable[int]) -> dict[int, dict[Side, int]]:
    """What each side scored in these matches, also in deals on another page."""
    rows = (
        BoardRecord.objects.filter(match_id__in=list(match_ids))
        .values("match_id")
        .annotate(ns=Sum("points_ns", default=0), ew=Sum("points_ew", default=0))
        .order_by()
    )
    return {row["match_id"]: {Side.NS: row["ns"], Side.EW: row["ew"]} for row in rows}


def _group(rows: list[RecordPlayer], totals: Mapping[Side, int]) -> DealGroup:
    match, side = rows[0].record.match, Seat(rows[0].seat).side
    return DealGroup(
        table_code=match.table.code,
        started=match.started,
        is_over=match.finished is not None,
        mine=totals[side],
        theirs=totals[side.other],
        lines=tuple(_line(row) for row in rows),
    )


def _line(row: RecordPlayer) -> DealLine:
    record, seat = row.record, Seat(row.seat)
    has_score = record.outcome in (BoardRecord.Outcome.PLAYED, BoardRecord.Outcome.CLAIMED)
    points = {Side.NS: record.points_ns, Side.EW: record.points_ew} if has_score else {}
    is_open = record.finished is None
    return DealLine(
        record_id=record.id,
        table_code=record.match.table.code,
        number=record.board.number,
        is_open=is_open,
        outcome=record.outcome,
        seat=seat,
        names={Seat(player.seat): player.name for player in record.players.all()},
        declarer=Seat(record.declarer) if record.declarer else None,
        contract=record.contract,
        tricks=record.tricks,
        rules=record.rule_set,
        honour_points=None if is_open else hcp(Deal.parse(record.board.deal)[seat]),
        mine=points.get(seat.side),
        theirs=points.get(seat.side.other),
    )


# --- one deal --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Replay:
    """A finished deal, step by step: ``states[k]`` is the state after ``k`` actions of ``log``."""

    record: BoardRecord
    names: Mapping[Seat, str]
    log: tuple[Action, ...]
    states: tuple[BoardState, ...]

    @property
    def last(self) -> int:
        return len(self.log)

    @cached_property
    def views(self) -> tuple[SeatView, ...]:
        """What all four hands and the table were like after each action."""
        return tuple(view_for(state, Watcher.OPEN) for state in self.states)

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The steps to which one jumps by tricks: the first, each that completes a trick, and the last."""
        tricks = [len(state.tricks) for state in self.states]
        completed = {step for step in range(1, self.last + 1) if tricks[step] > tricks[step - 1]}
        return tuple(sorted({0, *completed, self.last}))


def deal_record(record_id: int, user: User | AnonymousUser) -> tuple[BoardRecord, Seat] | None:
    """A record in which this person had a seat, with that seat; None for anybody else."""
    if not user.is_authenticated:
        return None
    player = (
        RecordPlayer.objects.filter(record_id=record_id, user=user)
        .select_related("record__board", "record__match__table")
        .prefetch_related("record__players")
        .first()
    )
    return (player.record, Seat(player.seat)) if player else None


def replay_of(record: BoardRecord) -> Replay:
    """Raises ValueError for a record still in play: its hands are nobody's business yet."""
    if record.finished is None:
        raise ValueError("a deal in play is not replayed")
    state = start(record.board.to_engine(), record.rule_set)
    log, states = tuple(record_log(record.id)), [state]
    for action in log:
        states.append(apply(states[-1], action))
    names = {Seat(player.seat): player.name for player in record.players.all()}
    return Replay(record, names, log, tuple(states))
