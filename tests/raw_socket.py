"""A web socket by hand, for what no well-behaved client sends, and for one that does not read."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.guest import Guest

PATIENCE = 60  # seconds


class RawSocket:
    """An open socket to the table of this person. Nothing is read or sent but on demand."""

    def __init__(
        self,
        guest: Guest,
        *,
        receive_buffer: int = 0,
        compressed: bool = False,
        window_bits: int | None = None,
    ) -> None:
        url = urlsplit(guest.server.url)
        self.protocol = ClientProtocol(
            parse_uri(f"ws://{url.netloc}/ws/t/{guest.code}/?lang=en"),
            origin=guest.server.url,  # type: ignore[arg-type]
            extensions=[ClientPerMessageDeflateFactory(server_max_window_bits=window_bits)]
            if compressed
            else None,
        )
        self.line = socket.socket()
        if receive_buffer:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.line.settimeout(PATIENCE)
        self.line.connect(("127.0.0.1", url.port))
        request = self.protocol.connect()
        request.headers["Cookie"] = guest.cookies
        self.protocol.send_request(request)
        self.line.sendall(b"".join(self.protocol.data_to_send()))
        while self.protocol.state is State.CONNECTING and self.protocol.handshake_exc is None:
            self.protocol.receive_data(self.line.recv(1024))
        assert self.protocol.state is State.OPEN, self.protocol.handshake_exc

    def send(self, data: bytes) -> None:
        """Bytes as they are; that the server hangs up meanwhile is no fault."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.line.sendall(data)

    def send_text(self, text: str) -> None:
        self.send(wire_form(text.encode()))

    def squeezed(self, text: str) -> bytes:
        """A frame with this text, compressed as was agreed."""
        self.protocol.send_text(text.encode())
        return b"".join(self.protocol.data_to_send())

    def code(self) -> int | None:
        """Read to the end: the close code that the server sent, or None where it only hung up."""
        with contextlib.suppress(ConnectionResetError):
            while self.protocol.close_rcvd is None and (data := self.line.recv(65536)):
                self.protocol.receive_data(data)
        return self.protocol.close_rcvd.code if self.protocol.close_rcvd else None


def wire_form(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A frame as a browser puts it on the wire, not compressed."""
    return bytes(Frame(opcode, data, fin=fin).serialize(mask=True))


@contextlib.contextmanager
def raw_socket(guest: Guest, **options: Any) -> Iterator[RawSocket]:
    raw = RawSocket(guest, **options)
    with contextlib.closing(raw.line):
        yield raw
