"""The cast: four players, a visitor and a stranger."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.cache import caches

from accounts.models import User
from minibridge.engine import Seat
from tables import presence
from tables.scene_reading import scenes_forget

from .cast import Room, guest, room_of


@pytest.fixture(autouse=True)
def fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing remembered from the test before; the cache may be shared with a test beside it."""
    scenes_forget()
    monkeypatch.setattr(presence, "_was_lost", False)  # a busy machine may have missed an answer of Redis
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)


@pytest.fixture
def north(db: None) -> User:
    return guest("Nina")


@pytest.fixture
def east(db: None) -> User:
    return guest("Emil")


@pytest.fixture
def south(db: None) -> User:
    return guest("Sami")


@pytest.fixture
def west(db: None) -> User:
    return guest("Wanda")


@pytest.fixture
def stranger(db: None) -> User:
    return guest("Zoe")


@pytest.fixture
def room(north: User, east: User, south: User, west: User) -> Room:
    """Four people at a table with the usual rules; South is the host."""
    return room_of({Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west})


@pytest.fixture
def playing(room: Room) -> Room:
    """The worked deal, dealt: South is to choose the contract."""
    room.start()
    return room


@pytest.fixture
def played(playing: Room) -> Room:
    """The worked deal, played to its ten tricks."""
    playing.play_worked_deal()
    return playing
