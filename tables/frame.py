"""One view of a table as it goes to a browser: pushed, answered, polled or printed into the first page.

There is only this one way out, so that what a person is sent after a card, a reload or a lost connection
cannot differ.
"""

from __future__ import annotations

import logging
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.utils import translation

from minibridge.bots import Hint
from minibridge.engine import IllegalAction, Seat

from . import log_sentences, refusal_sentences, regions
from .regions import Person
from .scene import Scene

log = logging.getLogger(__name__)

SPOKEN_AT_ONCE = 12
SAY_SECONDS = 60


@dataclass
class Shown:
    """What one open page has been sent: its version, the keys of its regions and how far the log was told."""

    version: int = 0
    epoch: int = -1
    record_id: int | None = None
    n: int = 0
    keys: dict[str, Hashable] = field(default_factory=dict)


def frame(
    scene: Scene,
    person: Person,
    shown: Shown,
    *,
    absent: frozenset[Seat] = frozenset(),
    status: int = 200,
    error: object = "",
    answers: str | None = None,
    hint: Hint | None = None,
) -> dict[str, Any]:
    """Everything that changed for this person since ``shown``, which is brought up to date.

    A page drops what is older than what it shows: an answer that took its time may come after newer news. It
    does not where the table's truth has gone back, which ``reset`` tells. ``error`` is an IllegalAction or a
    sentence; ``answers`` the client_id of the action that is answered,
    ``hint`` what the person has asked for.
    """
    goes_back = shown.version > scene.version
    if goes_back and shown.epoch == scene.epoch:
        _say_that_time_went_back()
    if goes_back or shown.epoch != scene.epoch:
        shown.keys.clear()
    with translation.override(person.language):
        html = regions.render(scene, person, sent=shown.keys, absent=absent, hint=hint)
        said = _said(scene, person, shown)
        text = refusal_sentences.refusal(error) if isinstance(error, IllegalAction) else str(error)
    record = scene.record
    message = {
        "type": "view",
        "epoch": scene.epoch,
        "reset": goes_back,
        "from": shown.version,
        "to": scene.version,
        "record": record.id if record else None,
        "n": record.state.n if record else 0,
        "html": html,
        "said": said,
        "status": status,
        "error": text,
        "answers": answers,
    }
    shown.version, shown.epoch = scene.version, scene.epoch
    if record is not None:
        shown.record_id, shown.n = record.id, record.state.n
    return message


def _say_that_time_went_back() -> None:
    """Once in a while: after one restore every page says so, and anybody can pretend to."""
    if cache.add("frame.ahead", 1, SAY_SECONDS):
        log.warning("a page is ahead of the database: was it restored without `manage.py restored`?")


def _said(scene: Scene, person: Person, shown: Shown) -> list[str]:
    """The sentences a screen reader speaks: what happened since the page was last told."""
    record = scene.record
    if record is None or shown.version == 0:
        return []
    start = shown.n if record.id == shown.record_id else -1
    start = max(start, len(record.log) - SPOKEN_AT_ONCE, -1)
    return log_sentences.spoken(record, start, person)
