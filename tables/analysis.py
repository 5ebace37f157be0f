"""The analysis process of this machine, as the tables ask it. Without it experts play as the level below."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.conf import settings

from minibridge.analysis import Analysis, AnalysisUnavailable, Priority
from minibridge.bots import Decision, Hint, expert_decision, expert_hint, expert_request
from minibridge.engine import SeatView

log = logging.getLogger(__name__)

BOT_SECONDS = 1.2  # for thinking; with the way there and back a decision comes within two seconds
HINT_SECONDS = 1.0
PATIENCE = 3.5  # seconds until the level below decides: nobody waits longer than four
REVIEW_SECONDS = 8.0  # for sampling, of cards that are hard to solve; others need a fraction of it
REVIEW_STEP = 20.0  # seconds for one call of the solver, which can only be stopped by force
REVIEW_PATIENCE = 60.0  # seconds: bots and hints go first

analysis = Analysis(settings.DATA_DIR)


TABLE_PATIENCE = 12.0  # seconds that somebody waits for a double-dummy table

REMEMBERED = 1.0  # seconds: what is drawn for four people at once looks for the process once


def is_available() -> bool:
    """Whether an answer can be hoped for: cheap, and no promise."""
    return settings.ANALYSIS and _is_available(analysis, int(time.monotonic() / REMEMBERED))


@lru_cache(maxsize=1)
def _is_available(process: Analysis, moment: int) -> bool:
    return process.is_available()


def has_choice(view: SeatView) -> bool:
    """Whether there is a card or a contract to choose, which is all that an expert is asked."""
    return len(view.menu) > 1 or ("card" in view.may and len(view.legal_cards) > 1)


@contextmanager
def _log_silence(who: str) -> Iterator[None]:
    """No answer, nonsense, or a fault of judgement is logged; whoever asked goes on without."""
    try:
        yield
    except AnalysisUnavailable as error:
        log.warning("%s: %s", who, error.code)
    except Exception:
        log.exception("%s", who)


async def expert_decides(view: SeatView, seed: int, priority: Priority = Priority.BOTS) -> Decision | None:
    """What the expert does on the seat that has this view; None when no answer comes in time."""
    if not is_available():
        return None
    with _log_silence("expert"):
        request = await asyncio.to_thread(expert_request, view, seed)
        answer = await analysis.ask(
            "expert", request, priority=priority, seconds=BOT_SECONDS, patience=PATIENCE
        )
        return expert_decision(view, answer)
    return None


def expert_hints(view: SeatView, seed: int) -> Hint | None:
    """What the expert would do in this person's place; None when no answer comes in time."""
    if not is_available():
        return None
    with _log_silence("hint"):
        request = expert_request(view, seed)
        answer = analysis.ask_now(
            "expert", request, priority=Priority.HINTS, seconds=HINT_SECONDS, patience=PATIENCE
        )
        return expert_hint(view, answer)
    return None


def questions_waiting() -> int | None:
    """How many questions the analysis has not answered yet; None where there is nobody to ask."""
    if not is_available():
        return None
    try:
        return analysis.waiting_now()
    except AnalysisUnavailable:
        return None


async def review_answer(job: str, data: Any) -> Any:
    """What the analysis says of a finished deal. Raises AnalysisUnavailable."""
    return await analysis.ask(
        job,
        data,
        priority=Priority.REVIEWS,
        seconds=REVIEW_SECONDS,
        limit=REVIEW_STEP,
        patience=REVIEW_PATIENCE,
    )


def asked_now(job: str, data: Any, *, patience: float = TABLE_PATIENCE) -> Any:
    """What the analysis says of a deal to somebody who waits for the page. Raises AnalysisUnavailable."""
    return analysis.ask_now(
        job, data, priority=Priority.TABLES, seconds=patience, limit=patience, patience=patience
    )
