"""What is stored with each player of a deal: at its end, for old rows, and as verify_records compares it."""

from __future__ import annotations

from importlib import import_module
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from minibridge.engine import PRESETS, EndBoard, Seat, Side
from minibridge.engine.contracts import Contract
from minibridge.engine.scoring import BoardResult
from tables.deal_facts import deal_facts, goal_of
from tables.models import RecordPlayer
from tables.scene_reading import scene_of_row
from tables.services.alone import alone_start
from tables.services.matches import boards_prepare
from tables.services.play import table_action

from .cast import BALANCED_DEAL, WORKED_DEAL, Room, room_of, trio_of

FACTS = ("outcome", "side", "role", "denomination", "goal", "over", "score", "preset", "with_people")


def facts(room: Room) -> dict[str, tuple[object, ...]]:
    rows = RecordPlayer.objects.filter(record=room.record)
    return {row.seat: tuple(getattr(row, name) for name in FACTS) for row in rows}


def test_each_player_of_the_worked_deal_remembers_his_part(played: Room) -> None:
    made = ("S", "game", 0)
    assert facts(played) == {
        "N": ("played", "NS", "dummy", *made, 420, "four_deals", True),
        "S": ("played", "NS", "declarer", *made, 420, "four_deals", True),
        "E": ("played", "EW", "defender", *made, -420, "four_deals", True),
        "W": ("played", "EW", "defender", *made, -420, "four_deals", True),
    }
    row = RecordPlayer.objects.get(record=played.record, seat="W")
    assert row.folded_name == "wanda"
    assert row.day == timezone.localdate(played.record.started)


def test_a_deal_in_play_has_no_facts_to_be_found_by(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(["HQ"])
    for seat, told in facts(playing).items():
        assert told == ("", "NS" if seat in "NS" else "EW", "", "", "", None, None, "four_deals", True)


def test_a_balanced_deal_has_no_parts(room: Room) -> None:
    room.start(deals=[BALANCED_DEAL])
    assert {told[0] for told in facts(room).values()} == {"balanced"}
    assert {told[2:7] for told in facts(room).values()} == {("", "", "", None, None)}


def test_an_unfinished_deal_keeps_its_contract_without_a_result(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    table_action(
        table=playing.table, scene=scene_of_row(playing.table), action=EndBoard(seat=None, reason="absent")
    )
    assert facts(playing)["S"] == (
        "unfinished",
        "NS",
        "declarer",
        "S",
        "game",
        None,
        None,
        "four_deals",
        True,
    )


def test_who_plays_alone_plays_both_hands_against_bots(south: User) -> None:
    table = alone_start(user=south, level="easy", deals=4, preset="ebu")
    rules, result = (
        table.rule_set,
        BoardResult("played", Seat.N, Contract.parse("1NT"), 7, {Side.NS: 90, Side.EW: 0}),
    )
    told = deal_facts(rules, result, Seat.S, is_alone=True)
    assert (told.role, told.preset, told.score) == ("both", "ebu", 90)
    assert deal_facts(rules, result, Seat.W, is_alone=True).role == "defender"
    assert not RecordPlayer.objects.filter(with_people=True).exists()


def test_of_three_players_declarer_is_a_side_by_himself(north: User, east: User, south: User) -> None:
    trio = trio_of({Seat.N: north, Seat.E: east, Seat.S: south}, PRESETS["three_french"])
    trio.start()
    assert {told[1] for told in facts(trio).values()} == {""}
    trio.say_totals()
    declarer = trio.state.declarer
    assert declarer is not None
    trio.act(declarer, "contract", contract="3NT")
    trio.act(declarer, "claim", tricks=9)
    for seat in set(trio.chairs) - {declarer}:
        trio.act(seat, "answer_claim", accept=True, request=trio.state.n - 1)
    told = facts(trio)
    assert {seat for seat, each in told.items() if each[2] == "declarer"} == {declarer.value}
    defenders = {each[1] for seat, each in told.items() if seat != declarer.value}
    assert defenders == {Side(told[declarer.value][1]).other.value}
    assert {each[2] for each in told.values()} == {"declarer", "defender"}
    assert told[declarer.value][6] == 400


def test_where_tricks_are_counted_there_is_no_contract_to_find(north, east, south, west) -> None:
    people = {Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}
    room = room_of(people, rules=PRESETS["count_tricks"], preset="count_tricks")
    room.start()
    room.act(Seat.S, "claim", tricks=8)
    for seat in (Seat.E, Seat.W):
        room.act(seat, "answer_claim", accept=True, request=room.state.n - 1)
    told = facts(room)["S"]
    assert told == ("claimed", "NS", "declarer", "", "", None, 3, "count_tricks", True)


@pytest.mark.parametrize(
    ("contract", "goal"),
    [("2S", "partscore"), ("3NT", "game"), ("5C", "game"), ("6D", "slam"), ("7NT", "slam")],
)
def test_both_slams_are_slams(contract: str, goal: str) -> None:
    assert goal_of(Contract.parse(contract)) == goal


def test_rows_from_before_are_filled_as_new_ones(played: Room) -> None:
    boards_prepare(table_id=played.table.id, deals=[WORKED_DEAL])
    played.all_ready()
    expected = list(RecordPlayer.objects.order_by("id").values())
    blank = dict.fromkeys(("outcome", "side", "role", "denomination", "goal", "preset", "folded_name"), "")
    RecordPlayer.objects.update(**blank, over=None, score=None, with_people=False, day="2000-01-01")
    fill = import_module("tables.migrations.0004_deals").fill_deal_facts
    fill(apps, SimpleNamespace(connection=connection))
    assert list(RecordPlayer.objects.order_by("id").values()) == expected
    assert [row["outcome"] for row in expected[3:5]] == ["played", ""]


def test_verify_records_reads_what_is_stored_with_the_players(played: Room) -> None:
    call_command("verify_records", stdout=StringIO())
    RecordPlayer.objects.filter(seat="E").update(score=420, role="dummy")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_records", stdout=out)
    assert "E: score is 420, the log says -420" in out.getvalue()
    assert "2 differences" in out.getvalue()


def test_a_second_deal_begins_without_the_facts_of_the_first(played: Room) -> None:
    boards_prepare(table_id=played.table.id, deals=[WORKED_DEAL])
    played.all_ready()
    assert {told[0] for told in facts(played).values()} == {""}
