"""Three hundred thousand frames at the five kinds of sockets: every page lives on, nothing is stored,
and nothing is told that the page may not know.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from minibridge.engine import Card, Seat
from tables.models import Action, Lesson, LessonPupil, Message, Table, Whisper

from .junk import message
from .sockets import page_at
from .test_class_frames import make_room
from .test_consumer import make_playing
from .test_leaks import cards_in, known_cards, pieces
from .test_replay_consumer import make_shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak, pytest.mark.any_database]

FRAMES_EACH = 60_000
AT_ONCE = 400

Place = tuple[str, User, str, frozenset[Card] | None]
"""The socket, whose it is, the frame that answers hello, and the cards that he may know (None: all)."""


def at_a_table() -> Place:
    room = make_playing()
    room.act(Seat.S, "contract", contract="4S")
    known = frozenset(known_cards(room, Seat.E))
    return f"/ws/t/{room.code}/", room.people[Seat.E], "view", known


def at_a_shared_replay() -> Place:
    room = make_shared()
    return f"/ws/deals/{room.record.id}/together/", room.people[Seat.E], "view", None


def in_a_lesson() -> Place:
    room, people = make_room()
    return f"/ws/lesson/{room.lesson.id}/", people[""], "bar", None


def at_the_wall() -> Place:
    room, people = make_room()
    return f"/ws/lesson/{room.lesson.id}/wall/", people["wall/"], "wall", None


def at_the_screen() -> Place:
    room, people = make_room()
    return f"/ws/lesson/{room.lesson.id}/screen/", people["screen/"], "view", None


def stored() -> list[Any]:
    """A replay is left out: whoever looks on may take the lead."""
    models = (Action, Lesson, LessonPupil, Message, Table, Whisper)
    return [list(model.objects.order_by("pk").values()) for model in models]


@pytest.mark.parametrize("place", [at_a_table, at_a_shared_replay, in_a_lesson, at_the_wall, at_the_screen])
async def test_no_frame_breaks_a_page(place: Any, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.PAGE_FRAMES = FRAMES_EACH * 2
    path, user, wanted, known = await sync_to_async(place)()
    before = await sync_to_async(stored)()
    chance = random.Random(place.__name__)
    async with page_at(path, user) as page:
        for _turn in range(FRAMES_EACH // AT_ONCE):
            for _frame in range(AT_ONCE):
                await page.send_text(json.dumps(message(chance)))
            while not await page.is_silent():
                await page.next()
            for frame in page.frames:
                told = {card for text in pieces(frame) for card in cards_in(text)}
                assert known is None or told <= known, told - known
            page.frames.clear()
        await page.send(type="hello", version=0, epoch=-1)
        assert (await page.next(wanted))["type"] == wanted
    assert await sync_to_async(stored)() == before
    assert not [entry for entry in caplog.records if entry.levelname == "ERROR"]
