"""Whole matches of bots through the services, under every rule set the site offers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from accounts.models import User
from minibridge.analysis import Analysis, carrier
from minibridge.bots import Decision, Level
from minibridge.engine import Seat, SeatView
from tables import analysis as table_analysis
from tables.bot_driver import decide, decide_by_rules
from tables.models import Action, BoardRecord, Seating, Table
from tables.rule_texts import OFFERED_PRESETS
from tables.services import bots, matches
from tables.services.records import result_differences
from tests.analysis.conftest import AnalysisProcess

from .bot_play import Deciding, bots_act
from .cast import Room, room_of


def match_of_bots(host: User, number: int, level: str = "", decide: Deciding = decide_by_rules) -> Room:
    """Bots of random levels, or of one, play a match under random rules.

    A bot plays for the host, too: he is there only to say that the next deal may come.
    """
    rng = random.Random(number)
    name = list(OFFERED_PRESETS)[number % len(OFFERED_PRESETS)]
    rules = OFFERED_PRESETS[name]
    room = room_of({Seat.S: host}, rules=replace(rules, deals=1 if level else 3))
    others = [Seat.N, Seat.W] if rules.players != "four" else [Seat.N, Seat.E, Seat.W]
    for seat in others:
        chosen = level or rng.choice(["easy", "medium", "hard"])
        bots.bot_seat(table_id=room.table.id, host_id=host.id, seat=seat, level=chosen)
    matches.match_start(table_id=room.table.id, user_id=host.id)
    _bot_for_host(host, level)
    while room.scene.status == "playing":
        bots_act(room.table.id, decide)
        assert not room.scene.deal_is_open, f"stuck: {room.state}"
        if room.scene.status == "playing":
            matches.deal_now(table_id=room.table.id, user_id=host.id)
            _bot_for_host(host, level)
    assert room.scene.status == "over"
    return room


def _bot_for_host(host: User, level: str) -> None:
    seating = Seating.objects.get(user=host)
    seating.bot = level or "medium"
    seating.save()
    table = Table.objects.get(id=seating.table_id)
    Table.objects.filter(id=table.id).update(version=table.version + 1, setting_version=table.version + 1)


def check_records() -> None:
    """Every log replays to what is stored, and has one action for each number."""
    records = BoardRecord.objects.all()
    assert records
    for record in records:
        assert result_differences(record) == []
        numbers = list(Action.objects.filter(record=record).order_by("n").values_list("n", flat=True))
        assert numbers == list(range(len(numbers)))


@pytest.mark.parametrize("number", range(4))
def test_a_match(south: User, number: int) -> None:
    match_of_bots(south, number * 3 + 1)
    check_records()


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
def test_twenty_matches(south: User, number: int) -> None:
    match_of_bots(south, number)
    check_records()


@pytest.fixture
def expert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deciding]:
    """The expert's judgement, from a process of its own."""
    if carrier.find() is None:
        pytest.skip("endplay is not installed")
    process = AnalysisProcess(tmp_path, "minibridge.bots.jobs")
    monkeypatch.setattr(table_analysis, "analysis", Analysis(tmp_path))
    monkeypatch.setattr(table_analysis, "PATIENCE", 60)

    def decided(view: SeatView, level: Level, seed: int) -> Decision | None:
        return asyncio.run(decide(view, level, seed))

    yield decided
    process.end()


@pytest.mark.soak
@pytest.mark.parametrize("number", range(2))
def test_two_matches_of_experts(south: User, number: int, expert: Deciding) -> None:
    room = match_of_bots(south, number * 10, "expert", expert)
    check_records()
    rows = Action.objects.filter(record__match__table=room.table, kind="card")
    codes = {row.reason["code"] for row in rows}
    assert codes & {"best_on_average", "makes_most_often", "beats_most_often", "all_alike"}
