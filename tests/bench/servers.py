"""The two servers that are compared: the same flags, the same processor, away from their clients."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from minibridge.lifespan import GC_THRESHOLDS
from tables.management.server_options import SERVER

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 30.0  # seconds for a server to start or to stop
SCHEDULED = 2  # which of a process's clocks: what the scheduler gave it, exact where the others count ticks
TICK = 1 / os.sysconf("SC_CLK_TCK")
# What the environment says about a site of its own must not leak into the measured one.
SITE_VARIABLES = (
    "DATABASE_URL",
    "REDIS_URL",
    "DEBUG",
    "USE_HTTPS",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
    "PYTHONTRACEMALLOC",
)


class Server:
    """A server process on a free port, from ``start`` to ``stop``; also a context manager."""

    name = "server"

    def __init__(self, folder: Path, processor: int | None = None) -> None:
        self.folder = folder
        self.processor = processor
        self.port = free_port()
        self.log = folder / f"{self.name}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.seconds_to_start = 0.0

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}

    def start(self) -> None:
        """Until it answers with a page. Raises RuntimeError with what it wrote when it does not."""
        began = time.perf_counter()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=ROOT, env=self.environment(), stdout=log, stderr=subprocess.STDOUT
            )
        if self.processor is not None:
            os.sched_setaffinity(self.process.pid, {self.processor})
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"{self.name} did not start:\n{self.log.read_text()}")
            time.sleep(0.02)
        self.seconds_to_start = time.perf_counter() - began

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.stop()
        if error is not None:
            error.add_note(f"{self.name} wrote:\n{self.log.read_text()[-3000:]}")

    def cpu(self) -> float:
        """Seconds of processor time, user and system, of this server and all its children so far."""
        return sum(map(cpu_of, self._processes()))

    def aside(self) -> float:
        """Seconds of processor time of what serves this server elsewhere, which is nobody else's load."""
        return 0.0

    def memory(self) -> int:
        """Bytes of memory that this server and all its children hold."""
        return sum(map(memory_of, self._processes()))

    def _processes(self) -> list[int]:
        assert self.process is not None
        return [self.process.pid, *children_of(self.process.pid)]


class Baseline(Server):
    """``tests.bench.baseline`` under uvicorn, with the site's flags and collector thresholds."""

    name = "baseline"

    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.bench.baseline"]

    def environment(self) -> dict[str, str]:
        return super().environment() | {
            "BASELINE_DATABASE": str(self.folder / "baseline.sqlite3"),
            "BASELINE_SERVER": json.dumps(SERVER | {"host": "127.0.0.1", "port": self.port}),
            "BASELINE_GC_THRESHOLDS": json.dumps(GC_THRESHOLDS),
        }


class Site(Server):
    """The real site, as ``manage.py serve`` runs it, on a database of its own in ``folder``."""

    name = "site"

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(self.port)]

    def environment(self) -> dict[str, str]:
        return super().environment() | {
            "MINIBRIDGE_DATA": str(self.folder),
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        }


class SharedSite(Site):
    """The site in several processes, on PostgreSQL and Redis."""

    def __init__(self, folder: Path, workers: int, database: str, redis: str) -> None:
        self.name = f"{workers} worker{'s' if workers > 1 else ''}"
        super().__init__(folder)
        self.workers, self.database, self.redis = workers, database, redis

    def command(self) -> list[str]:
        return [*super().command(), "--workers", str(self.workers)]

    def environment(self) -> dict[str, str]:
        return super().environment() | {"DATABASE_URL": self.database, "REDIS_URL": self.redis}

    def aside(self) -> float:
        names = ("postgres", "redis-server")
        return sum(cpu_of(pid) for pid, name in process_names().items() if name in names)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def apart() -> Iterator[int | None]:
    """Leaves one processor to the servers, whose number it gives, and to this process the others; none where
    there is only one.
    """
    allowed = os.sched_getaffinity(0)
    if len(allowed) < 2:
        yield None
        return
    os.sched_setaffinity(0, set(sorted(allowed)[1:]))
    try:
        yield min(allowed)
    finally:
        os.sched_setaffinity(0, allowed)


def cpu_of(pid: int) -> float:
    """Seconds of processor time of a process; none once it has ended."""
    try:
        return time.clock_gettime((~pid << 3) | SCHEDULED)
    except OSError:
        return 0.0


def memory_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def process_names() -> dict[int, str]:
    found = {}
    for path in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            found[int(path.parent.name)] = path.read_text().strip()
    return found


def children_of(pid: int) -> list[int]:
    """All descendants of a process that are alive."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def machine_cpu() -> float:
    """Seconds all processors together have spent working, whoever asked for it."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _wait, irq, softirq, steal = map(int, fields[:8])
    return (user + nice + system + irq + softirq + steal) * TICK
