"""Our own JSON brought in: nothing in it is believed that the rules do not bear out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from minibridge import engine
from minibridge.bots import REASONS, Reason
from minibridge.engine import (
    Board,
    BoardState,
    Deal,
    EndBoard,
    NotationError,
    Phase,
    RuleSet,
    Seat,
    Vulnerability,
    action_from,
    decode,
    read_pbn,
)
from minibridge.engine.record_log import LARGEST_NUMBER
from minibridge.engine.rules import RULES_VERSION

from .incoming import (
    MOST_BOARDS,
    YEARS,
    IncomingAction,
    IncomingMatch,
    IncomingPlayer,
    IncomingRecord,
    ProblemRow,
)
from .incoming_notation import shown_name
from .models import BotLevel
from .reasons import reason_text
from .record_json import FORMAT, VERSION

LONGEST_LOG = 2000
"""How many actions of one deal are read; with every card taken back several times it would be fewer."""
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
PARAMS_IN_LETTERS = frozenset(("card", "suit", "seat", "contract"))
"""Which values of a reason are stored letters; the others are numbers."""
LARGEST_INTEGER = 2**53
"""As far as whole numbers are exact everywhere JSON is read."""
LONGEST_SOURCE = 50_000
"""How long the text may be that is kept of a file of another program, in characters."""


def matches_of_json(name: str, data: bytes) -> list[IncomingMatch]:
    """Raises NotationError for a file that is not one of ours, with a code that tells what is the matter."""
    try:
        content = json.loads(decode(data).text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise NotationError("json_unreadable") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise NotationError("json_foreign")
    if type(content.get("version")) is not int or content["version"] > VERSION:
        raise NotationError("json_newer")
    matches = _objects(content.get("matches"))
    records = sum(len(_objects(match.get("records"))) for match in matches[:MOST_BOARDS])
    if max(len(matches), records) > MOST_BOARDS:  # told before any of them is built
        raise NotationError("too_many_boards")
    if not _can_be_stored(content):
        raise NotationError("json_unreadable")
    return [_match(name, match) for match in matches]


def _no_number(name: str) -> None:
    raise ValueError(f"not a number: {name}")


def _can_be_stored(document: object) -> bool:
    """Whether every database and every page can hold all of a document: its texts have no lone surrogate and
    no NUL, and its numbers are finite and not absurd.
    """
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.keys()
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str):
            if UNSTORABLE.search(value):
                return False
        elif isinstance(value, float):
            if not math.isfinite(value):
                return False
        elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
            return False
    return True


def _objects(value: object) -> list[Mapping[str, Any]]:
    """The objects of a list; what is neither is nothing."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _match(name: str, data: Mapping[str, Any]) -> IncomingMatch:
    records = tuple(_record(one, n) for n, one in enumerate(_objects(data.get("records")), start=1))
    rules = _rules(data.get("rules")) or (records[0].rules if records else RuleSet())
    return IncomingMatch(
        source=name,
        rules=rules,
        records=records,
        rules_version=_version(data),
        first_dealer=_seat(data.get("first_dealer")) or Seat.N,
        started=_time(data.get("started")),
        finished=_time(data.get("finished")),
        ended_early=data.get("ended_early") is True,
        is_replay=data.get("is_replay") is True,
    )


def _record(data: Mapping[str, Any], n: int) -> IncomingRecord:
    board, rules = _board(data.get("board"), n), _rules(data.get("rules"))
    label = str(board.number if board else n)
    if board is None or rules is None:
        problem = "board_unreadable" if board is None else "rules_unreadable"
        return IncomingRecord(label, None, RuleSet(), problems=(_problem(problem),))
    actions, problems = _log(data, board, rules)
    pbn, stored = _source(data.get("source"))
    return IncomingRecord(
        label=label,
        board=board,
        rules=rules,
        actions=actions,
        players=_players(data),
        rules_version=_version(data),
        started=_time(data.get("started")),
        finished=_time(data.get("finished")),
        pbn=pbn,
        problems=(*stored, *problems),
    )


def _problem(code: str, text: str = "") -> ProblemRow:
    return {"code": code, "text": text, "params": {}}


