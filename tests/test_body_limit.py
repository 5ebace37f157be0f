"""A body that is too large is refused before it is kept anywhere."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from minibridge.body_limit import LARGEST, LET_PASS, BodyLimit

PIECE = 500_000


class Pages:
    """Reads the body as Django does, and says how much came."""

    def __init__(self) -> None:
        self.read = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            self.read += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"taken"})


async def asked(
    size: int, *, declared: int | None = None, language: bytes = b"en"
) -> tuple[Pages, int, str, int]:
    """The pages, status and text of the answer, and how many pieces of the body nobody has read."""
    headers = [(b"accept-language", language)]
    if declared is not None:
        headers.append((b"content-length", b"%d" % declared))
    scope = {"type": "http", "method": "POST", "path": "/deals/import/", "headers": headers}
    pages = Pages()
    browser = ApplicationCommunicator(BodyLimit(pages), scope)
    sizes = [PIECE] * (size // PIECE) + [size % PIECE]
    for number, piece in enumerate(sizes, 1):
        more = number < len(sizes)
        await browser.send_input({"type": "http.request", "body": b"x" * piece, "more_body": more})
    start = await browser.receive_output(10)
    body = await browser.receive_output(10)
    await browser.wait()
    return pages, start["status"], body["body"].decode(), browser.input_queue.qsize()


@pytest.mark.parametrize("size", [0, 10, PIECE, LARGEST])
@pytest.mark.parametrize("says_size", [True, False])
async def test_what_is_not_too_large_arrives_whole(size: int, says_size: bool) -> None:
    pages, status, text, _left = await asked(size, declared=size if says_size else None)
    assert (status, text, pages.read) == (200, "taken", size)


@pytest.mark.parametrize("size", [LARGEST + 1, 3 * LARGEST])
@pytest.mark.parametrize("says_size", [True, False])
async def test_what_is_too_large_is_refused_once_it_is_through(size: int, says_size: bool) -> None:
    pages, status, text, left = await asked(size, declared=size if says_size else None)
    assert status == 413 and "larger than this site takes" in text
    assert pages.read <= (0 if says_size else LARGEST)
    assert left == 0


async def test_what_would_take_for_ever_is_refused_at_once() -> None:
    pages, status, _text, left = await asked(PIECE, declared=LET_PASS + 1)
    assert (pages.read, status, left) == (0, 413, 2)


async def test_what_never_ends_is_refused_in_the_end() -> None:
    _pages, status, _text, left = await asked(LET_PASS + 10 * PIECE)
    assert status == 413 and left > 0


async def test_the_page_speaks_the_readers_language() -> None:
    _pages, _status, text, _left = await asked(LARGEST + 1, language=b"fr")
    assert '<html lang="fr"' in text
