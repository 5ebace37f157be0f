"""Reads of the list of what a person played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db.models import QuerySet, Sum

from accounts.models import User
from accounts.names import folded
from minibridge.engine import SEATS, Contract, Deal, RuleSet, Seat, Side, hcp

from .deal_filter import DealFilter
from .models import BoardRecord, Match, RecordPlayer
from .replays import names_of
from .scene_reading import outcome_line
from .three_scores import chairs_through, player_scores

PAGE = 30
EVERYTHING = DealFilter()
RECENT = 500
"""Of how many deals the companions are suggested."""


@dataclass(frozen=True)
class DealLine:
    """One deal as one of its players remembers it.

    ``role`` is empty where nobody declared. ``mine`` and ``theirs`` are the points of his side and of the
    other, ``score`` what he writes; None without a result. Where three play, declarer is a side by himself,
    the two others are one, and each writes what he scored.
    """

    record_id: int
    table_code: str
    number: int
    day: date
    is_open: bool
    is_replay: bool
    with_people: bool
    outcome: str
    seat: Seat
    names: Mapping[Seat, str]
    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    rules: RuleSet
    honour_points: int | None
    role: str
    score: int | None
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
    def counts_tricks(self) -> bool:
        return self.rules.scoring == "tricks"


@dataclass(frozen=True)
class DealGroup:
    """The deals of one match, newest first, with the totals of the entire match: ``mine`` and ``theirs`` of
    the two sides or, where three play, ``mine`` beside those of the ``others`` by name.
    """

    match_id: int
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


def deals_of(user: User, chosen: DealFilter = EVERYTHING, *, before: int | None = None) -> DealPage:
    """Those of the person's deals that are asked for, newest first: three queries, however many there are,
    and two more for matches of three.
    """
    rows = chosen.apply(RecordPlayer.objects.filter(user=user))
    if before is not None:
        rows = rows.filter(record_id__lt=before)
    # Chosen before they are joined: a database that sorts must not sort all the cards of ten years.
    page = rows.order_by("-record_id").values("id")[: PAGE + 1]
    held = list(_with_records(RecordPlayer.objects.filter(id__in=page)))
    shown = held[:PAGE]
    by_match = [list(rows) for _match, rows in groupby(shown, key=lambda row: row.record.match_id)]
    matches = [rows[0].record.match for rows in by_match]
    totals = _totals(match.id for match in matches if not _is_for_three(match))
    of_three = _records_of([match.id for match in matches if _is_for_three(match)])
    groups = tuple(
        _group_of_three(rows, of_three[match.id]) if _is_for_three(match) else _group(rows, totals[match.id])
        for match, rows in zip(matches, by_match, strict=True)
        if match.id in totals or match.id in of_three  # else deleted meanwhile
    )
    return DealPage(groups, older=shown[-1].record_id if len(held) > PAGE else None)


def lines_of(user: User, record_ids: Collection[int]) -> tuple[DealLine, ...]:
    """These deals of the person, newest first; those that are not his are left out."""
    rows = RecordPlayer.objects.filter(user=user, record__in=record_ids)
    return tuple(_line(row) for row in _with_records(rows))


def _with_records(rows: QuerySet[RecordPlayer]) -> QuerySet[RecordPlayer]:
    rows = rows.select_related("record__board", "record__match__table").prefetch_related("record__players")
    return rows.order_by("-record_id")


def names_played_with(user: User) -> list[str]:
    """The names with whom the person has played lately, to be suggested where a name is asked for."""
    recent = RecordPlayer.objects.filter(user=user).order_by("-record_id").values("record_id")[:RECENT]
    others = RecordPlayer.objects.filter(record__in=recent).exclude(user=user).exclude(name="")
    return sorted(set(others.values_list("name", flat=True)), key=folded)


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
        match_id=match.id,
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
        match_id=match.id,
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
    side = Side(row.side) if row.side else seat.side
    return DealLine(
        record_id=record.id,
        table_code=record.match.table.code,
        number=record.board.number,
        day=row.day,
        is_open=is_open,
        is_replay=record.match.is_replay,
        with_people=row.with_people,
        outcome=record.outcome,
        seat=seat,
        names=names_of(record),
        declarer=declarer,
        contract=record.contract,
        tricks=record.tricks,
        rules=record.rule_set,
        honour_points=None if is_open else hcp(Deal.parse(record.board.deal)[seat]),
        role=row.role,
        score=row.score,
        mine=points.get(side),
        theirs=points.get(side.other),
    )