def _board(data: object, n: int) -> Board | None:
    if not isinstance(data, dict):
        return None
    number = data.get("number")
    is_number = type(number) is int and 0 < number <= LARGEST_NUMBER
    try:
        return Board(
            number=number if is_number else n,
            dealer=Seat.parse(data.get("dealer")),
            vulnerability=Vulnerability(data.get("vulnerability")),
            deal=Deal.parse(data.get("deal")),
        )
    except (ValueError, TypeError):
        return None


def _rules(data: object) -> RuleSet | None:
    try:
        return RuleSet.from_dict(data) if isinstance(data, dict) else None
    except (ValueError, TypeError):
        return None


def _version(data: Mapping[str, Any]) -> int:
    version = data.get("rules_version")
    return version if type(version) is int and 0 < version <= RULES_VERSION else RULES_VERSION


def _seat(value: object) -> Seat | None:
    return Seat(value) if isinstance(value, str) and value in Seat.__members__ else None


def _time(value: object) -> datetime | None:
    """A time with an offset, of the years that are believed."""
    try:
        time = parse_datetime(value) if isinstance(value, str) and len(value) < 50 else None
    except ValueError:
        return None
    if time is None or timezone.is_naive(time) or time.year not in YEARS:
        return None
    return time


def _players(data: Mapping[str, Any]) -> dict[Seat, IncomingPlayer]:
    found = {}
    for one in _objects(data.get("players"))[:4]:
        seat, name, bot = _seat(one.get("seat")), one.get("name"), one.get("bot")
        if seat is not None:
            level = bot if isinstance(bot, str) and bot in BotLevel.values else ""
            found[seat] = IncomingPlayer(shown_name(name) if isinstance(name, str) else "", level)
    return found


def _log(
    data: Mapping[str, Any], board: Board, rules: RuleSet
) -> tuple[tuple[IncomingAction, ...], list[ProblemRow]]:
    """The actions up to the first that the rules refuse; what is missing to the end is broken off."""
    state = engine.start(board, rules)
    taken: list[IncomingAction] = []
    problems: list[ProblemRow] = []
    for one in _objects(data.get("actions"))[:LONGEST_LOG]:
        try:
            action = action_from(one.get("kind"), _seat(one.get("seat")), one.get("data"))
            state = engine.apply(state, action)
        except ValueError:
            problems.append(_problem("action_refused", str(len(taken) + 1)))
            break
        reason, at = _reason(one.get("reason"), rules), _time(one.get("at"))
        taken.append(IncomingAction(action, reason, at, by_person=one.get("by_person") is True))
    if state.phase is not Phase.FINISHED:
        problems.append(_problem("not_finished"))
        end = EndBoard(reason="file")
        state = engine.apply(state, end)
        taken.append(IncomingAction(end))
    problems += _result_compared(data.get("result"), state)
    return tuple(taken), problems


def _reason(data: object, rules: RuleSet) -> dict[str, Any] | None:
    """A bot's reason, if it is one that bots give and can be told."""
    try:
        reason = Reason.from_data(data)  # type: ignore[arg-type]
        kinds = {param: str if param in PARAMS_IN_LETTERS else int for param in REASONS[reason.code]}
        if {param: type(value) for param, value in reason.params.items()} != kinds:
            return None
        reason_text(reason, rules.menu)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        return None
    return reason.to_data()


def _result_compared(said: object, state: BoardState) -> Iterator[ProblemRow]:
    result = state.result
    if isinstance(said, dict) and result is not None and said.get("tricks") != result.tricks:
        yield _problem("other_tricks", str(said.get("tricks"))[:10])


def _source(data: object) -> tuple[str, tuple[ProblemRow, ...]]:
    """What a file of another program said, if it can be read once more."""
    if not isinstance(data, dict) or not isinstance(data.get("pbn"), str):
        return "", ()
    pbn = data["pbn"]
    if len(pbn) > LONGEST_SOURCE or (pbn and len(read_pbn(pbn).records) != 1):
        return "", ()
    rows = [
        {"code": one["code"], "text": str(one.get("text", ""))[:60], "params": _plain(one.get("params"))}
        for one in _objects(data.get("problems"))[:100]
        if isinstance(one.get("code"), str)
    ]
    return pbn, tuple(rows)


def _plain(data: object) -> dict[str, str | int]:
    """Values as problems have them: short words and numbers."""
    if not isinstance(data, dict):
        return {}
    return {
        str(name)[:20]: value if type(value) is int and abs(value) < 10**9 else str(value)[:60]
        for name, value in list(data.items())[:10]
    }
