"""The analysis process: takes questions from the web processes, and has them worked on, most urgent first.

It listens on the loopback address. A client says the token of the address file on its first line, is told
``{"ok": true}``, and then sends lines ``{"id", "job", "data", "priority", "seconds", "limit"}``, in whatever
order and number, or ``{"cancel": id}``. Each question gets one line: ``{"id", "ok": true, "result"}``, or
``{"id", "ok": false, "error": code}``, with ``"bad": true`` if the question made no sense. And
``{"id", "queue": true}`` is answered at once, with how many questions have no answer yet.

The solver itself runs in a worker that this process kills when it dies or takes too long: a job that did that
is not tried again, the others begin anew.
"""

import asyncio
import hmac
import json
from itertools import count
from pathlib import Path
from typing import Any

from .address import Address
from .dispatcher import Dispatcher
from .errors import BadRequest
from .request import LONGEST_LINE, Request, read_request

GREETING = 5.0
"""Seconds that a client may take to say the token."""


class Service:
    """The door of the analysis process."""

    def __init__(self, jobs: str, folder: Path) -> None:
        self.dispatcher = Dispatcher(jobs, folder)
        self._keys = count()
        self._clients: dict[asyncio.StreamWriter, asyncio.Task[Any] | None] = {}

    async def listen(self) -> tuple[asyncio.Server, Address]:
        """Begins to listen on a free port."""
        server = await asyncio.start_server(self._client, "127.0.0.1", 0, limit=LONGEST_LINE)
        self.address = Address.at(server.sockets[0].getsockname()[1])
        return server, self.address

    async def hang_up(self) -> None:
        """Ends all connections."""
        clients = [client for client in self._clients.values() if client]
        for writer in self._clients:
            writer.close()
        await asyncio.gather(*clients, return_exceptions=True)

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        own: dict[int, Request] = {}
        self._clients[writer] = asyncio.current_task()
        try:
            async with asyncio.timeout(GREETING):
                token = (await reader.readline()).strip()
            if hmac.compare_digest(token, self.address.token.encode()):
                _say(writer, {"ok": True})
                while line := await reader.readline():
                    self._read(line, own, writer)
                    await writer.drain()
        except (ConnectionError, TimeoutError):
            pass
        except ValueError:  # a line without end
            _say(writer, {"id": None, "ok": False, "error": "line", "bad": True})
        finally:
            for request in list(own.values()):
                self.dispatcher.drop(request)
            writer.close()
            del self._clients[writer]

    def _read(self, line: bytes, own: dict[int, Request], writer: asyncio.StreamWriter) -> None:
        """Takes in one line of a client; *own* are the questions of this client, by its numbers."""
        number = None
        try:
            message = _parsed(line)
            if "cancel" in message:
                if request := own.pop(_number(message["cancel"]), None):
                    self.dispatcher.drop(request)
                return
            number = _number(message.get("id"))
            if number in own:
                raise BadRequest("id")
            if message.get("queue") is True:
                _say(writer, {"id": number, "ok": True, "result": len(self.dispatcher.waiting)})
                return
            request = read_request(next(self._keys), message, _Answer(number, own, writer))
        except BadRequest as error:
            _say(writer, {"id": number, "ok": False, "error": error.code, "bad": True})
            return
        if self.dispatcher.is_full:
            _say(writer, {"id": number, "ok": False, "error": "busy"})
            return
        own[number] = request
        self.dispatcher.add(request)


class _Answer:
    """Sends the answer to one question of one client."""

    def __init__(self, number: int, own: dict[int, Request], writer: asyncio.StreamWriter) -> None:
        self.number, self.own, self.writer = number, own, writer

    def __call__(self, answer: dict[str, Any]) -> None:
        self.own.pop(self.number, None)
        known: dict[str, Any] = {name: answer[name] for name in ("result", "error", "bad") if name in answer}
        _say(self.writer, {"id": self.number, "ok": "result" in answer, **known})


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRequest("json") from None
    if not isinstance(message, dict):
        raise BadRequest("json")
    return message


def _number(value: Any) -> int:
    if type(value) is not int:
        raise BadRequest("id")
    return value


def _say(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    if not writer.is_closing():
        writer.write(json.dumps(message).encode() + b"\n")
