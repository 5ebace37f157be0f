"""The live page's socket: who gets what, when, and what happens to nonsense."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import logout
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from minibridge.asgi import application
from minibridge.engine import Seat
from tables import push
from tables.frame import SPOKEN_AT_ONCE
from tables.models import Action, Table
from tables.scene_reading import scenes_forget
from tables.services import tables
from tables.services.closing import table_close

from .cast import WORKED_PLAY, Room, guest, reader, room_of
from .sockets import Page, page

pytestmark = pytest.mark.django_db(transaction=True)

LETTERS = "SNEW"


def make_room() -> Room:
    people = {
        Seat(letter): guest(name)
        for letter, name in zip(LETTERS, ("Sami", "Nina", "Emil", "Wanda"), strict=True)
    }
    return room_of(people)


def make_playing() -> Room:
    room = make_room()
    room.start()
    return room


@pytest.fixture
async def table() -> Room:
    return await sync_to_async(make_playing)()


async def four_pages(stack: AsyncExitStack, room: Room) -> dict[Seat, Page]:
    pages = {}
    for seat, user in room.people.items():
        pages[seat] = await stack.enter_async_context(page(room.code, user))
        await pages[seat].hello()
    return pages


async def record_of(room: Room) -> int:
    record = await sync_to_async(lambda: room.record)()
    return int(record.id)


async def test_hello_brings_every_region(table: Room) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        frame = await south.hello()
        assert not frame["reset"], "the page is behind, and nothing has gone back"
        assert {"bar", "now", "panel", "cards-S", "trick", "log"} <= set(frame["html"])
        assert (frame["from"], frame["n"], frame["said"]) == (0, 0, [])


async def test_hello_of_a_page_that_is_up_to_date_brings_nothing(table: Room) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        frame = await south.hello()
    async with page(table.code, table.people[Seat.S]) as again:
        await again.hello(frame["to"], frame["epoch"])
        assert not [one for one in again.frames if one["type"] == "view"]


async def test_a_card_reaches_all_four_with_changed_regions_only(table: Room) -> None:
    record = await record_of(table)
    async with AsyncExitStack() as stack:
        pages = await four_pages(stack, table)
        answer = await pages[Seat.S].act(record, 0, kind="contract", contract="4S")
        assert (answer["status"], answer["n"]) == (200, 1)
        version = answer["to"]
        for seat in (Seat.N, Seat.E, Seat.W):
            await pages[seat].next("view", to=version)
        answer = await pages[Seat.W].act(record, 1, kind="card", card="HQ")
        assert answer["status"] == 200
        assert "scores" not in answer["html"]
        for seat in (Seat.N, Seat.E, Seat.S):
            frame = await pages[seat].next("view", to=version + 1)
            assert frame["from"] == version
            assert "HQ" in frame["html"]["trick"]
            assert f"cards-{Seat.E.value}" not in frame["html"]
            assert frame["said"]


async def test_the_actor_is_not_sent_the_same_version_twice(table: Room) -> None:
    record = await record_of(table)
    async with page(table.code, table.people[Seat.S]) as south:
        await south.hello()
        await south.next("presence")
        await south.act(record, 0, kind="contract", contract="4S")
        await asyncio.sleep(0.05)
        leftovers = []
        while not await south.is_silent():
            leftovers.append(await south.next())
        assert not [one for one in leftovers if one["type"] == "view"]


async def test_each_page_speaks_its_own_language(table: Room) -> None:
    record = await record_of(table)
    async with (
        page(table.code, table.people[Seat.S], language="fr") as south,
        page(table.code, table.people[Seat.W], language="en") as west,
    ):
        await south.hello()
        await west.hello()
        await south.act(record, 0, kind="contract", contract="4S")
        await west.next("view", n=1)
        await west.act(record, 1, kind="card", card="HQ")
        assert "dame" in (await south.next("view", n=2))["html"]["trick"]
        assert "queen" in next(frame for frame in west.frames if frame.get("n") == 2)["html"]["trick"]


async def test_a_refusal_tells_its_reason_and_changes_nothing(table: Room) -> None:
    record = await record_of(table)
    async with page(table.code, table.people[Seat.S]) as south:
        await south.hello()
        await south.act(record, 0, kind="contract", contract="4S")
        answer = await south.act(record, 1, kind="card", card="SK")
        assert (answer["status"], answer["n"]) == (422, 1)
        assert answer["error"]
        stale = await south.act(record, 0, kind="contract", contract="3NT")
        assert (stale["status"], stale["n"]) == (409, 1)
        assert stale["error"]
    assert await Action.objects.acount() == 1


async def test_the_same_client_id_twice_is_stored_once(table: Room) -> None:
    record = await record_of(table)
    async with page(table.code, table.people[Seat.S]) as south:
        await south.hello()
        for _time in range(2):
            answer = await south.act(record, 0, client_id="twice", kind="contract", contract="4S")
            assert answer["status"] == 200
    assert await Action.objects.acount() == 1


async def test_a_visitor_sees_and_does_not_act(table: Room) -> None:
    record = await record_of(table)
    async with page(table.code, None) as visitor:
        frame = await visitor.hello()
        assert "cards-S" in frame["html"]
        assert "SK" not in frame["html"]["cards-S"]
        await visitor.send(
            type="act", record=record, n=0, client_id="v", action={"kind": "contract", "contract": "4S"}
        )
        refused = await visitor.next("refused")
        assert refused["status"] == 404
    assert await Action.objects.acount() == 0


NONSENSE: list[Any] = [
    {"record": "1"},
    {"record": None},
    {"record": True},
    {"n": -1},
    {"n": 2**60},
    {"n": 1.5},
    {"client_id": 7},
    {"client_id": ""},
    {"client_id": None},
    {"client_id": "\ud800"},
    {"client_id": ["a"]},
    {"action": None},
    {"action": "contract"},
    {"action": []},
    {"action": {}},
    {"action": {"kind": 3}},
    {"action": {"kind": ["contract"]}},
    {"action": {"kind": "contract", "contract": {"level": 4}}},
    {"action": {"kind": "contract", "contract": "\ud800"}},
    {"action": {"kind": "claim", "tricks": 10**30}},
    {"action": {"kind": "answer_claim", "accept": "perhaps", "request": {}}},
]


@pytest.mark.parametrize("wrong", NONSENSE, ids=repr)
async def test_nonsense_is_refused_and_the_page_lives_on(table: Room, wrong: dict[str, Any]) -> None:
    record = await record_of(table)
    message = {"record": record, "n": 0, "client_id": "x", "action": {"kind": "contract", "contract": "4S"}}
    async with page(table.code, table.people[Seat.S]) as south:
        await south.hello()
        await south.send(type="act", **{**message, **wrong})
        assert (await south.next("refused"))["status"] == 400
        assert (await south.act(record, 0, kind="contract", contract="4S"))["status"] == 200


BROKEN = ["{", "[]", "7", "null", '"hello"', "[" * 500, "[" * 16_000, '{"a":' * 3_000, "9" * 5_000]


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text[:8])
async def test_a_frame_that_is_no_message_closes_the_socket(table: Room, text: str) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        await south.send_text(text)
        assert await south.closed() == 1008


async def test_bytes_close_the_socket(table: Room) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        await south.communicator.send_to(bytes_data=b"\x00\x01")
        assert await south.closed() == 1008


async def test_a_type_nobody_knows_is_ignored(table: Room) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        await south.send(type="dance")
        await south.send(type=["ping"])
        assert (await south.hello())["type"] == "view"


async def test_a_flood_closes_the_socket_of_the_flooder(table: Room) -> None:
    async with (
        page(table.code, table.people[Seat.S]) as south,
        page(table.code, table.people[Seat.N]) as north,
    ):
        for _time in range(60):
            await south.send(type="nothing")
        assert await south.closed() == 1008
        assert (await north.hello())["type"] == "view"


async def test_a_ping_behind_the_times_brings_everything(
    table: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nudge was lost: the heartbeat finds out."""
    async with page(table.code, table.people[Seat.N]) as north:
        frame = await north.hello()
        monkeypatch.setattr(push, "_send", lambda group, message: None)
        await sync_to_async(table.act)(Seat.S, "contract", contract="4S")
        await north.send(type="ping", version=frame["to"], epoch=frame["epoch"])
        fresh = await north.next("view")
        assert (fresh["n"], fresh["to"]) == (1, frame["to"] + 1)
        assert set(fresh["html"]) == set(frame["html"])


