"""A finished deal played otherwise: anew, on from one of its steps, or with another contract."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.rate_limit import person_or_address, rate_limit
from minibridge.engine import SEATS, Phase, Seat

from ..address_values import number_of, seat_of
from ..models import BotLevel
from ..refusals import Refusal
from ..replay_page import ReplayPage
from ..replays import Reading, reading_of
from ..services.variations import (
    Branch,
    contracts_of,
    may_vary,
    vary_alone,
    vary_with_friends,
)
from .alone import person_or_guest
from .live import refusal_page
from .readings import reading_at


def again_context(page: ReplayPage, reading: Reading, user: User | AnonymousUser) -> dict[str, Any]:
    """What ``_left.html`` and ``_again.html`` say and offer."""
    return {
        "may_play_again": may_vary(reading.record),
        "may_read_parent": _may_read_parent(reading, user),
        "is_left_here": page.step > 0 and page.replay.states[page.step].phase is not Phase.FINISHED,
        "contracts": contracts_of(page.replay),
        "chairs": SEATS,
        "chair": reading.seat or Seat.S,
        "levels": BotLevel.choices,
        "level": BotLevel.MEDIUM.value,
    }


def _may_read_parent(reading: Reading, user: User | AnonymousUser) -> bool:
    """A friend with whom a variation was played need not have had a part in the original."""
    parent_id = reading.record.parent_id
    return parent_id is not None and reading_of(parent_id, user) is not None


@require_POST
@rate_limit("alone", "60/m", key=person_or_address)
def deal_again(request: HttpRequest, record_id: int) -> HttpResponse:
    """Lays the cards of a deal ready: alone against bots or, as ``company`` says, with friends."""
    found = reading_at(request, record_id)
    user = person_or_guest(request)
    try:
        branch = _branch(request)
        if request.POST.get("company") == "friends":
            table = vary_with_friends(user=user, record=found.record, branch=branch)
        else:
            seat = seat_of(request.POST.get("seat"), found.seat or Seat.S)
            level = request.POST.get("level", "")
            table = vary_alone(user=user, record=found.record, seat=seat, level=level, branch=branch)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    return redirect("table", table.code)


def _branch(request: HttpRequest) -> Branch:
    """Where the deal is left: before another contract, at a step, else at its beginning."""
    if request.POST.get("contract"):
        return Branch(contract=request.POST["contract"])
    is_here = request.POST.get("where") == "here"
    return Branch(step=number_of(request.POST.get("step")) or 0) if is_here else Branch()
