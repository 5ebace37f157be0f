"""Places in the site at which a test may have its process die, or an error raised, once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings

FILE = "fault"
DEATHS = ("before the insert", "before the commit", "before the push", "in a push", "before the answer")
ERRORS = ("error in the engine", "error in a push")


class Injected(Exception):
    """An error that nobody expects."""


def aim(data: Path, point: str) -> None:
    """The server that uses this folder will come to grief when it is next there."""
    assert point in DEATHS + ERRORS
    (data / FILE).write_text(point)


def has_struck(data: Path) -> bool:
    return not (data / FILE).exists()


def strike(point: str) -> None:
    """Nothing, unless it was aimed here. The aim is gone first, so that the next process lives."""
    file = settings.DATA_DIR / FILE
    try:
        is_here = file.read_text() == point
    except OSError:
        return
    if not is_here:
        return
    file.unlink()
    if point in ERRORS:
        raise Injected(point)
    os.kill(os.getpid(), signal.SIGKILL)


def install() -> None:
    """Put the points into the site's own functions."""
    from tables import consumers, push
    from tables.services import play

    play._action_store = _with("before the insert", play._action_store, "before the commit")
    play.engine.apply = _with("error in the engine", play.engine.apply)
    push._send = _with("before the push", push._send)
    consumers.TableConsumer._act = _before_its_answer(consumers)
    consumers.TableConsumer.table_changed = _in_a_push(consumers.TableConsumer.table_changed)


def _with(before: str, function: Callable[..., Any], after: str = "") -> Callable[..., Any]:
    @wraps(function)
    def struck(*args: Any, **kwargs: Any) -> Any:
        strike(before)
        result = function(*args, **kwargs)
        strike(after)
        return result

    return struck


def _in_a_push(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    async def struck(*args: Any, **kwargs: Any) -> None:
        strike("in a push")
        strike("error in a push")
        await function(*args, **kwargs)

    return struck


def _before_its_answer(consumers: Any) -> Callable[..., Any]:
    paint, act = consumers.TableConsumer._paint, consumers.TableConsumer._act

    @wraps(act)
    async def struck(consumer: Any, message: dict[str, Any]) -> None:
        async def painted(*args: Any, **kwargs: Any) -> None:
            strike("before the answer")
            await paint(consumer, *args, **kwargs)

        consumer._paint = painted
        try:
            await act(consumer, message)
        finally:
            del consumer._paint

    return struck
