"""Works on the reviews that wait: woken when somebody asks for one, and by a sweep of what was missed.

Each is held by one process at a time, for as long as it gets on; what it has found is stored at least every
second, so that nothing much is lost with the process, or with the analysis.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async

from minibridge.analysis import AnalysisUnavailable, NotAPosition, table_from_data
from minibridge.bots import CardCost, ContractCost, card_cost_request, contract_cost_request, is_choice
from minibridge.engine import BoardState, ChooseContract, Phase, Seat, Side, view_for

from .analysis import is_available, review_answer
from .judged_line import JudgedLine, judged_line
from .models import Action, BoardRecord, RecordPlayer, Review
from .replays import Replay, replay_of
from .services.reviews import (
    LONGEST,
    review_claim,
    review_finish,
    review_give_back,
    review_save,
    tricks_lost_store,
    tricks_of_deal,
    tricks_of_deal_store,
)

log = logging.getLogger(__name__)

SWEEP_SECONDS = 2.0
SAVE_SECONDS = 1.0


@dataclass(frozen=True)
class Work:
    """A review with what it is about."""

    review: Review
    replay: Replay
    played: JudgedLine

    @classmethod
    def on(cls, review: Review) -> Work:
        """Reads the deal of this review."""
        records = BoardRecord.objects.select_related("board", "match__table").prefetch_related("players")
        replay = replay_of(records.get(id=review.record_id))
        return cls(review, replay, judged_line(replay))

    @property
    def data(self) -> dict[str, Any]:
        return self.review.data

    def held_by_actor(self, state: BoardState) -> frozenset[Seat]:
        """The hand that whoever decides holds besides that of his seat: who plays alone, and declares for his
        partner, has his own.
        """
        actor = state.actor
        if actor is None or not self.replay.plays_both_hands(actor.partner, state):
            return frozenset()
        return frozenset({actor.partner})

    def seed(self, step: int) -> int:
        """The same cards are judged by the same layouts, whoever played them."""
        text = f"{self.played.deal}:{step}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])

    def questions(self) -> dict[str, dict[str, Any]]:
        """What the job ``card_cost`` is asked, by the step of each card that was a choice."""
        asked = {}
        for one in self.played.cards:
            if not one.is_played_in_turn:
                continue
            assert one.before.actor is not None
            view = view_for(one.before, one.before.actor, self.held_by_actor(one.before))
            try:
                if is_choice(one.position, view.legal_cards) and one.card in view.legal_cards:
                    asked[str(one.step)] = card_cost_request(
                        view, one.position, one.card, self.seed(one.step)
                    )
            except (NotAPosition, ValueError):  # irregular play, of which a solver knows nothing
                log.info("step %s of record %s cannot be judged", one.step, self.replay.record.id)
        return asked

    def contract_question(self) -> dict[str, Any] | None:
        """What the job ``contract_cost`` is asked; None where there was nothing to choose."""
        for before, action in zip(reversed(self.replay.states[:-1]), reversed(self.replay.log), strict=True):
            if isinstance(action, ChooseContract) and before.phase is Phase.CONTRACT:
                view = view_for(before, action.seat, self.held_by_actor(before))
                if len(view.menu) < 2:
                    return None
                return contract_cost_request(view, self.played.deal, action.contract, self.seed(0))
        return None


def tricks_lost(work: Work, trace: list[int]) -> dict[int, int]:
    """What the cards cost that each player chose, by the number of his row; a bot that played for somebody
    absent costs him nothing, and what was laid ready costs nobody.
    """
    assert work.played.declarer is not None
    record = work.replay.record
    players = RecordPlayer.objects.filter(record=record)
    by_user = {player.user_id: player.id for player in players if player.user_id}
    by_seat = {Seat(player.seat): player.id for player in players if player.bot}
    users = dict(Action.objects.filter(record=record).values_list("n", "user_id"))
    lost: dict[int, int] = {}
    for one, before, after in zip(work.played.cards, trace, trace[1:], strict=False):
        if one.step <= record.laid:
            continue
        user_id, seat = users.get(one.step - 1), one.before.actor
        player = by_user.get(user_id) if user_id else by_seat.get(seat) if seat else None
        if player is not None:
            lost[player] = lost.get(player, 0) + cost(work.played.declarer.side, one.hand, before, after)
    return lost


def cost(declaring: Side, hand: Seat, before: int, after: int) -> int:
    """The tricks that a card lost for its side, when declarer's went from *before* to *after*."""
    return before - after if hand.side is declaring else after - before