async def test_a_ping_is_told_what_the_page_has_not_heard(
    table: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card fell while the ping was under way: nothing is spoken twice."""
    async with page(table.code, table.people[Seat.N]) as north:
        frame = await north.hello()
        monkeypatch.setattr(push, "_send", lambda group, message: None)
        await sync_to_async(table.act)(Seat.S, "contract", contract="4S")
        await sync_to_async(table.act)(Seat.W, "card", card="HQ")
        at = {"version": frame["to"] + 2, "epoch": frame["epoch"], "record": frame["record"]}
        await sync_to_async(table.act)(Seat.S, "card", card="HK")
        await north.send(type="ping", **at, n=2)
        assert (await north.next("view"))["said"] == ["Nord\xa0: roi de cœur."]
        for strange in (-7, 10**9, "2", None, True, [2]):
            await north.send(type="ping", **at, n=strange)
            assert len((await north.next("view"))["said"]) <= SPOKEN_AT_ONCE


async def test_a_page_ahead_of_the_server_is_repainted(table: Room, caplog: pytest.LogCaptureFixture) -> None:
    """A backup was restored behind it, and the log says so once, however many pages there are."""
    await sync_to_async(cache.delete)("frame.ahead")
    for seat in (Seat.N, Seat.S):
        async with page(table.code, table.people[seat]) as guest:
            frame = await guest.hello()
            await guest.send(type="ping", version=frame["to"] + 50, epoch=frame["epoch"])
            assert (await guest.next("view"))["reset"]
    (said,) = [record.getMessage() for record in caplog.records if record.name == "tables.frame"]
    assert "ahead of the database" in said and "manage.py restored" in said
    assert not any(user.display_name in said.split() for user in table.people.values())


async def test_a_page_of_another_epoch_is_repainted_without_a_word(
    table: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """The restored database was given new ones, as it should."""
    await sync_to_async(cache.delete)("frame.ahead")
    async with page(table.code, table.people[Seat.N]) as north:
        frame = await north.hello()
        await north.send(type="ping", version=frame["to"] + 50, epoch=frame["epoch"] + 1)
        assert (await north.next("view"))["reset"]
    assert not [record for record in caplog.records if record.name == "tables.frame"]


async def test_presence_tells_who_is_here(table: Room) -> None:
    async with page(table.code, table.people[Seat.N]) as north:
        await north.hello()
        dots = await north.next("presence")
        assert dots["present"] == {"N": "here", "E": "away", "S": "away", "W": "away"}
        async with page(table.code, table.people[Seat.S]) as south:
            await south.hello()
            while (await north.next("presence"))["present"]["S"] != "here":
                pass


async def test_logging_out_closes_the_sockets_of_that_session(table: Room) -> None:
    async with (
        page(table.code, table.people[Seat.S]) as south,
        page(table.code, table.people[Seat.N]) as north,
    ):
        await south.hello()
        await north.hello()
        session_key = south.communicator.scope["headers"][-1][1].decode().split("=")[1]

        def log_out() -> None:
            client = Client()
            client.cookies["sessionid"] = session_key
            request = HttpRequest()
            request.session = client.session
            request.user = table.people[Seat.S]
            logout(request)

        await sync_to_async(log_out)()
        assert await south.closed() == 4401
        await sync_to_async(table.act)(Seat.S, "contract", contract="4S")
        assert (await north.next("view"))["n"] == 1


async def test_signing_in_as_somebody_else_closes_the_sockets_of_the_guest(table: Room) -> None:
    def sign_in(session_key: str) -> None:
        User.objects.create_user("owner", password="a long password")
        client = Client()
        client.cookies["sessionid"] = session_key
        answer = client.post("/account/login/", {"login": "owner", "password": "a long password"})
        assert answer.status_code == 302

    async with page(table.code, table.people[Seat.S]) as south:
        await south.hello()
        session_key = south.communicator.scope["headers"][-1][1].decode().split("=")[1]
        await sync_to_async(sign_in)(session_key)
        assert await south.closed() == 4401


async def test_a_removed_player_sees_the_public_view_at_once() -> None:
    room = await sync_to_async(make_room)()
    async with page(room.code, room.people[Seat.N]) as north:
        await north.hello()
        await sync_to_async(tables.seat_remove)(
            table_id=room.table.id, host_id=room.table.host_id, seat=Seat.N
        )
        frame = await north.next("view")
        assert 'data-seat=""' in frame["html"]["now"]


async def test_visitors_are_sent_away_when_the_table_closes_its_door() -> None:
    room = await sync_to_async(make_room)()
    async with page(room.code, None) as visitor:
        await visitor.hello()
        await sync_to_async(tables.settings_set)(
            table_id=room.table.id, user_id=room.table.host_id, visitors="closed", free_text=True
        )
        assert await visitor.closed() == 4403
    async with page(room.code, None) as visitor:
        assert await visitor.closed() == 4403


async def test_a_table_closed_for_good_sends_its_pages_away(table: Room) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        await south.hello()
        assert await sync_to_async(table_close)(table.table.id, idle_since=timezone.now() + timedelta(days=1))
        assert await south.closed() == 4404


async def test_a_page_that_missed_the_closing_leaves_at_its_heartbeat(table: Room) -> None:
    async with page(table.code, table.people[Seat.S]) as south:
        frame = await south.hello()
        await Table.objects.filter(id=table.table.id).aupdate(closed=True)
        await sync_to_async(scenes_forget)()
        await south.send(type="ping", version=frame["to"], epoch=frame["epoch"])
        assert await south.closed() == 4404


async def test_a_card_for_a_closed_table_is_refused(table: Room) -> None:
    """The page has not heard of the closing: its card is answered, and stored nowhere."""
    async with page(table.code, table.people[Seat.S]) as south:
        frame = await south.hello()
        with patch.object(push, "_send"):
            await sync_to_async(table_close)(table_id=table.table.id)
        answer = await south.act(frame["record"], frame["n"], kind="contract", contract="4S")
        assert answer["type"] == "refused" and answer["status"] in (404, 409, 410)
        assert answer["error"]
        await south.send(type="ping", version=frame["to"], epoch=frame["epoch"])
        assert await south.closed() == 4404
    assert not await Action.objects.filter(kind="contract").aexists()


@pytest.mark.parametrize("door", ["socket", "post"])
async def test_a_seat_in_the_message_is_nobodys(table: Room, door: str) -> None:
    """West says he is South, at every place where one could look for it."""
    async with page(table.code, table.people[Seat.W]) as west:
        frame = await west.hello()
        action = {"kind": "contract", "contract": "4S", "seat": "S"}
        message = {"record": frame["record"], "n": frame["n"], "client_id": "forged", "seat": "S"}
        if door == "socket":
            await west.send(type="act", **message, action=action)
            status = (await west.next(answers="forged"))["status"]
        else:
            client = await sync_to_async(reader)(table.people[Seat.W])
            path = f"/t/{table.code}/act?seat=S"
            answer = await sync_to_async(client.post)(path, message | action, headers={"X-Live": "1"})
            status = answer.status_code
    assert status == 422
    assert not await Action.objects.filter(kind="contract").aexists()


async def test_a_table_without_a_host_sends_visitors_away_like_any_other() -> None:
    room = await sync_to_async(make_room)()
    async with page(room.code, None) as visitor:
        await visitor.hello()
        await Table.objects.filter(id=room.table.id).aupdate(host=None, visitors="closed")
        await sync_to_async(scenes_forget)()
        await visitor.send(type="hello", version=0, epoch=-1)
        assert await visitor.closed() == 4403


async def test_no_table_no_socket() -> None:
    async with page("ABCDEF", None) as visitor:
        assert await visitor.closed() == 4404


@pytest.mark.parametrize(
    "origin",
    [
        b"http://evil.example",
        b"http://testserver:81",
        b"http://testserver/",
        b"http://testserver#",
        b"http://evil@testserver",
        b"http://[",
        b"http://[testserver]",
        b"ftp://testserver",
        b"testserver",
        b"null",
        b"",
    ],
)
async def test_a_page_of_another_site_is_refused(table: Room, origin: bytes) -> None:
    headers = [(b"host", b"testserver")] + ([(b"origin", origin)] if origin else [])
    communicator = WebsocketCommunicator(application, f"/ws/t/{table.code}/", headers=headers)
    connected, _code = await communicator.connect()
    assert not connected
    await communicator.disconnect()


async def test_a_host_that_is_not_ours_is_refused(table: Room) -> None:
    headers = [(b"host", b"evil.example"), (b"origin", b"http://evil.example")]
    communicator = WebsocketCommunicator(application, f"/ws/t/{table.code}/", headers=headers)
    connected, _code = await communicator.connect()
    assert not connected
    await communicator.disconnect()


async def test_two_pages_of_one_player_see_the_same(table: Room) -> None:
    record = await record_of(table)
    async with page(table.code, table.people[Seat.S]) as one, page(table.code, table.people[Seat.S]) as two:
        await one.hello()
        await two.hello()
        first = await one.act(record, 0, kind="contract", contract="4S")
        pushed = await two.next("view", n=1)
        assert first["html"]["panel"] == pushed["html"]["panel"]
        late = await two.act(record, 0, kind="contract", contract="3NT")
        assert late["status"] == 409


async def test_a_whole_deal_over_four_sockets(table: Room) -> None:
    record = await record_of(table)
    async with AsyncExitStack() as stack:
        pages = await four_pages(stack, table)
        await pages[Seat.S].act(record, 0, kind="contract", contract="4S")
        for n, card in enumerate(WORKED_PLAY, start=1):
            actor = await sync_to_async(lambda: table.state.actor)()
            answer = await pages[actor].act(record, n, kind="card", card=card)
            assert (answer["status"], answer["n"]) == (200, n + 1)
        for seat in Seat:
            if pages[seat].frames[-1].get("n") != 53:
                frame = await pages[seat].next("view", n=53)
            else:
                frame = pages[seat].frames[-1]
            assert "420" in frame["html"]["panel"]
    await sync_to_async(scenes_forget)()
    assert (await sync_to_async(lambda: table.record)()).points_ns == 420
