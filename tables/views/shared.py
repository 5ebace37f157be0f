"""What a secret link shows, to anybody who knows it and to no search engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from accounts.preferences import request_preferences
from accounts.rate_limit import rate_limit

from ..address_values import FRAGMENT_HEADER, TOO_LARGE, number_of
from ..manner import COOKIE, manner_of
from ..match_sheet import match_sheet
from ..replay_page import ReplayPage
from ..replays import Reading, match_reading_by_key, reading_by_key, replay_of

View = Callable[..., HttpResponse]


def secret(view: View) -> View:
    """The address is the secret: nobody is told where the reader came from, and nothing is kept."""

    @wraps(view)
    def kept(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return cache_control(private=True, no_store=True)(kept)


@require_GET
@rate_limit("shared", "3000/m", methods=("GET",))
@secret
def shared(request: HttpRequest, key: str) -> HttpResponse:
    """A deal, or the score sheet of a match."""
    reading = reading_by_key(key)
    if reading is not None:
        return _deal(request, reading)
    match = match_reading_by_key(key)
    if match is None:
        raise Http404
    return render(
        request, "tables/shared_match.html", {"reading": match, "sheet": match_sheet(match), "key": key}
    )


@require_GET
@rate_limit("shared", "3000/m", methods=("GET",))
@secret
def shared_deal(request: HttpRequest, key: str, record_id: int) -> HttpResponse:
    """A deal of a match that is shared."""
    reading = reading_by_key(key, record_id) if record_id < TOO_LARGE else None
    if reading is None:
        raise Http404
    return _deal(request, reading, reverse("shared", args=[key]))


def _deal(request: HttpRequest, reading: Reading, back: str = "") -> HttpResponse:
    page = ReplayPage(
        replay_of(reading.record, reading.names),
        reader=request_preferences(request),
        manner=manner_of(request.GET.dict(), request.COOKIES.get(COOKIE, ""), None),
        step=number_of(request.GET.get("step")),
        to=request.GET.get("to", ""),
    )
    is_fragment = request.headers.get(FRAGMENT_HEADER) == "replay"
    template = "tables/_replay.html" if is_fragment else "tables/shared_deal.html"
    response = render(request, template, {"page": page, "back": back})
    patch_vary_headers(response, [FRAGMENT_HEADER, "Cookie"])
    return response
