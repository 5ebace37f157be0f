"""Web sockets as uvicorn speaks them, with an end to its patience."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SEND_PATIENCE = 5.0  # seconds in which a browser must take in what waits for it
# What is pushed is for the most part what was pushed a card ago, some KiB back, where uvicorn's window of
# 4 KiB no longer reaches: one of 8 KiB sends two thirds of the bytes in two thirds of the time. Each bit more
# would cost an open page twice the memory.
WINDOW_BITS = 13
COMPRESSION = {"level": 4, "memLevel": 5}


class PatientProtocol(WebSocketsSansIOProtocol):
    """Cuts off a browser that takes nothing in. uvicorn would wait for ever, even to say goodbye to it:
    closing a connection begins with sending what lies in its buffer.
    """

    cut: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for extension in self.conn.available_extensions or ():
            extension.server_max_window_bits = WINDOW_BITS
            extension.compress_settings = COMPRESSION

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # Writing is paused as soon as anything waits here that the system does not take, and until it has.
        self.transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.cut = self.loop.call_later(SEND_PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._keep()

    def connection_lost(self, exc: Exception | None) -> None:
        self._keep()
        super().connection_lost(exc)

    def _keep(self) -> None:
        if self.cut is not None:
            self.cut.cancel()
            self.cut = None

    def send_receive_event_to_app(self) -> None:
        """Text that is no UTF-8 ends the connection (RFC 6455, 8.1). uvicorn would write a traceback too."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_utf8(b"".join(self.frames)):
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """The site may not know yet that the connection was closed here: to uvicorn that is an error."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
