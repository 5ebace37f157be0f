"""An hour of hundreds of tables while processes, Redis, the database and sockets die under them: no action is
lost or doubled, nobody is told a card too many, no table is stuck, and memory stays flat.

``SOAK_MINUTES`` makes it shorter or longer.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest

from tests.browser.prepare import Preparer
from tests.guest import Guest
from tests.postgresql_process import PostgreSQLProcess, postgresql_process  # noqa: F401 — a fixture
from tests.processes import wait_until
from tests.redis_process import RedisProcess, redis_process  # noqa: F401 — a fixture
from tests.server import ROOT, ServerProcess
from tests.test_bots_survive import DEAL as BOTS_DEAL

from .invariants import postgresql_log
from .table import ENVIRONMENT, FourPages, four_pages

pytestmark = pytest.mark.soak

SECONDS = 60 * float(os.environ.get("SOAK_MINUTES", "60"))
WORKERS = 2
CLIENT_TABLES = 20
BOT_TABLES = 180
DEALS = 4  # of a match of bots
PACE = 2.0  # seconds from one card of a client table to the next
BOT_PACE = 5.0
OPENING = 3.0  # seconds from one new table of bots to the next: one address may open only so many
QUIET = 20.0  # seconds between two faults
CONVERGED_WITHIN = 15.0  # after a fault, as a page comes back after a while that grows with each failure
YOUNG = 120.0  # seconds in which a process may still grow, as its caches fill
GROWTH = 40 * 2**20  # bytes that an older process may gain
ALL = 53  # actions of a whole deal
GAPS = (
    "SELECT count(*) FROM (SELECT count(*) AS rows, max(n) AS last, count(DISTINCT client_id) AS ids"
    " FROM tables_action GROUP BY record_id) AS logs WHERE rows <> last + 1 OR rows <> ids"
)


@pytest.fixture(scope="module")
def server(
    data: Path,
    postgresql_process: PostgreSQLProcess,  # noqa: F811
    redis_process: RedisProcess,  # noqa: F811
) -> Iterator[ServerProcess]:
    """Several processes on a database and a Redis of their own."""
    environment = ENVIRONMENT | {"BOT_PACE_SECONDS": str(BOT_PACE), "PRESENCE_LEASE_SECONDS": "600"}
    environment |= {"DATABASE_URL": postgresql_process.url, "REDIS_URL": redis_process.url}
    server = ServerProcess(data, "--workers", str(WORKERS), **environment)
    server.start()
    yield server
    server.stop()


class Soak:
    """The tables, and the faults that befall them."""

    def __init__(
        self,
        server: ServerProcess,
        preparer: Preparer,
        database: PostgreSQLProcess,
        redis: RedisProcess,
        seed: int,
    ) -> None:
        self.server = server
        self.preparer = preparer
        self.database = database
        self.redis = redis
        self.chance = random.Random(seed)
        self.calm = threading.RLock()
        """Held by whoever brings a fault about or needs a site without one."""
        self.is_over = threading.Event()
        self.rooms: list[FourPages] = []
        self.guests: list[Guest] = []
        self.deals: Counter[str] = Counter()
        self.struck: Counter[str] = Counter()
        self.slowest = 0.0
        self.memory: dict[int, list[tuple[float, int]]] = {}
        self.faults: dict[str, Callable[[], None]] = {
            "a process killed": self.kill_a_process,
            "processes replaced": self.replace_processes,
            "PostgreSQL crashed": self.crash_the_database,
            "Redis killed": self.kill_redis,
            "Redis hung": self.hang_redis,
            "sockets cut": self.cut_sockets,
        }

    # --- people and bots -------------------------------------------------------------------------------

    def play_deals(self, seed: int) -> None:
        """Four people at one table after the other, each looked at when its deal is over."""
        chance = random.Random(seed)
        log = postgresql_log(self.database.url)
        while not self.is_over.is_set():
            with contextlib.ExitStack() as held:
                with self.calm:
                    table = four_pages(self.server, self.preparer, log, asks_again=True)
                    room = held.enter_context(table)
                    self.rooms.append(room)
                while not (room.is_over or self.is_over.wait(PACE * 2 * chance.random())):
                    room.play(1)
                with self.calm:
                    self.slowest = max(self.slowest, room.check(CONVERGED_WITHIN))
                    self.rooms.remove(room)
                self.deals["of people"] += room.is_over

    def open_bot_table(self) -> Guest:
        """South and three bots; North declares, so that bots play every card of the match."""
        guest = Guest(self.server)
        guest.open_table("S")
        guest.do("bot", level=self.chance.choice(["easy", "medium", "hard"]))
        self.preparer.lay(guest.code, [BOTS_DEAL] * DEALS)
        guest.do("start")
        return guest

    def open_bot_tables(self) -> None:
        while not self.is_over.wait(OPENING):
            if len(self.guests) < BOT_TABLES:
                with self.calm:
                    self.guests.append(self.open_bot_table())

    def keep_bots_playing(self) -> None:
        """Somebody asks for the next deal where one is over; where the match is, the table is left."""
        while not self.is_over.wait(PACE / 10):
            for guest in list(self.guests):
                if self.is_over.wait(PACE / 10):
                    return
                with self.calm:
                    now = guest.view()["html"]["now"]
                    if 'data-stage="finished"' in now:
                        self.deals["of bots"] += 1
                        guest.do("ready", now="1")
                    elif 'data-stage="over"' in now:
                        self.guests.remove(guest)

    # --- faults ----------------------------------------------------------------------------------------

    def bring_faults(self) -> None:
        while not self.is_over.wait(QUIET * (0.5 + self.chance.random())):
            with self.calm:
                name = self.chance.choice(list(self.faults))
                self.faults[name]()
                self.struck[name] += 1
                wait_until(self.is_well)
            self.weigh()

    def is_well(self) -> bool:
        try:
            with urlopen(f"{self.server.url}/health/", timeout=30) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill_a_process(self) -> None:
        """The other one goes on, and another is started in its place."""
        killed = self.chance.choice(sorted(self.server.workers()))
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: len(self.server.workers() - {killed}) == WORKERS)

    def replace_processes(self) -> None:
        before = self.server.workers()
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: not before & (now := self.server.workers()) and len(now) == WORKERS)

    def crash_the_database(self) -> None:
        self.database.crash()
        time.sleep(self.chance.random() * 5)
        self.database.start()

    def kill_redis(self) -> None:
        self.redis.kill()
        time.sleep(self.chance.random() * 5)
        self.redis.start()

    def hang_redis(self) -> None:
        self.redis.hang()
        time.sleep(self.chance.random() * 5)
        self.redis.go_on()

    def cut_sockets(self) -> None:
        """Half of all lines at once."""
        for room in self.rooms:
            for page in room:
                if self.chance.random() < 0.5:
                    page.cut()

    # --- what is looked at -----------------------------------------------------------------------------

    def weigh(self) -> None:
        now = time.monotonic()
        for pid in self.server.workers():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                self.memory.setdefault(pid, []).append((now, pages * os.sysconf("SC_PAGE_SIZE")))

    def growth(self) -> list[int]:
        """Of each process that grew old: the bytes that it gained since."""
        found = []
        for weighed in self.memory.values():
            old = [size for at, size in weighed if at - weighed[0][0] > YOUNG]
            if old:
                found.append(old[-1] - old[0])
        return found


def test_nothing_is_lost_in_an_hour(
    server: ServerProcess,
    preparer: Preparer,
    postgresql_process: PostgreSQLProcess,  # noqa: F811
    redis_process: RedisProcess,  # noqa: F811
) -> None:
    soak = Soak(server, preparer, postgresql_process, redis_process, seed=1)
    with ThreadPoolExecutor(CLIENT_TABLES + 3) as threads:
        running: list[Future[None]] = [threads.submit(soak.play_deals, seed) for seed in range(CLIENT_TABLES)]
        others = (soak.open_bot_tables, soak.keep_bots_playing, soak.bring_faults)
        running += [threads.submit(each) for each in others]
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not any(future.done() for future in running):
            time.sleep(1)
        soak.is_over.set()
    for future in running:
        future.result()
    with psycopg.connect(postgresql_process.url) as database:
        [[broken]] = database.execute(GAPS).fetchall()
        [[stored]] = database.execute("SELECT count(*) FROM tables_action").fetchall()
    print(f"deals {dict(soak.deals)}, {stored} actions; faults {dict(soak.struck)}")
    print(f"all pages equal within {soak.slowest:.2f} s; processes gained {soak.growth()} bytes")
    assert broken == 0
    assert max(soak.growth(), default=0) < GROWTH
    assert verified(server).endswith(", 0 differences")
    assert "Traceback" not in server.log.read_text()


def verified(server: ServerProcess) -> str:
    """The last line of the command that folds every stored deal once more."""
    command = [sys.executable, "manage.py", "verify_records"]
    done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]
