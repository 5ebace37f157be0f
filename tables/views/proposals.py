"""The door for the card that dummy proposes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.rate_limit import allow

from ..address_values import number_of
from ..doors import table_find
from ..refusals import Refusal
from ..services.proposals import card_propose
from .live import refusals_answered, table_answer


@require_POST
@refusals_answered
def table_propose(request: HttpRequest, code: str) -> HttpResponse:
    """``card`` of the hand that is due, at the moment ``n`` of the deal ``record``."""
    if request.user.pk is None:
        raise Refusal(_("You have no chair at this table."), status=404)
    if not allow("propose", str(request.user.pk), "60/m"):
        raise Refusal(_("That was very quick. Please wait a minute."), status=429)
    record_id, n = number_of(request.POST.get("record")), number_of(request.POST.get("n"))
    if record_id is None or n is None:
        raise Refusal(_("This request could not be understood."), status=400)
    card_propose(
        table_id=table_find(code).id,
        user_id=request.user.pk,
        record_id=record_id,
        n=n,
        card=request.POST.get("card", ""),
    )
    return table_answer(request, code)
