"""The list of what a person played, and what he no longer wants to keep."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import number_of
from ..deal_filter import DealFilter
from ..deal_list import EVERYTHING, deals_of, lines_of, names_played_with
from ..deal_totals import totals_of
from ..forms import DealFilterForm
from ..refusals import Refusal
from ..services.deletion import deals_delete, kept_days, match_deals
from ..totals_page import TotalsPage
from .live import refusal_page

MOST_AT_ONCE = 200


@require_GET
@never_cache
@rate_limit("deals", "120/m", key=person_or_address, methods=("GET",))
def deals(request: HttpRequest) -> HttpResponse:
    """What this person played, newest first, thirty deals to a page (``?before=``); a filter is in the
    address too.
    """
    if not isinstance(request.user, User):
        return render(request, "tables/deals.html", {"chosen": EVERYTHING, "is_first_page": True})
    chosen = DealFilter.from_query(request.GET)
    context = {
        "page": deals_of(request.user, chosen, before=number_of(request.GET.get("before"))),
        "chosen": chosen,
        "form": DealFilterForm(chosen),
        "names_played_with": names_played_with(request.user),
        "is_first_page": "before" not in request.GET,
        "kept_days": kept_days(request.user.keep_days),
    }
    return render(request, "tables/deals.html", context)


@require_GET
@never_cache
@rate_limit("deal_totals", "60/m", key=person_or_address, methods=("GET",))
def deal_totals(request: HttpRequest) -> HttpResponse:
    """What the deals that the filter shows come to, in figures and in pictures over time."""
    if not isinstance(request.user, User):
        return redirect("deals")
    chosen = DealFilter.from_query(request.GET)
    context = {
        "page": TotalsPage(totals_of(request.user, chosen)),
        "chosen": chosen,
        "form": DealFilterForm(chosen),
        "names_played_with": names_played_with(request.user),
    }
    return render(request, "tables/deal_totals.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
@rate_limit("deals_delete", "60/m", key=person_or_address)
def deals_delete_view(request: HttpRequest) -> HttpResponse:
    """Ask whether the ticked deals (``?deal=``, several times), or those of a match (``?match=``), shall go;
    a POST lets them go.
    """
    user = request.user
    if not isinstance(user, User):
        raise Http404
    if not _is_chosen(request):
        messages.warning(request, _("No deal is ticked. Tick those that shall go."))
        return redirect("deals")
    try:
        record_ids = _chosen(request, user)
        if request.method == "GET":
            return _question(request, user, record_ids)
        count = deals_delete(user=user, record_ids=record_ids)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    text = ngettext("%(count)d deal is deleted.", "%(count)d deals are deleted.", count)
    messages.success(request, text % {"count": count})
    return redirect("deals")


def _query(request: HttpRequest) -> QueryDict:
    return request.GET if request.method == "GET" else request.POST


def _is_chosen(request: HttpRequest) -> bool:
    query = _query(request)
    return "deal" in query or "match" in query


def _chosen(request: HttpRequest, user: User) -> list[int]:
    """Raises Refusal: 400 no match of a number, or too many deals, 404 deals or a match that are not his."""
    query = _query(request)
    match_id = number_of(query.get("match"))
    if match_id is not None:
        return match_deals(user=user, match_id=match_id)
    ticked = query.getlist("deal")
    if not ticked:
        raise Refusal(_("This request could not be understood."), status=400)
    if len(ticked) > MOST_AT_ONCE:
        raise Refusal(_("These are too many deals at once. Please choose fewer."), status=400)
    numbers = [number_of(text) for text in ticked]
    if None in numbers:
        raise Refusal(_("You have no such deal."), status=404)
    return [number for number in numbers if number is not None]


def _question(request: HttpRequest, user: User, record_ids: list[int]) -> HttpResponse:
    """Raises Refusal: 404 not all of these deals are his, 409 one is still being played."""
    lines = lines_of(user, record_ids)
    if len(lines) < len(set(record_ids)):
        raise Refusal(_("You have no such deal."), status=404)
    if any(line.is_open for line in lines):
        raise Refusal(_("This deal is still being played. You can delete it when it is over."), status=409)
    context = {"lines": lines, "match_id": number_of(request.GET.get("match"))}
    return render(request, "tables/deals_delete.html", context)
