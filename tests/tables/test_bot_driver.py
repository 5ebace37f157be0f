"""The driver: bots are woken by commits, found by the sweep, paced, and never in each other's way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from minibridge.analysis import Analysis, AnalysisUnavailable
from minibridge.bots import Decision, Level, Reason, choose
from minibridge.engine import BoardState, Phase, PlayCard, RuleSet, Seat, SeatView, apply
from tables import analysis as table_analysis
from tables import bot_driver, hints, push
from tables.bot_driver import (
    ANSWERING,
    FORGOTTEN,
    READING,
    BotDriver,
    anything,
    asked_seats,
    bot_turns,
    decide,
    decide_by_rules,
    pause_before,
    submit_or_anything,
    tables_waiting,
)
from tables.models import Action, Table
from tables.seen import view_of
from tables.services.bots import bots_seat_everywhere, bots_stand_in
from tables.services.change import table_change
from tests.analysis.conftest import AnalysisProcess

from .cast import WORKED_DEAL, WORKED_PLAY, Room, guest, refused, room_of

PATIENCE = 60


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "_listeners", [])
    monkeypatch.setattr(bot_driver.settings, "BOT_PACE_SECONDS", 0)


def make_room(name: str, level: str = "medium") -> Room:
    """One person on South against bots, in the worked deal, in which he declares."""
    room = room_of({Seat.S: guest(name)})
    bots_seat_everywhere(table_id=room.table.id, host_id=room.table.host_id, level=level)
    room.start([WORKED_DEAL])
    return room


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await sync_to_async(holds)():
            await asyncio.sleep(0.01)


async def settled(driver: BotDriver) -> None:
    async with asyncio.timeout(PATIENCE):
        while driver.tasks:
            await asyncio.sleep(0.01)


# --- who is asked, and how long they take ----------------------------------------------------------


def test_who_is_asked(room: Room) -> None:
    room.start([WORKED_DEAL])
    assert asked_seats(room.state) == {Seat.S}
    room.act(Seat.S, "contract", contract="4S")
    room.play(WORKED_PLAY[:1])
    assert asked_seats(room.state) == {Seat.S}, "declarer plays dummy's cards"
    room.act(Seat.S, "claim", tricks=2)
    assert asked_seats(room.state) == {Seat.E, Seat.W}
    room.act(Seat.W, "answer_claim", accept=False, request=room.state.claim.n)
    room.play(WORKED_PLAY[1:3])
    room.act(Seat.E, "ask_takeback")
    assert asked_seats(room.state) == {Seat.S}
    assert list(bot_turns(room.scene)) == [], "people answer for themselves"


def test_a_finished_trick_lies_there_longer_and_nobody_agrees_at_once(room: Room) -> None:
    room.start([WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    room.play(WORKED_PLAY[:2])
    assert pause_before(room.state) == 1
    room.play(WORKED_PLAY[2:4])
    assert pause_before(room.state) == READING > 1
    room.act(Seat.S, "claim", tricks=2)
    assert pause_before(room.state) == ANSWERING > 1


def test_judgement_that_fails_is_logged_and_replaced(
    playing: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: SeatView, level: Level, seed: int) -> Decision | None:
        raise ZeroDivisionError

    monkeypatch.setattr(bot_driver, "choose", broken)
    for line in (
        {"kind": "contract", "contract": "4S"},
        {"kind": "card", "card": "HQ"},
        {"kind": "claim", "tricks": 13},
    ):
        seat = playing.state.actor
        assert seat is not None
        if line["kind"] != "claim":
            decision = decide_by_rules(view_of(playing.state, seat), Level.HARD, 1)
            assert decision is not None and decision.action.kind == line["kind"]
            apply(playing.state, decision.action)
        assert playing.act(seat, **line).status == 200
    decision = decide_by_rules(view_of(playing.state, Seat.W), Level.HARD, 1)
    assert decision is not None and not decision.action.accept
    assert caplog.text.count("could not decide") == 3
    assert anything(view_of(playing.state, Seat.N)) is None, "dummy is asked nothing"


def test_a_hint_that_cannot_be_found_is_no_fault_of_the_page(
    south: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = room_of({Seat.S: south}, RuleSet(hints=True))
    bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level="easy")
    room.start([WORKED_DEAL])

    def broken(view: SeatView, seed: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(hints, "hint", broken)
    refused(503, hints.hint_for, scene=room.scene, user_id=south.id)


def test_what_a_bot_may_not_is_replaced_by_what_it_may(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    bot_room = make_room("Wrong")
    bot_room.act(Seat.S, "contract", contract="4S")
    scene = bot_room.scene
    turn = next(bot_turns(scene))
    foreign = Decision(PlayCard(turn.seat, min(WORKED_DEAL[Seat.E])), Reason("random_card"))
    assert submit_or_anything(scene, turn, foreign)
    assert bot_room.state.n == 2
    assert "may not card" in caplog.text


# --- woken and found -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_each_commit_wakes_the_bots_until_a_person_is_asked() -> None:
    room = await sync_to_async(make_room)("Awake")
    driver = BotDriver()
    await driver.sweep()
    await sync_to_async(room.act)(Seat.S, "contract", contract="4S")
    await until(lambda: room.state.n == 2)
    await settled(driver)
    assert (await now(room)).actor is Seat.S, "West has led; South plays dummy's card"
    while (await now(room)).phase is not Phase.FINISHED:
        await sync_to_async(play_something)(room)
        await until(lambda: _is_for_person(room))
    await settled(driver)
    rows = await sync_to_async(lambda: list(Action.objects.filter(record=room.record).order_by("n")))()
    assert [row.n for row in rows] == list(range(53))
    assert {row.client_id.startswith("bot:") for row in rows if row.seat in "EW"} == {True}


async def now(room: Room) -> BoardState:
    return await sync_to_async(lambda: room.state)()


def play_something(room: Room) -> None:
    card = view_of(room.state, Seat.S).legal_cards[0]
    assert room.act(Seat.S, "card", card=card.text).status == 200


def _is_for_person(room: Room) -> bool:
    return room.state.phase is Phase.FINISHED or room.state.actor is Seat.S


@pytest.mark.django_db(transaction=True)
async def test_the_first_sweep_finds_what_a_dead_process_left_and_later_ones_what_was_missed() -> None:
    room = await sync_to_async(make_room)("Left")
    await sync_to_async(room.act)(Seat.S, "contract", contract="4S")
    long_ago = timezone.now() - timedelta(days=2)
    await Table.objects.filter(id=room.table.id).aupdate(active=long_ago)
    driver = BotDriver()
    await driver.sweep()
    await until(lambda: room.state.n == 2)
    await settled(driver)


@pytest.mark.django_db(transaction=True)
async def test_a_sweep_after_the_database_was_gone_looks_everywhere_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = await sync_to_async(make_room)("Gone")
    driver = BotDriver()
    await driver.sweep()
    with monkeypatch.context() as outage:

        def gone(*, everywhere: bool) -> list[int]:
            raise OperationalError("the database is away")

        outage.setattr(bot_driver, "tables_waiting", gone)
        outage.setattr(push, "_listeners", [])
        await sync_to_async(room.act)(Seat.S, "contract", contract="4S")
        with pytest.raises(OperationalError):
            await driver.sweep()
    await Table.objects.filter(id=room.table.id).aupdate(active=timezone.now() - 2 * FORGOTTEN)
    await driver.sweep()
    await until(lambda: room.state.n == 2)
    await settled(driver)


@pytest.mark.django_db
def test_which_tables_are_looked_at(south: object) -> None:
    room = make_room("Waiting")
    quiet = room_of({Seat.S: guest("Quiet")})

    def found(age: timedelta, *, everywhere: bool = False) -> bool:
        Table.objects.update(active=timezone.now() - age)
        waiting = tables_waiting(everywhere=everywhere)
        assert quiet.table.id not in waiting, "no bots, no deal"
        return room.table.id in waiting

    assert found(timedelta(seconds=10))
    assert not found(timedelta(0)), "something has just happened there"
    assert not found(FORGOTTEN + timedelta(minutes=1))
    assert found(timedelta(days=30), everywhere=True)
    Table.objects.update(closed=True)
    assert not found(timedelta(seconds=10), everywhere=True)


@pytest.mark.django_db(transaction=True)
async def test_two_processes_may_drive_the_same_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They may disagree, as experts do whose time was cut: the first to come counts, which is no fault."""
    room = await sync_to_async(make_room)("Twice")
    drivers = [BotDriver(), BotDriver()]
    count = iter(range(1000))

    async def undecided(view: SeatView, level: Level, seed: int, priority: object) -> Decision | None:
        if len(view.legal_cards) < 2:
            return decide_by_rules(view, level, seed)
        assert isinstance(view.viewer, Seat)
        card = view.legal_cards[next(count) % len(view.legal_cards)]
        return Decision(PlayCard(view.viewer, card), Reason("random_card"))

    monkeypatch.setattr(bot_driver, "decide", undecided)
    for driver in drivers:
        await driver.sweep()
    await sync_to_async(room.act)(Seat.S, "contract", contract="4S")
    for _card in range(6):
        await until(lambda: _is_for_person(room))
        await sync_to_async(play_something)(room)
    await until(lambda: _is_for_person(room))
    for driver in drivers:
        await settled(driver)
    numbers = [n async for n in Action.objects.order_by("n").values_list("n", flat=True)]
    assert numbers == list(range((await now(room)).n))
    assert not [entry for entry in caplog.records if entry.levelname == "ERROR"]


