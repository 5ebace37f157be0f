"""``manage.py replay_records``: play boards from files once more through the rules."""

import csv
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from minibridge.engine import BoardRecord, NotationError, read_lin, read_pbn
from minibridge.engine.replayed_record import ReplayedRecord, replay_record

READERS = {".pbn": read_pbn, ".lin": read_lin}


class Fault(NamedTuple):
    """What is wrong with the ``board``-th of a file (0: the file itself), of which kind, in words."""

    file: str
    board: int
    kind: str
    words: str
    is_unreadable: bool


Known = dict[tuple[str, int, str], str]


class Command(BaseCommand):
    help = (
        "Reads every *.pbn and *.lin, replays auction and play through the rules, and compares contract, "
        "declarer, tricks and score with what the file says. Needs no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders")
        parser.add_argument(
            "--known",
            type=Path,
            metavar="FILE",
            help="faults of the files themselves: a CSV table with the columns file, board, kind, reason",
        )

    def handle(self, *args: Any, paths: list[Path], known: Path | None, **options: Any) -> None:
        reasons = known_faults(known)
        counts: Counter[str] = Counter()
        read: set[str] = set()
        met: set[tuple[str, int, str]] = set()
        for name, path in found(paths):
            read.add(name)
            for fault in faults_of(name, path, counts):
                counts["unreadable" if fault.is_unreadable else "differences"] += 1
                key = (fault.file, fault.board, fault.kind)
                met.add(key)
                counts["unknown"] += key not in reasons
                self.stdout.write(line_of(fault, reasons.get(key)))
        for key in sorted(reasons.keys() - met):
            if key[0] in read:
                counts["unknown"] += 1
                self.stdout.write(f"{key[0]}: board {key[1]}: {key[2]}: known, but not there any more")
        names = ("boards", "calls", "cards", "differences", "unreadable")
        self.stdout.write(", ".join(f"{counts[name]} {name}" for name in names))
        if counts["unknown"]:
            raise CommandError(f"{counts['unknown']} of them not known")


def known_faults(path: Path | None) -> Known:
    """Reads the table of known faults. Raises CommandError where it cannot be read."""
    if path is None:
        return {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, ValueError, csv.Error) as error:
        raise CommandError(f"{path} is no table of known faults: {error}") from None
    if not rows:
        raise CommandError(f"{path} is no table of known faults: it is empty")
    return dict(known_fault(path, row) for row in rows)


def known_fault(path: Path, row: dict[str, str | None]) -> tuple[tuple[str, int, str], str]:
    file, board, kind, reason = (row.get(name) for name in ("file", "board", "kind", "reason"))
    if not (file and kind and reason and board and board.isascii() and board.isdecimal()):
        raise CommandError(f"{path} is no table of known faults: file, board, kind and reason, not {row}")
    return (file, int(board), kind), reason


def found(paths: list[Path]) -> Iterator[tuple[str, Path]]:
    """All PBN and LIN files among *paths* and in the folders among them, each with its name there. Raises
    CommandError for what is not there."""
    for path in paths:
        if not os.path.exists(path):  # which does not raise for a name that no file can have
            raise CommandError(f"{path} does not exist")
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for one in inside:
            if one.is_file() and one.suffix.lower() in READERS:
                yield printable(one.relative_to(path) if path.is_dir() else Path(one.name)), one


def printable(path: Path) -> str:
    """The name with what is no text in it written out."""
    return path.as_posix().encode("utf-8", "backslashreplace").decode("utf-8")


def faults_of(name: str, path: Path, counts: Counter[str]) -> Iterator[Fault]:
    """Everything that is wrong with a file; counts what was read of it."""
    try:
        file = READERS[path.suffix.lower()](path.read_bytes())
    except (OSError, NotationError) as error:
        yield Fault(name, 0, "file", str(error), True)
        return
    for problem in file.problems:
        if not problem.is_harmless:
            yield Fault(name, 0, problem.code, str(problem), True)
    for place, record in enumerate(file.records, start=1):
        replayed = replay_record(record)
        counts.update(boards=1, calls=replayed.calls, cards=replayed.cards)
        yield from faults_of_board(name, place, record, replayed)


def faults_of_board(name: str, place: int, record: BoardRecord, replayed: ReplayedRecord) -> Iterator[Fault]:
    """What the rules found; and what the reader found, unless it is the same seen twice."""
    for difference in replayed.differences:
        yield Fault(name, place, difference.what, str(difference), False)
    for problem in record.problems:
        if problem.is_harmless or (problem.is_contradiction and replayed.differences):
            continue
        yield Fault(name, place, problem.code, str(problem), not problem.is_contradiction)


def line_of(fault: Fault, reason: str | None) -> str:
    where = f"{fault.file}: board {fault.board}" if fault.board else fault.file
    return f"{where}: {fault.words}" + (f" [known: {reason}]" if reason is not None else "")
