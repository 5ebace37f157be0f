"""Whoever sends faster than any page is asked to wait, and nobody else is."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from minibridge.engine import Seat
from tables.models import Action

from .cast import Room, reader

MOST = 3 * 4


@pytest.fixture(autouse=True)
def few(settings) -> None:
    settings.PAGE_FRAMES = 4
    cache.clear()


def card(client: Client, room: Room, door: str = "act", **headers: str):
    record = room.record
    fields = {"record": record.id, "n": room.state.n, "client_id": "x1", "kind": "contract", "contract": "4S"}
    return client.post(f"/t/{room.code}/{door}", fields, headers=headers)


@pytest.mark.parametrize("door", ["act", "ready", "vote", "say", "stop", "nonsense"])
def test_a_flood_of_posts_is_held_up(playing: Room, door: str) -> None:
    """By every door, and a page is told which of its actions that was."""
    north, south = reader(playing.people[Seat.N]), reader(playing.people[Seat.S])
    statuses = [card(north, playing, door, **{"X-Live": "1"}).status_code for _post in range(MOST)]
    assert 429 not in statuses
    for _post in range(5):
        answer = card(north, playing, **{"X-Live": "1"})
        if door == "nonsense":
            assert answer.status_code == 422, "no door of a table"
            continue
        assert answer.status_code == 429
        said = answer.json()
        assert (said["type"], said["answers"]) == ("refused", "x1") and "very quick" in said["error"]
    assert card(south, playing, **{"X-Live": "1"}).status_code == 200
    assert Action.objects.count() == 1


def test_a_form_is_answered_with_a_page(playing: Room) -> None:
    north = reader(playing.people[Seat.N])
    for _post in range(MOST):
        card(north, playing)
    answer = card(north, playing)
    assert answer.status_code == 429
    assert "very quick" in answer.text


def test_reading_is_counted_apart(playing: Room) -> None:
    """A page that reloads all the time can still play a card, and the other way round."""
    south = reader(playing.people[Seat.S])
    statuses = [south.get(f"/t/{playing.code}/view").status_code for _poll in range(MOST + 1)]
    assert statuses == [200] * MOST + [429]
    assert card(south, playing, **{"X-Live": "1"}).status_code == 200
