"""A kept HTTP connection that the server ends."""

import asyncio

import pytest

from .visitors import Visitor

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


async def asked(*replies, times):
    """What a visitor is answered who asks so many times, and how many connections that took.

    Each of the ``replies`` is what one request gets; one that is no whole answer ends its connection.
    """
    waiting, connections = list(replies), 0

    async def serve(reader, writer):
        nonlocal connections
        connections += 1
        reply = ANSWER
        while reply == ANSWER and waiting and await reader.readuntil(b"\r\n\r\n"):
            reply = waiting.pop(0)
            writer.write(reply)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        visitor = Visitor(server.sockets[0].getsockname()[1], {})
        try:
            bodies = [await asyncio.wait_for(visitor.ask("/"), 20) for _time in range(times)]
        finally:
            visitor.close()
    return bodies, connections


async def test_one_connection_is_kept():
    assert await asked(ANSWER, ANSWER, ANSWER, times=2) == ([b"ok"] * 2, 1)


async def test_a_kept_connection_that_ends_as_somebody_asks_is_replaced():
    assert await asked(ANSWER, b"", ANSWER, times=2) == ([b"ok"] * 2, 2)


@pytest.mark.parametrize("replies", [(b"",), (ANSWER, b"", b""), (ANSWER, ANSWER[:-1])])
async def test_a_new_connection_that_ends_or_half_an_answer_is_a_failure(replies):
    with pytest.raises(ConnectionError, match="connection lost"):
        await asked(*replies, times=2)
