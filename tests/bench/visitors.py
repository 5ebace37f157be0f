"""A browser's kept HTTP connection, as cheap as ``Screen``: pages asked for and forms sent, one at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import cast

STATUS = re.compile(rb"HTTP/1\.1 (\d+)")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Visitor(asyncio.Protocol):
    """Asks one server again and again; where that has closed the idle connection, on a new one.

    As a browser does, it also asks once more where that happened in the very moment of asking: on a kept
    connection that ends without a byte of an answer.
    """

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self.port = port
        self.headers = {"Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}", **headers}
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[bytes] | None = None
        self.lost: str | None = None
        self._buffer = bytearray()
        self._opening: asyncio.Task[None] | None = None
        self._again: bytes | None = None  # what was sent on a kept connection and not answered yet

    def ask(
        self, path: str, form: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> asyncio.Future[bytes]:
        """The body of the page, which fails with its status if that is not 200; a ``form`` is posted.

        Whoever does not wait for it finds the failure in ``lost``.
        """
        lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in (self.headers | dict(headers or {})).items()]
        if form is not None:
            lines.append(f"Content-Length: {len(form)}")
        self.answer = asyncio.get_running_loop().create_future()
        self.answer.add_done_callback(asyncio.Future.exception)
        request = "\r\n".join([*lines, "", ""]).encode() + (form or b"")
        if self.transport is not None:
            self._again = request
            self.transport.write(request)
        else:
            self._opening = asyncio.ensure_future(self._open(request))
        return self.answer

    async def _open(self, request: bytes) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        except OSError as error:
            self._fail(str(error))
        else:
            assert self.transport is not None
            self.transport.write(request)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._buffer.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        again, self._again = self._again, None
        if self.answer is None or self.answer.done():
            return
        if again is not None:
            self._opening = asyncio.ensure_future(self._open(again))
        else:
            self._fail(f"connection lost: {exc}")

    def data_received(self, data: bytes) -> None:
        self._again = None
        buffer = self._buffer
        buffer += data
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(buffer[:end])
        status, length = STATUS.match(head), LENGTH.search(head)
        if status is None or length is None:
            self._fail(f"no answer of a known length: {head[:200]!r}")
            return
        if len(buffer) < end + 4 + int(length[1]):
            return
        body = bytes(buffer[end + 4 :])
        buffer.clear()
        if status[1] != b"200":
            self._fail(f"answered {status[1].decode()}: {body[:200].decode(errors='replace')}")
        elif self.answer is not None and not self.answer.done():
            self.answer.set_result(body)

    def _fail(self, reason: str) -> None:
        self.lost = reason
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError(reason))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()
