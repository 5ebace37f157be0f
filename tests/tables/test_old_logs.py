"""Logs outlive the code that wrote them: each is replayed by the rules it was played by, or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from minibridge.engine import RULES_VERSION, Seat
from tables.models import Action, Board, BoardRecord, Match, RecordPlayer, Table, UnknownRules
from tables.scene_reading import scenes_forget

from .cast import Room, browser
from .test_verify_records import verify

FIXTURES = Path(__file__).parents[1] / "fixtures"
WRITTEN = {version: FIXTURES / f"version_{version}.json" for version in range(1, RULES_VERSION + 1)}


def stored(match: Match, row: dict[str, Any]) -> None:
    """The record as the database had it."""
    board = Board.objects.create(
        number=1, dealer=row["dealer"], vulnerability=row["vulnerability"], deal=row["deal"]
    )
    record = BoardRecord.objects.create(
        match=match,
        board=board,
        position=match.records.count() + 1,
        rules=row["rules"],
        rules_version=row["rules_version"],
        finished=match.started,
        **row["result"],
    )
    RecordPlayer.objects.bulk_create(
        RecordPlayer(record=record, seat=seat, name=seat, **facts) for seat, facts in row["players"].items()
    )
    Action.objects.bulk_create(
        Action(record=record, n=n, seat=seat, kind=kind, data=data)
        for n, (seat, kind, data) in enumerate(row["actions"])
    )


@pytest.mark.django_db
@pytest.mark.parametrize("version", WRITTEN)
def test_old_logs_end_as_they_did(version: int) -> None:
    rows = json.loads(WRITTEN[version].read_text())
    table = Table.objects.create(code="AAAA", closed=True)
    match = Match.objects.create(table=table, number=1, rules=rows[0]["rules"], first_dealer="N")
    for row in rows:
        assert row["rules_version"] == version
        stored(match, row)
    assert verify() == f"{len(rows)} records, 0 differences\n"


@pytest.fixture
def foreign(playing: Room) -> Room:
    """The deal in play is one of rules of the future; nobody has it in memory."""
    BoardRecord.objects.update(rules_version=RULES_VERSION + 1)
    scenes_forget()
    return playing


def test_a_record_of_other_rules_is_not_replayed(foreign: Room) -> None:
    with pytest.raises(UnknownRules, match=f"version {RULES_VERSION + 1}"):
        foreign.record.start()
    BoardRecord.objects.update(finished=foreign.record.started, outcome="played")
    assert "does not replay: UnknownRules" in verify()


@pytest.mark.parametrize("path", ["/t/{code}/", "/t/{code}/view", "/deals/{record}/"])
def test_pages_say_that_they_cannot_show_it(foreign: Room, path: str) -> None:
    client: Client = browser(foreign.people[Seat.N])
    client.raise_request_exception = False
    if "deals" in path:
        BoardRecord.objects.update(finished=foreign.record.started, outcome="played")
    address = path.format(code=foreign.code, record=foreign.record.id)
    response = client.get(address, headers={"accept-language": "en"})
    assert response.status_code == 410
    assert "rules that this site does not know" in response.text
