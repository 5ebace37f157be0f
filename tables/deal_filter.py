"""Which of a person's deals are shown, as the address bar says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.http import urlencode

from accounts.names import NAME_LENGTH, folded
from minibridge.engine import Denomination

from .models import BoardRecord, RecordPlayer
from .rule_texts import PRESET_TEXTS

OWN_RULES = "own"
MADE, DOWN = "made", "down"
PEOPLE, BOTS = "people", "bots"
FINISHED, UNFINISHED = "finished", "unfinished"

CHOICES: Mapping[str, tuple[str, ...]] = {
    "role": tuple(RecordPlayer.Role.values),
    "denomination": tuple(denomination.value for denomination in Denomination),
    "goal": tuple(RecordPlayer.Goal.values),
    "result": (MADE, DOWN),
    "rules": (*PRESET_TEXTS, OWN_RULES),
    "company": (PEOPLE, BOTS),
    "state": (FINISHED, UNFINISHED),
}
NOT_ENDED = (BoardRecord.Outcome.OPEN.value, BoardRecord.Outcome.UNFINISHED.value)


@dataclass(frozen=True)
class DealFilter:
    """What is asked for; empty fields ask for nothing. ``unclear`` names what was said but made no sense, and
    therefore counts as not said.

    ``since`` and ``until`` are days, both included; ``partner`` and ``opponent`` a part of a name.
    """

    since: date | None = None
    until: date | None = None
    partner: str = ""
    opponent: str = ""
    role: str = ""
    denomination: str = ""
    goal: str = ""
    result: str = ""
    rules: str = ""
    company: str = ""
    state: str = ""
    unclear: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> DealFilter:
        """Reads the parameters of an address; others that it may have are left alone."""
        said = {name: query[name].strip() for name in NAMES if query.get(name, "").strip()}
        understood = {name: _value(name, text) for name, text in said.items()}
        unclear = tuple(name for name, value in understood.items() if value is None)
        return cls(**{name: value for name, value in understood.items() if value}, unclear=unclear)

    @property
    def said(self) -> dict[str, str]:
        """The parameters that ask for something, as an address writes them."""
        return {name: str(getattr(self, name)) for name in NAMES if getattr(self, name)}

    @property
    def query(self) -> str:
        """The same as the end of an address, without the question mark."""
        return urlencode(self.said)

    @property
    def is_everything(self) -> bool:
        return not self.said

    def apply(self, rows: QuerySet[RecordPlayer]) -> QuerySet[RecordPlayer]:
        """Those of these rows that are asked for. Each row is one person's part in one deal."""
        return rows.filter(*self._conditions())

    def _conditions(self) -> list[Q | Exists]:
        columns = {
            "day__gte": self.since,
            "day__lte": self.until,
            "role": self.role,
            "denomination": self.denomination,
            "goal": self.goal,
        }
        conditions: list[Q | Exists] = [Q(**{name: value}) for name, value in columns.items() if value]
        if self.result:
            conditions.append(Q(over__gte=0) if self.result == MADE else Q(over__lt=0))
        if self.rules:
            conditions.append(Q(preset="" if self.rules == OWN_RULES else self.rules))
        if self.company:
            conditions.append(Q(with_people=self.company == PEOPLE))
        if self.state:
            not_ended = Q(outcome__in=NOT_ENDED)
            conditions.append(not_ended if self.state == UNFINISHED else ~not_ended)
        if self.partner:
            conditions.append(_somebody(self.partner, Q(side=OuterRef("side")) & ~Q(side="")))
        if self.opponent:
            conditions.append(_somebody(self.opponent, ~Q(side=OuterRef("side")) | Q(side="")))
        return conditions


NAMES = tuple(each.name for each in fields(DealFilter) if each.name != "unclear")


def _value(name: str, text: str) -> date | str | None:
    """What the text says, None where it makes no sense."""
    if name in ("since", "until"):
        return _day(text)
    if name in ("partner", "opponent"):
        return text if "\0" not in text and len(text) <= NAME_LENGTH and folded(text) else None
    return text if text in CHOICES[name] else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _somebody(name: str, where: Q) -> Exists:
    """Whether somebody of this name played in the deal, in the place described by ``where``."""
    others = RecordPlayer.objects.filter(where, record=OuterRef("record")).exclude(seat=OuterRef("seat"))
    return Exists(others.filter(folded_name__contains=folded(name)))
