"""A match after it was played: its score sheet, also on paper, and secret links to it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import TOO_LARGE
from ..match_sheet import match_sheet
from ..refusals import Refusal
from ..replays import MatchReading, match_reading_of
from ..services.imports import match_forget
from .take_away import link_answer, match_take_away


@require_GET
@cache_control(private=True)
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The score sheet, for those who played in it or brought it in."""
    reading = _reading(request, match_id)
    context = {
        "reading": reading,
        "sheet": match_sheet(reading),
        "take_away": None if reading.of_class else match_take_away(request, reading),
    }
    return render(request, "tables/match.html", context)


@require_GET
@cache_control(private=True)
def match_print(request: HttpRequest, match_id: int) -> HttpResponse:
    """The score sheet on one page of paper."""
    reading = _reading(request, match_id)
    return render(request, "tables/match_print.html", {"reading": reading, "sheet": match_sheet(reading)})


@require_POST
@rate_limit("share", "60/m", key=person_or_address)
def match_share(request: HttpRequest, match_id: int) -> HttpResponse:
    """Make a secret link to a match, or take one back; what a class has played stays in it."""
    reading = _reading(request, match_id)
    if reading.of_class or request.user.is_pupil:
        raise Http404
    return link_answer(request, reverse("match", args=[match_id]), match=reading.match)


@require_POST
def match_remove(request: HttpRequest, match_id: int) -> HttpResponse:
    """Delete a match that was brought in from a file."""
    if not isinstance(request.user, User) or match_id >= TOO_LARGE:
        raise Http404
    try:
        match_forget(user=request.user, match_id=match_id)
    except Refusal:
        raise Http404 from None
    return redirect("deals_imported")


def _reading(request: HttpRequest, match_id: int) -> MatchReading:
    reading = match_reading_of(match_id, request.user) if match_id < TOO_LARGE else None
    if reading is None:
        raise Http404
    return reading
