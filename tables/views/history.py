"""What was played: the list of a person's deals, and one deal card by card."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from accounts.preferences import request_preferences
from minibridge.engine import Seat

from .. import history
from ..models import BoardRecord, BotLevel
from ..replay_page import ReplayPage
from ..services.alone import may_deal_again

MOST_DIGITS = 15
FRAGMENT_HEADER = "X-Fragment"


@require_GET
def deals(request: HttpRequest) -> HttpResponse:
    """Everything this person played, newest first, thirty deals to a page (``?before=``)."""
    page = None
    if request.user.is_authenticated:
        page = history.deals_of(request.user, before=_number(request.GET.get("before")))
    return render(request, "tables/deals.html", {"page": page})


@require_GET
@cache_control(private=True)
def deal(request: HttpRequest, record_id: int) -> HttpResponse:
    """A finished deal at ``?step=``, with ``?seat=`` at the bottom; only for those who had a part in it."""
    found = history.deal_record(record_id, request.user) if record_id < 10**MOST_DIGITS else None
    if found is None:
        raise Http404
    record, my_seat = found
    if record.finished is None:
        return redirect("table", record.match.table.code)
    page = ReplayPage(
        history.replay_of(record),
        reader=request_preferences(request),
        bottom=_seat(request.GET.get("seat"), Seat.S),
        step=_number(request.GET.get("step")),
    )
    is_fragment = request.headers.get(FRAGMENT_HEADER) == "replay"
    template = "tables/_replay.html" if is_fragment else "tables/deal.html"
    context = {"page": page, "my_seat": my_seat}
    if not is_fragment:
        context |= _again(request, record, my_seat)
    response = render(request, template, context)
    patch_vary_headers(response, [FRAGMENT_HEADER])
    return response


def _again(request: HttpRequest, record: BoardRecord, seat: Seat) -> dict[str, Any]:
    """What the reader is told of playing the same cards again."""
    tries = history.tries_of(request.user, record, seat)
    return {
        "may_play_again": may_deal_again(record),
        "levels": BotLevel.choices,
        "level": BotLevel.MEDIUM.value,
        "earlier": tries if len(tries) > 1 else (),
    }


def _number(text: str | None) -> int | None:
    """A number out of an address; anything else counts as not given."""
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None


def _seat(text: str | None, default: Seat) -> Seat:
    try:
        return Seat(text)
    except ValueError:
        return default
