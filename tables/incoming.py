"""What somebody brings in from files, before anything of it is stored: boards with their problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from minibridge import engine
from minibridge.engine import Action, BoardState, RuleSet, Seat
from minibridge.engine.rules import RULES_VERSION
from minibridge.engine.scoring import BoardResult

MOST_BOARDS = 600
"""How many boards may be brought in at once."""
LARGEST = 2_000_000
"""How large all files together may be, in bytes."""

YEARS = range(1901, 2200)
"""The years that are believed: every database knows them, in every time zone."""

ProblemRow = dict[str, Any]
"""One thing that is wrong, as it is stored: ``code``, the ``text`` of the file, and ``params``."""


@dataclass(frozen=True)
class IncomingPlayer:
    name: str
    bot: str = ""


@dataclass(frozen=True)
class IncomingAction:
    """``reason`` is a bot's; ``at`` is None where the file does not say when, ``by_person`` whether a person
    thought about it until then.
    """

    action: Action
    reason: Mapping[str, Any] | None = None
    at: datetime | None = None
    by_person: bool = False


@dataclass(frozen=True)
class IncomingRecord:
    """One board of a file. ``board`` is None where not all 52 cards are known: then it can only be looked at
    here, and not be taken.

    ``actions`` lead to the end of the deal; ``pbn`` is what a file of another program says.
    """

    label: str
    board: engine.Board | None
    rules: RuleSet
    actions: tuple[IncomingAction, ...] = ()
    players: Mapping[Seat, IncomingPlayer] = field(default_factory=dict)
    rules_version: int = RULES_VERSION
    started: datetime | None = None
    finished: datetime | None = None
    pbn: str = ""
    problems: tuple[ProblemRow, ...] = ()

    @cached_property
    def state(self) -> BoardState | None:
        """How the board ended."""
        if self.board is None:
            return None
        return engine.replay(self.board, self.rules, (one.action for one in self.actions))

    @property
    def result(self) -> BoardResult | None:
        return None if self.state is None else self.state.result

    @property
    def cards(self) -> int:
        """How many cards were played."""
        return 0 if self.state is None else 52 - sum(len(hand) for hand in self.state.hands.values())


@dataclass(frozen=True)
class IncomingMatch:
    """Boards that belong together; ``source`` is the file's name."""

    source: str
    rules: RuleSet
    records: tuple[IncomingRecord, ...]
    rules_version: int = RULES_VERSION
    first_dealer: Seat = Seat.N
    started: datetime | None = None
    finished: datetime | None = None
    ended_early: bool = False
    is_replay: bool = False


@dataclass(frozen=True)
class Incoming:
    """All that some files hold. ``problems`` belong to no board; each names its file as ``source``."""

    matches: tuple[IncomingMatch, ...]
    problems: tuple[ProblemRow, ...] = ()

    @property
    def records(self) -> tuple[IncomingRecord, ...]:
        return tuple(record for match in self.matches for record in match.records)

    def only(self, chosen: Iterable[int]) -> Incoming:
        """The same with some boards alone, by their places; matches of which none is left are gone."""
        places, place = frozenset(chosen), 0
        matches = []
        for match in self.matches:
            count = len(match.records)
            kept = tuple(
                record
                for n, record in enumerate(match.records, start=place)
                if n in places and record.board is not None
            )
            place += count
            if kept:
                matches.append(replace(match, records=kept))
        return Incoming(tuple(matches), self.problems)
