"""What comes over the sockets of a lesson from somebody who wants to break them."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from tables.models import Action, Lesson, LessonPupil, Whisper
from tables.services.whispers import screen_show

from .lesson_room import LessonRoom
from .sockets import Page, page_at
from .test_wall import play, room_of

pytestmark = pytest.mark.django_db(transaction=True)

SOCKETS = ("", "wall/", "screen/")
KINDS = (
    "hello",
    "ping",
    "act",
    "hint",
    "lesson.changed",
    "lesson_changed",
    "connect",
    "disconnect",
    "receive",
)

VALUES: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "a\x00b", "\u202e", [], {},
    [[]], {"a": {}}, ["ping"], {"type": "hello"}, "9" * 5_000,
]  # fmt: skip

NOT_A_MESSAGE = [
    "{",
    "[]",
    "7",
    "null",
    "NaN",
    '"hello"',
    "[" * 16_000,
    '{"a":' * 3_000,
    "9" * 5_000,
    "\x00",
]
NOT_A_MESSAGE += ["\ufeff{}", "{" + "x" * 2**20, '{"type": "ping", "type": ["ping"]', "{'type': 'ping'}"]

NAMES = ("version", "epoch", "record", "n", "client_id", "action", "lang", "tables", "users", "session")


def message(chance: random.Random) -> dict[str, Any]:
    """A message with some fields that are of no use, now and then one inside the other."""
    found: dict[str, Any] = {
        name: chance.choice(VALUES) for name in chance.sample(NAMES, chance.randint(0, 6))
    }
    if chance.random() < 0.3:
        found[chance.choice(NAMES)] = [message(chance)]
    return found | {"type": chance.choice([*KINDS, *VALUES])}


def make_room() -> tuple[LessonRoom, dict[str, User]]:
    """The second table is on every screen; nothing else is played any more."""
    room = room_of(8)
    play(room, 1)
    play(room, 2, cards=5)
    screen_show(lesson_id=room.lesson.id, number=2)
    return room, {"": room.pupils[0], "wall/": room.teacher, "screen/": room.pupils[0]}


def stored() -> list[Any]:
    models = (Lesson, LessonPupil, Whisper, Action)
    return [list(model.objects.order_by("id").values()) for model in models]


@asynccontextmanager
async def opened(room: LessonRoom, what: str, user: User) -> AsyncIterator[Page]:
    async with page_at(f"/ws/lesson/{room.lesson.id}/{what}", user) as page:
        yield page


async def lives(page: Page, what: str) -> bool:
    """The page is answered as always."""
    wanted = {"": "bar", "wall/": "wall", "screen/": "view"}[what]
    await page.send(type="hello", version=0, epoch=-1)
    return (await page.next(wanted))["type"] == wanted


@pytest.mark.parametrize("what", SOCKETS)
async def test_a_message_that_makes_no_sense_changes_nothing_and_the_page_lives_on(
    what: str, settings: Any
) -> None:
    settings.PAGE_FRAMES = 10_000
    room, people = await sync_to_async(make_room)()
    before = await sync_to_async(stored)()
    messages = [{"type": value, "version": value, "n": value, "record": value} for value in VALUES]
    messages += [{"type": kind, "client_id": "\ud800", "version": []} for kind in KINDS]
    async with opened(room, what, people[what]) as page:
        for message in messages:
            await page.send(**message)
        assert await lives(page, what)
    assert await sync_to_async(stored)() == before


@pytest.mark.soak
@pytest.mark.parametrize("what", SOCKETS)
async def test_no_message_at_all_breaks_a_page(what: str, settings: Any) -> None:
    settings.PAGE_FRAMES = 10_000
    room, people = await sync_to_async(make_room)()
    before = await sync_to_async(stored)()
    chance = random.Random(len(what))
    texts = [json.dumps(message(chance)) for _message in range(400)]
    async with opened(room, what, people[what]) as page:
        for text in texts:
            await page.send_text(text)
        assert await lives(page, what)
    assert await sync_to_async(stored)() == before


@pytest.mark.parametrize("what", SOCKETS)
async def test_a_frame_that_is_no_message_closes_this_socket_alone(what: str) -> None:
    room, people = await sync_to_async(make_room)()
    async with opened(room, what, people[what]) as other:
        for text in NOT_A_MESSAGE:
            async with opened(room, what, people[what]) as page:
                await page.send_text(text)
                assert await page.closed() == 1008, text[:9]
        for data in (b"\x00\xff", b"{}", b"x" * 2**20):
            async with opened(room, what, people[what]) as page:
                await page.communicator.send_to(bytes_data=data)
                assert await page.closed() == 1008, data[:9]
        assert await lives(other, what)


@pytest.mark.parametrize("what", SOCKETS)
async def test_a_flood_closes_this_socket_alone(what: str) -> None:
    room, people = await sync_to_async(make_room)()
    async with opened(room, what, people[what]) as flooder, opened(room, what, people[what]) as other:
        for _time in range(60):
            await flooder.send(type="nothing")
        assert await flooder.closed() == 1008
        assert await lives(other, what)
