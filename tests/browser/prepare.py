"""Lays boards ready for tables of a running site, through the service that imports deals.

A process of its own, since the tests' process has a database of its own, and an event loop running.
It reads one order a line from its input and answers each with a line.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.server import ROOT, ServerProcess


class Preparer:
    """The tests' end of the wire."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def lay(self, code: str, deals: list[str], first_dealer: str = "N") -> None:
        """These deals will be dealt at this table, in this order, before any other."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps({"code": code, "deals": deals, "dealer": first_dealer}) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        assert answer == "laid", answer


@contextmanager
def preparing(server: ServerProcess) -> Iterator[Preparer]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.browser.prepare"],
        cwd=ROOT,
        env=server.environment | {"DJANGO_SETTINGS_MODULE": "minibridge.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Preparer(process)
    finally:
        process.kill()
        process.communicate()


def lay(order: dict[str, Any]) -> None:
    from minibridge.engine import Deal, Seat
    from tables.models import Table
    from tables.services.matches import boards_prepare

    boards_prepare(
        table_id=Table.objects.get(code=order["code"]).id,
        deals=[Deal.parse(deal) for deal in order["deals"]],
        first_dealer=Seat(order["dealer"]),
    )


def main() -> None:
    import django

    django.setup()
    from django.db import connections

    for line in sys.stdin:
        lay(json.loads(line))
        connections.close_all()  # the database may be another one, begun anew, at the next order
        print("laid", flush=True)


if __name__ == "__main__":
    assert os.environ.get("DJANGO_SETTINGS_MODULE")
    main()
