"""The real site under measurement: tables made through its services, cards played as its page plays them.

``python -m tests.bench.site`` is the set-up process: it fills the database that ``MINIBRIDGE_DATA`` names,
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

from .closed_loop import PATIENCE, Broken, Move, Place, check_sockets
from .screens import Screen
from .servers import ROOT, Site

PING_EVERY = 10.0  # seconds, as the page does
DEALS = 32  # of one match; the longest a rule set allows
NUMBERS = re.compile(rb'"to":(\d+),"record":(\d+),"n":(\d+)')
EPOCH = re.compile(rb'"epoch":(\d+)')
HEAD, TAIL = 300, 400  # bytes of a frame before and behind its HTML in which its numbers stand


def bench_rules() -> RuleSet:
    return RuleSet.from_dict(PRESETS["four_deals"].to_dict() | {"deals": DEALS})


# --- the set-up process ----------------------------------------------------------------------------


def deals_of(table: int, seed: int) -> list[Deal]:
    """The deals of one table: none is 20-20, which would be over before it began."""
    rng = random.Random(f"{seed}/{table}")
    deals: list[Deal] = []
    while len(deals) < DEALS:
        deal = Deal.random(rng)
        if start(_board(deal, 1), bench_rules()).phase is not Phase.FINISHED:
            deals.append(deal)
    return deals


def _board(deal: Deal, number: int) -> Board:
    return Board(
        number=number, dealer=Seat.N.clockwise[(number - 1) % 4], vulnerability=Vulnerability.NONE, deal=deal
    )


def tables_make(count: int, seed: int) -> list[dict[str, Any]]:
    """Tables with four guests and a match begun; code, cookies and deals of each."""
    from django.db import transaction

    with transaction.atomic():
        return [_table_make(number, seed) for number in range(count)]


def _table_make(number: int, seed: int) -> dict[str, Any]:
    from accounts.services import guest_create
    from tables.services import matches, tables

    people = {seat: guest_create(name=f"{seat.value}{number}", language="fr") for seat in SEATS}
    host = people[Seat.N]
    table = tables.table_create(host=host)
    for seat, user in people.items():
        tables.seat_take(table_id=table.id, user=user, seat=seat, name=user.name)
    tables.rules_set(table_id=table.id, user_id=host.id, preset="four_deals", rules=bench_rules())
    deals = deals_of(number, seed)
    matches.boards_prepare(table_id=table.id, deals=deals, first_dealer=Seat.N)
    matches.match_start(table_id=table.id, user_id=host.id)
    return {
        "code": table.code,
        "cookies": [_session(user) for user in people.values()],
        "deals": [str(deal) for deal in deals],
    }


def _session(user: Any) -> str:
    from importlib import import_module

    from django.conf import settings
    from django.http import HttpRequest

    from accounts.services import guest_login

    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    guest_login(request, user)
    request.session.save()
    return str(request.session.session_key)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.site", description=__doc__)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    json.dump(tables_make(options.tables, options.seed), sys.stdout)


def prepare(site: Site, tables: int, seed: int) -> list[Prepared]:
    """Run the set-up process for a site that has not been started."""
    command = [sys.executable, "-m", "tests.bench.site", "--tables", str(tables), "--seed", str(seed)]
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

    def __init__(self, site: Site, prepared: Prepared, seed: int) -> None:
        super().__init__()
        self.site = site
        self.prepared = prepared
        self.rng = random.Random(f"{seed}/{prepared.code}")
        self.number = 1  # of the deal being played
        self.state = start(_board(prepared.deals[0], 1), bench_rules())
        self.record = 0
        self.last: list[bytes] = [b"", b"", b"", b""]  # the newest view of each screen
        self.client_ids = 0
        self.pinged, self.pongs = time.monotonic(), 0

    @classmethod
    async def open(cls, site: Site, prepared: Prepared, seed: int, deflate: bool = True) -> SitePlace:
        """Four guests open the table's page and greet it as the page does."""
        place = cls(site, prepared, seed)
        path = f"/ws/t/{prepared.code}/?lang=fr"
        place.screens = [
            await Screen.open(
                site.port, path, partial(place.receive, index), cookie=f"sessionid={cookie}", deflate=deflate
            )
            for index, cookie in enumerate(prepared.cookies)
        ]
        for screen in place.screens:
            screen.send(b'{"type":"hello","version":0,"epoch":0}')
        await place._wait(place._all_show_a_later_record)
        return place

    def receive(self, screen: int, text: bytes) -> None:
        if text.startswith(b'{"type":"view"'):
            self.last[screen] = text
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
        message = {
            "type": "act",
            "record": self.record,
            "n": self.state.n,
            "client_id": f"{self.client_ids:024x}",
            "action": {"kind": action.kind, **action.to_data()},
        }
        self.state = apply(self.state, action)
        text = json.dumps(message, separators=(",", ":")).encode()
        return Move(screen=SEATS.index(action.seat), text=text, n=self.state.n)

    async def prepare(self) -> None:
        """The next deal, if this one is over; and the page's heartbeat, which the site expects."""
        if self.state.phase is Phase.FINISHED:
            await asyncio.to_thread(self._deal_next)
            self.number += 1
            self.state = start(_board(self.prepared.deals[self.number - 1], self.number), bench_rules())
            await self._wait(self._all_show_a_later_record)
        if time.monotonic() - self.pinged > PING_EVERY:
            self.pinged, self.pongs = time.monotonic(), 0
            for screen, text in zip(self.screens, self.last, strict=True):
                numbers, epoch = NUMBERS.search(text, 0, HEAD), EPOCH.search(text, 0, HEAD)
                assert numbers is not None and epoch is not None
                screen.send(b'{"type":"ping","version":%s,"epoch":%s}' % (numbers[1], epoch[1]))
            await self._wait(lambda: self.pongs == len(self.screens))

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
        token = "b" * 32
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.site.port}/t/{self.prepared.code}/ready",
            data=urllib.parse.urlencode({"now": "1", "record": self.record}).encode(),
            headers={
                "Cookie": f"sessionid={self.prepared.cookies[0]}; csrftoken={token}",
                "X-CSRFToken": token,
                "X-Live": "1",
                "Origin": f"http://127.0.0.1:{self.site.port}",
            },
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            answer.read()


async def open_places(
    site: Site, prepared: Sequence[Prepared], seed: int, deflate: bool = True
) -> list[Place]:
    return [await SitePlace.open(site, one, seed, deflate) for one in prepared]


if __name__ == "__main__":
    main()
