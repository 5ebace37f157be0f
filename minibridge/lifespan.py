"""What a server process does between its start and its end besides answering."""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.urls import get_resolver
from django.utils import translation

log = logging.getLogger(__name__)

# Collections are rare, and a full one rarer still: with many open tables each full pass stops the process
# for tens of milliseconds, and nearly all it visits is here to stay.
GC_THRESHOLDS = (50_000, 20, 100)


@dataclass(frozen=True)
class Sweep:
    """Work that looks at the database every so many seconds. It must be safe in several processes at once."""

    name: str
    seconds: float
    run: Callable[[], Any]


class Lifespan:
    """The ASGI application for the scope of that name: sweeps run between start-up and shutdown."""

    def __init__(self, sweeps: Iterable[Sweep] = ()) -> None:
        self.sweeps = tuple(sweeps)

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        await receive()
        load_everything()
        keep_what_is_loaded()
        tasks = [asyncio.create_task(repeat(sweep), name=sweep.name) for sweep in self.sweeps]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})


def load_everything() -> None:
    """Imports the views and reads the catalogues, so that the first visitor does not wait for them."""
    get_resolver().url_patterns  # noqa: B018 — reading it imports every view
    for language, _name in settings.LANGUAGES:
        translation.activate(language)
    translation.deactivate()


def keep_what_is_loaded() -> None:
    """Takes what start-up made out of the collector's sight. Once: a later freeze would keep garbage too."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


async def repeat(sweep: Sweep) -> None:
    """Runs the sweep now and every so many seconds; after an error, which is logged, too."""
    run = sweep.run if inspect.iscoroutinefunction(sweep.run) else database_sync_to_async(sweep.run)
    while True:
        try:
            await run()
        except Exception:
            log.exception("sweep %s", sweep.name)
        await asyncio.sleep(sweep.seconds)
