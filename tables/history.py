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
from minibridge.bots import Reason
from minibridge.engine import (
    SEATS,
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

from .models import BoardRecord, Match, RecordPlayer
from .scene import outcome_line, record_log
from .templatetags.bridge import here
from .three_scores import chairs_through, player_scores

PAGE = 30


# --- the list --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealLine:
    """One deal as one of its players remembers it.

    ``mine`` and ``theirs`` are the points of his side and of the other, None without a result. Where three
    play, declarer is a side by himself, and the two others are one.
    """

    record_id: int
    table_code: str
    number: int
    is_open: bool
    is_alone: bool
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
    def is_for_three(self) -> bool:
        return self.rules.players != "four"

    @property
    def partner(self) -> str:
        if not self.is_for_three:
            return self.names.get(self.seat.partner, "")
        if self.declarer in (None, self.seat):
            return ""
        return next((name for seat, name in self.names.items() if seat not in (self.seat, self.declarer)), "")

    @property
    def opponents(self) -> tuple[str, ...]:
        """Against whom he played; of three players, both others where nobody declared."""
        if not self.is_for_three:
            return tuple(self.names[seat] for seat in self.seat.side.other.seats if seat in self.names)
        if self.role == "defender":
            return (self.declarer_name,)
        return tuple(self.names[seat] for seat in SEATS if seat in self.names and seat is not self.seat)

    @property
    def declarer_name(self) -> str:
        return self.names.get(self.declarer, "") if self.declarer else ""

    @property
    def role(self) -> str:
        """``declarer``, ``dummy`` or ``defender``, ``both`` who alone played both hands; empty where nobody
        declared.
        """
        if self.declarer is None:
            return ""
        if self.is_alone and not self.is_for_three and self.declarer.side is self.seat.side:
            return "both"
        if self.seat is self.declarer:
            return "declarer"
        if self.is_for_three:
            return "defender"
        return "dummy" if self.seat is self.declarer.partner else "defender"

    @property
    def counts_tricks(self) -> bool:
        return self.rules.scoring == "tricks"

    @property
    def score(self) -> int | None:
        """The deal for his side, negative where the other side scored; one of three writes what he scored."""
        if self.is_for_three:
            return self.mine
        return None if self.mine is None or self.theirs is None else self.mine - self.theirs


@dataclass(frozen=True)
class DealGroup:
    """The deals of one match, newest first, with the totals of the entire match: ``mine`` and ``theirs`` of
    the two sides or, where three play, ``mine`` beside those of the ``others`` by name.
    """

    table_code: str
    started: datetime
    is_over: bool
    mine: int
    theirs: int
    lines: tuple[DealLine, ...]
    others: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class DealPage:
    """One page of deals. ``older`` is the record before which the next page begins, None at the end."""

    groups: tuple[DealGroup, ...]
    older: int | None


def deals_of(user: User, *, before: int | None = None) -> DealPage:
    """The person's deals, newest first: three queries, however many deals there are, and two more for matches
    of three.
    """
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
    matches = [rows[0].record.match for rows in by_match]
    totals = _totals(match.id for match in matches if not _is_for_three(match))
    of_three = _records_of([match.id for match in matches if _is_for_three(match)])
    groups = tuple(
        _group_of_three(rows, of_three[match.id]) if _is_for_three(match) else _group(rows, totals[match.id])
        for match, rows in zip(matches, by_match, strict=True)
    )
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


def _is_for_three(match: Match) -> bool:
    return match.rule_set.players != "four"


def _records_of(match_ids: list[int]) -> dict[int, list[BoardRecord]]:
    """All the records of these matches, in the order in which they were dealt."""
    records: dict[int, list[BoardRecord]] = {}
    if match_ids:
        rows = BoardRecord.objects.filter(match_id__in=match_ids).select_related("board")
        for record in rows.prefetch_related("players").order_by("match_id", "position"):
            records.setdefault(record.match_id, []).append(record)
    return records


def _group_of_three(rows: list[RecordPlayer], records: list[BoardRecord]) -> DealGroup:
    """Three players with a total each; they have the names with which they played the newest deal."""
    match = rows[0].record.match
    dealers = [Seat(record.board.dealer) for record in records]
    scores = player_scores(dealers, (outcome_line(record).result for record in records if record.finished))
    place = next(place for place, record in enumerate(records) if record.id == rows[0].record_id)
    through = chairs_through(dealers)[place]
    names = names_of(records[-1])
    mine = [score for score in scores if through[score.first] is Seat(rows[0].seat)]
    return DealGroup(
        table_code=match.table.code,
        started=match.started,
        is_over=match.finished is not None,
        mine=sum(score.total for score in mine),
        theirs=0,
        lines=tuple(_line(row) for row in rows),
        others=tuple((names.get(score.chair, ""), score.total) for score in scores if score not in mine),
    )


def _line(row: RecordPlayer) -> DealLine:
    record, seat = row.record, Seat(row.seat)
    has_score = record.outcome in (BoardRecord.Outcome.PLAYED, BoardRecord.Outcome.CLAIMED)
    points = {Side.NS: record.points_ns, Side.EW: record.points_ew} if has_score else {}
    is_open = record.finished is None
    declarer = Seat(record.declarer) if record.declarer else None
    side = seat.side
    if declarer is not None and record.rule_set.players != "four":
        side = declarer.side if seat is declarer else declarer.side.other
    return DealLine(
        record_id=record.id,
        table_code=record.match.table.code,
        number=record.board.number,
        is_open=is_open,
        is_alone=record.match.table.alone,
        outcome=record.outcome,
        seat=seat,
        names=names_of(record),
        declarer=declarer,
        contract=record.contract,
        tricks=record.tricks,
        rules=record.rule_set,
        honour_points=None if is_open else hcp(Deal.parse(record.board.deal)[seat]),
        mine=points.get(side),
        theirs=points.get(side.other),
    )


# --- one deal --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Replay:
    """A finished deal, step by step: ``states[k]`` is the state after ``k`` actions of ``log``."""

    record: BoardRecord
    names: Mapping[Seat, str]
    log: tuple[Action, ...]
    reasons: Mapping[int, Reason]
    """Why bots did what they did, by the number of the action."""
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


@dataclass(frozen=True)
class Try:
    """One time this person played these cards; ``score`` is for his side."""

    record_id: int
    started: datetime
    contract: Contract | None
    menu: str
    tricks: int | None
    score: int | None


def tries_of(user: User | AnonymousUser, record: BoardRecord, seat: Seat) -> tuple[Try, ...]:
    """Every finished time this person played the same cards on the same seat, oldest first."""
    records = (
        BoardRecord.objects.filter(players__user_id=user.pk, players__seat=seat.value)
        .filter(board__deal=record.board.deal, board__dealer=record.board.dealer, finished__isnull=False)
        .order_by("id")
    )
    return tuple(_try(each, seat) for each in records)


def _try(record: BoardRecord, seat: Seat) -> Try:
    has_score = record.outcome in (BoardRecord.Outcome.PLAYED, BoardRecord.Outcome.CLAIMED)
    north_south = record.score_ns if has_score else None
    score = north_south if north_south is None or seat.side is Side.NS else -north_south
    menu = record.rule_set.menu
    return Try(record.id, record.started, record.contract, menu, record.tricks, score)


def replay_of(record: BoardRecord) -> Replay:
    """Raises ValueError for a record still in play: its hands are nobody's business yet."""
    if record.finished is None:
        raise ValueError("a deal in play is not replayed")
    state = start(record.board.to_engine(), record.rule_set)
    log, reasons = record_log(record.id)
    states = [state]
    for action in log:
        states.append(apply(states[-1], action))
    return Replay(record, names_of(record), tuple(log), reasons, tuple(states))


def names_of(record: BoardRecord) -> dict[Seat, str]:
    """Who played a record, in the language now spoken: bots have no name of their own."""
    return {Seat(player.seat): here().bot if player.bot else player.name for player in record.players.all()}
