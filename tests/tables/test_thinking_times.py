"""Who thought how long over a deal: people, not robots."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from minibridge.engine import Seat
from tables.models import Action, BoardRecord
from tables.replays import replay_of
from tables.thinking_times import Thought, time_text, totals_of

from .bot_play import bots_act
from .cast import Room, reader
from .test_alone import NORTH_DECLARES, alone


def clocked(record: BoardRecord, *seconds: float) -> None:
    """The first actions took so long each, all others no time."""
    at = record.started
    for row in Action.objects.filter(record=record).order_by("n"):
        at += timedelta(seconds=seconds[row.n] if row.n < len(seconds) else 0)
        Action.objects.filter(pk=row.pk).update(created=at)


def test_each_step_took_the_time_since_the_one_before(played: Room) -> None:
    clocked(played.record, 30, 5, 0.4, 61.6)
    thoughts = replay_of(played.record).thoughts
    assert thoughts == {0: Thought(Seat.S, 30), 1: Thought(Seat.W, 5), 3: Thought(Seat.E, 62)}
    assert totals_of(thoughts, 54) == {Seat.S: 30, Seat.W: 5, Seat.E: 62}
    assert totals_of(thoughts, 2) == {Seat.S: 30, Seat.W: 5}


def test_page_tells_the_times_as_far_as_it_tells_anything(played: Room) -> None:
    clocked(played.record, 30, 5, 0, 62)
    client = reader(played.people[Seat.N])
    address = reverse("deal", args=[played.record.id])
    whole = client.get(f"{address}?step=2").context["page"].log
    assert whole.thought_totals == (("Emil", "1 min 02 s"), ("Sami", "30 s"), ("Wanda", "5 s"))
    assert [line.thought for line in whole.lines[:5]] == ["", "30 s", "5 s", "", "1 min 02 s"]
    early = client.get(f"{address}?step=2&hide=1").context["page"].log
    assert early.thought_totals == (("Sami", "30 s"), ("Wanda", "5 s"))


def test_declarer_thinks_over_dummys_cards(played: Room) -> None:
    clocked(played.record, 0, 0, 12)
    assert replay_of(played.record).log[2].kind == "card"
    assert replay_of(played.record).thoughts == {2: Thought(Seat.S, 12)}


def test_the_pace_of_robots_is_no_thought_and_a_person_keeps_his_chair(south: User) -> None:
    room = alone(south, [NORTH_DECLARES])
    room.act(Seat.S, "contract", contract="4S")
    bots_act(room.table.id)
    room.act(Seat.S, "claim", tricks=0)
    bots_act(room.table.id)
    record = BoardRecord.objects.get(finished__isnull=False)
    clocked(record, 20, 9, 7, 9, 9)
    assert replay_of(record).thoughts == {0: Thought(Seat.S, 20), 2: Thought(Seat.S, 7)}


def test_what_was_never_played_here_took_no_time(played: Room) -> None:
    clocked(played.record, 30, 5)
    Action.objects.filter(record=played.record).update(client_id="", user=None)
    assert replay_of(played.record).thoughts == {}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1, "1 s"), (59, "59 s"), (65, "1 min 05 s"), (3600, "1 h 00 min"), (7325, "2 h 02 min")],
)
def test_times_are_told_in_short(seconds: int, text: str) -> None:
    with translation.override("en"):
        assert time_text(seconds) == text
