"""``python -m tests.bench.replay``: what one step of a past deal costs, in CPU and queries, and what it costs
to lead and to follow when four look at it together.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

ROUNDS = 40
FRAGMENT = {"x-fragment": "replay"}
QUERIES = {"all hands": "", "as I saw it": "&hands=mine", "without what is to come": "&hide=1"}


def lines(rounds: int = ROUNDS) -> Iterator[str]:
    """Should be called with a database in which anything may be stored."""
    from django.urls import reverse

    from minibridge.engine import Seat
    from tables.companions import companion_renew
    from tables.replays import reading_of
    from tables.services.shared_replays import shared_open, step_show
    from tables.together import together_frame, together_of
    from tests.tables.cast import guest, reader, room_of

    room = room_of({seat: guest(seat.name) for seat in Seat})
    room.start()
    room.play_worked_deal()
    record, users = room.record, list(room.people.values())
    client = reader(users[0])
    address = reverse("deal", args=[record.id])
    for name, query in QUERIES.items():
        step = partial(client.get, f"{address}?step=30{query}", headers=FRAGMENT)
        yield line_of(f"step, {name}", rounds, step)
    yield line_of("whole page", rounds, partial(client.get, f"{address}?step=30"))
    shared_open(record=record, user_id=users[0].id, step=0)
    for user in users:
        companion_renew(record.id, user.id)
    leading = partial(step_show, record_id=record.id, user_id=users[0].id, step=30)
    yield line_of("leader's step", rounds, leading)
    reading = reading_of(record.id, users[1])
    yield line_of("follower's frame", rounds, lambda: together_frame(together_of(reading, users[1].id), "fr"))


def line_of(name: str, rounds: int, work: Callable[[], object]) -> str:
    from django.db import connection

    queries = 0

    def counted(execute: Callable[..., object], *statement: object) -> object:
        nonlocal queries
        queries += 1
        return execute(*statement)

    work()
    with connection.execute_wrapper(counted):
        work()
    seconds = statistics.median(cpu(work) for _ in range(rounds))
    return f"{name}: {seconds * 1000:.1f} ms CPU, {queries} queries"


def cpu(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"MINIBRIDGE_DATA": data, "DJANGO_SETTINGS_MODULE": "minibridge.settings"}
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        for line in lines():
            print(line, flush=True)
    print("Again: python -m tests.bench.replay")


if __name__ == "__main__":
    main()
