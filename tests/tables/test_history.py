"""What was played: for those who played it, and only when it is over."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from minibridge.engine import EndBoard, Seat, Side
from minibridge.engine.rules import PRESETS
from tables import history
from tables.history import deals_of, replay_of
from tables.models import Table
from tables.scene import scene_of_row
from tables.services import matches, tables
from tables.services.play import table_action

from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room, room_of


def client_of(person: User | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if person is not None:
        client.force_login(person)
    return client


@pytest.fixture
def played(playing: Room) -> Room:
    """The worked deal, played to its ten tricks."""
    playing.play_worked_deal()
    return playing


def address(room: Room, query: str = "") -> str:
    return reverse("deal", args=[room.record.id]) + query


def lines_of(user: User) -> list[history.DealLine]:
    return [line for group in deals_of(user).groups for line in group.lines]


# --- the list --------------------------------------------------------------------------------------


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
    page = client_of(played.people[Seat.E]).get(reverse("deals")).text
    assert "You defended" in page
    assert "with Wanda against Nina and Sami" in page
    assert "−420" in page
    assert re.search(r'class="deal-over">\s*=', page)
    assert reverse("deal", args=[played.record.id]) in page


def test_deal_in_play_leads_to_the_table_and_tells_nothing(playing: Room):
    page = client_of(playing.people[Seat.N]).get(reverse("deals")).text
    assert "In play: back to the table" in page
    assert reverse("deal", args=[playing.record.id]) not in page
    assert "in your hand" not in page


def test_balanced_deal_is_marked_in_words(room: Room, south: User):
    room.start(deals=[BALANCED_DEAL])
    assert "20 points on each side, dealt again" in client_of(south).get(reverse("deals")).text
    assert lines_of(south)[-1].score is None


def test_deals_of_a_trick_counting_match_show_both_sides(north, east, south, west):
    people = {Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}
    room = room_of(people, rules=PRESETS["count_tricks"], preset="count_tricks")
    room.start()
    while room.state.turn:
        room.play([str(room.state.hands[room.state.turn][0]) if not room.state.trick.cards else legal(room)])
    line = lines_of(south)[0]
    assert line.mine + line.theirs == 13
    assert f"{line.mine} : {line.theirs}" in client_of(south).get(reverse("deals")).text


def legal(room: Room) -> str:
    hand, led = room.state.hands[room.state.turn], room.state.trick.led
    return str(next((card for card in hand if card.suit is led), hand[0]))


def test_stranger_and_visitor_see_how_to_begin(played: Room, stranger: User):
    for person in (stranger, None):
        page = client_of(person).get(reverse("deals")).text
        assert "No deals yet" in page
        assert f'action="{reverse("table_new")}"' in page


def test_newest_deal_comes_first_and_pages_join_without_gap(played: Room, south: User, monkeypatch):
    monkeypatch.setattr(history, "PAGE", 2)
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
    assert client_of(south).get(reverse("deals"), {"before": before}).status_code == 200


def test_list_costs_the_same_for_many_deals(played: Room, south: User):
    client = client_of(south)
    client.get(reverse("deals"))
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("deals"))
    for _ in range(3):
        end_another_deal(played)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("deals"))
    assert len(many) == len(one) <= 8


# --- one deal --------------------------------------------------------------------------------------


def test_players_open_the_deal_others_do_not(played: Room, stranger: User):
    for person in played.people.values():
        assert client_of(person).get(address(played)).status_code == 200
    for person in (stranger, None):
        assert client_of(person).get(address(played)).status_code == 404
    for number in (10**12, 10**18, 10**30):
        assert client_of(stranger).get(reverse("deal", args=[number])).status_code == 404


def test_deal_in_play_sends_its_players_to_the_table(playing: Room, stranger: User):
    response = client_of(playing.people[Seat.N]).get(address(playing))
    assert response.url == reverse("table", args=[playing.code])
    assert client_of(stranger).get(address(playing)).status_code == 404
    with pytest.raises(ValueError, match="in play"):
        replay_of(playing.record)


def test_person_who_takes_the_chair_later_does_not_open_earlier_deals(played: Room, stranger: User):
    tables.seat_remove(table_id=played.table.id, host_id=played.people[Seat.S].id, seat=Seat.E)
    tables.seat_take(table_id=played.table.id, user=stranger, seat=Seat.E, name="Zoe")
    assert client_of(stranger).get(address(played)).status_code == 404
    assert client_of(played.people[Seat.E]).get(address(played)).status_code == 200


def test_replay_has_a_state_for_every_step_and_ends_as_stored(played: Room):
    replay = replay_of(played.record)
    assert replay.last == 53
    assert len(replay.views) == 54
    assert replay.views[-1].result.points == {Side.NS: 420, Side.EW: 0}
    assert replay.stops == (0, *range(5, 54, 4))


def page_at(room: Room, query: str, person: Seat = Seat.S):
    response = client_of(room.people[person]).get(address(room, query))
    assert response.status_code == 200
    return response.context["page"]


def test_first_step_shows_all_cards_unplayed(played: Room):
    page = page_at(played, "")
    tiles = [tile for place in page.places for _suit, row in place.rows for tile in row]
    assert len(tiles) == 52
    assert not any(tile.is_played for tile in tiles)
    assert page.trick == ()
    assert {place.seat: place.points for place in page.places} == {
        Seat.N: 9,
        Seat.E: 5,
        Seat.S: 16,
        Seat.W: 10,
    }


def test_step_shows_trick_played_cards_and_turn(played: Room):
    page = page_at(played, "?step=4")
    assert [(lying.position, str(lying.card)) for lying in page.trick] == [
        ("left", "HQ"),
        ("top", "HK"),
        ("right", "H2"),
    ]
    assert [lying.is_winning for lying in page.trick] == [False, True, False]
    played_cards = {
        str(tile.card) for place in page.places for _suit, row in place.rows for tile in row if tile.is_played
    }
    assert played_cards == {"HQ", "HK", "H2"}
    assert [place.seat for place in page.places if place.is_turn] == [Seat.S]


def test_finished_trick_lies_until_the_next_card(played: Room):
    assert len(page_at(played, "?step=5").trick) == 4
    assert len(page_at(played, "?step=6").trick) == 1


def test_buttons_go_by_card_and_by_trick(played: Room):
    ways = {way.key: way.step for way in page_at(played, "?step=22").ways}
    assert ways == {"first": 0, "trick-back": 21, "back": 21, "on": 23, "trick-on": 25, "last": 53}
    at_end = {way.key: way.step for way in page_at(played, "?step=53").ways}
    assert at_end["on"] == at_end["trick-on"] == at_end["last"] == 53


@pytest.mark.parametrize("step", ["", "x", "-1", "54", "9" * 40, "1.5"])
def test_step_outside_the_deal_is_survived(played: Room, step: str):
    assert 0 <= page_at(played, f"?step={step}").step <= 53


@pytest.mark.parametrize("seat", "NESW")
def test_any_seat_turns_to_the_bottom(played: Room, seat: str):
    page = page_at(played, f"?seat={seat}", person=Seat.W)
    assert page.places[0].position == "bottom"
    assert page.places[0].seat is Seat(seat)
    assert page.places[1].seat is Seat(seat).next


def test_north_is_up_unless_asked_otherwise(played: Room):
    for query in ("", "?seat=", "?seat=Q"):
        assert page_at(played, query, person=Seat.W).bottom is Seat.S


def test_log_tells_every_step_and_the_sum_is_spelled_out(played: Room):
    page = page_at(played, "?step=53")
    lines = list(page.lines)
    assert [line.step for line in lines] == list(range(54))
    assert [line.step for line in lines if line.is_now] == [53]
    text = client_of(played.people[Seat.S]).get(address(played)).text
    assert sum(line.points for line in page.sum_lines) == page.total == 420
    for sentence in ("South plays game in spades: 10 tricks needed.", "North-South score 420 points."):
        assert sentence in text


def test_take_back_and_claim_stand_where_they_happened(playing: Room):
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:1])
    playing.play(WORKED_PLAY[1:2])
    playing.act(Seat.S, "ask_takeback")
    playing.act(Seat.W, "answer_takeback", accept=True, request=playing.state.takeback.n)
    playing.play(WORKED_PLAY[1:8])
    playing.act(Seat.S, "claim", tricks=8)
    for seat in (Seat.E, Seat.W):
        playing.act(seat, "answer_claim", accept=True, request=playing.state.claim.n)
    said = [line.text for line in page_at(playing, "").lines]
    assert [line for line in said if line.startswith("South asks to take back")]
    assert said[6].startswith("North: king of hearts")
    assert "claims 8 tricks" in said[-3]
    assert page_at(playing, "?step=99").total == 420


def test_step_is_fetched_alone(played: Room):
    client = client_of(played.people[Seat.S])
    fragment = client.get(address(played, "?step=3"), headers={"x-fragment": "replay"})
    assert fragment.text.lstrip().startswith('<div class="replay"')
    assert "<html" not in fragment.text
    assert "X-Fragment" in fragment["Vary"]


def test_letters_and_suits_follow_the_reader(played: Room):
    north = played.people[Seat.N]
    User.objects.filter(pk=north.pk).update(index_letters="fr", suit_order="SHDC")
    page = page_at(played, "", person=Seat.N)
    top = next(place for place in page.places if place.seat is Seat.N)
    assert [tile.index for tile in top.rows[1][1]] == ["R", "8", "4", "3"]
    assert [suit.value for suit, _row in top.rows] == ["S", "H", "D", "C"]


def test_balanced_deal_can_be_looked_at(room: Room, south: User):
    room.start(deals=[BALANCED_DEAL, WORKED_DEAL])
    record = lines_of(south)[-1].record_id
    response = client_of(south).get(reverse("deal", args=[record]))
    assert response.context["page"].last == 0
    assert "20 points on each side" in response.text


def test_page_costs_the_same_at_every_step(played: Room):
    client = client_of(played.people[Seat.S])
    client.get(address(played))
    counts = []
    for step in (0, 30, 53):
        with CaptureQueriesContext(connection) as queries:
            client.get(address(played, f"?step={step}"))
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert counts[0] <= 7
