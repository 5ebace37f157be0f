"""Requests and messages of somebody who wants to break a door: by chance, and the same by the same seed."""

from __future__ import annotations

import random
from typing import Any

from django.test import Client

METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
TEXTS = (
    *("", "0", "1", "-1", "1.5", "x", "\x00", "\ud800", "\u202e", "é" * 300, "9" * 400, "true", "[]", "{}"),
    *("1-N", "t1", "play", "names", "S3", "3NT", "choose", "1-1.0", "2026-01-01", "../..", "<b>", "%s%n"),
)
BODIES = (b"", b"{}", b"[" * 900, b"\xff\x00", b"a=%ff&b=%00", b"user=1&to=1-N", b"\r\n--x\r\n" * 9, b"[Deal")
KINDS = (
    *("application/json", "text/plain", "application/x-www-form-urlencoded", "nonsense", "\x7f/é"),
    *("multipart/form-data", "multipart/form-data; boundary=x", "text/plain; charset=utf-7"),
)
HEADERS: tuple[dict[str, str], ...] = (
    *({}, {"x-live": "1"}, {"x-live": "9" * 99}, {"x-fragment": "compare"}, {"accept": "application/json"}),
    *({"accept-language": "x" * 999}, {"range": "bytes=5-1"}, {"if-modified-since": "never"}),
    *({"hx-request": "true"}, {"cookie": "sessionid=\x01; ="}, {"referer": "http://"}),
)


def form(chance: random.Random, fields: tuple[str, ...]) -> dict[str, bytes]:
    return {
        name: chance.choice(TEXTS).encode("utf-8", "surrogatepass")
        for name in chance.sample(fields, chance.randint(0, 8))
    }


def ask(
    client: Client, method: str, address: str, chance: random.Random, fields: tuple[str, ...]
) -> tuple[int, str]:
    """The status and the text of the answer; whatever the answer streams is read to its end."""
    headers, sent = chance.choice(HEADERS), form(chance, fields)
    if method in ("get", "head"):
        answer = getattr(client, method)(address, sent, headers=headers)
    elif method == "post" and chance.random() < 0.7:
        answer = client.post(address, sent, headers=headers)
    elif method == "trace":
        answer = client.trace(address, headers=headers)
    else:
        kind, body = chance.choice(KINDS), chance.choice(BODIES)
        answer = client.generic(method.upper(), address, body, content_type=kind, headers=headers)
    return answer.status_code, answer.getvalue().decode(errors="replace")


FRAMES = (
    *("hello", "ping", "act", "hint", "step", "take", "hand", "lesson.changed", "table_changed", "connect"),
    *("disconnect", "receive", "person_left", "websocket.receive"),
)
VALUES: list[Any] = [
    None, True, -1, 0, 1, 10**30, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "a\x00b", "\u202e",
    [], {}, [[]], {"a": {}}, ["ping"], {"type": "hello"}, "9" * 5_000, {"kind": "card", "card": "S2"},
    {"kind": "card", "card": ["S2"]}, {"kind": "claim", "tricks": -1}, {"kind": "contract", "contract": "9Z"},
]  # fmt: skip
NAMES = (
    *("version", "epoch", "record", "n", "client_id", "action", "lang", "tables", "users", "session"),
    *("step", "again", "kind", "card", "answers", "seat"),
)
NOT_A_MESSAGE = [
    *("{", "[]", "7", "null", "NaN", '"hello"', "[" * 16_000, '{"a":' * 3_000, "9" * 5_000, "\x00"),
    *("\ufeff{}", "{" + "x" * 2**20, '{"type": "ping", "type": ["ping"]', "{'type': 'ping'}"),
]


def message(chance: random.Random) -> dict[str, Any]:
    """A message with some fields that are of no use, now and then one inside the other."""
    found: dict[str, Any] = {
        name: chance.choice(VALUES) for name in chance.sample(NAMES, chance.randint(0, 6))
    }
    if chance.random() < 0.3:
        found[chance.choice(NAMES)] = [message(chance)]
    return found | {"type": chance.choice([*FRAMES, *VALUES])}
