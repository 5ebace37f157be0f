"""The score sheet of a match, and deals and matches on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from minibridge.engine import PRESETS, Seat
from tables.match_sheet import match_sheet
from tables.replays import match_reading_of

from .cast import BALANCED_DEAL, WORKED_DEAL, Room, reader, room_of, trio_of
from .files import FILES, bring_in


def test_the_players_have_the_sheet_others_do_not(played: Room, stranger: User):
    match_id = played.record.match_id
    for name in ("match", "match_print"):
        path = reverse(name, args=[match_id])
        for person in played.people.values():
            assert reader(person).get(path).status_code == 200
        for person in (stranger, None):
            assert reader(person).get(path).status_code == 404
        for number in (0, 10**12, 10**18, 10**30):
            assert reader(stranger).get(reverse(name, args=[number])).status_code == 404
    path = reverse("deal_print", args=[played.record.id])
    assert [reader(person).get(path).status_code for person in (played.people[Seat.E], stranger, None)] == [
        200,
        404,
        404,
    ]


def test_the_sheet_adds_up_the_finished_deals_alone(room: Room, south: User):
    room.start(deals=[BALANCED_DEAL, WORKED_DEAL, WORKED_DEAL])
    room.all_ready()
    room.play_worked_deal()
    room.all_ready()
    assert room.record.finished is None
    with translation.override("en"):
        sheet = match_sheet(match_reading_of(room.record.match_id, south))
    assert [line.outcome for line in sheet.lines] == ["balanced", "played"]
    assert [column.total for column in sheet.columns] == [420, 0]
    assert [column.names for column in sheet.columns] == ["Nina and Sami", "Emil and Wanda"]
    page = reader(south).get(reverse("match", args=[room.record.match_id])).text
    assert "20–20" in page
    assert reverse("deal", args=[room.record.id]) not in page
    assert reader(south).get(reverse("deal_print", args=[room.record.id])).status_code == 404


def test_a_match_in_its_first_deal_has_no_page_yet(playing: Room, south: User):
    for name in ("match", "match_print"):
        assert reader(south).get(reverse(name, args=[playing.record.match_id])).status_code == 404


def test_of_three_each_has_a_column(south: User, north: User, east: User):
    people = {Seat.S: south, Seat.N: north, Seat.E: east}
    trio = trio_of(people, replace(PRESETS["three_fourth_dummy"], deals=1))
    trio.start()
    trio.say_totals()
    trio.act(trio.state.declarer, "contract", contract=str(trio.state.menu[0]))
    trio.act(trio.state.declarer, "claim", tricks=0)
    for seat in sorted(trio.state.claim_answerers):
        trio.act(seat, "answer_claim", accept=True, request=trio.state.claim.n)
    sheet = match_sheet(match_reading_of(trio.record.match_id, south))
    assert {column.label for column in sheet.columns} == {"Sami", "Nina", "Emil"}
    points = trio.state.result.points[trio.state.declarer.side.other]
    assert sorted(column.total for column in sheet.columns) == [0, points, points]
    page = reader(south).get(reverse("match_print", args=[trio.record.match_id]))
    assert page.status_code == 200


def test_where_tricks_are_counted_there_is_no_contract(people_of_four: dict[Seat, User]):
    room = room_of(people_of_four, replace(PRESETS["count_tricks"], deals=1))
    room.start()
    room.act(Seat.S, "claim", tricks=9)
    for seat in (Seat.E, Seat.W):
        room.act(seat, "answer_claim", accept=True, request=room.state.claim.n)
    client = reader(people_of_four[Seat.S])
    assert "9 tricks" in client.get(reverse("match", args=[room.record.match_id])).text
    assert "South is declarer" in client.get(reverse("deal_print", args=[room.record.id])).text


@pytest.fixture
def people_of_four(south: User, north: User, east: User, west: User) -> dict[Seat, User]:
    return {Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}


def test_a_deal_on_paper_has_every_card_of_the_play(played: Room):
    page = reader(played.people[Seat.S]).get(reverse("deal_print", args=[played.record.id]))
    tricks = page.context["printed"].tricks
    assert [trick.number for trick in tricks] == list(range(1, 14))
    assert sum(card is not None for trick in tricks for card in trick.cards) == 52
    assert all(
        sum(card.wins for card in trick.cards) == sum(card.is_lead for card in trick.cards) == 1
        for trick in tricks
    )
    assert [trick.winner for trick in tricks][:3] == [Seat.N, Seat.S, Seat.S]
    assert "North-South score 420 points." in page.text


def test_an_auction_is_printed_under_its_seats(stranger: User):
    match = bring_in(reader(stranger), FILES / "evening.pbn")
    page = reader(stranger).get(reverse("deal_print", args=[match.records.get(board__number=7).id]))
    assert page.context["printed"].calls == (
        ("–", "–", "1 spade", "double"),
        ("3 spades", "pass", "4 spades", "pass"),
        ("pass", "double", "pass", "pass"),
        ("pass", "", "", ""),
    )
    assert "Vulnerable: everybody" in page.text
    sheet = reader(stranger).get(reverse("match", args=[match.id])).text
    assert "everybody passed" in sheet
    assert "not finished" in sheet


def test_the_sheet_costs_the_same_for_one_deal_and_for_many(stranger: User):
    client, counts = reader(stranger), []
    for name in ("evening.pbn", "claimed.lin"):
        match = bring_in(client, FILES / name)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("match", args=[match.id]))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_the_end_of_a_match_leads_to_its_sheet(people_of_four: dict[Seat, User]):
    room = room_of(people_of_four, replace(PRESETS["four_deals"], deals=1))
    room.start()
    room.play_worked_deal()
    path = reverse("match", args=[room.record.match_id])
    assert path in reader(people_of_four[Seat.S]).get(reverse("table", args=[room.code])).text
    assert path not in reader(None).get(reverse("table", args=[room.code])).text
    assert path in reader(people_of_four[Seat.S]).get(reverse("deal", args=[room.record.id])).text
