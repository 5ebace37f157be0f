"""The sockets of the wall and of the shown table: who hears what, when, and when they end."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import ClassTeacher, User
from minibridge.engine import Seat
from tables import push, wall_consumer
from tables.models import LessonPupil
from tables.services.lessons import lesson_deal, lesson_end
from tables.services.whispers import card_point, hand_raise, screen_show, whisper_say

from .cast import account, guest
from .lesson_room import LessonRoom
from .sockets import Page, page_at
from .test_wall import act, play, room_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def room() -> LessonRoom:
    return await sync_to_async(room_of)()


async def wall_page(stack: AsyncExitStack, room: LessonRoom, user: User | None = None) -> Page:
    path = f"/ws/lesson/{room.lesson.id}/wall/"
    page = await stack.enter_async_context(page_at(path, user or room.teacher, language="en"))
    await page.send(type="hello", version=0, epoch=0)
    return page


async def bar_page(stack: AsyncExitStack, room: LessonRoom, user: User) -> Page:
    page = await stack.enter_async_context(page_at(f"/ws/lesson/{room.lesson.id}/", user, language="en"))
    await page.next("bar")
    return page


async def with_table(page: Page, number: int) -> dict[str, Any]:
    while True:
        frame = await page.next("wall")
        if str(number) in frame["tables"]:
            return frame


async def test_everything_comes_first_and_then_only_the_table_that_changed(room: LessonRoom) -> None:
    async with AsyncExitStack() as stack:
        page = await wall_page(stack, room)
        first = await page.next("wall")
        assert set(first["tables"]) == {"1", "2"} and first["order"] == [1, 2]
        assert first["html"]["head"]
        await sync_to_async(act)(room, 2, "contract", contract="4S")
        frame = await with_table(page, 2)
        assert set(frame["tables"]) == {"2"} and frame["html"] == {}
        assert "Playing" in frame["tables"]["2"]


async def test_a_burst_of_cards_costs_few_paintings(
    room: LessonRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall_consumer, "REST", 0.5)
    async with AsyncExitStack() as stack:
        page = await wall_page(stack, room)
        await page.next("wall")
        for _change in range(20):
            await page_changes(room)
        await asyncio.sleep(1.2)
        await page.send(type="ping")
        await page.next("pong")
        assert len([frame for frame in page.frames if frame["type"] == "wall"]) <= 6


async def page_changes(room: LessonRoom) -> None:
    """The layer is told that the first table has changed."""
    await sync_to_async(push._send)(push.table_group(await table_id(room)), {"type": "presence.changed"})


async def table_id(room: LessonRoom) -> int:
    return (await sync_to_async(room.table)(1)).id


async def test_hands_and_whispers_reach_the_wall(room: LessonRoom) -> None:
    async with AsyncExitStack() as stack:
        page = await wall_page(stack, room)
        await page.next("wall")
        place = await sync_to_async(LessonPupil.objects.select_related("lesson").get)(user=room.pupils[5])
        await sync_to_async(hand_raise)(place=place)
        frame = await with_table(page, 2)
        assert f"Hand up: {room.pupils[5].name}" in frame["tables"]["2"]
        assert frame["order"] == [2, 1]
        await sync_to_async(whisper_say)(lesson_id=room.lesson.id, text="Two minutes left")
        while "head" not in (frame := await page.next("wall"))["html"]:
            pass
        assert "Two minutes left" in frame["html"]["head"]


async def test_nobody_but_a_teacher_of_the_class_is_sent_a_wall(room: LessonRoom) -> None:
    strangers = [
        await sync_to_async(account)("Other", is_adult=True),
        await sync_to_async(guest)("Zoe"),
        *room.pupils[:2],
        None,
    ]
    for person in strangers:
        async with page_at(f"/ws/lesson/{room.lesson.id}/wall/", person) as page:
            assert await page.closed() == 4404
            assert page.frames == []
    async with page_at("/ws/lesson/999999/wall/", room.teacher) as page:
        assert await page.closed() == 4404


async def test_a_former_teacher_is_sent_away_before_he_sees_another_card(room: LessonRoom) -> None:
    former = await sync_to_async(account)("Former", is_adult=True)
    place = await sync_to_async(ClassTeacher.objects.create)(classroom=room.classroom, user=former)
    async with AsyncExitStack() as stack:
        page = await wall_page(stack, room, former)
        await page.next("wall")
        await sync_to_async(place.delete)()
        await sync_to_async(act)(room, 1, "contract", contract="4S")
        assert (await page.next())["type"] == "bye"
        assert await page.closed() == 4404


async def test_logging_out_ends_the_wall(room: LessonRoom) -> None:
    async with AsyncExitStack() as stack:
        page = await wall_page(stack, room)
        await page.next("wall")
        await sync_to_async(push.person_left)(room.teacher.id, None)
        assert await page.closed() == 4401


async def test_a_whisper_to_one_pupil_repaints_no_other_bar(room: LessonRoom) -> None:
    async with AsyncExitStack() as stack:
        first = await bar_page(stack, room, room.pupils[0])
        second = await bar_page(stack, room, room.pupils[1])
        await sync_to_async(whisper_say)(lesson_id=room.lesson.id, user_id=room.pupils[0].id, text="Psst")
        assert "Psst" in (await first.next("bar"))["html"]
        assert await second.is_silent()
        await sync_to_async(whisper_say)(lesson_id=room.lesson.id, text="Listen")
        assert "Listen" in (await second.next("bar"))["html"]


async def test_a_pointed_card_goes_to_who_sees_it(room: LessonRoom) -> None:
    async with AsyncExitStack() as stack:
        holder = await bar_page(stack, room, await sync_to_async(room.pupil_at)(Seat.E, 1))
        other = await bar_page(stack, room, await sync_to_async(room.pupil_at)(Seat.W, 1))
        await sync_to_async(card_point)(lesson_id=room.lesson.id, number=1, card="S3")
        assert 'data-point="S3"' in (await holder.next("bar"))["html"]
        assert await other.is_silent()


async def test_pupils_are_led_to_the_shown_table_and_back(room: LessonRoom) -> None:
    await sync_to_async(play)(room, 1)
    await sync_to_async(play)(room, 2, cards=4)
    async with AsyncExitStack() as stack:
        bar = await bar_page(stack, room, room.pupils[0])
        await sync_to_async(screen_show)(lesson_id=room.lesson.id, number=2)
        assert (await bar.next("bar"))["place"] == "/lesson/screen/"
        path = f"/ws/lesson/{room.lesson.id}/screen/"
        shown = await stack.enter_async_context(page_at(path, room.pupils[0]))
        assert "cards-N" in (await shown.hello())["html"]
        await sync_to_async(act)(room, 2, "card", card="S2")
        await shown.next("view")
        refusal = await shown.act(1, 0, kind="card", card="SA")
        assert refusal["type"] == "refused" and refusal["status"] == 404
        await sync_to_async(screen_show)(lesson_id=room.lesson.id, number=None)
        assert await shown.closed() == 4404
        assert (await bar.next("bar"))["place"] == f"/t/{(await sync_to_async(room.table)(1)).code}/"


async def test_the_shown_table_is_shut_when_the_next_deal_is_dealt(room: LessonRoom) -> None:
    await sync_to_async(play)(room, 1)
    await sync_to_async(play)(room, 2)
    await sync_to_async(screen_show)(lesson_id=room.lesson.id, number=2)
    path = f"/ws/lesson/{room.lesson.id}/screen/"
    async with page_at(path, room.pupils[0]) as shown:
        await shown.hello()
        await sync_to_async(lesson_deal)(lesson_id=room.lesson.id)
        assert await shown.closed() == 4404
        assert not any('"cards-' in str(frame) and "data-card" in str(frame) for frame in shown.frames[2:])
    for person in (room.pupils[0], room.teacher, None):
        async with page_at(path, person) as page:
            assert await page.closed() == 4404
            assert page.frames == []


async def test_when_the_lesson_ends_the_wall_stays_for_its_teacher(room: LessonRoom) -> None:
    async with AsyncExitStack() as stack:
        page = await wall_page(stack, room)
        await page.next("wall")
        await sync_to_async(lesson_end)(lesson_id=room.lesson.id)
        await page.send(type="ping")
        await page.next("pong")
