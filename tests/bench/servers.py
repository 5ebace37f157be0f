"""The two servers that are compared: the same flags, the same processor, away from their clients."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from minibridge.lifespan import GC_THRESHOLDS
from tables.management.commands.serve import SERVER

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 30.0  # seconds for a server to start or to stop
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

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}

    def start(self) -> None:
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
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
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
        assert self.process is not None
        return sum(cpu_of(pid) for pid in (self.process.pid, *children_of(self.process.pid)))


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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cpu_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * TICK


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
