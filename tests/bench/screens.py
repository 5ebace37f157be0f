"""A browser's socket, as cheap as Python allows, so that the generator does not become what is measured.

It speaks what a browser speaks (handshake with cookie and origin, masked frames, permessage-deflate where the
server agrees, pongs), but hands every text over as bytes: reading it is left to whoever needs it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct
import zlib
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, COMPRESSED, MASKED = 0x80, 0x40, 0x80
FLUSHED = b"\x00\x00\xff\xff"
STATUS = re.compile(rb"HTTP/1\.1 (\d+)")


class SocketLost(Exception):
    """The server refused the handshake or closed the socket."""


class Screen(asyncio.Protocol):
    """One open page. ``on_text`` receives every text frame's payload, complete and decompressed."""

    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self.on_text = on_text
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: str | None = None
        self.ends_by_us = False
        self.received = 0  # bytes on the wire
        self._buffer = bytearray()
        self._inflate: zlib._Decompress | None = None
        self._deflate: zlib._Compress | None = None
        self._mask = int.from_bytes(os.urandom(4), "big")

    @classmethod
    async def open(
        cls, port: int, path: str, on_text: Callable[[bytes], None], cookie: str = "", deflate: bool = True
    ) -> Screen:
        """Raises SocketLost when the server does not let this browser in."""
        loop = asyncio.get_running_loop()
        _transport, screen = await loop.create_connection(lambda: cls(on_text), "127.0.0.1", port)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http://127.0.0.1:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        if deflate:
            lines.append("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
        screen.transport.write("\r\n".join([*lines, "", ""]).encode())
        await asyncio.wait_for(screen.opened, 20)
        return screen

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ends_by_us:
            self._fail(self.lost or f"connection lost: {exc}")

    def _fail(self, reason: str) -> None:
        self.lost = reason
        if not self.opened.done():
            self.opened.set_exception(SocketLost(reason))

    def close(self) -> None:
        self.ends_by_us = True
        if not self.transport.is_closing():
            self.transport.write(self._framed(FINAL | CLOSE, struct.pack("!H", 1000)))
            self.transport.close()

    # --- up ----------------------------------------------------------------------------------------

    def send(self, text: bytes) -> None:
        if self._deflate is None:
            self.transport.write(self._framed(FINAL | TEXT, text))
            return
        squeezed = self._deflate.compress(text) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        self.transport.write(self._framed(FINAL | COMPRESSED | TEXT, squeezed.removesuffix(FLUSHED)))

    def _framed(self, first: int, payload: bytes) -> bytes:
        size = len(payload)
        if size < 126:
            head = bytes((first, MASKED | size))
        elif size < 65536:
            head = struct.pack("!BBH", first, MASKED | 126, size)
        else:
            head = struct.pack("!BBQ", first, MASKED | 127, size)
        self._mask = (self._mask * 69069 + 1) & 0xFFFFFFFF
        key = self._mask.to_bytes(4, "big")
        stretched = int.from_bytes((key * (size // 4 + 1))[:size], "big")
        return head + key + (int.from_bytes(payload, "big") ^ stretched).to_bytes(size, "big")

    # --- down --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._buffer += data
        if not self.opened.done() and not self._handshake_is_over():
            return
        while self._next_frame():
            pass

    def _handshake_is_over(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        status = STATUS.match(head)
        if status is None or status[1] != b"101":
            self._fail(f"handshake answered {head[:40]!r}")
            return False
        if b"permessage-deflate" in head:
            self._inflate = zlib.decompressobj(wbits=-15)
            # What goes up is short: the smallest window serves, and thousands of screens fit into memory.
            self._deflate = zlib.compressobj(wbits=-9, memLevel=1)
        self.opened.set_result(None)
        return True

    def _next_frame(self) -> bool:
        """Take one whole frame from the buffer and act on it; False when there is none."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        first, size, start = buffer[0], buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        payload = bytes(buffer[start : start + size])
        del buffer[: start + size]
        opcode = first & 0x0F
        if opcode == TEXT:
            self._text(first, payload)
        elif opcode == PING:
            self.transport.write(self._framed(FINAL | PONG, payload))
        elif opcode == CLOSE:
            self._fail(
                f"closed with {int.from_bytes(payload[:2], 'big')} {payload[2:].decode(errors='replace')}"
            )
            self.transport.close()
        return True

    def _text(self, first: int, payload: bytes) -> None:
        if not first & FINAL:
            raise SocketLost("a fragmented text, which this server never sends")
        if first & COMPRESSED:
            assert self._inflate is not None
            payload = self._inflate.decompress(payload + FLUSHED)
        self.on_text(payload)
