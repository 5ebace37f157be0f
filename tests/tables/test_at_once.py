"""What several people do in the same moment, each in a connection of his own, is done once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from minibridge.engine import SEATS, Seat
from tables.models import Match
from tables.refusals import Refusal
from tables.services import matches

from .cast import Room

pytestmark = pytest.mark.django_db(transaction=True)


def together(actions: Iterable[Callable[[], object]]) -> list[int]:
    """All begin when the last one is ready; 200 or the status of the refusal for each."""
    waiting = list(actions)
    barrier = Barrier(len(waiting))

    def done(action: Callable[[], object]) -> int:
        try:
            barrier.wait(30)
            action()
        except Refusal as refusal:
            return refusal.status
        finally:
            connections.close_all()
        return 200

    with ThreadPoolExecutor(len(waiting)) as pool:
        return list(pool.map(done, waiting))


def vote(room: Room, seat: Seat) -> Callable[[], object]:
    return lambda: matches.vote_cast(
        table_id=room.table.id, user_id=room.people[seat].id, question="rematch", choice="yes"
    )


@pytest.mark.parametrize("before", [0, 2, 3])
def test_the_last_votes_at_once_make_one_new_match(playing: Room, before: int) -> None:
    """The page of whoever has voted already sends once more, too."""
    playing.play_worked_deal()
    matches.match_stop(table_id=playing.table.id, user_id=playing.table.host_id)
    for seat in SEATS[:before]:
        vote(playing, seat)()
    late = [*SEATS[before:], *SEATS[before:]]
    statuses = together(vote(playing, seat) for seat in late)
    assert statuses.count(200) >= 4 - before
    assert set(statuses) <= {200, 409}
    assert [match.number for match in Match.objects.order_by("id")] == [1, 2]
    assert playing.scene.match.number == 2 and playing.scene.match.rematch_votes == frozenset()


def test_ready_at_once_deals_once(playing: Room) -> None:
    playing.play_worked_deal()
    table_id, people = playing.table.id, playing.people.values()
    first = playing.record.id
    statuses = together(
        lambda user=user: matches.ready_set(table_id=table_id, user_id=user.id, after=first)
        for user in [*people, *people]
    )
    assert statuses.count(200) >= 4 and set(statuses) <= {200, 409}
    assert [record.position for record in Match.objects.get().records.order_by("id")] == [1, 2]