class ReviewDriver:
    """The reviews that one process works on: at most one deal, and one of which every card is looked at."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.loop: asyncio.AbstractEventLoop | None = None

    async def sweep(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._start()

    def wake(self) -> None:
        """There is something to do; may be called in any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._start, context=Context())

    def _start(self) -> None:
        for depth in Review.Depth.values:
            if depth not in self.tasks and is_available():
                self.tasks[depth] = asyncio.create_task(self._work(depth), name=f"reviews of {depth}")

    async def _work(self, depth: str) -> None:
        try:
            while is_available():
                review = await database_sync_to_async(review_claim)(depth)
                if review is None:
                    return
                await self._review(review)
        except Exception:
            log.exception("reviews of %s", depth)
        finally:
            del self.tasks[depth]

    async def _review(self, review: Review) -> None:
        try:
            work = await database_sync_to_async(Work.on)(review)
            await _Analyst(work).analyse()
        except AnalysisUnavailable as error:
            log.warning("review of record %s: %s", review.record_id, error.code)
            await database_sync_to_async(review_give_back)(review, error.code)
        except Exception:
            log.exception("review of record %s", review.record_id)
            await database_sync_to_async(review_give_back)(review, "failed")
        else:
            await database_sync_to_async(review_finish)(review)


class _Analyst:
    """Asks what is not known yet of one review, and stores each answer."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.review = work.review
        self.saved = time.monotonic()
        self.saved_judged = self.review.judged

    async def analyse(self) -> None:
        if "trace" not in self.work.data:
            await self._deal()
        if self.review.depth == Review.Depth.CARDS:
            try:
                await self._cards()
            finally:
                if self.review.judged > self.saved_judged:
                    await self._save()

    async def _deal(self) -> None:
        """The double-dummy table, and the tricks of declarer's side after each card."""
        played, data = self.work.played, self.work.data
        deal = str(played.deal)
        table = await database_sync_to_async(tricks_of_deal)(deal)
        if table is None:
            table = await self._ask("table", {"deal": deal})
            table_from_data(table)
            await database_sync_to_async(tricks_of_deal_store)(deal, table)
        data["table"], data["is_whole"] = table, played.is_whole
        data["steps"] = [[one.step, one.hand.value] for one in played.cards]
        trace: list[int] = []
        if played.cards:
            trace = await self._ask("trace", played.line.to_data())
            if played.is_whole:
                lost = await database_sync_to_async(tricks_lost)(self.work, trace)
                await database_sync_to_async(tricks_lost_store)(self.review.record_id, lost)
        data["trace"] = trace
        await self._save()

    async def _cards(self) -> None:
        """Every choice: the contract, then card by card."""
        data = self.work.data
        known = data.setdefault("cards", {})
        contract = await asyncio.to_thread(self.work.contract_question)
        questions = await asyncio.to_thread(self.work.questions)
        self.review.to_judge = len(questions) + (contract is not None)
        if contract is not None and "contract" not in data:
            data["contract"] = await self._judge("contract_cost", contract, ContractCost.from_data)
        for step, question in questions.items():
            if step not in known:
                known[step] = await self._judge("card_cost", question, CardCost.from_data)

    async def _judge(self, job: str, question: Any, read: Callable[[Any], object]) -> Any:
        answer = await self._ask(job, question)
        read(answer)  # it came from another process
        self.review.judged = len(self.work.data["cards"]) + ("contract" in self.work.data) + 1
        if time.monotonic() - self.saved > SAVE_SECONDS:
            await self._save()
        return answer

    async def _ask(self, job: str, data: Any) -> Any:
        if self.review.seconds > LONGEST:
            raise AnalysisUnavailable("too_long")
        began = time.monotonic()
        try:
            return await review_answer(job, data)
        finally:
            self.review.seconds += time.monotonic() - began

    async def _save(self) -> None:
        await database_sync_to_async(review_save)(self.review)
        self.saved, self.saved_judged = time.monotonic(), self.review.judged


driver = ReviewDriver()
