"""The jobs of the analysis, done at once and in this process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from minibridge.analysis import carrier
from minibridge.bots import card_cost, contract_cost
from minibridge.bots.jobs import JOBS
from tables import analysis
from tables.models import BoardRecord, Review
from tables.review_driver import ReviewDriver
from tables.services.reviews import review_ask

SAMPLES = 3


class InProcess:
    """What the analysis process answers, without one."""

    def is_available(self) -> bool:
        return True

    async def ask(self, job: str, data: Any, **options: Any) -> Any:
        work = JOBS[job](json.loads(json.dumps(data)), lambda: 1.0)
        while True:
            try:
                next(work)
            except StopIteration as end:
                return json.loads(json.dumps(end.value))


def analyse_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has an analysis; few layouts are enough for a test."""
    if carrier.find() is None:
        pytest.skip("endplay is not installed")
    monkeypatch.setattr(card_cost, "SAMPLES", SAMPLES)
    monkeypatch.setattr(contract_cost, "SAMPLES", SAMPLES)
    monkeypatch.setattr(analysis, "analysis", InProcess())
    monkeypatch.setattr(analysis.settings, "ANALYSIS", True)


async def _drain(driver: ReviewDriver) -> None:
    await driver.sweep()
    while driver.tasks:
        await asyncio.sleep(0.001)


drain = async_to_sync(_drain)


def analysed(record: BoardRecord, *, every_card: bool = False) -> Review:
    """The review of this record, worked out now."""
    if every_card:
        review_ask([record])
    drain(ReviewDriver())
    return Review.objects.get(record=record)
