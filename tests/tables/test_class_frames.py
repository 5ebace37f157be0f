"""What comes over the sockets of a lesson from somebody who wants to break them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from tables.models import Action, Lesson, LessonPupil, Whisper
from tables.services.whispers import screen_show

from .junk import FRAMES, NOT_A_MESSAGE, VALUES
from .lesson_room import LessonRoom
from .sockets import Page, page_at
from .test_wall import play, room_of

pytestmark = pytest.mark.django_db(transaction=True)

SOCKETS = ("", "wall/", "screen/")


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
    messages += [{"type": kind, "client_id": "\ud800", "version": []} for kind in FRAMES]
    async with opened(room, what, people[what]) as page:
        for message in messages:
            await page.send(**message)
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
