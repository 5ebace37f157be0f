"""Lets the bots play at all tables: woken by each commit of this process, and by a sweep of what was missed.

A bot decides from what its seat may see, and sends its action through the service that people use, under the
number ``bot:<n>``. The service stores one action of a number, so that several processes may drive the same
table: all but one come too late and are answered as late pages are. Nothing is kept that a process could take
with it when it dies.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Iterator
from contextvars import Context
from dataclasses import dataclass
from datetime import timedelta

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from minibridge.analysis import Priority
from minibridge.bots import Decision, Level, Reason, choose
from minibridge.engine import (
    Action,
    AnswerClaim,
    AnswerTakeBack,
    BoardState,
    ChooseContract,
    Phase,
    PlayCard,
    Seat,
    SeatView,
)

from . import metrics, push
from .analysis import expert_decides, has_choice
from .models import BoardRecord, Seating, Table
from .refusals import Refusal
from .scene import Scene
from .scene_reading import scene_kept, scene_now
from .seen import view_of
from .services.play import BOT_PREFIX, Submission, bot_action_submit

log = logging.getLogger(__name__)

SWEEP_SECONDS = 3.0
FORGOTTEN = timedelta(minutes=10)  # a table on which nothing moved for so long waits for a person
ANSWERING = 1.5  # times the pace: nobody agrees to a claim at once
READING = 2.2  # times the pace: the finished trick lies there a moment longer


@dataclass(frozen=True)
class Turn:
    """A bot that is asked something: the chair it sits on, and the seat of the deal for which it decides."""

    chair: Seat
    seat: Seat
    level: Level


def bot_turns(scene: Scene) -> Iterator[Turn]:
    """The bots that may have something to do now; none while a teacher has stopped the table."""
    if scene.record is None or not scene.deal_is_open or scene.closed or scene.is_held:
        return
    asked = asked_seats(scene.record.state)
    for chair, holder in scene.chairs.items():
        if holder is not None and holder.bot:
            seat = scene.seat_played_from(chair)
            if seat in asked:
                yield Turn(chair, seat, Level(holder.bot))


def asked_seats(state: BoardState) -> frozenset[Seat]:
    """The seats from which the deal waits for something."""
    if state.claim is not None:
        return state.claim_answerers
    if state.takeback is not None:
        return state.takeback_answerers
    if state.question is not None:
        return state.question_answerers
    if state.agreeing is not None:
        return frozenset(state.agreeing)
    return frozenset() if state.actor is None else frozenset((state.actor,))


def pause_before(state: BoardState) -> float:
    """How many times the pace a person would take now, so that the others can follow."""
    if state.claim is not None or state.takeback is not None:
        return ANSWERING
    if state.phase is Phase.PLAY and state.tricks and state.trick is not None and not state.trick.cards:
        return READING
    return 1.0


def seed_of(scene: Scene, seat: Seat) -> int:
    """Decides the same again after a restart, and in another process."""
    assert scene.record is not None
    text = f"{scene.record.id}:{scene.record.state.n}:{seat.value}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


async def decide(
    view: SeatView, level: Level, seed: int, priority: Priority = Priority.BOTS
) -> Decision | None:
    """What the bot does; an expert who gets no analysis in time plays as the level below."""
    if level is Level.EXPERT and has_choice(view):
        found = await expert_decides(view, seed, priority)
        if found is not None:
            return found
    return await asyncio.to_thread(decide_by_rules, view, level, seed)


def decide_by_rules(view: SeatView, level: Level, seed: int) -> Decision | None:
    """What the bot does; should its judgement fail on a rare position, whatever the rules allow."""
    try:
        return choose(view, level, seed)
    except Exception:
        log.exception("a bot of level %s could not decide", level)
        return anything(view)


def anything(view: SeatView) -> Decision | None:
    """The first thing that the viewer may do: a table is never stuck over a fault of judgement."""
    seat = view.viewer
    if not isinstance(seat, Seat):
        return None
    action: Action | None = None
    if "answer_claim" in view.may:
        action = AnswerClaim(seat, accept=False)
    elif "answer_takeback" in view.may:
        action = AnswerTakeBack(seat, accept=True)
    elif view.menu:
        action = ChooseContract(seat, view.menu[0])
    elif view.legal_cards:
        action = PlayCard(seat, view.legal_cards[-1])
    return None if action is None else Decision(action, Reason("random_card"))


def submit(scene: Scene, turn: Turn, decision: Decision) -> bool:
    """Send a bot's action; says whether it was allowed. Coming too late is no fault, nor is another process
    having been quicker.
    """
    assert scene.record is not None
    action, n = decision.action, scene.record.state.n
    waiting = scene.record.state.claim or scene.record.state.takeback
    submission = Submission(
        record_id=scene.record.id,
        n=n,
        client_id=f"{BOT_PREFIX}{n}",
        kind=action.kind,
        data=action.to_data(),
        request=waiting.n if waiting else None,
        reason=decision.reason,
    )
    try:
        answer = bot_action_submit(table_id=scene.table_id, chair=turn.chair, submission=submission)
    except Refusal:  # the chair, or the table, is not the bot's any more
        return True
    record = answer.scene.record
    is_late = record is None or (record.id, record.state.n) != (scene.record.id, n)
    has_to_wait = answer.status == 423  # stopped while it thought: it is woken when play goes on
    is_allowed = answer.refusal is None and (answer.status == 200 or is_late or has_to_wait)
    if not is_allowed:
        why = answer.refusal.code if answer.refusal else answer.status
        log.error("table %s: a bot may not %s (%s)", scene.table_id, action.kind, why)
    return is_allowed


def submit_or_anything(scene: Scene, turn: Turn, decision: Decision) -> bool:
    """As ``submit``; where the bot wanted what it may not, the first thing that it may."""
    if submit(scene, turn, decision):
        return True
    assert scene.record is not None
    other = anything(view_of(scene.record.state, turn.seat))
    return other is not None and submit(scene, turn, other)


class BotDriver:
    """The bots of one process; one task for each table at which one of them is asked something."""

    def __init__(self) -> None:
        self.tasks: dict[int, asyncio.Task[None]] = {}
        # All reading goes through one thread, which the pages need too: the bots never fill it.
        self.reading = asyncio.Semaphore(2)
        # Where nobody waits, bots play as fast as they can, and one table of the process after the other.
        self.unattended = asyncio.Semaphore(1)
        self.woken: set[int] = set()  # tables that changed while their task was at work
        self.loop: asyncio.AbstractEventLoop | None = None
        self.knows_all = False

    async def sweep(self) -> None:
        """Find the tables at which a bot may have been forgotten: the lively ones; at the start, and when
        the database is back after it was gone, all.
        """
        self.loop = asyncio.get_running_loop()
        push.listen(self.wake)
        everywhere, self.knows_all = not self.knows_all, False
        waiting = await database_sync_to_async(tables_waiting)(everywhere=everywhere)
        self.knows_all = True
        for table_id in waiting:
            self._start(table_id)

    def wake(self, table_id: int, version: int) -> None:
        """The table stands at a new version; may be called in any thread."""
        scene = scene_kept(table_id)
        if scene is not None and scene.version >= version and not scene.has_bots:
            return
        if self.loop is not None and not self.loop.is_closed():
            # In a context of its own: that of the request belongs to the request, and to its thread.
            self.loop.call_soon_threadsafe(self._start, table_id, context=Context())

    def _start(self, table_id: int) -> None:
        self.woken.add(table_id)
        if table_id not in self.tasks:
            self.tasks[table_id] = asyncio.create_task(
                self._drive(table_id), name=f"bots of table {table_id}"
            )

    async def _drive(self, table_id: int) -> None:
        try:
            while table_id in self.woken:
                self.woken.discard(table_id)
                while await self._act_once(table_id):
                    pass
        except Exception:
            log.exception("bots of table %s", table_id)
        finally:
            self.woken.discard(table_id)
            del self.tasks[table_id]

    async def _act_once(self, table_id: int) -> bool:
        """Let one bot act, at a person's pace; says whether another one may be asked now.

        It decides first and waits then. If anything happens meanwhile, its action comes too late and is not
        stored, and the table is looked at again.
        """
        began = time.monotonic()
        async with self.reading:
            scene = await database_sync_to_async(scene_now)(table_id)
        if scene is None or scene.record is None:
            return False
        if scene.is_unattended:
            async with self.unattended:
                return await self._act_first(scene, Priority.REVIEWS)
        return await self._act_first(scene, Priority.BOTS, began)

    async def _act_first(self, scene: Scene, priority: Priority, began: float | None = None) -> bool:
        """Let the first bot act that has something to do; told when it began to think, it takes its time."""
        assert scene.record is not None
        for turn in bot_turns(scene):
            view = view_of(scene.record.state, turn.seat)
            with metrics.thinking_seconds.labels(turn.level.value).time():
                decision = await decide(view, turn.level, seed_of(scene, turn.seat), priority)
            if decision is not None:
                if began is not None:
                    pause = settings.BOT_PACE_SECONDS * pause_before(scene.record.state)
                    await asyncio.sleep(began + pause - time.monotonic())
                return await database_sync_to_async(submit_or_anything)(scene, turn, decision)
        return False


def tables_waiting(*, everywhere: bool) -> list[int]:
    """Tables with bots and a deal in play on which nothing has moved for a little while."""
    now = timezone.now()
    tables = Table.objects.filter(
        closed=False,
        paused=False,
        active__lte=now - timedelta(seconds=SWEEP_SECONDS),
        matches__finished=None,
        matches__records__in=BoardRecord.objects.filter(finished=None, withheld=False),
        seatings__in=Seating.objects.exclude(bot=""),
    )
    if not everywhere:
        tables = tables.filter(active__gte=now - FORGOTTEN)
    return list(tables.order_by("-active").values_list("id", flat=True).distinct())


driver = BotDriver()
