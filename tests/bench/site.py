"""The real site under measurement: tables as its services leave them, cards played as its page plays them.

``python -m tests.bench.site`` is the set-up process: it fills the database that the environment names,
before the server starts, and prints what the players need to know. The generator then folds the known deals
with the engine, so that it knows which card is legal without reading the pages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from minibridge.engine import (
    PRESETS,
    SEATS,
    Board,
    Deal,
    Phase,
    RuleSet,
    Seat,
    Vulnerability,
    apply,
    legal_actions,
    start,
)

from .place import PATIENCE, Broken, Move, Place, check_sockets
from .screens import Screen
from .servers import ROOT, Site
from .visitors import Visitor

PING_EVERY = 10.0  # seconds, as the page does
DEALS = 32  # of one match; the longest a rule set allows
BATCH = 100  # tables that are written at once
NUMBERS = re.compile(rb'"to":(\d+),"record":(\d+),"n":(\d+)')
EPOCH = re.compile(rb'"epoch":(\d+)')
HEAD, TAIL = 300, 400  # bytes of a frame before and behind its HTML in which its numbers stand
TOKEN = "b" * 32
BOUNDARY = "----minibridge"


def bench_rules() -> RuleSet:
    return RuleSet.from_dict(PRESETS["four_deals"].to_dict() | {"deals": DEALS})


# --- the set-up process ----------------------------------------------------------------------------


def deals_of(table: int, seed: int, count: int = DEALS) -> list[Deal]:
    """The deals of one table: none is 20-20, which would be over before it began."""
    rng = random.Random(f"{seed}/{table}")
    deals: list[Deal] = []
    while len(deals) < count:
        deal = Deal.random(rng)
        if start(_board(deal, 1), bench_rules()).phase is not Phase.FINISHED:
            deals.append(deal)
    return deals


def _board(deal: Deal, number: int) -> Board:
    return Board(
        number=number, dealer=Seat.N.clockwise[(number - 1) % 4], vulnerability=Vulnerability.NONE, deal=deal
    )


def tables_make(count: int, seed: int, deals: int = DEALS) -> list[dict[str, Any]]:
    """Tables with four guests and a match begun; code, cookies and deals of each.

    They are written in bulk: through the services a thousand tables would take minutes.
    """
    from django.db import transaction

    made = []
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        with transaction.atomic():
            made += _batch_make([deals_of(number, seed, deals) for number in numbers])
    return made


def _batch_make(deals: list[list[Deal]]) -> list[dict[str, Any]]:
    from tables import models
    from tables.services.records import record_players

    rules = bench_rules().to_dict()
    people = _guests_make(len(deals) * len(SEATS))
    cookies = sessions_make(people)
    tables = models.Table.objects.bulk_create(
        models.Table(host=host, preset="", rules=rules) for host in people[:: len(SEATS)]
    )
    seatings = models.Seating.objects.bulk_create(
        models.Seating(
            table=tables[index // 4], seat=SEATS[index % 4].value, user=user, name=user.display_name
        )
        for index, user in enumerate(people)
    )
    matches = models.Match.objects.bulk_create(
        models.Match(table=table, number=1, rules=rules, first_dealer=Seat.N.value) for table in tables
    )
    boards = [_rows_of(models.Board, those) for those in deals]
    models.Board.objects.bulk_create([board for those in boards for board in those])
    models.PreparedBoard.objects.bulk_create(
        models.PreparedBoard(table=table, position=board.number, board=board)
        for table, those in zip(tables, boards, strict=True)
        for board in those[1:]
    )
    records = models.BoardRecord.objects.bulk_create(
        models.BoardRecord(match=match, board=those[0], position=1, rules=rules)
        for match, those in zip(matches, boards, strict=True)
    )
    models.RecordPlayer.objects.bulk_create(
        player
        for index, record in enumerate(records)
        for player in record_players(record, seatings[4 * index : 4 * index + 4])
    )
    return [
        {
            "code": table.code,
            "cookies": cookies[4 * index : 4 * index + 4],
            "deals": [str(deal) for deal in deals[index]],
        }
        for index, table in enumerate(tables)
    ]


def _rows_of(model: Any, deals: Sequence[Deal]) -> list[Any]:
    boards = [_board(deal, number) for number, deal in enumerate(deals, start=1)]
    return [model(number=board.number, dealer=board.dealer.value, deal=str(board.deal)) for board in boards]


def _guests_make(count: int) -> list[Any]:
    from django.utils.crypto import get_random_string

    from accounts.models import User
    from accounts.names import GUEST_PREFIX

    users = [
        User(
            username=GUEST_PREFIX + get_random_string(12).lower(),
            display_name=f"{SEATS[index % 4].value}{index // 4}",
            language="fr",
            is_guest=True,
        )
        for index in range(count)
    ]
    for user in users:
        user.set_unusable_password()
    return User.objects.bulk_create(users)


def sessions_make(users: Sequence[Any]) -> list[str]:
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.utils.crypto import get_random_string

    store = import_module(settings.SESSION_ENGINE).SessionStore
    sessions = [
        store(get_random_string(32).lower()).create_model_instance(
            {
                SESSION_KEY: str(user.pk),
                BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
                HASH_SESSION_KEY: user.get_session_auth_hash(),
            }
        )
        for user in users
    ]
    store.get_model_class().objects.bulk_create(sessions)
    return [session.session_key for session in sessions]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.site", description=__doc__)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    json.dump(tables_make(options.tables, options.seed, options.deals), sys.stdout)


def prepare(site: Site, tables: int, seed: int, deals: int = DEALS) -> list[Prepared]:
    """Run the set-up process for a site that has not been started."""
    command = [sys.executable, "-m", "tests.bench.site", "--tables", str(tables)]
    command += ["--seed", str(seed), "--deals", str(deals)]
    made = subprocess.run(command, cwd=ROOT, env=site.environment(), capture_output=True, check=False)
    if made.returncode:
        raise RuntimeError(f"the tables were not made:\n{made.stderr.decode()}")
    return [
        Prepared(one["code"], tuple(one["cookies"]), tuple(Deal.parse(text) for text in one["deals"]))
        for one in json.loads(made.stdout)
    ]


# --- the players -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prepared:
    """A table as the set-up process left it."""

    code: str
    cookies: tuple[str, ...]
    deals: tuple[Deal, ...]


class SitePlace(Place):
    """A table of the site: plays legal cards of known deals, the contract included."""

    def __init__(self, site: Site, prepared: Prepared, seed: int, deflate: bool = True) -> None:
        super().__init__()
        self.site = site
        self.prepared = prepared
        self.deflate = deflate
        self.rng = random.Random(f"{seed}/{prepared.code}")
        self.number = 1  # of the deal being played
        self.state = start(_board(prepared.deals[0], 1), bench_rules())
        self.record = 0
        self.last: list[bytes] = [b"", b"", b"", b""]  # the newest view of each screen
        self.shown = [asyncio.Event() for _ in range(4)]
        self.client_ids = 0
        self.pinged, self.pongs = time.monotonic(), 0

    async def connect(self) -> None:
        await super().connect()
        await self._wait(self._all_show_a_later_record)

    async def screen_open(self, index: int) -> Screen:
        """As a guest who opens the table's page, which greets the site."""
        self.shown[index].clear()
        screen = await Screen.open(
            self.site.port,
            f"/ws/t/{self.prepared.code}/?lang=fr",
            partial(self.receive, index),
            cookie=f"sessionid={self.prepared.cookies[index]}",
            deflate=self.deflate,
        )
        screen.send(b'{"type":"hello","version":0,"epoch":0}')
        try:
            await asyncio.wait_for(self.shown[index].wait(), PATIENCE)
        except TimeoutError:
            raise Broken(screen.lost or "a page was not sent its table") from None
        return screen

    def receive(self, screen: int, text: bytes) -> None:
        if text.startswith(b'{"type":"view"'):
            self.last[screen] = text
            self.shown[screen].set()
        elif text.startswith(b'{"type":"pong"'):
            self.pongs += 1
        super().receive(screen, text)

    def reached(self, screen: int, text: bytes) -> int | None:
        if not text.startswith(b'{"type":"view"'):
            if text.startswith((b'{"type":"refused"', b'{"type":"bye"')):
                raise Broken(text.decode())
            return None
        found = NUMBERS.search(text, 0, HEAD)
        if found is None or b'"status":200,"error":""' not in text[-TAIL:]:
            raise Broken(text[:HEAD].decode(errors="replace") + " … " + text[-TAIL:].decode(errors="replace"))
        return int(found[3]) if int(found[2]) == self.record else None

    def move(self) -> Move | None:
        if self.state.phase is Phase.FINISHED:
            return None
        actions = [one for one in legal_actions(self.state) if one.kind in ("contract", "card")]
        action = self.rng.choice(actions)
        self.client_ids += 1
        text = self._said({"kind": action.kind, **action.to_data()}, f"{self.client_ids:024x}")
        self.state = apply(self.state, action)
        return Move(screen=SEATS.index(action.seat), text=text, n=self.state.n)

    def _said(self, action: dict[str, Any], client_id: str) -> bytes:
        where = {"record": self.record, "n": self.state.n, "client_id": client_id}
        return json.dumps({"type": "act", **where, "action": action}, separators=(",", ":")).encode()

    async def prepare(self) -> None:
        """The next deal, if this one is over; and the page's heartbeat, which the site expects."""
        if self.state.phase is Phase.FINISHED:
            await asyncio.to_thread(self._deal_next)
            self.number += 1
            self.state = start(_board(self.prepared.deals[self.number - 1], self.number), bench_rules())
            await self._wait(self._all_show_a_later_record)
        if time.monotonic() - self.pinged > PING_EVERY:
            self.beat()
            await self._wait(lambda: self.pongs >= len(self.screens))

    def beat(self) -> None:
        self.pinged, self.pongs = time.monotonic(), 0
        for screen, text in zip(self.screens, self.last, strict=True):
            numbers, epoch = NUMBERS.search(text, 0, HEAD), EPOCH.search(text, 0, HEAD)
            assert numbers is not None and epoch is not None
            screen.send(b'{"type":"ping","version":%s,"epoch":%s}' % (numbers[1], epoch[1]))

    def _all_show_a_later_record(self) -> bool:
        found = [NUMBERS.search(text, 0, HEAD) for text in self.last]
        records = {int(one[2]) if one else 0 for one in found}
        if len(records) > 1 or max(records) <= self.record:
            return False
        self.record = records.pop()
        return True

    async def _wait(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            check_sockets([self])
            if time.monotonic() > deadline:
                raise Broken("a screen was not sent what it waits for")
            await asyncio.sleep(0.005)

    def _deal_next(self) -> None:
        """The host's button, by the same POST as the page's."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.site.port}/t/{self.prepared.code}/ready",
            data=urllib.parse.urlencode({"now": "1", "record": self.record}).encode(),
            headers={
                "Cookie": f"sessionid={self.prepared.cookies[0]}; csrftoken={TOKEN}",
                "X-CSRFToken": TOKEN,
                "X-Live": "1",
                "Origin": f"http://127.0.0.1:{self.site.port}",
            },
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            answer.read()


class SitePostPlace(SitePlace):
    """The same, but the card goes up as from a page without a socket, by POST. The four screens stay."""

    async def connect(self) -> None:
        await super().connect()
        self.visitors = [visitor_of(self.site, cookie) for cookie in self.prepared.cookies]

    def _said(self, action: dict[str, Any], client_id: str) -> bytes:
        fields = {**action, "record": self.record, "n": self.state.n, "client_id": client_id}
        parts = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        )
        return "".join((*parts, f"--{BOUNDARY}--\r\n")).encode()

    def deliver(self, move: Move) -> None:
        version = NUMBERS.search(self.last[move.screen], 0, HEAD)
        assert version is not None
        headers = {
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
            "X-CSRFToken": TOKEN,
            "X-Live": version[1].decode(),
        }
        self.visitors[move.screen].ask(f"/t/{self.prepared.code}/act", move.text, headers)


def visitor_of(site: Site, session: str) -> Visitor:
    return Visitor(site.port, {"Cookie": f"sessionid={session}; csrftoken={TOKEN}"})


if __name__ == "__main__":
    main()
