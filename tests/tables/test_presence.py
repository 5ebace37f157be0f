"""Dots and absence: leases by the clock, never counters."""

from __future__ import annotations

import pytest

from minibridge.engine import Seat
from tables import presence

from .cast import Room


class Clock:
    now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(presence, "time", clock)
    return clock


def dot(room: Room, seat: Seat) -> str:
    return presence.presence_of(room.scene)[seat]


def test_a_page_that_opens_is_news_once(room: Room, clock: Clock) -> None:
    north = room.people[Seat.N].id
    assert dot(room, Seat.N) == "away"
    assert presence.presence_renew(room.table.id, north)
    assert dot(room, Seat.N) == "here"
    clock.now += 10
    assert not presence.presence_renew(room.table.id, north)


def test_a_reload_does_not_flicker(room: Room, clock: Clock) -> None:
    north = room.people[Seat.N].id
    presence.presence_renew(room.table.id, north)
    presence.presence_end(room.table.id, north)
    clock.now += 2
    assert dot(room, Seat.N) == "here"
    clock.now += 2
    assert dot(room, Seat.N) == "away"
    assert presence.presence_renew(room.table.id, north)
    assert dot(room, Seat.N) == "here"


def test_a_silent_page_goes_away_after_its_lease(room: Room, clock: Clock) -> None:
    presence.presence_renew(room.table.id, room.people[Seat.N].id)
    clock.now += 24
    assert dot(room, Seat.N) == "here"
    clock.now += 2
    assert dot(room, Seat.N) == "away"


def test_the_others_decide_only_after_a_while(room: Room, clock: Clock) -> None:
    assert presence.absent_seats(room.scene) == frozenset(), "no match waits for anybody"
    room.start()
    for seat in Seat:
        presence.presence_renew(room.table.id, room.people[seat].id)
    clock.now += 50
    for seat in (Seat.E, Seat.S, Seat.W):
        presence.presence_renew(room.table.id, room.people[seat].id)
    assert presence.absent_seats(room.scene) == frozenset()
    clock.now += 11
    assert presence.absent_seats(room.scene) == {Seat.N}


def test_a_thinking_player_is_never_absent(room: Room, clock: Clock) -> None:
    for _minute in range(120):
        for seat in Seat:
            presence.presence_renew(room.table.id, room.people[seat].id)
        clock.now += 10
    assert presence.absent_seats(room.scene) == frozenset()


def test_an_empty_chair_has_nobody(room: Room, clock: Clock) -> None:
    from tables.services.tables import person_forget

    room.start()
    person_forget(room.people[Seat.N])
    assert dot(room, Seat.N) == "none"
    assert Seat.N in presence.absent_seats(room.scene)


def test_after_a_restart_people_have_a_moment_to_come_back(
    room: Room, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that has forgotten everybody does not let the first page that is back decide for all."""
    room.start()
    monkeypatch.setattr(presence, "STARTED", clock.now)
    presence.presence_renew(room.table.id, room.people[Seat.S].id)
    clock.now += 59
    assert presence.absent_seats(room.scene) == frozenset()
    clock.now += 2
    presence.presence_renew(room.table.id, room.people[Seat.S].id)
    assert presence.absent_seats(room.scene) == {Seat.N, Seat.E, Seat.W}


def test_between_deals_only_who_is_not_ready_is_awaited(room: Room, clock: Clock) -> None:
    from tables.services.matches import ready_set

    room.start()
    room.play_worked_deal()
    for seat in (Seat.N, Seat.E, Seat.S):
        presence.presence_renew(room.table.id, room.people[seat].id)
        presence.presence_end(room.table.id, room.people[seat].id)
        ready_set(table_id=room.table.id, user_id=room.people[seat].id)
    presence.presence_renew(room.table.id, room.people[Seat.W].id)
    clock.now += 61
    assert presence.absent_seats(room.scene) == {Seat.W}
