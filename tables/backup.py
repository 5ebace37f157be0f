"""One file with all that is worth keeping of a site on SQLite: the database, and the key of its sessions.

It is a zip archive. The key belongs to it: without it every guest, who has nothing but his cookie, would lose
his chair and his deals. So the file opens the site to whoever has it, as the database itself would.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from .models import Table, new_epoch

DATABASE, KEY = "minibridge.sqlite3", "secret_key"


class BackupRefused(Exception):
    """Nothing was changed; the sentence says why."""


def must_be_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise BackupRefused(_("This site is on PostgreSQL: use pg_dump and pg_restore, as the README says."))


def backup_write(target: Path) -> None:
    """Write the backup while the site runs: nobody waits for it, and it shows one moment.

    Raises BackupRefused where the file exists, or cannot be written.
    """
    must_be_sqlite()
    database = Path(connection.settings_dict["NAME"])
    if not database.exists():
        raise BackupRefused(_("There is no database in %(folder)s.") % {"folder": database.parent})
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BackupRefused(f"{target}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file, _folder_beside(target) as folder:
            with closing(_opened(database)) as source, closing(sqlite3.connect(folder / DATABASE)) as copy:
                source.backup(copy)
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(folder / DATABASE, DATABASE)
                if (settings.DATA_DIR / KEY).exists():
                    archive.write(settings.DATA_DIR / KEY, KEY)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        target.unlink()
        raise


def backup_restore(source: Path) -> Path | None:
    """Put a backup in place of what is there, and give every table a new epoch. No server may run.

    Gives the folder into which went what was there before. Raises BackupRefused where the file is no backup,
    is damaged, or comes from a newer program.
    """
    must_be_sqlite()
    with _folder_beside(settings.DATA_DIR / DATABASE) as folder:
        _unpack(source, folder)
        _check(folder / DATABASE)
        connection.close()
        aside = _put_aside()
        for name in (DATABASE, KEY):
            if (folder / name).exists():
                os.replace(folder / name, _place_of(name))
    call_command("migrate", interactive=False, verbosity=0)
    epochs_renew()
    return aside


def epochs_renew() -> int:
    """Give every table another epoch, so that open pages, which may show newer versions, repaint wholly; says
    how many there are.
    """
    tables = list(Table.objects.values_list("id", flat=True))
    for table_id in tables:
        Table.objects.filter(id=table_id).update(epoch=new_epoch())
    return len(tables)


def _place_of(name: str) -> Path:
    return Path(connection.settings_dict["NAME"]) if name == DATABASE else settings.DATA_DIR / name


def _opened(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=60)


@contextmanager
def _folder_beside(path: Path) -> Iterator[Path]:
    """A folder of its owner alone, on the disk to which its files will go."""
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=path.absolute().parent) as name:
        yield Path(name)


def _unpack(source: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(source) as archive:
            for name in {DATABASE, KEY} & set(archive.namelist()):
                archive.extract(name, folder)
                (folder / name).chmod(0o600)
    except OSError as error:
        raise BackupRefused(f"{source}: {error.strerror}") from None
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError):
        raise BackupRefused(_("%(file)s is no backup, or is damaged.") % {"file": source}) from None
    if not (folder / DATABASE).exists():
        raise BackupRefused(_("%(file)s is no backup, or is damaged.") % {"file": source})


def _check(database: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as opened:
            is_whole = opened.execute("PRAGMA quick_check").fetchall() == [("ok",)]
            applied = set(opened.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.DatabaseError:
        is_whole, applied = False, set()
    if not is_whole:
        raise BackupRefused(_("The database in the backup is damaged."))
    own = {app for app, _name in applied} & {"accounts", "tables"}
    if not own or {one for one in applied if one[0] in own} - set(MigrationLoader(None).disk_migrations):
        raise BackupRefused(_("The backup comes from another program, or from a newer version of this one."))


def _put_aside() -> Path | None:
    """Moved, not copied: it may be damaged, and that may be why somebody restores."""
    database = _place_of(DATABASE)
    found = [database, *(database.with_name(database.name + end) for end in ("-wal", "-shm")), _place_of(KEY)]
    if not database.exists():
        return None
    aside = settings.DATA_DIR / f"before-restore-{datetime.now():%Y%m%d-%H%M%S}"
    aside.mkdir(mode=0o700)
    for path in filter(Path.exists, found):
        path.rename(aside / path.name)
    return aside
