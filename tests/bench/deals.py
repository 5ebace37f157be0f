"""``python -m tests.bench.deals``: what the list of a person's deals costs when it is very long.

In a temporary SQLite database, and in a temporary PostgreSQL one if TEST_DATABASE_URL is reached, one person
is given 100,000 deals; then each page and each filter is asked for, and time and queries are printed.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[2]
MATCH, TABLE = 4, 400
"""How many deals a match has, and a table."""
BATCH = 4000
PAGES: dict[str, str] = {
    "first page": "",
    "page in the middle": "before=50000",
    "last page": "before=30",
    "days": "since=2021-03-01&until=2021-03-31",
    "one day long ago": "since=2017-01-02&until=2017-01-02",
    "role": "role=declarer",
    "denomination": "denomination=NT",
    "goal": "goal=slam",
    "result": "result=down",
    "rules": "rules=ebu",
    "rules nobody played": "rules=nbb",
    "company": "company=bots",
    "state": "state=unfinished",
    "partner": "partner=noemie",
    "partner met three times": "partner=zenobie",
    "opponent met three times": "opponent=zenobie",
    "nobody of this name": "partner=xyz",
    "everything at once": "since=2018-01-01&partner=noemie&role=declarer&denomination=S&goal=game",
}


@dataclass(frozen=True)
class Cost:
    what: str
    milliseconds: float
    queries: int


def deals_make(count: int, seed: int = 1) -> Any:
    """A person with so many deals behind him, written in bulk; returns his row."""
    from django.db import transaction

    from accounts.services import guest_create

    person = guest_create(name="Ada")
    rng = random.Random(seed)
    for first in range(0, count, BATCH):
        with transaction.atomic():
            _batch_make(person, range(first, min(first + BATCH, count)), count, rng)
    return person


def _batch_make(person: Any, numbers: range, count: int, rng: random.Random) -> None:
    from django.utils import timezone

    from minibridge.engine import PRESETS, Deal, Seat
    from tables.models import Board, BoardRecord, Match, Table

    rules = {name: PRESETS[name] for name in ("four_deals", "ebu")}
    now = timezone.now()
    tables = Table.objects.bulk_create(Table(closed=True) for _ in range(-(-len(numbers) // TABLE)))
    matches = Match.objects.bulk_create(
        Match(
            table=tables[place * MATCH // TABLE],
            number=place + 1,
            rules=rules[rng.choice(("four_deals", "four_deals", "ebu"))].to_dict(),
            first_dealer="N",
            finished=now,
            started=now - timedelta(hours=(count - numbers[place * MATCH])),
        )
        for place in range(-(-len(numbers) // MATCH))
    )
    deals = [str(Deal.random(rng)) for _ in range(50)]
    boards = Board.objects.bulk_create(
        Board(number=place % MATCH + 1, dealer=Seat.N.clockwise[place % 4].value, deal=rng.choice(deals))
        for place in range(len(numbers))
    )
    records = BoardRecord.objects.bulk_create(
        _record(matches[place // MATCH], board, place % MATCH + 1, rng) for place, board in enumerate(boards)
    )
    _players_make(person, records, rng)


def _record(match: Any, board: Any, position: int, rng: random.Random) -> Any:
    from minibridge.engine import Contract, Seat, Side
    from minibridge.engine.scoring import result_of
    from tables.models import BoardRecord

    record = BoardRecord(match=match, board=board, position=position, rules=match.rules)
    record.started, record.finished = match.started, match.finished
    record.outcome = "unfinished" if rng.random() < 0.02 else "played"
    contract = Contract.parse(rng.choice(("1S", "2H", "4S", "4H", "3NT", "1NT", "5C", "6NT")))
    tricks = min(13, max(0, contract.tricks_needed + rng.choice((-2, -1, 0, 0, 1, 2))))
    declarer = rng.choice(list(Seat))
    result = result_of("played", declarer, contract, tricks, record.rule_set)
    record.declarer, record.level = declarer.value, contract.level
    record.denomination, record.doubling = contract.denomination.value, ""
    if record.outcome == "played":
        record.tricks = tricks
        record.points_ns, record.points_ew = result.points[Side.NS], result.points[Side.EW]
    return record


def _players_make(person: Any, records: Sequence[Any], rng: random.Random) -> None:
    from accounts.names import folded
    from tables.models import RecordPlayer

    names = ["Noémie", "Éric", *(f"Friend {number}" for number in range(60))]
    rows = []
    for record in records:
        facts = facts_of(record)
        alone = rng.random() < 0.3
        for seat in "NESW":
            is_person = seat == "S"
            name = "Ada" if is_person else "" if alone else rng.choice(names)
            if not is_person and not alone and rng.random() < 3e-5:
                name = "Zénobie"
            rows.append(
                RecordPlayer(
                    record=record,
                    seat=seat,
                    user=person if is_person else None,
                    name=name,
                    folded_name=folded(name),
                    bot="medium" if alone and not is_person else "",
                    day=record.started.date(),
                    with_people=not alone,
                    tricks_lost=rng.choice((None, 0, 0, 1, 2)),
                    **facts[seat],
                )
            )
    RecordPlayer.objects.bulk_create(rows, batch_size=1000)


def facts_of(record: Any) -> dict[str, dict[str, Any]]:
    from minibridge.engine import Seat, Side
    from minibridge.engine.scoring import BoardResult
    from tables.services.records import facts_fields

    points = {Side.NS: record.points_ns or 0, Side.EW: record.points_ew or 0}
    result = BoardResult(record.outcome, Seat(record.declarer), record.contract, record.tricks, points)
    return facts_fields(record, result)


def costs(person: Any, rounds: int) -> Iterator[Cost]:
    """The list, then the totals, for each filter: the best of some rounds."""
    from django.test import Client

    client = Client(headers={"accept-language": "en"}, SERVER_NAME="localhost")
    client.force_login(person)
    for kind, path in (("list", "/deals/"), ("totals", "/deals/totals/")):
        for what, query in PAGES.items():
            if kind == "list" or "before" not in query:
                yield _cost(client, f"{kind}: {what}", f"{path}?{query}", rounds)


def _cost(client: Any, what: str, path: str, rounds: int) -> Cost:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    cache.clear()  # nobody asks so fast, and whoever does is held up
    times = []
    for _round in range(rounds):
        began = time.perf_counter()
        assert client.get(path).status_code == 200
        times.append(time.perf_counter() - began)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return Cost(what, min(times) * 1000, len(queries))


def measure(count: int, rounds: int) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    settings.ALLOWED_HOSTS = ["localhost"]
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    began = time.perf_counter()
    person = deals_make(count)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{connection.vendor}: {count} deals made in {time.perf_counter() - began:.0f} s", flush=True)
    for cost in costs(person, rounds):
        print(f"  {cost.what:45} {cost.milliseconds:8.1f} ms  {cost.queries:2} queries", flush=True)


@contextmanager
def temporary_postgres(url: str) -> Iterator[str]:
    """The address of a database that is dropped afterwards."""
    import psycopg

    name = f"bench_minibridge_{os.getpid()}"
    with psycopg.connect(url, autocommit=True, connect_timeout=3) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(arguments: Sequence[str], **environment: str) -> None:
    """Measure in a process of its own, because each has one database."""
    with tempfile.TemporaryDirectory(prefix="minibridge-bench-") as folder:
        defaults = {
            "DJANGO_SETTINGS_MODULE": "minibridge.settings",
            "MINIBRIDGE_DATA": folder,
            "ANALYSIS": "0",
        }
        command = [sys.executable, "-m", "tests.bench.deals", *arguments, "--here"]
        subprocess.run(command, cwd=ROOT, env=os.environ | defaults | environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.deals", description=__doc__)
    quick = os.environ.get("BENCH") == "quick"
    parser.add_argument("--deals", type=int, default=5_000 if quick else 100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--here", action="store_true", help="in the database that the environment names")
    options = parser.parse_args()
    if options.here:
        measure(options.deals, options.rounds)
        return
    run(sys.argv[1:], DATABASE_URL="")
    url = os.environ.get("TEST_DATABASE_URL", "")
    if url:
        import psycopg

        with suppress(psycopg.OperationalError), temporary_postgres(url) as address:
            run(sys.argv[1:], DATABASE_URL=address)


if __name__ == "__main__":
    main()
