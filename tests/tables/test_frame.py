"""What goes to a browser: what is spoken, who reads what adults write, and the question about the absent."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, override_settings

from accounts.models import User
from minibridge.engine import Seat
from tables.frame import Shown, frame
from tables.regions import REGIONS, Person
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


def test_a_poll_tells_who_is_there_and_what_the_page_lacks(
    playing: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(playing.people[Seat.W])

    def poll(**known: object) -> dict[str, Any]:
        return client.get(f"/t/{playing.code}/view", known).json()

    whole = poll()
    assert set(whole["html"]) == set(REGIONS)
    known = {name: whole[name] for name in ("epoch", "record", "n", "absent")} | {"version": whole["to"]}
    assert set(poll(**known)) == {"present", "absent"}
    monkeypatch.setattr(live, "absent_seats", lambda scene: frozenset({Seat.E}))
    assert "Emil" in poll(**known)["html"]["vote"]
    assert set(poll(**known | {"absent": "E"})) == {"present", "absent"}
    playing.act(Seat.S, "contract", contract="4S")
    assert poll(**known)["said"] == ["South plays game in spades: 10 tricks needed."]


@pytest.mark.parametrize("nonsense", ["", "-1", "x", "²", "9" * 400])
def test_a_poll_that_says_nonsense_gets_everything(playing: Room, nonsense: str) -> None:
    answer = Client().get(
        f"/t/{playing.code}/view", dict.fromkeys(("version", "epoch", "record", "n"), nonsense)
    )
    assert set(answer.json()["html"]) == set(REGIONS)


@override_settings(HEARTBEAT_SECONDS=7)
def test_the_page_learns_how_often_it_asks(playing: Room) -> None:
    assert 'data-heartbeat="7"' in Client().get(f"/t/{playing.code}/").content.decode()
