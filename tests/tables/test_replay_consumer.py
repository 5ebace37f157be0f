"""The socket of a deal looked at together: steps go up, the leader's step comes down to everybody."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from minibridge.asgi import application
from minibridge.engine import Seat
from tables import push, replay_consumer
from tables.models import RecordPlayer, SharedReplay
from tables.services.shared_replays import shared_open

from .cast import Room, guest
from .sockets import Page, page_at
from .test_consumer import make_playing

pytestmark = pytest.mark.django_db(transaction=True)


def make_shared() -> Room:
    """The worked deal, opened by North at its fifth step."""
    room = make_playing()
    room.play_worked_deal()
    shared_open(record=room.record, user_id=room.people[Seat.N].id, step=5)
    return room


@pytest.fixture
async def room() -> Room:
    return await sync_to_async(make_shared)()


async def path_of(room: Room) -> str:
    record = await sync_to_async(lambda: room.record)()
    return f"/ws/deals/{record.id}/together/"


async def come(stack: AsyncExitStack, room: Room, user: User, **options: Any) -> Page:
    page = await stack.enter_async_context(page_at(await path_of(room), user, **options))
    await page.hello()
    return page


async def all_come(stack: AsyncExitStack, room: Room) -> dict[Seat, Page]:
    """Everybody is there, and has heard of everybody."""
    pages = {seat: await come(stack, room, user) for seat, user in room.people.items()}
    for page in pages.values():
        frame = page.frames[-1]
        while not all(user.name in frame["html"] for user in room.people.values()):
            frame = await page.next("view")
    return pages


async def stored(room: Room) -> tuple[int | None, int]:
    shared = await sync_to_async(SharedReplay.objects.get)()
    return shared.leader_id, shared.step


async def test_a_step_of_the_leader_reaches_all_four_in_their_own_words(room: Room) -> None:
    async with AsyncExitStack() as stack:
        pages = await all_come(stack, room)
        english = await come(stack, room, room.people[Seat.W], language="en")
        await pages[Seat.N].send(type="step", step=30)
        for seat, page in pages.items():
            frame = await page.next("view", step=30)
            assert frame["leads"] == (seat is Seat.N)
        frame = await english.next("view", step=30)
        assert "<b>Nina</b> leads." in frame["html"]
        assert "Wanda (you)" in frame["html"]


async def test_nobody_leads_by_pretending(room: Room) -> None:
    async with AsyncExitStack() as stack:
        pages = await all_come(stack, room)
        north, east = room.people[Seat.N].id, room.people[Seat.E].id
        for message in (
            {"type": "step", "step": 9, "leader": east, "user": north},
            {"type": "take", "user": north},
            {"type": "hand", "to": east, "user": north},
        ):
            await pages[Seat.E].send(**message)
            refusal = await pages[Seat.E].next("refused")
            assert refusal["status"] == 409 and refusal["error"]
        assert await stored(room) == (north, 5)


@pytest.mark.parametrize("step", [-1, 54, "9", 1.0, True, None, [], 2**60, {"a": 1}])
async def test_a_step_that_is_none_is_refused(room: Room, step: object) -> None:
    async with AsyncExitStack() as stack:
        north = await come(stack, room, room.people[Seat.N])
        await north.send(type="step", step=step)
        assert (await north.next("refused"))["status"] == 400
        assert (await stored(room))[1] == 5


@pytest.mark.parametrize("text", ["[]", "nonsense", '"x"', "{" * 3000])
async def test_nonsense_closes_the_socket(room: Room, text: str) -> None:
    async with AsyncExitStack() as stack:
        north = await come(stack, room, room.people[Seat.N])
        await north.send_text(text)
        assert await north.closed() == 1008


async def test_a_flood_closes_the_socket(room: Room, settings: Any) -> None:
    settings.PAGE_FRAMES = 5
    async with AsyncExitStack() as stack:
        north = await come(stack, room, room.people[Seat.N])
        for step in range(8):
            await north.send(type="step", step=step)
        assert await north.closed() == 1008


async def test_a_stranger_and_a_visitor_hear_nothing(room: Room) -> None:
    path = await path_of(room)
    stranger = await sync_to_async(guest)("Zoe")
    for person in (stranger, None):
        async with page_at(path, person) as page:
            assert await page.closed() == 4404
            assert page.frames == []


@pytest.mark.parametrize("number", ["0", "999999", "9" * 17, "9" * 40])
async def test_there_is_no_such_deal(room: Room, number: str) -> None:
    async with page_at(f"/ws/deals/{number}/together/", room.people[Seat.N]) as page:
        assert await page.closed() == 4404


async def test_a_deal_in_play_has_no_such_socket() -> None:
    room = await sync_to_async(make_playing)()
    await sync_to_async(lambda: SharedReplay.objects.create(record=room.record))()
    async with page_at(await path_of(room), room.people[Seat.N]) as page:
        assert await page.closed() == 4404


@pytest.mark.parametrize("origin", [b"http://evil.example", b"http://testserver:81", b"null", b""])
async def test_a_page_of_another_site_is_refused(room: Room, origin: bytes) -> None:
    headers = [(b"host", b"testserver")] + ([(b"origin", origin)] if origin else [])
    communicator = WebsocketCommunicator(application, await path_of(room), headers=headers)
    connected, _code = await communicator.connect()
    assert not connected


async def test_who_may_not_read_the_deal_any_more_is_sent_away(room: Room) -> None:
    async with AsyncExitStack() as stack:
        east = await come(stack, room, room.people[Seat.E])
        await sync_to_async(RecordPlayer.objects.filter(user=room.people[Seat.E]).update)(user=None)
        await east.send(type="ping")
        assert (await east.next("bye"))["code"] == 4404
        assert await east.closed() == 4404


async def test_when_it_is_forgotten_the_pages_are_told(room: Room) -> None:
    async with AsyncExitStack() as stack:
        east = await come(stack, room, room.people[Seat.E])
        await sync_to_async(SharedReplay.objects.all().delete)()
        await east.send(type="ping")
        assert await east.closed() == 4404


async def test_logging_out_ends_it(room: Room) -> None:
    async with AsyncExitStack() as stack:
        east = await come(stack, room, room.people[Seat.E])
        await sync_to_async(push.person_left)(room.people[Seat.E].id, None)
        assert await east.closed() == 4401


async def test_whoever_comes_and_goes_is_seen(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.presence.FLICKER", -1)
    async with AsyncExitStack() as stack:
        east = await come(stack, room, room.people[Seat.E])
        async with page_at(await path_of(room), room.people[Seat.N]) as north:
            await north.hello()
            assert "Nina" in (await east.next("view"))["html"]
        gone = await east.next("view")
        assert "together-take" in gone["html"]
        await east.send(type="take")
        assert (await east.next("view"))["leads"]
        assert await stored(room) == (room.people[Seat.E].id, 5)


async def test_second_page_of_a_person_keeps_him_there(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.presence.FLICKER", -1)
    async with AsyncExitStack() as stack:
        await come(stack, room, room.people[Seat.N])
        east = await come(stack, room, room.people[Seat.E])
        async with page_at(await path_of(room), room.people[Seat.N]) as second:
            await second.hello()
        await east.send(type="ping")
        await east.next("pong")
        assert "together-take" not in east.frames[-1].get("html", "")
    assert not replay_consumer._pages


async def test_only_numbers_cross_the_channel_layer(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    send = push._send

    def remember(group: str, message: dict[str, Any]) -> None:
        sent.append(message)
        send(group, message)

    monkeypatch.setattr(push, "_send", remember)
    async with AsyncExitStack() as stack:
        pages = await all_come(stack, room)
        await pages[Seat.N].send(type="step", step=12)
        await pages[Seat.E].next("view", step=12)
    values = {value for message in sent for name, value in message.items() if name != "type"}
    assert values and all(isinstance(value, int) for value in values)


async def test_burst_of_steps_ends_at_the_last_one_everywhere(room: Room) -> None:
    async with AsyncExitStack() as stack:
        pages = await all_come(stack, room)
        for step in range(20, 34):
            await pages[Seat.N].send(type="step", step=step)
        for page in pages.values():
            await page.next("view", step=33)
            steps = [frame["step"] for frame in page.frames if frame["type"] == "view"]
            assert steps == sorted(steps), "never back on the way"


async def test_lost_message_is_repaired_by_the_heartbeat(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with AsyncExitStack() as stack:
        pages = await all_come(stack, room)
        monkeypatch.setattr(push, "_send", lambda group, message: None)
        await pages[Seat.N].send(type="step", step=40)
        await pages[Seat.N].send(type="ping")
        await pages[Seat.N].next("pong")
        await pages[Seat.E].send(type="ping")
        assert (await pages[Seat.E].next("view"))["step"] == 40


async def test_frames_hold_no_card(room: Room) -> None:
    async with AsyncExitStack() as stack:
        pages = await all_come(stack, room)
        await pages[Seat.N].send(type="step", step=20)
        await pages[Seat.S].next("view", step=20)
        for page in pages.values():
            text = json.dumps(page.frames)
            assert "data-card" not in text and "suit-" not in text
