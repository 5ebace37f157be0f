"""Records as JSON: everything that the site knows of them, so that another one can show the same replay.

A file is one object::

    {"format": "minibridge", "version": 1, "matches": [match, …]}

    match:  {"number": 1, "rules": {…}, "rules_version": 1, "first_dealer": "N", "started": time,
             "finished": time or null, "ended_early": false, "is_replay": false, "source": "",
             "records": [record, …]}
    record: {"board": {"number": 1, "dealer": "N", "vulnerability": "None", "deal": "N:AT52.K843.7.Q962 …"},
             "rules": {…}, "rules_version": 1, "started": time, "finished": time,
             "players": [{"seat": "N", "name": "Nina", "bot": ""}, …],
             "actions": [{"seat": "S", "kind": "contract", "data": {"contract": "4S"}, "at": time,
                          "by_person": true, "reason": {"code": …, "params": {…}}}, …],
             "result": {"outcome": "played", "declarer": "S", "contract": "4S", "tricks": 10,
                        "points": {"NS": 420, "EW": 0}},
             "source": {"pbn": …, "problems": […]}}

Times are ISO 8601 with an offset. Rules and actions are those of ``minibridge.engine``: ``RuleSet.to_dict``
and ``action_from``; ``seat`` is empty where the table itself acts; ``by_person`` says that somebody thought
about it until its time. ``reason`` is there where a bot acted,
``source`` where the record came from a file of another program. ``result`` is for people: who reads a file
plays the actions again. A later version adds names; a reader passes over those that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from minibridge.engine import Seat

from .models import Action, BoardRecord, Match
from .thinking_times import is_persons
from .written_records import source_of

FORMAT = "minibridge"
VERSION = 1


def json_pieces(records: Iterable[BoardRecord]) -> Iterator[str]:
    """A whole file, piece by piece. The records of a match should follow one another."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "matches": ['
    before_match = "\n"
    for _match_id, group in groupby(records, key=lambda record: record.match_id):
        for n, record in enumerate(group):
            yield f",\n{_record(record)}" if n else f"{before_match}{_head(record.match)}\n{_record(record)}"
        yield "]}"
        before_match = ",\n"
    yield "\n]}\n"


def _head(match: Match) -> str:
    return f'{json.dumps(match_data(match), ensure_ascii=False)[:-1]}, "records": ['


def _record(record: BoardRecord) -> str:
    return json.dumps(record_data(record), ensure_ascii=False)


def match_data(match: Match) -> dict[str, Any]:
    return {
        "number": match.number,
        "rules": match.rules,
        "rules_version": match.rules_version,
        "first_dealer": match.first_dealer,
        "started": match.started.isoformat(),
        "finished": match.finished.isoformat() if match.finished else None,
        "ended_early": match.ended_early,
        "is_replay": match.is_replay,
        "source": match.source,
    }


def record_data(record: BoardRecord) -> dict[str, Any]:
    """Raises ValueError for a record still in play."""
    if record.finished is None:
        raise ValueError("a deal in play is not written down")
    board = record.board
    players = sorted(record.players.all(), key=lambda row: Seat(row.seat).order)
    source = source_of(record)
    said = {"source": {"pbn": source.pbn, "problems": source.problems}} if source else {}
    return {
        "board": {
            "number": board.number,
            "dealer": board.dealer,
            "vulnerability": board.vulnerability,
            "deal": board.deal,
        },
        "rules": record.rules,
        "rules_version": record.rules_version,
        "started": record.started.isoformat(),
        "finished": record.finished.isoformat(),
        "players": [{"seat": row.seat, "name": row.name, "bot": row.bot} for row in players],
        "actions": [_action(row) for row in sorted(record.actions.all(), key=lambda row: row.n)],
        "result": {
            "outcome": record.outcome,
            "declarer": record.declarer,
            "contract": str(record.contract) if record.contract else None,
            "tricks": record.tricks,
            "points": {"NS": record.points_ns, "EW": record.points_ew},
        },
        **said,
    }


def _action(row: Action) -> dict[str, Any]:
    more: dict[str, Any] = {"reason": row.reason} if row.reason else {}
    if is_persons(row):
        more["by_person"] = True
    return {"seat": row.seat, "kind": row.kind, "data": row.data, "at": row.created.isoformat(), **more}
