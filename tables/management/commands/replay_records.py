"""``manage.py replay_records``: play boards from files once more through the rules."""

import csv
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
        for path in found(paths):
            read.add(path.name)
            for fault in faults_of(path, counts):
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
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            if not rows.fieldnames:
                raise ValueError("it is empty")
            return {(row["file"], int(row["board"]), row["kind"]): row["reason"] for row in rows}
    except (OSError, ValueError, KeyError) as error:
        raise CommandError(f"{path} is no table of known faults: {error}") from None


def found(paths: list[Path]) -> Iterator[Path]:
    """All PBN and LIN files among *paths* and in the folders among them. Raises CommandError for what is not
    there."""
    for path in paths:
        if not path.exists():
            raise CommandError(f"{path} does not exist")
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in inside if one.is_file() and one.suffix.lower() in READERS)


def faults_of(path: Path, counts: Counter[str]) -> Iterator[Fault]:
    """Everything that is wrong with a file; counts what was read of it."""
    try:
        records = READERS[path.suffix.lower()](path.read_bytes()).records
    except (OSError, NotationError) as error:
        yield Fault(path.name, 0, "file", str(error), True)
        return
    for place, record in enumerate(records, start=1):
        replayed = replay_record(record)
        counts.update(boards=1, calls=replayed.calls, cards=replayed.cards)
        yield from faults_of_board(path.name, place, record, replayed)


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
