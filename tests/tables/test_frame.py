"""What goes to a browser: what is spoken, who reads what adults write, and the question about the absent."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from minibridge.engine import Seat
from tables.frame import Shown, frame
from tables.regions import Person
from tables.services.messages import message_say
from tables.views import live

from .cast import Room


def person(user: User | None) -> Person:
    return Person(user_id=user.pk if user else None, language="en")


def test_a_new_deal_is_spoken_from_its_opening(room: Room) -> None:
    shown = Shown()
    frame(room.scene, person(room.people[Seat.E]), shown)
    room.start()
    said = frame(room.scene, person(room.people[Seat.E]), shown)["said"]
    assert said[0] == "Deal 1. The dealer is North."
    assert any("South is declarer" in sentence for sentence in said)
    assert frame(room.scene, person(room.people[Seat.E]), shown)["said"] == []


def test_what_adults_write_is_read_by_adults_alone(room: Room, stranger: User) -> None:
    people = User.objects.filter(id__in=[user.id for user in room.people.values()])
    people.update(is_guest=False, is_adult=True)
    north = room.people[Seat.N]
    message_say(table_id=room.table.id, user_id=north.id, text="a secret of adults")
    message_say(table_id=room.table.id, user_id=north.id, phrase="hello")

    def talk(user: User | None) -> str:
        return frame(room.scene, person(user), Shown())["html"]["talk"]

    assert "a secret of adults" in talk(room.people[Seat.E])
    for visitor in (stranger, None):
        assert "a secret of adults" not in talk(visitor)
        assert "Hello!" in talk(visitor)


def test_an_action_by_post_keeps_the_question_about_an_absent_player(
    playing: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "absent_seats", lambda scene: frozenset({Seat.E}))
    client = Client()
    client.force_login(playing.people[Seat.S])
    action = {"kind": "contract", "contract": "4S", "record": playing.record.id, "n": 0, "client_id": "a"}
    answer = client.post(f"/t/{playing.code}/act", action, headers={"X-Live": "1"}).json()
    assert answer["status"] == 200
    assert "Emil" in answer["html"]["vote"]
