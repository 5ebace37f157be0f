"""PBN and LIN brought in: what their readers found, replayed by the rules of bridge as far as they go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from accounts.names import NAME_LENGTH
from minibridge import engine
from minibridge.engine import SEATS, Problem, Seat, read_lin, read_pbn, write_pbn
from minibridge.engine.record_log import RULES, RecordLog, log_of
from minibridge.engine.replayed_record import Difference

from .incoming import YEARS, IncomingAction, IncomingMatch, IncomingPlayer, IncomingRecord, ProblemRow

DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")
UNKNOWN_NAMES = frozenset(("", "?", "-"))


def match_of_pbn(name: str, data: bytes, encoding: str | None) -> tuple[IncomingMatch, list[ProblemRow]]:
    """Raises NotationError for a file that is too large or has too many boards."""
    return _match(name, read_pbn(data, encoding))


def match_of_lin(name: str, data: bytes, encoding: str | None) -> tuple[IncomingMatch, list[ProblemRow]]:
    """Raises NotationError for a file that is too large or has too many boards."""
    return _match(name, read_lin(data, encoding))


def _match(name: str, file: engine.PbnFile | engine.LinFile) -> tuple[IncomingMatch, list[ProblemRow]]:
    records = tuple(_record(record, n) for n, record in enumerate(file.records, start=1))
    problems = [problem_row(problem) for problem in file.problems if not problem.is_harmless]
    return IncomingMatch(name, RULES, records), problems


def _record(said: engine.BoardRecord, n: int) -> IncomingRecord:
    log = log_of(said, n)
    return IncomingRecord(
        label=(said.label or str(n))[:12],
        board=log.board if log else None,
        rules=RULES,
        actions=tuple(map(IncomingAction, log.actions)) if log else (),
        players={seat: IncomingPlayer(name) for seat in SEATS if (name := _name(said, seat))},
        started=_date(said),
        pbn=write_pbn([said], export=False),
        problems=tuple(_problems(said, log)),
    )


def _name(said: engine.BoardRecord, seat: Seat) -> str:
    name = shown_name(said.player(seat) or "")
    return "" if name in UNKNOWN_NAMES else name


def shown_name(text: str) -> str:
    """A name of a file as a page shows it: what cannot be shown is left out, and what is too long."""
    words = "".join(sign if sign.isprintable() else " " for sign in text).split()
    return " ".join(words)[:NAME_LENGTH].strip()


def _date(said: engine.BoardRecord) -> datetime | None:
    match = DATE.fullmatch(said.tags.get("Date", "").strip())
    if match is None:
        return None
    year, month, day = map(int, match.groups())
    if year not in YEARS:
        return None
    try:
        return timezone.make_aware(datetime(year, month, day))
    except ValueError:
        return None


def _problems(said: engine.BoardRecord, log: RecordLog | None) -> Iterator[ProblemRow]:
    """What the reader could not make sense of, and where the rules differ, nothing of it twice."""
    problems = [problem for problem in said.problems if not problem.is_harmless]
    yield from map(problem_row, problems)
    if log is None:
        yield {"code": "cards_unknown", "text": "", "params": {}}
        return
    is_told = any(problem.is_contradiction for problem in problems)
    yield from (difference_row(one) for one in log.differences if one.what == "score" or not is_told)
    if log.auction_is_made_up:
        yield {"code": "auction_made_up", "text": "", "params": {}}


def problem_row(problem: Problem) -> ProblemRow:
    return {"code": problem.code, "text": problem.text, "params": dict(problem.params)}


def difference_row(difference: Difference) -> ProblemRow:
    return {"code": f"other_{difference.what}", "text": difference.said, "params": {}}
