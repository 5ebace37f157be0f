"""Dots and absence: leases by the clock, never counters."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from minibridge.engine import Seat
from minibridge.redis_cache import RedisCache
from tables import presence, steady_clock

from .cast import Room


class Clock:
    """The site has run for an hour when a test begins."""

    def __init__(self) -> None:
        self.now, self.set_by = 1_000_000.0, 0.0

    def time(self) -> float:
        return self.now + self.set_by

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(room: Room, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(steady_clock, "time", clock)
    monkeypatch.setattr(presence, "_clock", steady_clock.SteadyClock())
    cache.clear()
    dot(room, Seat.N)
    clock.now += 3600
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
    cache.clear()
    monkeypatch.setattr(presence, "_clock", steady_clock.SteadyClock())
    dot(room, Seat.S)
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


def ping(room: Room, *seats: Seat) -> None:
    for seat in seats:
        presence.presence_renew(room.table.id, room.people[seat].id)


@pytest.mark.parametrize("step", [3600, -3600, 30])
def test_a_clock_that_is_set_makes_nobody_absent_who_is_there(room: Room, clock: Clock, step: int) -> None:
    """Whoever is really gone is noticed a lease after that, and may be decided about as late as ever."""
    room.start()
    ping(room, *Seat)
    clock.set_by += step
    clock.now += 1
    assert presence.absent_seats(room.scene) == frozenset()
    assert set(presence.presence_of(room.scene).values()) == {"here"}
    for _beat in range(6):
        ping(room, Seat.E, Seat.S, Seat.W)
        assert presence.absent_seats(room.scene) == frozenset()
        clock.now += 10
    ping(room, Seat.E, Seat.S, Seat.W)
    assert presence.absent_seats(room.scene) == {Seat.N}
    assert [dot(room, seat) for seat in Seat] == ["away", "here", "here", "here"]


@pytest.mark.parametrize("step", [3600, -3600])
def test_who_left_before_the_clock_was_set_stays_away(room: Room, clock: Clock, step: int) -> None:
    ping(room, *Seat)
    presence.presence_end(room.table.id, room.people[Seat.N].id)
    clock.now += 5
    assert dot(room, Seat.N) == "away"
    clock.set_by += step
    dot(room, Seat.N)
    clock.now += 4
    assert dot(room, Seat.N) == "away"


def test_the_fast_clock_of_another_machine_makes_nobody_absent(room: Room, clock: Clock) -> None:
    """It has written leases of the future, and this one's clock was never set."""
    room.start()
    clock.set_by = 3600
    cache.set(presence._key(room.table.id, room.people[Seat.N].id), (clock.time(), None))
    clock.set_by = 0
    ping(room, Seat.E, Seat.S, Seat.W)
    assert presence.absent_seats(room.scene) == frozenset()


def test_a_cache_that_has_forgotten_everybody_makes_nobody_absent(room: Room, clock: Clock) -> None:
    room.start()
    ping(room, *Seat)
    cache.clear()
    assert presence.absent_seats(room.scene) == frozenset()
    clock.now += 59
    ping(room, Seat.E, Seat.S, Seat.W)
    assert presence.absent_seats(room.scene) == frozenset()
    clock.now += 1
    assert presence.absent_seats(room.scene) == {Seat.N}


def test_another_process_that_noticed_first_hides_it_from_nobody(room: Room, clock: Clock) -> None:
    """Each of several processes has to see for itself that the cache began anew."""
    room.start()
    ping(room, *Seat)
    presence.absent_seats(room.scene)
    cache.clear()
    cache.set(presence.MEMORY, "named by another process", None)
    assert presence.absent_seats(room.scene) == frozenset()


def test_nobody_is_absent_while_the_cache_is_out_of_reach(
    room: Room, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor at once when it is back, knowing of nobody."""
    room.start()
    monkeypatch.setattr(presence, "_was_lost", False)
    with pytest.MonkeyPatch.context() as lost:
        lost.setattr(presence, "cache", RedisCache("redis://127.0.0.1:9/0", {}))
        for _look in range(3):
            assert set(presence.presence_of(room.scene).values()) == {"here"}
            assert presence.absent_seats(room.scene) == frozenset()
            clock.now += 3600
    assert set(presence.presence_of(room.scene).values()) == {"here"}
    assert presence.absent_seats(room.scene) == frozenset()
    clock.now += 61
    ping(room, Seat.S)
    assert presence.absent_seats(room.scene) == {Seat.N, Seat.E, Seat.W}
    assert dot(room, Seat.N) == "away"
