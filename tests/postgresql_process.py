"""A PostgreSQL of one test's own, which may be stopped and started again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.processes import wait_until
from tests.server import free_port


def programs() -> Path | None:
    """Where initdb and postgres are; Debian keeps them out of the PATH. The newest, if there are several."""
    on_path = shutil.which("initdb")
    places = [Path(on_path)] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


class PostgreSQLProcess:
    """Its files are in a folder that everybody may enter: initdb refuses root, so another user owns them."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.files = folder / "files"
        self.files.mkdir()
        self.user: str | None = None
        if os.geteuid() == 0:
            self.user = "nobody"
            shutil.chown(self.files, self.user)
            for parent in (folder, *folder.parents):
                parent.chmod(parent.stat().st_mode | 0o011)
        self.process: subprocess.Popen[bytes] | None = None
        options = [
            "-D",
            str(self.files),
            "-U",
            "postgres",
            "--auth=trust",
            "--no-sync",
            "--locale=C",
            "-E",
            "UTF8",
        ]
        subprocess.run([self.programs / "initdb", *options], **self._as_its_user(), check=True)

    def _as_its_user(self) -> dict:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return quiet | {"user": self.user, "cwd": self.files}

    def start(self) -> None:
        options = ["-D", self.files, "-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        self.process = subprocess.Popen([self.programs / "postgres", *options], **self._as_its_user())
        wait_until(self.answers)

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=1).close()
        except psycopg.Error:
            return False
        return True

    def crash(self) -> None:
        """At once, without a word to those who are connected, as after a power cut."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)


@pytest.fixture(scope="module")
def postgresql_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQLProcess]:
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    process = PostgreSQLProcess(found, tmp_path_factory.mktemp("postgresql"))
    process.start()
    yield process
    process.crash()
