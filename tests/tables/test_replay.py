"""One finished deal: for those who played it, and only when it is over."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from minibridge.engine import PRESETS, Seat, Side
from tables.models import BoardRecord
from tables.replays import replay_of
from tables.services import tables

from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room, reader


def address(room: Room, query: str = "") -> str:
    return reverse("deal", args=[room.record.id]) + query


def test_players_open_the_deal_others_do_not(played: Room, stranger: User):
    for person in played.people.values():
        assert reader(person).get(address(played)).status_code == 200
    for person in (stranger, None):
        assert reader(person).get(address(played)).status_code == 404
    for number in (10**12, 10**18, 10**30):
        assert reader(stranger).get(reverse("deal", args=[number])).status_code == 404


def test_deal_in_play_sends_its_players_to_the_table(playing: Room, stranger: User):
    response = reader(playing.people[Seat.N]).get(address(playing))
    assert response.url == reverse("table", args=[playing.code])
    assert reader(stranger).get(address(playing)).status_code == 404
    with pytest.raises(ValueError, match="in play"):
        replay_of(playing.record)


def test_person_who_takes_the_chair_later_does_not_open_earlier_deals(played: Room, stranger: User):
    tables.seat_remove(table_id=played.table.id, host_id=played.people[Seat.S].id, seat=Seat.E)
    tables.seat_take(table_id=played.table.id, user=stranger, seat=Seat.E, name="Zoe")
    assert reader(stranger).get(address(played)).status_code == 404
    assert reader(played.people[Seat.E]).get(address(played)).status_code == 200


def test_replay_has_a_state_for_every_step_and_ends_as_stored(played: Room):
    replay = replay_of(played.record)
    assert replay.last == 53
    assert len(replay.views) == 54
    assert replay.views[-1].result.points == {Side.NS: 420, Side.EW: 0}
    assert replay.stops == (0, *range(5, 54, 4))


def page_at(room: Room, query: str, person: Seat = Seat.S):
    response = reader(room.people[person]).get(address(room, query))
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
    lines = list(page.log.lines)
    assert [line.step for line in lines] == list(range(54))
    assert [line.step for line in lines if line.is_now] == [53]
    text = reader(played.people[Seat.S]).get(address(played)).text
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
    said = [line.text for line in page_at(playing, "").log.lines]
    assert [line for line in said if line.startswith("South asks to take back")]
    assert said[6].startswith("North: king of hearts")
    assert "claims 8 tricks" in said[-3]
    assert page_at(playing, "?step=99").total == 420


def test_step_is_fetched_alone(played: Room):
    client = reader(played.people[Seat.S])
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
    record = BoardRecord.objects.earliest("id")
    response = reader(south).get(reverse("deal", args=[record.id]))
    assert response.context["page"].last == 0
    assert "20 points on each side" in response.text


def test_page_costs_the_same_at_every_step(played: Room):
    client = reader(played.people[Seat.S])
    client.get(address(played))
    counts = []
    for step in (0, 30, 53):
        with CaptureQueriesContext(connection) as queries:
            client.get(address(played, f"?step={step}"))
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert counts[0] <= 11


def played_with_a_card_taken_back(room: Room) -> None:
    """West's lead, North's king taken back for the three, and the rest claimed."""
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ", "HK"])
    room.act(Seat.S, "ask_takeback")
    room.act(Seat.W, "answer_takeback", accept=True)
    room.play(["H3", "H2", "HA"])
    room.act(Seat.S, "claim", tricks=11)
    for seat in (Seat.E, Seat.W):
        room.act(seat, "answer_claim", accept=True)


def test_what_was_taken_back_is_struck_where_it_was_played(playing: Room):
    played_with_a_card_taken_back(playing)
    assert [line.step for line in page_at(playing, "").log.lines if line.is_taken_back] == [3]
    assert '<s>North: king of hearts.</s> <span class="log-back">taken back' in (
        reader(playing.people[Seat.W]).get(address(playing)).text
    )


def test_before_it_was_taken_back_nobody_who_is_to_be_surprised_is_told(playing: Room):
    played_with_a_card_taken_back(playing)
    struck = {
        step: [line.step for line in page_at(playing, f"?step={step}&hide=1").log.lines if line.is_taken_back]
        for step in (3, 4, 5)
    }
    assert struck == {3: [], 4: [], 5: [3]}


def test_card_taken_back_returns_visibly_to_its_hand(playing: Room):
    played_with_a_card_taken_back(playing)
    marked = {
        step: {
            str(tile.card)
            for place in page_at(playing, f"?step={step}").places
            for _suit, row in place.rows
            for tile in row
            if tile.is_back
        }
        for step in (4, 5, 6)
    }
    assert marked == {4: set(), 5: {"HK"}, 6: set()}


def leads_to(page, card: str) -> str:
    tiles = [tile for place in page.places for _suit, row in place.rows for tile in row]
    return next(tile.address for tile in tiles if str(tile.card) == card)


def test_any_card_leads_to_the_step_at_which_it_was_played(playing: Room):
    played_with_a_card_taken_back(playing)
    page = page_at(playing, "")
    assert leads_to(page, "HQ").startswith("?step=2&")
    assert leads_to(page, "H3").startswith("?step=6&")
    assert leads_to(page, "HK") == leads_to(page, "SA") == "", "never played in the end"
    assert leads_to(page_at(playing, "?step=3&hide=1"), "HK").startswith("?step=3&")
    assert leads_to(page_at(playing, "?step=3&hide=1"), "H3") == ""


def test_slider_of_who_is_to_be_surprised_is_as_long_as_any_deal(played: Room):
    assert page_at(played, "?step=0&hide=1").slider_end == 53
    assert page_at(played, "?step=20&hide=1").slider_end == 53
    assert page_at(played, "?step=53&hide=1").slider_end == 53
    text = reader(played.people[Seat.S]).get(address(played, "?step=9&hide=1")).text
    assert "of 53" not in text


def test_slider_does_not_tell_of_a_claim(playing: Room):
    played_with_a_card_taken_back(playing)
    assert page_at(playing, "?step=6&hide=1").slider_end == 6 + 50
    assert page_at(playing, "?step=99&hide=1").slider_end == page_at(playing, "").slider_end == 11


def test_later_steps_are_reached_without_their_number(played: Room):
    ways = {way.key: way for way in page_at(played, "?step=6&hide=1").ways}
    assert ways["trick-on"].step is ways["last"].step is None
    assert page_at(played, ways["trick-on"].address).step == 9
    assert page_at(played, ways["last"].address).step == 53
    assert page_at(played, "?step=6&hide=1&to=nowhere").step == 6


def test_rest_of_the_page_comes_at_the_end(played: Room):
    client = reader(played.people[Seat.S])
    early, late = (client.get(address(played, f"?step={step}&hide=1")).text for step in (52, 53))
    assert 'class="deal-more" data-untold' in early and "Tell everything now" in early
    assert 'class="deal-more">' in late and "Tell everything now" not in late


def test_announced_totals_stand_in_their_hands_as_they_are_said(room: Room, south: User):
    tables.rules_set(table_id=room.table.id, user_id=south.id, preset="ebu", rules=PRESETS["ebu"])
    room.start()
    for seat, points in zip((Seat.N, Seat.E, Seat.S, Seat.W), (9, 5, 16, 10), strict=True):
        room.act(seat, "announce", points=points)
    room.act(Seat.S, "contract", contract="4S")
    room.act(Seat.S, "claim", tricks=10)
    for seat in (Seat.E, Seat.W):
        room.act(seat, "answer_claim", accept=True)
    said = {place.seat: place.announced for place in page_at(room, "?step=2").places}
    assert said == {Seat.N: 9, Seat.E: 5, Seat.S: None, Seat.W: None}
    known = {place.seat: place.points for place in page_at(room, "?step=2&hands=mine").places}
    assert set(known.values()) == {None}, "until all are right, nobody knows"


def test_choice_of_manner_is_found_again_in_the_cookie(played: Room):
    client = reader(played.people[Seat.W])
    client.cookies["replay"] = "seat%3Dmine%26hands%3Dmine%26hide%3D1"
    page = client.get(address(played, "?step=9")).context["page"]
    assert (page.bottom, page.manner.eyes, page.tells_all) == (Seat.W, Seat.W, False)
    assert client.get(address(played, "?step=9&hands=all&hide=0")).context["page"].tells_all


def test_manner_of_an_address_is_kept_without_javascript(played: Room):
    """Links that say a step alone, or nothing, come after."""
    client = reader(played.people[Seat.W])
    client.get(address(played, "?step=9&hide=1&seat=mine"))
    cookie = client.cookies["replay"]
    assert (cookie.value, cookie["path"], cookie["samesite"]) == (
        "seat%3Dmine%26hands%3Dall%26hide%3D1",
        "/",
        "Lax",
    )
    for query in ("?step=9", "", "?step=9&review=open"):
        response = client.get(address(played, query))
        page = response.context["page"]
        assert (page.bottom, page.tells_all) == (Seat.W, False)
        assert "replay" not in response.cookies, "nothing was chosen anew"
    assert "replay" not in client.get(address(played, "?step=9&hide=1")).cookies
    assert "replay" in client.get(address(played, "?step=9&hide=0")).cookies
    assert client.get(address(played, "?step=9")).context["page"].tells_all


def test_what_is_fetched_ahead_or_refused_is_not_kept(played: Room, stranger: User):
    client = reader(played.people[Seat.W])
    fragment = client.get(address(played, "?step=9&hide=1"), headers={"x-fragment": "replay"})
    assert 'data-keep="seat=S&amp;hands=all&amp;hide=1"' in fragment.text
    assert "replay" not in fragment.cookies
    assert "replay" not in client.get(address(played, "?step=9")).cookies
    assert "replay" not in reader(stranger).get(address(played, "?step=9&hide=1")).cookies


def test_back_to_the_others_keeps_the_manner(played: Room):
    client = reader(played.people[Seat.W])
    client.post(reverse("together_open", args=[played.record.id]), {"step": 9})
    together = reverse("together", args=[played.record.id])
    client.get(f"{together}?step=5&hands=mine")
    page = client.get(together).context["page"]
    assert (page.step, page.manner.eyes, page.tells_all) == (9, Seat.W, False)
