"""The least a durable card can cost: raw ASGI, one SQLite commit, a small JSON to the table's four sockets.

The card comes by the socket or by POST; every other page is the same. No framework, no rules, no person, no
view. The site's figures are divided by this one's, taken in the same run, so that they mean the same on every
machine.
"""

from __future__ import annotations

import gc
import json
import os
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

CARDS = """
create table if not exists card (
    id integer primary key,
    place text not null,
    n integer not null,
    client_id text not null,
    card text not null,
    unique (place, n)
)
"""

PAGE = b"<!doctype html><title>page</title>" + b"<p>As long as a page of the site." * 400

tables: dict[str, list[Send]] = {}
counts: dict[str, int] = {}
database: sqlite3.Connection


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "websocket":
        await table_socket(scope["path"], receive, send)
    elif scope["method"] == "POST":
        await card_played(scope["path"], json.loads(await body_of(receive)))
        await answer(send, b'{"status":200}', b"application/json")
    else:
        await answer(send, PAGE, b"text/html; charset=utf-8")


async def lifespan(receive: Receive, send: Send) -> None:
    await receive()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*json.loads(os.environ["BASELINE_GC_THRESHOLDS"]))
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def table_socket(place: str, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    sockets = tables.setdefault(place, [])
    sockets.append(send)
    try:
        while (event := await receive())["type"] == "websocket.receive":
            await card_played(place, json.loads(event["text"]))
    finally:
        sockets.remove(send)


async def body_of(receive: Receive) -> bytes:
    body = b""
    while True:
        event = await receive()
        body += event.get("body", b"")
        if not event.get("more_body"):
            return body


async def answer(send: Send, body: bytes, kind: bytes) -> None:
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def card_played(place: str, message: dict[str, Any]) -> None:
    if message["type"] != "act":
        return
    n = counts.get(place, 0)
    card = message["action"]["card"]
    database.execute("begin immediate")
    database.execute(
        "insert into card (place, n, client_id, card) values (?, ?, ?, ?)",
        (place, n, message["client_id"], card),
    )
    database.execute("commit")
    counts[place] = n + 1
    text = json.dumps({"type": "view", "n": n + 1, "card": card}, separators=(",", ":"))
    for send_one in tuple(tables[place]):
        await send_one({"type": "websocket.send", "text": text})


def main() -> None:
    global database
    database = sqlite3.connect(os.environ["BASELINE_DATABASE"], isolation_level=None)
    database.execute("pragma journal_mode=wal")
    database.execute("pragma synchronous=normal")
    database.execute(CARDS)
    uvicorn.run(application, **json.loads(os.environ["BASELINE_SERVER"]))


if __name__ == "__main__":
    main()
