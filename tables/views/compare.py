"""The same cards compared: all the times they were played, and two of them side by side."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import FRAGMENT_HEADER, number_of
from ..analysis import is_available
from ..models import BoardRecord, BotLevel
from ..parting import Parting
from ..refusals import Refusal
from ..replays import Reading, replay_of
from ..services.bot_plays import bots_play
from ..services.variations import may_vary
from ..traveller import Traveller, TravellerLine, traveller_of
from .live import refusal_page
from .readings import reading_at


def comparison_context(request: HttpRequest, reading: Reading) -> dict[str, Any]:
    """What ``_compare.html`` shows."""
    return {
        "record": reading.record,
        "traveller": traveller_of(request.user, reading),
        "may_play_again": may_vary(reading.record),
        "bot_levels": _levels(),
    }


def _levels() -> list[str]:
    """The levels at which bots can be asked to play: experts need the analysis."""
    return [level for level in BotLevel.values if level != BotLevel.EXPERT or is_available()]


@require_GET
@cache_control(private=True)
def compare(request: HttpRequest, record_id: int) -> HttpResponse:
    """The traveller of a deal, and this record beside ``?with=`` another one."""
    found = reading_at(request, record_id)
    record = found.record
    if record.finished is None:
        return redirect("table", record.match.table.code)
    context = comparison_context(request, found)
    is_fragment = request.headers.get(FRAGMENT_HEADER) == "compare"
    if not is_fragment:
        traveller: Traveller = context["traveller"]
        here = traveller.line_of(record.id)
        other = _chosen(traveller, record, number_of(request.GET.get("with")))
        context |= {"here": here, "other": other, "parting": _parting(record, other)}
    template = "tables/_compare.html" if is_fragment else "tables/compare.html"
    response = render(request, template, context)
    patch_vary_headers(response, [FRAGMENT_HEADER])
    return response


def _chosen(traveller: Traveller, record: BoardRecord, wanted: int | None) -> TravellerLine | None:
    """The other line: the one asked for, else the one that was left or that leaves this one, else any."""
    others = [line for line in traveller.lines if line.record_id != record.id]
    asked = [line for line in others if line.record_id == wanted]
    related = [line for line in others if record.id == line.parent_id or line.record_id == record.parent_id]
    return next(iter([*asked, *reversed(related), *reversed(others)]), None)


def _parting(record: BoardRecord, other: TravellerLine | None) -> Parting | None:
    if other is None:
        return None
    records = BoardRecord.objects.select_related("board").prefetch_related("players")
    beside = records.filter(id=other.record_id).first()
    return Parting(replay_of(record), replay_of(beside)) if beside else None


@require_POST
@rate_limit("bots_play", "30/m", key=person_or_address)
def compare_bots(request: HttpRequest, record_id: int) -> HttpResponse:
    """Bots of the levels chosen play the deal; whoever may read it may ask for that."""
    found = reading_at(request, record_id)
    same_contract = request.POST.get("contract") == "same"
    try:
        for level in request.POST.getlist("level")[: len(BotLevel.values)] or [""]:
            bots_play(record=found.record, level=level, same_contract=same_contract)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    return redirect("deal_compare", record_id)
