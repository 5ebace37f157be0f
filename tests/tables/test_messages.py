"""Words at the table: phrases for everybody, free text between adults alone."""

from __future__ import annotations

import pytest

from accounts.models import User
from minibridge.engine import Seat
from tables.models import Message
from tables.phrases import PHRASES, REACTIONS
from tables.refusals import Refusal
from tables.services.messages import message_say
from tables.services.tables import settings_set

from .cast import Room


def say(room: Room, seat: Seat, **words: str) -> None:
    message_say(table_id=room.table.id, user_id=room.people[seat].id, **words)


def refused(status: int, room: Room, seat: Seat, **words: str) -> None:
    with pytest.raises(Refusal) as caught:
        say(room, seat, **words)
    assert caught.value.status == status
    assert not Message.objects.exists()


def adults(room: Room) -> None:
    User.objects.filter(id__in=[user.id for user in room.people.values()]).update(
        is_guest=False, is_adult=True
    )


@pytest.mark.parametrize("phrase", [*PHRASES, *REACTIONS])
def test_everybody_has_the_phrases(room: Room, phrase: str) -> None:
    say(room, Seat.N, phrase=phrase)
    line = room.scene.messages[-1]
    assert (line.phrase, line.text, line.name, line.seat) == (phrase, "", "Nina", Seat.N)


def test_guests_do_not_write(room: Room) -> None:
    refused(403, room, Seat.N, text="hello you")


def test_one_child_at_the_table_is_enough(room: Room) -> None:
    adults(room)
    User.objects.filter(id=room.people[Seat.W].id).update(is_adult=False)
    refused(403, room, Seat.N, text="hello you")


def test_adults_write(room: Room) -> None:
    adults(room)
    say(room, Seat.N, text="  hello   you ")
    assert room.scene.messages[-1].text == "hello you"


def test_the_host_may_switch_writing_off(room: Room) -> None:
    adults(room)
    settings_set(table_id=room.table.id, user_id=room.table.host_id, visitors="public", free_text=False)
    refused(403, room, Seat.N, text="hello you")


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"phrase": "hello", "text": "both"},
        {"phrase": "no such phrase"},
        {"text": "x" * 201},
        {"text": "bell \x07"},
        {"text": "turned \u202e round"},
        {"phrase": "hello", "client_id": "x" * 41},
        {"phrase": "hello", "client_id": "\0"},
        {"phrase": "hello", "client_id": "\ud800"},
    ],
)
def test_what_cannot_be_said_is_refused(room: Room, words: dict[str, str]) -> None:
    adults(room)
    refused(400, room, Seat.N, **words)


def test_saying_it_twice_says_it_once(room: Room) -> None:
    say(room, Seat.N, phrase="hello", client_id="a")
    say(room, Seat.N, phrase="hello", client_id="a")
    say(room, Seat.N, phrase="hello", client_id="b")
    assert Message.objects.count() == 2


def test_visitors_only_watch(room: Room, stranger: User) -> None:
    with pytest.raises(Refusal) as caught:
        message_say(table_id=room.table.id, user_id=stranger.id, phrase="hello")
    assert caught.value.status == 404
