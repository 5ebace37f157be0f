"""HTTP as uvicorn speaks it, without hanging up on whoever has come and not spoken yet."""

from __future__ import annotations

import asyncio
from typing import cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

FIRST_WORDS = (
    1.0  # seconds for the first request of a connection that a server which ends has taken in already
)


class AttentiveProtocol(HttpToolsProtocol):
    """Hears what a new connection wants, even while the server ends. uvicorn would close it at once, and its
    browser, whose request is on the way, would show an error. On a connection that has been answered before,
    browsers ask again by themselves.
    """

    def shutdown(self) -> None:
        if self.cycle is None:
            self.loop.call_later(FIRST_WORDS, self._end)
        else:
            super().shutdown()

    def _end(self) -> None:
        protocol = cast(asyncio.Transport, self.transport).get_protocol()
        if protocol is self:
            super().shutdown()
        else:
            protocol.shutdown()  # type: ignore[attr-defined]  # it wanted a web socket, and has it
