"""A backup is taken while people play; restored, it gives them the deal of that moment, and they go on."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from minibridge.engine import Card, Seat
from tables.management.serving_lock import NAME
from tables.regions import REGIONS
from tests.browser.prepare import preparing
from tests.guest import Guest
from tests.server import ROOT, ServerProcess, site_environment

from .cast import WORKED_DEAL, WORKED_PLAY

pytestmark = pytest.mark.skipif(
    "os.environ.get('TEST_DATABASE_URL')", reason="about SQLite; PostgreSQL has tools of its own"
)


def manage(environment: dict[str, str], *arguments: str) -> tuple[int, str]:
    """A command's exit code and what it said."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an empty database, and a backup of it beside."""
    folder = tmp_path_factory.mktemp("begun")
    environment = site_environment(folder / "data")
    assert manage(environment, "migrate", "--verbosity", "0") == (0, "")
    assert manage(environment, "backup", str(folder / "site.backup"))[0] == 0
    return folder


@pytest.fixture
def site(begun: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a site of its own, as it was when it was backed up."""
    shutil.copytree(begun / "data", tmp_path / "data")
    return site_environment(tmp_path / "data")


@pytest.fixture
def file(begun: Path, tmp_path: Path) -> Path:
    """Its backup."""
    return Path(shutil.copy2(begun / "site.backup", tmp_path))


class Page:
    """The socket of somebody's page, which remembers what it shows."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.version, self.epoch, self.n, self.record = 0, -1, 0, 0
        self.count = 0
        self.line: ClientConnection | None = None

    def open(self, held: ExitStack) -> dict[str, Any]:
        """Connect, and be told what the page lacks."""
        server = self.guest.server
        self.line = held.enter_context(
            connect(
                f"ws://localhost:{server.port}/ws/t/{self.guest.code}/?lang=fr",
                additional_headers={"Cookie": self.guest.cookies},
                origin=server.url,
            )
        )
        self._say(type="hello", version=self.version, epoch=self.epoch)
        return self.next("view")

    def _say(self, **message: Any) -> None:
        assert self.line is not None
        self.line.send(json.dumps(message))

    def next(self, kind: str) -> dict[str, Any]:
        assert self.line is not None
        while True:
            frame: dict[str, Any] = json.loads(self.line.recv(timeout=60))
            if frame["type"] == "view":
                self.version, self.epoch = frame["to"], frame["epoch"]
                self.record, self.n = frame["record"], frame["n"]
            if frame["type"] == kind:
                return frame

    def act(self, **action: Any) -> None:
        self.count += 1
        client_id = f"p{self.count}-{id(self)}"
        self._say(type="act", record=self.record, n=self.n, client_id=client_id, action=action)
        while (frame := self.next("view")).get("answers") != client_id:
            pass
        assert frame["status"] == 200, frame

    def see(self, n: int) -> None:
        while self.n < n:
            self.next("view")


def seated(server: ServerProcess) -> dict[Seat, Page]:
    """Four at a table, with the worked deal before them."""
    host = Guest(server)
    host.open_table("S")
    guests = {Seat.S: host}
    for seat in (Seat.N, Seat.E, Seat.W):
        guests[seat] = Guest(server)
        guests[seat].code = host.code
        guests[seat].do("sit", name=f"Player {seat.value}", seat=seat.value)
    with preparing(server) as preparer:
        preparer.lay(host.code, [str(WORKED_DEAL)])
    host.do("start")
    return {seat: Page(guest) for seat, guest in guests.items()}


def play(pages: dict[Seat, Page], cards: tuple[str, ...] | list[str]) -> None:
    """Each card by whose it is, dummy's by declarer; all others see it."""
    for card in cards:
        hand = next(seat for seat in Seat if Card.parse(card) in WORKED_DEAL[seat])
        actor = pages[Seat.S if hand is Seat.N else hand]
        n = actor.n + 1
        actor.act(kind="card", card=card)
        for page in pages.values():
            page.see(n)


def test_a_match_goes_on_from_the_moment_of_the_backup(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, ANALYSIS="0")
    file = tmp_path / "site.backup"
    server.start()
    with ExitStack() as held:
        held.callback(server.kill)
        pages = seated(server)
        for page in pages.values():
            page.open(held)
        pages[Seat.S].act(kind="contract", contract="4S")
        for page in pages.values():
            page.see(1)
        play(pages, WORKED_PLAY[:5])
        code, said = manage(server.environment, "backup", str(file))
        assert (code, "has everything" in said) == (0, True), said
        play(pages, WORKED_PLAY[5:8])
        versions = {seat: (page.version, page.epoch) for seat, page in pages.items()}

        code, said = manage(server.environment, "restore", str(file))
        assert (code, "stop it first" in said) == (1, True), said
        play(pages, WORKED_PLAY[8:9])  # the refusal has disturbed nobody
        server.stop()
        code, said = manage(server.environment, "restore", str(file))
        assert code == 0, said
        server.start()
        for seat, page in pages.items():
            frame = page.open(held)
            assert (frame["n"], frame["from"]) == (6, 0)
            assert frame["to"] < versions[seat][0] and frame["epoch"] != versions[seat][1]
            assert set(REGIONS) <= set(frame["html"])
        play(pages, WORKED_PLAY[5:12])
    assert "Traceback" not in server.log.read_text()
    (aside,) = tmp_path.glob("before-restore-*")
    with closing(sqlite3.connect(aside / "minibridge.sqlite3")) as before:
        assert before.execute("SELECT count(*) FROM tables_action").fetchone() == (10,)


def test_the_backup_is_for_its_owner_alone_and_has_the_key(begun: Path) -> None:
    assert (begun / "site.backup").stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(begun / "site.backup") as archive:
        assert archive.read("secret_key") == (begun / "data" / "secret_key").read_bytes()
    assert sorted(path.name for path in begun.iterdir()) == ["data", "site.backup"]


def test_on_another_machine_the_key_comes_along(begun: Path, tmp_path: Path) -> None:
    other = site_environment(tmp_path)
    assert manage(other, "restore", str(begun / "site.backup"))[0] == 0
    assert (tmp_path / "secret_key").read_text() == (begun / "data" / "secret_key").read_text()
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert manage(other, "verify_records")[0] == 0


def test_a_file_that_exists_is_not_written_over(site: dict[str, str], tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    code, said = manage(site, "backup", str(precious))
    assert (code, "File exists" in said) == (1, True)
    assert precious.read_text() == "mine"


def test_a_backup_that_cannot_be_finished_leaves_nothing(site: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "data" / "minibridge.sqlite3").write_bytes(b"no database at all" * 100)
    code, _said = manage(site, "backup", str(tmp_path / "site.backup"))
    assert code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def damaged(file: Path, kind: str) -> None:
    if kind == "text":
        file.write_text("not a zip")
        return
    with zipfile.ZipFile(file) as archive:
        content = bytearray(archive.read("minibridge.sqlite3"))
    if kind == "newer":
        copy = file.with_name("newer.sqlite3")
        copy.write_bytes(content)
        with closing(sqlite3.connect(copy)) as database:
            database.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_x', '2030-01-01')"
            )
            database.commit()
        content = bytearray(copy.read_bytes())
        copy.unlink()
    elif kind == "pages":
        content[4096:40960] = os.urandom(36864)
    elif kind == "other":
        content = bytearray()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("secret_key", "x" * 60)
        if kind != "empty":
            archive.writestr("minibridge.sqlite3", bytes(content))


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("text", "is no backup"),
        ("empty", "is no backup"),
        ("pages", "is damaged"),
        ("other", "is damaged"),
        ("newer", "newer version"),
        ("missing", "No such file"),
    ],
)
def test_what_is_no_good_changes_nothing(
    site: dict[str, str], file: Path, tmp_path: Path, kind: str, sentence: str
) -> None:
    if kind == "missing":
        file.unlink()
    else:
        damaged(file, kind)
    before = {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir() if path.is_file()}
    code, said = manage(site, "restore", str(file))
    assert (code, said.count("\n"), sentence in said) == (1, 1, True), said
    after = {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir() if path.is_file()}
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= {"serving.lock"}


def test_a_damaged_database_can_be_replaced(site: dict[str, str], file: Path, tmp_path: Path) -> None:
    (tmp_path / "data" / "minibridge.sqlite3").write_bytes(b"no database at all" * 100)
    assert manage(site, "restore", str(file))[0] == 0
    assert manage(site, "verify_records")[0] == 0


def test_with_redis_too_no_backup_is_put_under_a_server(
    site: dict[str, str], file: Path, tmp_path: Path
) -> None:
    holder = (
        "import fcntl, sys; file = open(sys.argv[1], 'a'); fcntl.flock(file, fcntl.LOCK_SH);"
        "print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(tmp_path / "data" / NAME)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stdin
        process.stdout.readline()
        assert "stop it first" in manage(site, "restore", str(file))[1]
        process.stdin.close()


def test_on_postgresql_both_point_to_its_own_tools(tmp_path: Path) -> None:
    environment = site_environment(tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:9/x")
    for command in ("backup", "restore"):
        code, said = manage(environment, command, str(tmp_path / "x"))
        assert (code, "pg_dump" in said) == (1, True), said
