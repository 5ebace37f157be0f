"""Results of a lesson and skills of a class as tables for spreadsheets, in the language now spoken."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO

from django.utils.translation import get_language, gettext, pgettext

from minibridge.engine import SEATS

from .lesson_results import DealResults, RankLine
from .score_csv import BYTE_ORDER_MARK, safe
from .skill_sheet import SkillSheet
from .skills import CRITERIA
from .templatetags.bridge import seat_label


def travellers_csv(deals: Iterable[DealResults]) -> str:
    """A line for each table and each deal."""
    head = [
        gettext("Deal"),
        gettext("Table"),
        *(seat_label(seat) for seat in SEATS),
        gettext("How it ended"),
        gettext("Declarer"),
        gettext("Contract"),
        gettext("Tricks"),
        pgettext("csv", "Points of North-South"),
        pgettext("csv", "Points of East-West"),
        pgettext("csv", "Match points of North-South"),
        pgettext("csv", "Percent of North-South"),
        pgettext("csv", "Percent of East-West"),
    ]
    return _text([head, *(row for deal in deals for row in _traveller_rows(deal))])


def _traveller_rows(deal: DealResults) -> Iterator[list[object]]:
    for line in deal.lines:
        yield [
            deal.number,
            line.label if line.table is None else line.table,
            *(line.sitters[seat].name if seat in line.sitters else "" for seat in SEATS),
            line.outcome_label,
            line.declarer.value if line.declarer else "",
            str(line.contract or ""),
            _filled(line.tricks),
            *map(_filled, line.written),
            _filled(line.matchpoints),
            _rounded(line.percent),
            _rounded(line.percent_ew),
        ]


def ranking_csv(lines: Iterable[RankLine]) -> str:
    """A line for each pupil, best first."""
    head = [
        gettext("Place"),
        gettext("Pupil"),
        gettext("Table"),
        gettext("Chair"),
        gettext("Deals"),
        pgettext("csv", "Points of his side"),
        pgettext("csv", "Better than with the same cards elsewhere"),
        gettext("Percent"),
    ]
    rows = [
        [
            _filled(line.place),
            line.name,
            line.table,
            seat_label(line.seat),
            line.deals,
            line.points,
            _rounded(line.ahead),
            _rounded(line.percent),
        ]
        for line in lines
    ]
    return _text([head, *rows])


def skills_csv(sheet: SkillSheet) -> str:
    """A line for each pupil, a column for each criterion: 1 where he has shown it."""
    head = [gettext("Pupil"), *(str(one.short) for one in CRITERIA.values()), gettext("Together")]
    rows = [[row.name, *(int(cell.is_met) for cell in row.cells), row.met] for row in sheet.rows]
    return _text([head, *rows])


def _text(rows: Iterable[Sequence[object]]) -> str:
    """French spreadsheets want semicolons."""
    text = StringIO()
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text, delimiter="," if (get_language() or "fr").startswith("en") else ";")
    writer.writerows([[safe(cell) for cell in row] for row in rows])
    return text.getvalue()


def _filled(value: object) -> object:
    return "" if value is None else value


def _rounded(value: Fraction | None) -> object:
    """A whole number: a comma or a point would be read differently by each spreadsheet."""
    return "" if value is None else round(value)
