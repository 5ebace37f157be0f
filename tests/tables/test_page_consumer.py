"""What holds for the socket of every live page: errors stay inside, and a page that may not stay ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import channels.auth
import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, ProgrammingError, connection
from django.utils import timezone

from accounts.models import User
from minibridge.engine import Seat
from tables import consumers, lesson_consumer, push, replay_consumer, screen_consumer, wall_consumer
from tables.models import Action, Table
from tables.services import play as play_service
from tables.services.whispers import screen_show

from .sockets import PATIENCE, Page, page, page_at
from .test_consumer import four_pages, make_playing, record_of
from .test_replay_consumer import make_shared
from .test_wall import play, room_of

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Kind:
    """One of the five sockets, with somebody who may open it.

    ``nudge`` is what the layer tells it, ``reads`` where it reads the database on a nudge and on a heartbeat.
    """

    path: str
    user: User
    group: str
    nudge: dict[str, Any]
    reads: tuple[Any, str]

    @property
    def is_bar(self) -> bool:
        """Whether it is the one that greets by itself, and answers every frame with what it shows."""
        return self.reads[0] is lesson_consumer


def table_kind() -> Kind:
    room = make_playing()
    news = {"type": "table.changed", "version": 10**6}
    reads = (consumers, "scene_now")
    return Kind(f"/ws/t/{room.code}/", room.people[Seat.S], push.table_group(room.table.id), news, reads)


def replay_kind() -> Kind:
    room = make_shared()
    record = room.record.id
    news = {"type": "companions.changed"}
    reads = (replay_consumer, "together_of")
    return Kind(f"/ws/deals/{record}/together/", room.people[Seat.N], push.shared_group(record), news, reads)


def lesson_kind() -> Kind:
    room = room_of()
    path, group = f"/ws/lesson/{room.lesson.id}/", push.lesson_group(room.lesson.id)
    return Kind(path, room.pupils[0], group, {"type": "lesson.changed"}, (lesson_consumer, "bar_frame"))


def wall_kind() -> Kind:
    room = room_of()
    path, group = f"/ws/lesson/{room.lesson.id}/wall/", push.lesson_group(room.lesson.id)
    return Kind(path, room.teacher, group, {"type": "lesson.changed"}, (wall_consumer, "wall_of"))


def screen_kind() -> Kind:
    room = room_of()
    play(room, 1)
    play(room, 2, cards=4)
    screen_show(lesson_id=room.lesson.id, number=2)
    path, group = f"/ws/lesson/{room.lesson.id}/screen/", push.lesson_group(room.lesson.id)
    return Kind(path, room.pupils[0], group, {"type": "lesson.changed"}, (screen_consumer, "screen_table"))


KINDS: dict[str, Callable[[], Kind]] = {
    "table": table_kind,
    "replay": replay_kind,
    "lesson": lesson_kind,
    "wall": wall_kind,
    "screen": screen_kind,
}


@pytest.fixture(params=KINDS)
async def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Kind:
    # That a page has come is news for itself, too, and may reach it at any moment of a test.
    monkeypatch.setattr(push, "companions_changed", lambda record_id: None)
    return await sync_to_async(KINDS[request.param])()


@asynccontextmanager
async def opened(kind: Kind) -> AsyncIterator[Page]:
    """The page, when the server has answered its first heartbeat."""
    async with page_at(kind.path, kind.user) as page:
        if kind.is_bar:
            await page.next("bar")
        else:
            await page.send(type="hello", version=0, epoch=-1)
        await beat(page, kind)
        yield page


async def beat(page: Page, kind: Kind) -> None:
    await page.send(type="ping", version=0, epoch=-1)
    await page.next("bar" if kind.is_bar else "pong")


async def nudge(kind: Kind) -> None:
    await get_channel_layer().group_send(kind.group, kind.nudge)


def fails_once(kind: Kind, monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[str]:
    """The next reading fails, and no later one. Returns what is read, as it is read."""
    module, name = kind.reads
    real = getattr(module, name)
    read: list[str] = []

    def fail(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(module, name, real)
        read.append(name)
        raise error

    monkeypatch.setattr(module, name, fail)
    return read


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


def errors(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelno >= logging.ERROR]


# --- errors --------------------------------------------------------------------------------------------


async def test_an_error_over_a_message_of_the_layer_lets_the_page_come_anew(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(kind) as page:
        fails_once(kind, monkeypatch, ZeroDivisionError())
        await nudge(kind)
        await nudge(kind)
        assert await page.closed() == 1012
        await page.send(type="ping", version=0, epoch=-1)
        assert await page.is_silent(), "nothing is answered after the end"
    [record] = errors(caplog)
    assert record.exc_info is not None and "Consumer: " in record.getMessage()
    assert not consumers._pages and not replay_consumer._pages
    async with opened(kind) as again:
        assert again.frames


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="looks into the layer of a single process")
async def test_an_error_leaves_no_group_behind(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    layer = get_channel_layer()
    before = set(layer.groups)
    async with opened(kind) as page:
        assert kind.group in layer.groups
        fails_once(kind, monkeypatch, ZeroDivisionError())
        await nudge(kind)
        assert await page.closed() == 1012
    assert set(layer.groups) == before


async def test_an_error_gives_up_the_place_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.presence.FLICKER", -1)
    kind = await sync_to_async(table_kind)()
    north = await User.objects.aget(display_name="Nina")
    async with page_at(kind.path, north) as other:
        await other.hello()
        async with opened(kind) as page:
            while (await other.next("presence"))["present"]["S"] != "here":
                pass
            fails_once(kind, monkeypatch, ZeroDivisionError())
            await nudge(replace(kind, group=push.person_group(kind.user.pk)))
            assert await page.closed() == 1012
        while (await other.next("presence"))["present"]["S"] != "away":
            pass


async def test_a_database_that_is_away_costs_one_painting(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(kind) as page:
        read = fails_once(kind, monkeypatch, OperationalError("the server closed the connection"))
        await nudge(kind)
        await until(lambda: read)
        await beat(page, kind)
        [record] = errors(caplog)
        assert not record.exc_info, "an outage is one line for each page"


async def test_a_database_asked_wrongly_leaves_its_story_in_the_log(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(kind) as page:
        read = fails_once(kind, monkeypatch, ProgrammingError("no such column"))
        await nudge(kind)
        await until(lambda: read)
        await beat(page, kind)
        [record] = errors(caplog)
        assert record.exc_info


OPENINGS: dict[str, tuple[Any, str]] = {
    "table": (consumers, "visit_open"),
    "replay": (replay_consumer, "reading_of"),
    "lesson": (lesson_consumer, "bar_frame"),
    "wall": (wall_consumer, "wall_of"),
    "screen": (screen_consumer, "screen_table"),
}


@pytest.mark.parametrize(("error", "code"), [(OperationalError(), 1013), (ZeroDivisionError(), 1012)])
async def test_a_page_that_cannot_be_let_in_now_is_asked_to_come_again(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, code: int
) -> None:
    [opening] = [one for one in OPENINGS.values() if one[0] is kind.reads[0]]
    fails_once(replace(kind, reads=opening), monkeypatch, error)
    async with page_at(kind.path, kind.user) as page:
        assert await page.closed() == code
        assert page.frames == []
    assert len(errors(caplog)) == 1
    async with opened(kind):
        pass


async def test_a_page_whose_reader_cannot_be_looked_up_is_turned_down(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails_once(replace(kind, reads=(channels.auth, "get_user")), monkeypatch, OperationalError())
    with pytest.raises(AssertionError):
        async with page_at(kind.path, kind.user):
            pass
    [record] = errors(caplog)
    assert not record.exc_info


async def test_an_error_over_a_frame_is_told_and_the_page_lives_on(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(kind) as page:
        fails_once(kind, monkeypatch, ZeroDivisionError())
        await page.send(type="ping", version=0, epoch=-1, client_id="c")
        refusal = await page.next("refused")
        assert (refusal["status"], refusal["answers"]) == (500, "c") and refusal["error"]
        await beat(page, kind)
    [record] = errors(caplog)
    assert record.exc_info is not None


async def test_an_error_of_the_rules_stores_nothing_and_the_card_can_be_played_after(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = await sync_to_async(make_playing)()
    record = await record_of(room)
    real = play_service.engine.apply

    def fail(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(play_service.engine, "apply", real)
        raise KeyError("SK")

    async with page(room.code, room.people[Seat.S]) as south:
        frame = await south.hello()
        monkeypatch.setattr(play_service.engine, "apply", fail)
        answer = await south.act(record, 0, client_id="c", kind="contract", contract="4S")
        assert (answer["type"], answer["status"]) == ("refused", 500)
        assert "retry" not in answer, "no page sends by itself again what broke the site"
        assert await Action.objects.acount() == 0
        assert (await Table.objects.aget(id=room.table.id)).version == frame["to"]
        again = await south.act(record, 0, client_id="c", kind="contract", contract="4S")
        assert again["status"] == 200
    [logged] = errors(caplog)
    assert logged.exc_info is not None and "SK" not in logged.getMessage()


async def test_a_busy_site_says_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = await sync_to_async(table_kind)()
    async with opened(kind) as page:
        fails_once(replace(kind, reads=(consumers, "act")), monkeypatch, OperationalError("locked"))
        await page.send(type="act", client_id="c")
        refusal = await page.next("refused")
        assert (refusal["status"], refusal["answers"], refusal["retry"]) == (503, "c", 1)


# --- the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["7", '{"type":"nothing"}'])
async def test_nothing_is_answered_behind_the_frame_that_closed_the_socket(text: str) -> None:
    """A real server takes a second close, or anything sent after the first, for an error of the site."""
    kind = await sync_to_async(table_kind)()
    async with opened(kind) as page:
        for _time in range(settings.PAGE_FRAMES + 20):
            await page.send_text(text)
        await page.send(type="hello", version=0, epoch=-1)
        assert await page.closed() == 1008
        await nudge(kind)
        await sync_to_async(push.person_left)(kind.user.pk, None)
        assert await page.is_silent()


# --- the session ---------------------------------------------------------------------------------------


def end_session(kind: Kind) -> None:
    Session.objects.all().delete()


def change_password(kind: Kind) -> None:
    user = User.objects.get(pk=kind.user.pk)
    user.set_password("another long password")
    user.save()


def expire(kind: Kind) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def shut_out(kind: Kind) -> None:
    User.objects.filter(pk=kind.user.pk).update(is_active=False)


@pytest.mark.parametrize("leave", [end_session, change_password, expire, shut_out])
async def test_who_has_left_unheard_comes_anew_at_the_next_heartbeat(
    kind: Kind, leave: Callable[[Kind], None]
) -> None:
    """The layer may lose the news that somebody logged out; and a guest who makes an account has not left."""
    async with opened(kind) as page:
        await sync_to_async(leave)(kind)
        count = len(page.frames)
        await page.send(type="ping", version=0, epoch=-1)
        assert await page.closed() == 1012
        assert "bye" not in [frame["type"] for frame in page.frames[count:]]


async def test_a_heartbeat_asks_for_the_session_once(kind: Kind) -> None:
    async with opened(kind) as page:

        def count(execute: Any, sql: str, *rest: Any) -> Any:
            asked.extend([sql] if "django_session" in sql else [])
            return execute(sql, *rest)

        asked: list[str] = []

        def watch() -> Any:
            wrapper = connection.execute_wrapper(count)
            wrapper.__enter__()
            return wrapper

        wrapper = await database_sync_to_async(watch)()
        await beat(page, kind)
        await database_sync_to_async(wrapper.__exit__)(None, None, None)
        assert len(asked) == 1


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="takes groups out of the layer of a single process")
async def test_a_heartbeat_renews_what_the_layer_has_forgotten(kind: Kind) -> None:
    """As after a day, or a fault of the layer: the page is in none of its groups any more."""
    layer = get_channel_layer()
    async with opened(kind) as page:
        layer.groups.clear()
        await beat(page, kind)
        assert kind.group in layer.groups
        await sync_to_async(push.person_left)(kind.user.pk, None)
        assert await page.closed() == 4401


# --- the same news more than once ----------------------------------------------------------------------


async def test_news_that_comes_three_times_is_shown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    room = await sync_to_async(make_playing)()
    record = await record_of(room)
    send = push._send

    def send_thrice(group: str, message: dict[str, object]) -> None:
        for _time in range(3):
            send(group, message)

    monkeypatch.setattr(push, "_send", send_thrice)
    async with AsyncExitStack() as stack:
        pages = await four_pages(stack, room)
        await pages[Seat.S].act(record, 0, kind="contract", contract="4S")
        for n, card in enumerate(("HQ", "HK", "H2", "H6"), start=1):
            actor = await sync_to_async(lambda: room.state.actor)()
            assert (await pages[actor].act(record, n, kind="card", card=card))["status"] == 200
        for page in pages.values():
            await page.send(type="ping", version=0, epoch=-1)
            await page.next("pong")
            views = [frame for frame in page.frames if frame["type"] == "view"]
            moved = [(frame["from"], frame["to"]) for frame in views if frame["to"] > frame["from"] > 0]
            assert [end for _start, end in moved[:-1]] == [start for start, _end in moved[1:]]
            assert moved[-1][1] == moved[0][0] + 5, "each once, however many at a time"
            said = [sentence for frame in views for sentence in frame["said"]]
            assert len(said) == len(set(said)) and said