@pytest.mark.django_db(transaction=True)
async def test_a_bot_that_stands_in_is_woken_by_the_vote() -> None:
    """This process still remembers the table as it was without any bot."""

    def prepared() -> Room:
        room = room_of({seat: guest(f"Person {seat}") for seat in Seat})
        room.start([WORKED_DEAL])
        room.act(room.state.declarer, "contract", contract="4S")
        return room

    def left() -> None:
        room.scene  # noqa: B018 — read, and so remembered
        table = Table.objects.get(id=room.table.id)
        with table_change(table.id) as change:
            bots_stand_in(table=change.table, scene=change.scene, chairs=[Seat.W])

    room = await sync_to_async(prepared)()
    driver = BotDriver()
    await driver.sweep()
    await settled(driver)
    await sync_to_async(left)()

    async with asyncio.timeout(PATIENCE):
        while not await Action.objects.filter(client_id="bot:1").aexists():
            await asyncio.sleep(0.01)
    await settled(driver)


@pytest.mark.django_db(transaction=True)
async def test_a_bot_that_thinks_holds_nobody_else_up(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = [await sync_to_async(make_room)(name) for name in ("Slow", "Quick")]
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def thoughtful(view: SeatView, level: Level, seed: int, priority: object) -> Decision | None:
        if level is Level.EXPERT:
            thinking.set()
            await go_on.wait()
        return decide_by_rules(view, level, seed)

    monkeypatch.setattr(bot_driver, "decide", thoughtful)
    await sync_to_async(bots_seat_everywhere)(
        table_id=slow.table.id, host_id=slow.table.host_id, level="expert"
    )
    driver = BotDriver()
    await driver.sweep()
    await sync_to_async(slow.act)(Seat.S, "contract", contract="4S")
    await thinking.wait()
    await sync_to_async(quick.act)(Seat.S, "contract", contract="4S")
    await until(lambda: quick.state.n == 2)
    assert (await now(slow)).n == 1
    go_on.set()
    await until(lambda: slow.state.n == 2)
    await settled(driver)


@pytest.mark.django_db(transaction=True)
async def test_what_happens_while_a_bot_thinks_makes_it_think_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """South takes his contract back while West thinks of a lead: nothing is led."""
    room = await sync_to_async(make_room)("Back")
    thinking, go_on = asyncio.Event(), asyncio.Event()

    async def thoughtful(view: SeatView, level: Level, seed: int, priority: object) -> Decision | None:
        thinking.set()
        await go_on.wait()
        return decide_by_rules(view, level, seed)

    monkeypatch.setattr(bot_driver, "decide", thoughtful)
    driver = BotDriver()
    await driver.sweep()
    await sync_to_async(room.act)(Seat.S, "contract", contract="3NT")
    await thinking.wait()
    await sync_to_async(room.act)(Seat.S, "ask_takeback")
    go_on.set()
    await until(lambda: room.state.phase is Phase.CONTRACT and room.state.takeback is None)
    await settled(driver)
    assert [row.kind async for row in Action.objects.order_by("n")] == [
        "contract",
        "ask_takeback",
        "answer_takeback",
    ]


# --- the expert ------------------------------------------------------------------------------------


@pytest.fixture
def lead(room: Room) -> SeatView:
    """West's view of the worked deal: any card may be led."""
    room.start([WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    return view_of(room.state, Seat.W)


class Answers:
    """An analysis that answers what it is told to."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked = 0

    def is_available(self) -> bool:
        return True

    async def ask(self, job: str, data: object, **options: object) -> object:
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def expected_of_hard(view: SeatView) -> Decision | None:
    return choose(view, Level.HARD, 5)


async def test_without_analysis_the_expert_plays_as_the_level_below(lead: SeatView) -> None:
    assert not table_analysis.is_available()
    assert await decide(lead, Level.EXPERT, 5) == expected_of_hard(lead)


@pytest.mark.parametrize(
    "answer",
    [
        AnalysisUnavailable("timed_out"),
        AnalysisUnavailable("busy"),
        {},
        None,
        {"action": {"kind": "card", "data": {"card": "SA"}}, "reason": {"code": "only_card"}},
        {"action": {"kind": "end", "data": {}}, "reason": {"code": "only_card"}},
    ],
    ids=str,
)
async def test_no_answer_and_nonsense_too(
    lead: SeatView, answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers(answer)
    monkeypatch.setattr(table_analysis, "analysis", answers)
    assert await decide(lead, Level.EXPERT, 5) == expected_of_hard(lead)
    assert answers.asked == 1


def test_other_levels_and_forced_cards_ask_nobody(
    lead: SeatView, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers(AnalysisUnavailable("busy"))
    monkeypatch.setattr(table_analysis, "analysis", answers)
    for level in (Level.EASY, Level.MEDIUM, Level.HARD):
        assert asyncio.run(decide(lead, level, 5)) is not None
    room.play(WORKED_PLAY[:48])
    while (seat := room.state.actor) is not None:
        decision = asyncio.run(decide(view_of(room.state, seat), Level.EXPERT, 5))
        assert decision is not None and isinstance(decision.action, PlayCard)
        room.act(seat, "card", card=decision.action.card.text)
    assert answers.asked == 0


async def test_the_expert_asks_the_process(
    lead: SeatView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = AnalysisProcess(tmp_path, "minibridge.bots.jobs")
    try:
        monkeypatch.setattr(table_analysis, "analysis", Analysis(tmp_path))
        monkeypatch.setattr(table_analysis, "PATIENCE", PATIENCE)
        decision = await decide(lead, Level.EXPERT, 5)
        assert decision is not None and decision.action.card in lead.legal_cards
        assert isinstance(decision.reason, Reason) and "samples" in decision.reason.params
        found = await asyncio.to_thread(table_analysis.expert_hints, lead, 5)
        assert found is not None and {option.card for option in found.options} <= set(lead.legal_cards)
        await table_analysis.analysis.close()
    finally:
        process.end()
    assert await decide(lead, Level.EXPERT, 5) == expected_of_hard(lead)
