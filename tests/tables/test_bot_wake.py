"""Bots are woken by the commit of a request, and outlive it."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

from tables.bot_driver import BotDriver

request_of: ContextVar[str] = ContextVar("request_of", default="nobody")


class Watched(BotDriver):
    """Notes what each of its tasks finds around it, before it looks for anything to do."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.is_done = asyncio.Event()

    async def _drive(self, table_id: int) -> None:
        self.found.append(request_of.get())
        self.woken.discard(table_id)
        del self.tasks[table_id]
        self.is_done.set()


async def test_a_bot_takes_nothing_over_from_the_request_that_woke_it() -> None:
    driver = Watched()
    driver.loop = asyncio.get_running_loop()

    def request() -> None:
        request_of.set("a person")
        driver.wake(-1, 1)

    await asyncio.to_thread(request)
    await asyncio.wait_for(driver.is_done.wait(), 10)
    assert driver.found == ["nobody"]
