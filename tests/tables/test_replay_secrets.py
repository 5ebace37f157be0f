"""What a replay keeps back is not sent: through a player's eyes no hand that he did not see, and without what
is to come nothing of it.

Two deals that agree in all that may be known must give the same page, to the last byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.preferences import Preferences
from minibridge.engine import SEATS, Card, Deal, Phase, Seat
from tables.manner import Manner
from tables.models import Action, BoardRecord
from tables.replay_page import ReplayPage
from tables.replays import Replay, replay_of
from tables.scene import view_of_person

from .bot_play import bots_act
from .cast import WORKED_DEAL, WORKED_PLAY, Room, reader, room_of, trio_of
from .test_alone import NORTH_DECLARES, alone
from .test_leaks import cards_in
from .test_three_players import FOURTH, concede

# East's four of clubs and West's five change hands: points, lengths and the first tricks are the same.
TWIN_DEAL = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT5 KQJ84.A6.KQ5.J73 976.QJT9.A84.K84")
SAME = 16  # cards that both deals were played with


def equal(room: Room, text: str) -> str:
    """A page without what differs from one record to the next whatever was played."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    text = text.replace(f"/matches/{room.record.match_id}/", "/matches/1/")
    text = text.replace(f"?deal={room.record.id}", "?deal=1")
    return text.replace(f"/deals/{room.record.id}/", "/deals/1/")


def untimed(room: Room) -> None:
    """Nobody thought: how busy the machine was is no part of the deal."""
    Action.objects.filter(record=room.record).update(created=room.record.started)


def claimed(room: Room, tricks: int) -> None:
    room.act(Seat.S, "claim", tricks=tricks)
    for seat in (Seat.E, Seat.W):
        room.act(seat, "answer_claim", accept=True)


@pytest.fixture
def people(north: User, east: User, south: User, west: User) -> dict[Seat, User]:
    return {Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}


def begun(people: dict[Seat, User], deal: Deal = WORKED_DEAL) -> Room:
    room = room_of(people)
    room.start(deals=[deal])
    room.act(Seat.S, "contract", contract="4S")
    room.play(WORKED_PLAY[:SAME])
    return room


def pages(rooms: tuple[Room, Room], client: Client, query: str) -> Iterator[tuple[str, str]]:
    """The same address at both deals: the whole page, and the fragment that is fetched."""
    for headers in ({}, {"x-fragment": "replay"}):
        answers = []
        for room in rooms:
            response = client.get(reverse("deal", args=[room.record.id]) + query, headers=headers)
            assert response.status_code == 200
            answers.append(equal(room, response.text))
        yield answers[0], answers[1]


def test_without_what_is_to_come_the_page_knows_nothing_of_it(people: dict[Seat, User]) -> None:
    played_out, short = begun(people), begun(people)
    played_out.play(WORKED_PLAY[SAME:])
    short.act(Seat.S, "ask_takeback")
    short.act(Seat.W, "answer_takeback", accept=False)
    claimed(short, 2)
    rooms = played_out, short
    for room in rooms:
        untimed(room)
    assert played_out.record.points_ns != short.record.points_ns
    west = reader(people[Seat.W])
    for step in (0, 1, 2, 5, SAME, SAME + 1):
        for one, other in pages(rooms, west, f"?step={step}&hide=1"):
            assert one == other, step
    for query in (f"?step={SAME + 2}&hide=1", "?step=3&hide=0"):
        for one, other in pages(rooms, west, query):
            assert one != other


@pytest.mark.parametrize("eyes", ["mine", "S"])
def test_through_somebodys_eyes_hidden_hands_make_no_difference(people: dict[Seat, User], eyes: str) -> None:
    rooms = begun(people), begun(people, TWIN_DEAL)
    for room in rooms:
        claimed(room, 9)
        untimed(room)
    client = reader(people[Seat.N if eyes == "mine" else Seat.W])
    for step in (0, 1, 2, 7, SAME, SAME + 1):
        for one, other in pages(rooms, client, f"?step={step}&hands={eyes}"):
            assert one == other, step
    for one, other in pages(rooms, client, "?to=end&hands=all"):
        assert one != other


def known_at(replay: Replay, seat: Seat, step: int) -> set[Card]:
    """What this seat has seen at a step of the worked deal: his own hand, what was played and, from the
    beginning in these rules, dummy.
    """
    deal = replay.record.board.to_engine().deal
    if replay.states[step].phase is Phase.FINISHED:
        return {card for hand in SEATS for card in deal[hand]}
    played = {action.card for action in replay.log[:step] if action.kind == "card"}
    return played | set(deal[seat]) | set(deal[Seat.N])


@pytest.mark.parametrize("seat", SEATS)
def test_every_card_told_through_a_players_eyes_was_known_to_him(played: Room, seat: Seat) -> None:
    replay = replay_of(played.record)
    client = reader(played.people[seat])
    for step in (0, 1, 2, 18, 36, replay.last - 1, replay.last):
        known = known_at(replay, seat, step)
        response = client.get(reverse("deal", args=[played.record.id]) + f"?step={step}&hands=mine&seat=mine")
        page = response.context["page"]
        tiles = {tile.card for place in page.places for _suit, row in place.rows for tile in row}
        assert tiles == known
        assert cards_in(response.text) <= known


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_log_ends_at_the_step_and_with_it_contract_and_result(played: Room, language: str) -> None:
    replay = replay_of(played.record)
    with translation.override(language):
        for step in (0, 1, 2, 30, replay.last - 1, replay.last):
            page = ReplayPage(replay, reader=Preferences(), manner=Manner(wants_surprise=True), step=step)
            assert [line.step for line in page.log.lines] == list(range(step + 1))
            assert (page.contract is None) == (step == 0)
            assert bool(page.result) == page.tells_all == (step == replay.last)


def test_somebody_who_plays_alone_sees_the_two_hands_that_he_played(south: User) -> None:
    room = alone(south, [NORTH_DECLARES])
    room.act(Seat.S, "contract", contract="4S")
    bots_act(room.table.id)
    while room.scene.deal_is_open:
        view = view_of_person(room.scene, south.id)
        assert view is not None
        room.act(Seat.S, "card", card=view.legal_cards[0].text)
        bots_act(room.table.id)
    record = BoardRecord.objects.filter(finished__isnull=False).get()
    response = reader(south).get(reverse("deal", args=[record.id]) + "?step=20&hands=mine")
    unseen = {place.seat: place.unseen for place in response.context["page"].places}
    assert unseen[Seat.N] == unseen[Seat.S] == 0
    assert unseen[Seat.E] and unseen[Seat.W]
    assert "log-why" not in response.text, "what a robot thought tells of its hand"
    whole = reader(south).get(reverse("deal", args=[record.id]) + "?step=20&hands=all&hide=1")
    assert "log-why" in whole.text


def test_of_three_whoever_changed_chair_is_named_and_keeps_his_eyes(people: dict[Seat, User]) -> None:
    del people[Seat.W]
    room = trio_of(people, FOURTH, "three_fourth_dummy")
    room.start()
    concede(room)
    replay = replay_of(BoardRecord.objects.earliest("id"))
    move = replay.states[-1].move
    assert move is not None
    with translation.override("en"):
        page = ReplayPage(replay, reader=Preferences(), manner=Manner(eyes=move.start), step=replay.last - 3)
        assert page.mover.startswith(f"{replay.names[move.start]} has changed chair")
        unseen = {place.seat: place.unseen for place in page.places}
    assert unseen[move.end] == 0
    assert {seat for seat, cards in unseen.items() if cards} == set(SEATS) - {move.end, page.view.dummy}
