"""The score sheet of a match: a line for each deal, and what everybody has written in the end."""

from __future__ import annotations

from dataclasses import dataclass

from minibridge.engine import Contract, Seat, Side

from .models import BoardRecord
from .replays import MatchReading
from .scene_reading import outcome_line
from .templatetags.bridge import here, join_names, seat_label
from .three_scores import player_scores


@dataclass(frozen=True)
class SheetLine:
    """One deal; ``points`` has a number for each column, None where nothing was written."""

    record_id: int
    number: int
    dealer: Seat
    vulnerability: str
    outcome: str
    declarer: Seat | None
    declarer_name: str
    contract: Contract | None
    tricks: int | None
    menu: str
    points: tuple[int | None, ...]


@dataclass(frozen=True)
class SheetColumn:
    """Who writes in it: a side with its players or, where three play, a player. ``label`` is short."""

    label: str
    names: str
    total: int


@dataclass(frozen=True)
class MatchSheet:
    columns: tuple[SheetColumn, ...]
    lines: tuple[SheetLine, ...]
    has_vulnerability: bool


def match_sheet(reading: MatchReading) -> MatchSheet:
    records = reading.records
    is_for_three = reading.match.rule_set.players != "four"
    points = _points_of_three(records) if is_for_three else [_points_of_sides(record) for record in records]
    totals = [sum(written or 0 for written in column) for column in zip(*points, strict=True)]
    heads = _players(reading) if is_for_three else _sides(reading)
    return MatchSheet(
        columns=tuple(
            SheetColumn(label, names, total) for (label, names), total in zip(heads, totals, strict=True)
        ),
        lines=tuple(_line(reading, record, row) for record, row in zip(records, points, strict=True)),
        has_vulnerability=reading.match.rule_set.vulnerability == "board",
    )


def _line(reading: MatchReading, record: BoardRecord, points: tuple[int | None, ...]) -> SheetLine:
    declarer = Seat(record.declarer) if record.declarer else None
    return SheetLine(
        record_id=record.id,
        number=record.board.number,
        dealer=Seat(record.board.dealer),
        vulnerability=record.board.get_vulnerability_display(),
        outcome=record.outcome,
        declarer=declarer,
        declarer_name=reading.names(record).get(declarer, "") if declarer else "",
        contract=record.contract,
        tricks=record.tricks,
        menu=record.rule_set.menu,
        points=points,
    )


def _points_of_sides(record: BoardRecord) -> tuple[int | None, ...]:
    return (record.points_ns, record.points_ew) if record.tricks is not None else (None, None)


def _sides(reading: MatchReading) -> list[tuple[str, str]]:
    """The sides with the players of the last deal; nobody is named where a file brought many tables in."""
    names = {} if reading.match.importer_id else reading.names(reading.records[-1])
    return [
        (here().side_letters[side], join_names(names[seat] for seat in side.seats if names.get(seat)))
        for side in Side
    ]


def _points_of_three(records: tuple[BoardRecord, ...]) -> list[tuple[int | None, ...]]:
    dealers = [Seat(record.board.dealer) for record in records]
    scores = player_scores(dealers, (outcome_line(record).result for record in records))
    return list(zip(*(score.points for score in scores), strict=True))


def _players(reading: MatchReading) -> list[tuple[str, str]]:
    """Three players, by the chairs that they had in the last deal."""
    records = reading.records
    dealers = [Seat(record.board.dealer) for record in records]
    scores = player_scores(dealers, (outcome_line(record).result for record in records))
    names = reading.names(records[-1])
    return [(names.get(score.chair) or seat_label(score.chair), "") for score in scores]
