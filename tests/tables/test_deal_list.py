"""The list of what a person played."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from minibridge.engine import EndBoard, Seat
from minibridge.engine.rules import PRESETS
from tables import deal_filter, deal_list
from tables.deal_list import DealLine, deals_of
from tables.models import Table
from tables.scene_reading import scene_of_row
from tables.services import matches
from tables.services.play import table_action

from .cast import BALANCED_DEAL, WORKED_DEAL, Room, reader, room_of


def address(room: Room, query: str = "") -> str:
    return reverse("deal", args=[room.record.id]) + query


def lines_of(user: User) -> list[DealLine]:
    return [line for group in deals_of(user).groups for line in group.lines]


def test_each_player_has_the_deal_as_he_played_it(played: Room):
    seen = {seat: lines_of(person)[0] for seat, person in played.people.items()}
    assert {seat: line.role for seat, line in seen.items()} == {
        Seat.S: "declarer",
        Seat.N: "dummy",
        Seat.E: "defender",
        Seat.W: "defender",
    }
    assert {seat: line.score for seat, line in seen.items()} == {
        Seat.S: 420,
        Seat.N: 420,
        Seat.E: -420,
        Seat.W: -420,
    }
    assert {seat: line.honour_points for seat, line in seen.items()} == {
        Seat.N: 9,
        Seat.E: 5,
        Seat.S: 16,
        Seat.W: 10,
    }
    assert seen[Seat.E].partner == "Wanda"
    assert seen[Seat.E].opponents == ("Nina", "Sami")


def test_list_prints_contract_result_and_score(played: Room):
    page = reader(played.people[Seat.E]).get(reverse("deals")).text
    assert "You defended" in page
    assert "with Wanda against Nina and Sami" in page
    assert "−420" in page
    assert re.search(r'class="deal-over">\s*=', page)
    assert reverse("deal", args=[played.record.id]) in page


def test_deal_in_play_leads_to_the_table_and_tells_nothing(playing: Room):
    page = reader(playing.people[Seat.N]).get(reverse("deals")).text
    assert "In play: back to the table" in page
    assert reverse("deal", args=[playing.record.id]) not in page
    assert "in your hand" not in page


def test_balanced_deal_is_marked_in_words(room: Room, south: User):
    room.start(deals=[BALANCED_DEAL])
    assert "20 points on each side, dealt again" in reader(south).get(reverse("deals")).text
    assert lines_of(south)[-1].score is None


def test_deals_of_a_trick_counting_match_show_both_sides(north, east, south, west):
    people = {Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}
    room = room_of(people, rules=PRESETS["count_tricks"], preset="count_tricks")
    room.start()
    while room.state.turn:
        room.play([str(room.state.hands[room.state.turn][0]) if not room.state.trick.cards else legal(room)])
    line = lines_of(south)[0]
    assert line.mine + line.theirs == 13
    assert f"{line.mine} : {line.theirs}" in reader(south).get(reverse("deals")).text


def legal(room: Room) -> str:
    hand, led = room.state.hands[room.state.turn], room.state.trick.led
    return str(next((card for card in hand if card.suit is led), hand[0]))


def test_stranger_and_visitor_see_how_to_begin(played: Room, stranger: User):
    for person in (stranger, None):
        page = reader(person).get(reverse("deals")).text
        assert "No deals yet" in page
        assert f'action="{reverse("table_new")}"' in page


def test_newest_deal_comes_first_and_pages_join_without_gap(played: Room, south: User, monkeypatch):
    monkeypatch.setattr(deal_list, "PAGE", 2)
    for _ in range(3):
        end_another_deal(played)
    first = deals_of(south)
    second = deals_of(south, before=first.older)
    ids = [line.record_id for page in (first, second) for group in page.groups for line in group.lines]
    assert ids == sorted(ids, reverse=True)
    assert len(set(ids)) == 4
    assert second.older is None
    assert {group.mine for page in (first, second) for group in page.groups} == {420}


def end_another_deal(room: Room) -> None:
    """Dealt, and broken off by the table. Not at random: a balanced deal would be over by itself."""
    matches.boards_prepare(table_id=room.table.id, deals=[WORKED_DEAL])
    room.all_ready()
    table = Table.objects.get(id=room.table.id)
    table_action(table=table, scene=scene_of_row(table), action=EndBoard(seat=None, reason="absent"))
    Table.objects.filter(id=table.id).update(version=table.version + 1, setting_version=table.version + 1)


@pytest.mark.parametrize("before", ["", "x", "-1", "9" * 40, "1e3", "٣"])
def test_any_text_in_the_address_is_survived(played: Room, south: User, before: str):
    assert reader(south).get(reverse("deals"), {"before": before}).status_code == 200


def test_list_costs_the_same_for_many_deals(played: Room, south: User):
    client = reader(south)
    client.get(reverse("deals"))
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("deals"))
    for _ in range(3):
        end_another_deal(played)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("deals"))
    assert len(many) == len(one) <= 8


# --- what is asked for -----------------------------------------------------------------------------


def test_a_filter_is_in_the_address_and_shown_in_words(played: Room, south: User):
    page = reader(south).get(reverse("deals"), {"partner": "nina", "role": "declarer", "since": "2020-01-31"})
    assert address(played) in page.text
    for words in (
        "You see only:",
        "Partner: nina",
        "My part: declarer",
        "From: 31 Jan. 2020",
        "Show all deals",
    ):
        assert words in page.text
    assert 'value="2020-01-31"' in page.text
    assert re.search(r'<option value="declarer" selected>', page.text)


def test_what_was_not_understood_is_told(played: Room, south: User):
    page = reader(south).get(reverse("deals"), {"goal": "zzz", "until": "tomorrow"})
    assert page.status_code == 200
    assert "“Contract” could not be understood" in page.text
    assert "“To” could not be understood" in page.text
    assert address(played) in page.text


def test_nothing_fits(played: Room, south: User):
    page = reader(south).get(reverse("deals"), {"result": "down"}).text
    assert "No deal fits" in page
    assert "No deals yet" not in page
    assert address(played) not in page


def test_older_pages_keep_the_filter(played: Room, south: User, monkeypatch):
    monkeypatch.setattr(deal_list, "PAGE", 1)
    end_another_deal(played)
    end_another_deal(played)
    browser = reader(south)
    page = browser.get(reverse("deals"), {"state": "unfinished"}).text
    older = re.search(r'rel="next" href="([^"]+)"', page).group(1).replace("&amp;", "&")
    assert "state=unfinished" in older
    second = browser.get(reverse("deals") + older).text
    assert 'rel="next"' not in second
    assert "Newest deals" in second
    assert second.count('class="deal-line') == 1


def test_companions_are_suggested_to_who_played_with_them(played: Room, south: User, stranger: User):
    page = reader(south).get(reverse("deals")).text
    assert re.findall(r'<option value="(\w+)">(?=<option|</datalist)', page) == ["Emil", "Nina", "Wanda"]
    assert "Wanda" not in reader(stranger).get(reverse("deals")).text


@pytest.mark.parametrize("question", ["role", "denomination", "goal", "result"])
def test_no_question_finds_out_about_a_deal_in_play(playing: Room, question: str):
    playing.act(Seat.S, "contract", contract="4S")
    for value in deal_filter.CHOICES[question]:
        page = reader(playing.people[Seat.E]).get(reverse("deals"), {question: value}).text
        assert "No deal fits" in page, value


def test_filtered_list_costs_the_same_for_many_deals(played: Room, south: User):
    client, query = reader(south), {"opponent": "e", "since": "2020-01-01"}
    counts = []
    for _ in range(2):
        client.get(reverse("deals"), query)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("deals"), query)
        counts.append(len(queries))
        end_another_deal(played)
    assert counts[0] == counts[1] <= 7
