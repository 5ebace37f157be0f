"""What files hold, as people read it before they take it in."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from minibridge.engine import Contract, Seat

from ..incoming import IncomingRecord, ProblemRow
from ..problem_sentences import problem_said, problems_said
from ..record_files import KINDS
from .bridge import contract_html, result_of, seat_label, tricks_text

register = template.Library()

register.simple_tag(lambda: tuple(KINDS), name="file_kinds")


@register.filter
def problem_text(row: ProblemRow) -> str:
    return problem_said(row)


@register.filter
def problem_texts(rows: Iterable[ProblemRow]) -> list[str]:
    return problems_said(rows)


@register.simple_tag
def incoming_text(record: IncomingRecord) -> SafeString:
    """Who played, what, and how it ended: “4 in ♠ by South, 10 tricks · 52 cards played”."""
    return format_html_join(" · ", "{}", ((part,) for part in _parts(record) if part))


def _parts(record: IncomingRecord) -> list[SafeString | str]:
    names = ", ".join(player.name for player in record.players.values() if player.name)
    state, result = record.state, record.result
    if state is None or result is None:
        return [names]
    if result.outcome == "balanced":
        return [gettext("20 points on each side, dealt again"), names]
    if result.outcome == "passed_out":
        return [gettext("everybody passed"), names]
    if not state.n or (state.contract is None and result.tricks is None):
        return [gettext("the cards alone"), names]
    return [*_outcome(state.contract, state.declarer, result.tricks), _cards(record), names]


def _outcome(contract: Contract | None, declarer: Seat | None, tricks: int | None) -> list[SafeString | str]:
    found: list[SafeString | str] = []
    if contract is not None:
        found.append(contract_html(contract, "levels"))
    if declarer is not None:
        found.append(gettext("by %(seat)s") % {"seat": seat_label(declarer)})
    if tricks is None:
        found.append(gettext("not finished"))
    else:
        result = f" ({result_of(contract, tricks)})" if contract is not None else ""
        found.append(tricks_text(tricks) + result)
    return found


def _cards(record: IncomingRecord) -> str:
    if not record.cards:
        return gettext("the play is not recorded")
    return ngettext("%(count)d card played", "%(count)d cards played", record.cards) % {"count": record.cards}
