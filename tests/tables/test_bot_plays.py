"""Four bots at a table of their own: in the background, as fast as they can, through restarts, once."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.utils import timezone

from minibridge.analysis import Priority
from minibridge.bots import Decision, Level
from minibridge.engine import Seat, SeatView
from tables import bot_driver, push
from tables.bot_driver import BotDriver, bot_turns
from tables.models import Action, BoardRecord, BotPlay, Table
from tables.scene import Scene
from tables.scene_reading import scene_now, scenes_forget
from tables.services import bot_plays, matches, tables
from tables.services.bot_plays import bots_play
from tables.services.bots import bots_seat_everywhere

from .cast import WORKED_DEAL, Room, guest, refused, room_of
from .test_bot_driver import until


@pytest.fixture(autouse=True)
def slow_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody looks on, one card would take longer than a whole test."""
    monkeypatch.setattr(push, "_listeners", [])
    monkeypatch.setattr(bot_driver.settings, "BOT_PACE_SECONDS", 600)


def played_record() -> BoardRecord:
    room = room_of({seat: guest(f"P{seat}") for seat in Seat})
    room.start()
    room.play_worked_deal()
    return room.record


def ask(*levels: str) -> list[BotPlay]:
    record = played_record()
    return [bots_play(record=record, level=level, same_contract=False) for level in levels]


def are_finished(plays: list[BotPlay]) -> bool:
    ids = [play.record_id for play in plays]
    return not BoardRecord.objects.filter(id__in=ids, finished=None).exists()


@pytest.mark.django_db(transaction=True)
async def test_they_play_by_themselves_and_block_nobody() -> None:
    driver = BotDriver()
    await driver.sweep()
    plays = await sync_to_async(ask)("easy", "medium", "hard")
    longest = 0.0
    while not await sync_to_async(are_finished)(plays):
        began = time.monotonic()
        await asyncio.sleep(0)
        longest = max(longest, time.monotonic() - began)
        await asyncio.sleep(0.005)
    assert longest < 0.5, "the event loop runs on"
    await sync_to_async(call_command)("verify_records")


@pytest.mark.django_db(transaction=True)
async def test_two_processes_and_a_restart_play_every_card_once() -> None:
    first = BotDriver()
    await first.sweep()
    (play,) = await sync_to_async(ask)("medium")
    await until(lambda: Action.objects.filter(record=play.record_id).count() > 10)
    for task in list(first.tasks.values()):
        task.cancel()
    await sync_to_async(scenes_forget)()
    await Table.objects.aupdate(active=timezone.now() - timedelta(hours=1))
    drivers = [BotDriver(), BotDriver()]
    for driver in drivers:
        await driver.sweep()
    await until(lambda: are_finished([play]))
    rows = await sync_to_async(lambda: list(Action.objects.filter(record=play.record_id).order_by("n")))()
    assert [row.n for row in rows] == list(range(53))
    assert {row.user_id for row in rows} == {None}
    await sync_to_async(call_command)("verify_records")


@pytest.mark.django_db(transaction=True)
async def test_experts_wait_for_those_with_whom_people_play(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Priority] = []

    async def expert(view: SeatView, seed: int, priority: Priority) -> Decision | None:
        asked.append(priority)
        return None

    monkeypatch.setattr(bot_driver, "expert_decides", expert)
    monkeypatch.setattr(bot_plays, "is_available", lambda: True)
    driver = BotDriver()
    await driver.sweep()
    plays = await sync_to_async(ask)("expert")
    await until(lambda: are_finished(plays))
    assert set(asked) == {Priority.REVIEWS}


def bots_table() -> tuple[BotPlay, Scene]:
    (play,) = ask("easy")
    scene = scene_now(play.record.match.table_id)
    assert scene is not None
    return play, scene


def test_nobody_sits_down_or_looks_on(db: None) -> None:
    play, scene = bots_table()
    assert scene.is_unattended
    assert [turn.level for turn in bot_turns(scene)] == [Level.EASY]
    stranger = guest("Zoe")
    refused(409, tables.seat_take, table_id=scene.table_id, user=stranger, seat=Seat.N, name="Zoe")
    refused(403, matches.match_start, table_id=scene.table_id, user_id=stranger.id)
    BoardRecord.objects.filter(id=play.record_id).delete()
    scenes_forget()
    refused(403, tables.seat_take, table_id=scene.table_id, user=stranger, seat=Seat.N, name="Zoe")


def test_bots_that_a_host_looks_at_take_their_time(db: None) -> None:
    host = guest("Host")
    table = tables.table_create(host=host)
    bots_seat_everywhere(table_id=table.id, host_id=host.id, level="easy")
    Room(table, {}).start([WORKED_DEAL])
    scene = scene_now(table.id)
    assert scene is not None and not scene.is_unattended
