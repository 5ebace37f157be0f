"""Files to take away: what stands in them, and who gets them."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from minibridge.engine import PRESETS, Seat, read_lin, read_pbn
from tables import record_files
from tables.models import BoardRecord, RecordPlayer
from tables.record_json import record_data
from tables.score_csv import csv_pieces, safe
from tables.written_records import written

from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room, Trio, reader, second_deal, trio_of
from .files import FILES, KINDS, bring_in, text_of


@pytest.fixture
def client_of_south(played: Room) -> Client:
    return reader(played.people[Seat.S])


def test_pbn_has_all_that_other_programs_ask_for(played: Room, client_of_south: Client):
    (record,) = read_pbn(text_of(client_of_south, "deal_file", played.record.id, "pbn")).records
    assert record.problems == ()
    assert [record.player(seat) for seat in Seat] == ["Nina", "Emil", "Sami", "Wanda"]
    assert (str(record.contract), record.declarer, record.tricks, record.score_ns) == ("4S", Seat.S, 10, 420)
    assert [str(card) for _seat, card in record.plays] == WORKED_PLAY
    assert record.deal.whole == WORKED_DEAL
    assert "North 9 points, East 5 points, South 16 points, West 10 points" in record.comments[0].text


def test_lin_leads_to_the_contract_by_the_shortest_auction(played: Room, client_of_south: Client):
    (record,) = read_lin(text_of(client_of_south, "deal_file", played.record.id, "lin")).records
    assert [problem for problem in record.problems if not problem.is_harmless] == []
    assert (str(record.final_contract), record.final_declarer, record.final_tricks) == ("4S", Seat.S, 10)
    assert [str(card) for _seat, card in record.plays] == WORKED_PLAY


def test_json_has_the_whole_log_and_nobodys_number(played: Room, client_of_south: Client):
    content = json.loads(text_of(client_of_south, "deal_file", played.record.id, "json"))
    assert (content["format"], content["version"]) == ("minibridge", 1)
    (match,) = content["matches"]
    (record,) = match["records"]
    assert [action["data"]["card"] for action in record["actions"][1:]] == WORKED_PLAY
    assert {player["seat"]: player["name"] for player in record["players"]}["E"] == "Emil"
    assert record["result"] == {
        "outcome": "played",
        "declarer": "S",
        "contract": "4S",
        "tricks": 10,
        "points": {"NS": 420, "EW": 0},
    }
    assert not {"user", "client_id", "id"} & {key for action in record["actions"] for key in action}


def test_csv_has_a_line_for_each_deal(played: Room, client_of_south: Client):
    text = text_of(client_of_south, "match_file", played.record.match_id, "csv")
    head, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert len(rows) == 1
    line = dict(zip(head, rows[0], strict=True))
    assert (line["Contract"], line["Declarer"], line["Tricks"]) == ("4S", "S", "10")
    assert (line["Points of North-South"], line["Points of East-West"]) == ("420", "0")
    with translation.override("fr"):
        assert ";4S;10;420;0" in "".join(csv_pieces([played.record]))


@pytest.mark.parametrize("name", ["=1+1", "+33", "-2", "@SUM(A1)", "\t=1", " =cmd|' /C calc'!A0"])
def test_no_spreadsheet_takes_a_name_for_a_formula(played: Room, client_of_south: Client, name: str):
    RecordPlayer.objects.filter(record=played.record, seat="N").update(name=name)
    text = text_of(client_of_south, "deal_file", played.record.id, "csv").removeprefix("\ufeff")
    assert next(row for row in csv.reader(io.StringIO(text)) if row[1] == played.code)[5] == "'" + name
    assert safe("Nina") == "Nina"
    assert safe(-50) == -50


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_has_its_name_and_kind(played: Room, client_of_south: Client, kind: str):
    response = client_of_south.get(reverse("deal_file", args=[played.record.id, kind]))
    assert response["Content-Disposition"].startswith('attachment; filename="minibridge-')
    assert response["Content-Disposition"].endswith(f'-deal-1.{kind}"')
    assert "no-store" in response["Cache-Control"]
    assert response["Content-Type"].split(";")[0] == record_files.KINDS[kind].content_type.split(";")[0]


def test_whoever_has_no_part_in_a_deal_gets_no_file(played: Room, stranger: User):
    record = played.record
    for kind in (*KINDS, "exe"):
        paths = [
            reverse("deal_file", args=[record.id, kind]),
            reverse("match_file", args=[record.match_id, kind]),
        ]
        for path in paths:
            for person in (stranger, None):
                assert reader(person).get(path).status_code == 404
            expected = 200 if kind in KINDS else 404
            assert reader(played.people[Seat.N]).get(path).status_code == expected
    for number in (0, 10**12, 10**18, 10**30):
        assert reader(stranger).get(reverse("deal_file", args=[number, "pbn"])).status_code == 404
        assert reader(stranger).get(reverse("match_file", args=[number, "pbn"])).status_code == 404
    assert reader(None).get(reverse("deals_file", args=["pbn"])).status_code == 404
    assert len(read_pbn(text_of(reader(stranger), "deals_file", "pbn")).records) == 0


def test_nothing_of_a_deal_in_play_is_in_any_file(played: Room):
    second_deal(played)
    open_record = played.record
    assert open_record.finished is None
    for person in played.people.values():
        client = reader(person)
        for kind in KINDS:
            cache.clear()
            assert client.get(reverse("deal_file", args=[open_record.id, kind])).status_code == 404
            whole = text_of(client, "match_file", open_record.match_id, kind)
            assert whole == text_of(client, "deals_file", kind)
        assert len(read_pbn(text_of(client, "deals_file", "pbn")).records) == 1
    for function in (written, record_data):
        with pytest.raises(ValueError, match="in play"):
            function(open_record)


def test_who_came_later_gets_the_deals_that_he_played(played: Room, stranger: User):
    seated = played.people
    second_deal(played)
    second = played.record
    RecordPlayer.objects.filter(record=second, seat="E").update(user=stranger)
    second.finished = second.started
    BoardRecord.objects.filter(id=second.id).update(finished=second.started, outcome="unfinished")
    count = len(
        json.loads(text_of(reader(stranger), "match_file", second.match_id, "json"))["matches"][0]["records"]
    )
    assert count == 1
    assert text_of(reader(seated[Seat.S]), "match_file", second.match_id, "csv").count("\n") == 3


def test_what_was_taken_back_is_in_the_json_alone(playing: Room):
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:2])
    playing.act(Seat.S, "ask_takeback")
    playing.act(Seat.W, "answer_takeback", accept=True, request=playing.state.takeback.n)
    playing.play(["H8", *WORKED_PLAY[2:4]])
    playing.act(Seat.S, "claim", tricks=8)
    for seat in (Seat.E, Seat.W):
        playing.act(seat, "answer_claim", accept=True, request=playing.state.claim.n)
    client = reader(playing.people[Seat.S])
    (record,) = read_pbn(text_of(client, "deal_file", playing.record.id, "pbn")).records
    assert [str(card) for _seat, card in record.plays] == ["HQ", "H8", *WORKED_PLAY[2:4]]
    assert record.is_claimed
    kinds = [action["kind"] for action in record_data(playing.record)["actions"]]
    assert kinds.count("ask_takeback") == 1
    assert kinds.count("card") == 5


def test_a_deal_of_20_points_each_is_cards_alone(room: Room, south: User):
    room.start(deals=[BALANCED_DEAL, WORKED_DEAL])
    record = BoardRecord.objects.earliest("id")
    (said,) = read_pbn(text_of(reader(south), "deal_file", record.id, "pbn")).records
    assert (said.played, said.contract, said.tricks) == (None, None, None)
    assert "20 points on each side" in said.comments[1].text
    assert text_of(reader(south), "deal_file", record.id, "lin").startswith("pn|Sami,Wanda,Nina,Emil|")


def test_of_three_the_one_who_moved_stands_where_he_played(south: User, north: User, east: User):
    trio: Trio = trio_of(
        {Seat.S: south, Seat.N: north, Seat.E: east}, replace(PRESETS["three_french"], deals=1)
    )
    trio.start()
    trio.say_totals()
    trio.act(trio.state.declarer, "contract", contract=str(trio.state.menu[0]))
    while trio.state.result is None:
        actor = trio.state.actor
        trio.act(actor, "card", card=str(next(iter(trio.state.hands[trio.state.turn]))))
        if len(trio.state.tricks) == 1:
            trio.act(trio.state.declarer, "claim", tricks=0)
            for seat in sorted(trio.state.claim_answerers):
                trio.act(seat, "answer_claim", accept=True, request=trio.state.claim.n)
    (said,) = read_pbn(text_of(reader(south), "deal_file", trio.record.id, "pbn")).records
    assert said.problems == ()
    move = trio.state.move
    assert said.player(move.end) == {Seat.S: "Sami", Seat.N: "Nina", Seat.E: "Emil"}[move.start]


def test_a_filter_in_the_address_chooses_the_deals(played: Room, client_of_south: Client):
    bring_in(client_of_south, FILES / "evening.pbn")
    path = reverse("deals_file", args=["csv"])
    lines = {
        query: client_of_south.get(path + query).getvalue().decode().count("\n") - 1
        for query in ("", "?role=declarer", "?role=dummy", "?partner=nina", "?role=nonsense")
    }
    assert lines == {"": 5, "?role=declarer": 1, "?role=dummy": 0, "?partner=nina": 1, "?role=nonsense": 5}
    page = client_of_south.get(reverse("deals") + "?role=declarer").text
    assert f'{path}?role=declarer"' in page


def test_many_deals_are_read_a_few_at_a_time(played: Room, monkeypatch: pytest.MonkeyPatch):
    client = reader(played.people[Seat.S])
    first = played.record
    for position in range(2, 8):
        record = BoardRecord.objects.get(id=first.id)
        actions, players = list(record.actions.all()), list(record.players.all())
        record.pk, record.position = None, position
        record.save()
        for row in (*actions, *players):
            row.pk, row.record, row.client_id = None, record, getattr(row, "client_id", "")
            row.save()
    counts = {}
    for chunk in (2, 4, 100):
        cache.clear()
        monkeypatch.setattr(record_files, "CHUNK", chunk)
        with CaptureQueriesContext(connection) as queries:
            text = text_of(client, "deals_file", "json")
        counts[chunk] = len(queries)
        assert len(json.loads(text)["matches"][0]["records"]) == 7
    assert counts[2] - counts[4] == 2 * 3
    assert counts[4] - counts[100] == 3


def test_too_many_downloads_have_to_wait(played: Room, client_of_south: Client):
    path = reverse("deals_file", args=["csv"])
    assert {client_of_south.get(path).status_code for _ in range(20)} == {200}
    assert client_of_south.get(path).status_code == 429
