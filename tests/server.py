"""Real server processes, for what only a whole process shows: browsers, kills, refusals to start."""

import atexit
import contextlib
import functools
import itertools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.processes import children, lives

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120  # seconds until a server must answer
_numbers = itertools.count()


class ServerProcess:
    """`manage.py serve` on a free port with a data folder of its own. It may be killed and started again."""

    def __init__(self, data: Path, *options: str, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = data / "server.log"
        self.command = [sys.executable, "manage.py", "serve", "--port", str(self.port), *options]
        self.environment = site_environment(data, **environment)
        self.process: subprocess.Popen[bytes] | None = None

    def has_tables(self) -> None:
        """Its database is there before the first start: making all tables takes longer than to start."""
        if "DATABASE_URL" not in self.environment:
            shutil.copy(migrated(), self.environment["MINIBRIDGE_DATA"])

    def start(self) -> None:
        self.launch()
        self.wait_until_it_answers()

    def launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def wait_until_it_answers(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, f"the server ended:\n{self.log.read_text()}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.log.read_text()}"
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}/health/", timeout=PATIENCE).close()
        except urllib.error.HTTPError:
            return True  # an error page is an answer, too
        except OSError:
            return False
        return True

    def workers(self) -> set[int]:
        """The processes that serve, where there are several; what counts their shared memory is none."""
        assert self.process is not None
        found = set()
        for pid in children(self.process.pid):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                if lives(pid) and b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.add(pid)
        return found

    def stop(self) -> int:
        """As Ctrl+C or systemd end it; returns the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """As a power cut ends it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)


@contextlib.contextmanager
def serving(data: Path, *options: str, **environment: str) -> Iterator[ServerProcess]:
    """A running server, on PostgreSQL and Redis where the tests are."""
    with contextlib.ExitStack() as held:
        if os.environ.get("TEST_DATABASE_URL"):
            environment["DATABASE_URL"] = held.enter_context(fresh_database())
        if os.environ.get("TEST_REDIS_URL"):
            environment["REDIS_URL"] = os.environ["TEST_REDIS_URL"]
        server = ServerProcess(data, *options, **environment)
        server.has_tables()
        server.launch()
        held.callback(server.kill)
        server.wait_until_it_answers()
        yield server


@functools.cache
def migrated() -> Path:
    """A database with all tables and nothing in them, made once in each process of the tests."""
    folder = Path(tempfile.mkdtemp(prefix="minibridge-migrated-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=site_environment(folder), check=True)
    return folder / "minibridge.sqlite3"


def site_environment(data: Path, **environment: str) -> dict[str, str]:
    """The environment of a site apart: nothing of the tests' or of the developer's own settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TEST_", "DJANGO_")) and name not in ("DATABASE_URL", "REDIS_URL")
    }
    return kept | {"MINIBRIDGE_DATA": str(data), "PYTHONUNBUFFERED": "1"} | environment


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def fresh_database() -> Iterator[str]:
    """The address of an empty PostgreSQL database that is dropped in the end."""
    address = os.environ["TEST_DATABASE_URL"]
    name = f"minibridge_site_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(address)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
