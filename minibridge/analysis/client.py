"""How the site asks the analysis process: from an event loop, or from a thread."""

import asyncio
import contextlib
import json
import socket
import threading
import time
import weakref
from itertools import count
from pathlib import Path
from typing import Any, cast

from .address import Address
from .errors import AnalysisUnavailable, BadRequest
from .request import LONGEST_LINE

MARGIN = 5.0
"""Seconds beyond those of the job that a caller waits if he does not say how long."""
CONNECT = 2.0
"""Seconds in which the process must take a caller in."""
GREETING = {"ok": True}
PAUSE = 1.0
"""Seconds without another try after one that failed."""


class Analysis:
    """The analysis process that serves a data folder, wherever it listens and however often it begins anew.

    One object serves all event loops and threads of a process.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connectors: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Connector] = (
            weakref.WeakKeyDictionary()
        )
        self._lock = threading.Lock()
        self._down_until = 0.0
        self._left: Address | None = None

    def is_available(self) -> bool:
        """Tells whether an answer can be hoped for: cheap, and no promise.

        Where nobody was found, nobody will be: a process that was killed leaves its address behind until
        another writes its own.
        """
        if time.monotonic() < self._down_until:
            return False
        address = Address.read(self.folder)
        return address is not None and address != self._left

    async def ask(
        self,
        job: str,
        data: Any,
        *,
        priority: int,
        seconds: float,
        limit: float | None = None,
        patience: float | None = None,
    ) -> Any:
        """Gives what *job* makes of *data*, plain values both.

        *priority* is one of :class:`~.priority.Priority`. A job that samples takes about
        *seconds*; *limit* is what one step may take before it is cut off, *patience* what the caller waits.

        :raises AnalysisUnavailable: if there is no answer; ``code`` says why.
        :raises BadRequest: if the data make no sense.
        """
        question = _question(job, data, priority, seconds, limit)
        try:
            async with asyncio.timeout(seconds + MARGIN if patience is None else patience):
                connection = await self._connector().connected()
                return await connection.ask(question)
        except TimeoutError:
            raise AnalysisUnavailable("timed_out") from None

    def ask_now(
        self,
        job: str,
        data: Any,
        *,
        priority: int,
        seconds: float,
        limit: float | None = None,
        patience: float | None = None,
    ) -> Any:
        """Does what :meth:`ask` does, where there is no event loop, on a connection of its own."""
        question = _question(job, data, priority, seconds, limit)
        return self._exchange(question, seconds + MARGIN if patience is None else patience)

    def waiting_now(self, patience: float = 1.0) -> int:
        """Gives how many questions, of all who ask, have no answer yet.

        :raises AnalysisUnavailable: if there is no answer.
        """
        return int(self._exchange({"queue": True}, patience))

    def _exchange(self, question: dict[str, Any], patience: float) -> Any:
        """One question on a connection of its own."""
        end = time.monotonic() + patience
        address = self.address()
        try:
            with socket.create_connection(("127.0.0.1", address.port), CONNECT) as line:
                line.sendall(address.token.encode() + b"\n")
                answers = line.makefile("rb")
                if _parsed(answers.readline()) != GREETING:
                    raise self.down()
                line.sendall(_line({**question, "id": 1}))
                line.settimeout(max(0.001, end - time.monotonic()))
                answer = _parsed(answers.readline())
        except TimeoutError:
            raise AnalysisUnavailable("timed_out") from None
        except ConnectionRefusedError:
            raise self.down(left=address) from None
        except OSError:
            raise AnalysisUnavailable("died") from None
        return _result(answer)

    async def close(self) -> None:
        """Ends the connection of this event loop, if there is one."""
        with self._lock:
            connector = self._connectors.pop(asyncio.get_running_loop(), None)
        if connector is not None:
            connector.close()

    def address(self) -> Address:
        """Where to ask.

        :raises AnalysisUnavailable: if nobody is there, or was not a moment ago.
        """
        address = Address.read(self.folder) if time.monotonic() >= self._down_until else None
        if address is None:
            raise AnalysisUnavailable("not_running")
        return address

    def down(self, left: Address | None = None) -> AnalysisUnavailable:
        """Notes that nobody is where the folder says, and gives the error for it; an address was *left* for
        good when the machine itself said that nobody listens there.
        """
        self._left = left
        self._down_until = time.monotonic() + PAUSE
        return AnalysisUnavailable("not_running")

    def _connector(self) -> "_Connector":
        with self._lock:
            return self._connectors.setdefault(asyncio.get_running_loop(), _Connector(self))


class _Connector:
    """The one connection of an event loop, made when it is needed."""

    def __init__(self, analysis: Analysis) -> None:
        # Strongly held, the analysis would keep the loops alive that it must forget.
        self._analysis = weakref.ref(analysis)
        self._making = asyncio.Lock()
        self._connection: _Connection | None = None

    async def connected(self) -> "_Connection":
        async with self._making:
            if self._connection is None or self._connection.is_lost:
                self._connection = await self._connect()
            return self._connection

    async def _connect(self) -> "_Connection":
        analysis = self._analysis()
        assert analysis is not None
        address = analysis.address()
        connection = _Connection()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT):
                await loop.create_connection(lambda: connection, "127.0.0.1", address.port)
                if await connection.greet(address.token) != GREETING:
                    raise ConnectionError
        except BaseException as error:
            connection.close()
            if isinstance(error, (OSError, AnalysisUnavailable)):
                raise analysis.down(address if isinstance(error, ConnectionRefusedError) else None) from None
            raise
        return connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class _Connection(asyncio.Protocol):
    """A line to the process, on which any number of questions wait for their answers."""

    def __init__(self) -> None:
        self.is_lost = False
        self._numbers = count(1)
        self._open: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._received = bytearray()
        self._transport: asyncio.Transport | None = None

    async def greet(self, token: str) -> dict[str, Any]:
        # The greeting has no number; it is awaited under one that no question has.
        return await self._answer_to(0, token.encode() + b"\n")

    async def ask(self, question: dict[str, Any]) -> Any:
        number = next(self._numbers)
        try:
            return _result(await self._answer_to(number, _line({**question, "id": number})))
        except asyncio.CancelledError:
            with contextlib.suppress(AnalysisUnavailable):
                self._write(_line({"cancel": number}))
            raise

    async def _answer_to(self, number: int, line: bytes) -> dict[str, Any]:
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        try:
            self._write(line)
            return await answer
        finally:
            del self._open[number]

    def _write(self, line: bytes) -> None:
        if self._transport is None or self.is_lost:
            raise AnalysisUnavailable("died")
        self._transport.write(line)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    # --- what the event loop calls ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # A TCP transport, though uvloop's does not derive from asyncio's.
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        if b"\n" not in data:
            return
        *lines, rest = self._received.split(b"\n")
        self._received = rest
        for line in lines:
            answer = _parsed(line)
            waiting = self._open.get(answer.get("id", 0))
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True
        for waiting in self._open.values():
            if not waiting.done():
                waiting.set_exception(AnalysisUnavailable("died"))


def _question(job: str, data: Any, priority: int, seconds: float, limit: float | None) -> dict[str, Any]:
    return {"job": job, "data": data, "priority": priority, "seconds": seconds, "limit": limit}


def _line(message: dict[str, Any]) -> bytes:
    line = json.dumps(message).encode() + b"\n"
    if len(line) > LONGEST_LINE:  # it would end the connection, on which others wait
        raise BadRequest("size")
    return line


def _parsed(line: bytes | bytearray) -> dict[str, Any]:
    """What a line says; nothing, if it is an end or comes from a stranger."""
    with contextlib.suppress(ValueError):
        answer = json.loads(line)
        if isinstance(answer, dict):
            return answer
    return {}


def _result(answer: dict[str, Any]) -> Any:
    if answer.get("ok"):
        return answer["result"]
    if answer.get("bad"):
        raise BadRequest(str(answer.get("error")))
    raise AnalysisUnavailable(str(answer.get("error", "died")))
