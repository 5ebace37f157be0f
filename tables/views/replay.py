"""A finished deal, card by card."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from accounts.preferences import request_preferences
from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import FRAGMENT_HEADER, number_of
from ..manner import COOKIE, COOKIE_AGE, manner_of
from ..printed_deal import PrintedDeal
from ..replay_page import ReplayPage
from ..replays import Reading, replay_of
from ..review_page import ReviewPage
from ..reviews import reviewed
from .again import again_context
from .compare import comparison_context
from .readings import finished_reading_at, reading_at
from .take_away import deal_take_away, link_answer

FRAGMENTS = {"replay": "tables/_replay.html", "review": "tables/_review.html"}


@require_GET
@cache_control(private=True)
def deal(request: HttpRequest, record_id: int) -> HttpResponse:
    """A finished deal at ``?step=``, in the manner of the address; only for those who had a part in it."""
    reading = reading_at(request, record_id)
    if reading.record.finished is None:
        return redirect("table", reading.record.match.table.code)
    return replay_answer(request, reading, step=number_of(request.GET.get("step")))


def replay_answer(
    request: HttpRequest, reading: Reading, *, step: int | None, context: dict[str, Any] | None = None
) -> HttpResponse:
    """The page of the deal at this step, or the fragment alone, if that is asked for."""
    replay, reader = replay_of(reading.record, reading.names), request_preferences(request)
    address, cookie = request.GET.dict(), request.COOKIES.get(COOKIE, "")
    manner = manner_of(address, cookie, reading.seat)
    page = ReplayPage(replay, reader=reader, manner=manner, step=step, to=address.get("to", ""))
    told: dict[str, Any] = {"page": page, "my_seat": reading.seat, "keep": manner.kept}
    if page.tells_all:
        is_open = request.GET.get("review") == "open"
        told["review"] = ReviewPage(
            reviewed(replay), reader=reader, manner=manner, step=page.step, is_open=is_open
        )
    fragment = FRAGMENTS.get(request.headers.get(FRAGMENT_HEADER, ""))
    if fragment is None:
        told |= (context or {}) | again_context(page, reading, request.user)
        if page.tells_all:
            told |= comparison_context(request, reading)
        told["is_mine"] = not reading.is_of_bots and not reading.of_class
        if told["is_mine"]:
            told["take_away"] = deal_take_away(request, reading)
    response = render(request, fragment or "tables/deal.html", told)
    if fragment is None and (kept := manner.cookie_after(address, cookie)) is not None:
        # A fragment may be fetched ahead: the script itself keeps what is then shown.
        response.set_cookie(COOKIE, kept, max_age=COOKIE_AGE, samesite="Lax", secure=request.is_secure())
    patch_vary_headers(response, [FRAGMENT_HEADER, "Cookie"])
    return response


@require_GET
@cache_control(private=True)
def deal_print(request: HttpRequest, record_id: int) -> HttpResponse:
    """A finished deal on one page of paper."""
    found = finished_reading_at(request, record_id)
    replay = replay_of(found.record, found.names)
    page = ReplayPage(replay, reader=request_preferences(request), step=replay.last)
    return render(request, "tables/deal_print.html", {"page": page, "printed": PrintedDeal(page)})


@require_POST
@rate_limit("share", "60/m", key=person_or_address)
def deal_share(request: HttpRequest, record_id: int) -> HttpResponse:
    """Make a secret link to a finished deal, or take one back; what bots alone have played is nobody's, and
    what a class has played stays in it.
    """
    found = finished_reading_at(request, record_id)
    if found.is_of_bots or found.of_class or request.user.is_pupil:
        raise Http404
    return link_answer(request, reverse("deal", args=[record_id]), record=found.record)
