"""Somebody wants to know what every card of a deal cost, or of all deals of a match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import number_of
from ..analysis import is_available
from ..refusals import Refusal
from ..review_driver import driver
from ..reviews import deals_to_ask
from ..services.reviews import review_ask
from .live import refusal_page
from .readings import finished_reading_at


@require_POST
@rate_limit("review", "30/m", key=person_or_address)
def deal_review(request: HttpRequest, record_id: int) -> HttpResponse:
    """Have every card looked at; only for those who may read the deal, and when it is over."""
    found = finished_reading_at(request, record_id)
    if not is_available():
        sentence = _("The analysis is not running now. Please try again later.")
        return refusal_page(request, Refusal(sentence, status=503))
    is_match = request.POST.get("of") == "match" and not found.is_of_bots and found.seat is not None
    review_ask(deals_to_ask(found.record, request.user.pk) if is_match else [found.record])
    driver.wake()
    step = number_of(request.POST.get("step")) or 0
    return redirect(f"{reverse('deal', args=[record_id])}?step={step}&review=open#review")
