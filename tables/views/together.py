"""A deal looked at together: the page, the way in, and by POST what the page else sends over its socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from accounts.rate_limit import allow, person_or_address, rate_limit

from .. import push
from ..address_values import number_of
from ..companions import companion_renew
from ..refusals import Refusal
from ..replays import Reading
from ..services.shared_replays import lead_hand, lead_take, shared_open, step_show
from ..together import Together, together_frame, together_of
from .live import is_live, language, refusal_page
from .readings import finished_reading_at
from .replay import replay_answer

STEPS = "300/m"  # of one person: a slider sends many


@require_GET
def together(request: HttpRequest, record_id: int) -> HttpResponse:
    """The deal at the leader's step or, with ``?step=``, at one's own."""
    reading = _reading(request, record_id)
    shared = _joined(request, reading)
    if shared is None:
        return redirect("deal", record_id)
    own = number_of(request.GET.get("step"))
    bar = together_frame(shared, language())
    context = {
        "together": shared,
        "bar": bar["html"],
        "follows": own is None,
        "socket": reverse("together_socket", urlconf="tables.routing", args=[record_id]),
        "link": request.build_absolute_uri(reverse("together", args=[record_id])),
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
    }
    step = shared.step if own is None else own
    response = replay_answer(request, reading, step=step, context=context)
    patch_cache_control(response, no_store=True)
    return response


@require_POST
@rate_limit("together", "60/m", key=person_or_address)
def together_open(request: HttpRequest, record_id: int) -> HttpResponse:
    """Begin at the step which one looks at, or join those who are there."""
    reading = _reading(request, record_id)
    try:
        shared_open(
            record=reading.record, user_id=request.user.pk, step=number_of(request.POST.get("step")) or 0
        )
    except Refusal as refusal:
        return refusal_page(request, refusal)
    return redirect("together", record_id)


@require_GET
def together_view(request: HttpRequest, record_id: int) -> HttpResponse:
    """The poll of a page whose socket is blocked."""
    reading = _reading(request, record_id)
    shared = _joined(request, reading)
    if shared is None:
        raise Http404
    response = JsonResponse(together_frame(shared, language()))
    patch_cache_control(response, no_store=True)
    return response


@require_POST
def together_step(request: HttpRequest, record_id: int) -> HttpResponse:
    """The leader shows a step to all."""
    return _done(request, record_id, step_show, step=number_of(request.POST.get("step")))


@require_POST
def together_take(request: HttpRequest, record_id: int) -> HttpResponse:
    """Lead in place of somebody who has gone."""
    return _done(request, record_id, lead_take)


@require_POST
def together_hand(request: HttpRequest, record_id: int) -> HttpResponse:
    """Hand the lead over to somebody who is there."""
    return _done(request, record_id, lead_hand, to=number_of(request.POST.get("to")))


def _reading(request: HttpRequest, record_id: int) -> Reading:
    """Raises Http404 for whoever may not read this deal or has no name, and while it is in play."""
    reading = finished_reading_at(request, record_id)
    if reading.is_of_bots or not request.user.is_authenticated:
        raise Http404  # what bots alone have played would bring strangers together
    return reading


def _joined(request: HttpRequest, reading: Reading) -> Together | None:
    """What this person sees, who from now on is seen too."""
    shared = together_of(reading, request.user.pk)
    if shared is None:
        return None
    if companion_renew(reading.record.id, request.user.pk):
        push.companions_changed(reading.record.id)
        shared = together_of(reading, request.user.pk)
    return shared


def _done(
    request: HttpRequest, record_id: int, service: Callable[..., None], **numbers: int | None
) -> HttpResponse:
    """A change by POST, answered with how things stand: to a live page as a frame, else with the page."""
    reading = _reading(request, record_id)
    status, sentence = 200, ""
    try:
        _must_make_sense(request, numbers)
        service(record_id=record_id, user_id=request.user.pk, **numbers)
    except Refusal as refusal:
        status, sentence = refusal.status, str(refusal.sentence)
    if not is_live(request):
        if sentence:
            messages.error(request, sentence)
        return redirect("together", record_id)
    return _frame(request, reading, status, sentence)


def _must_make_sense(request: HttpRequest, numbers: dict[str, int | None]) -> None:
    if None in numbers.values():
        raise Refusal(_("This request could not be understood."), status=400)
    if not allow("together-step", str(request.user.pk), STEPS):
        raise Refusal(_("That was very quick. Please wait a minute."), status=429)


def _frame(request: HttpRequest, reading: Reading, status: int, sentence: str) -> HttpResponse:
    shared = together_of(reading, request.user.pk)
    if shared is None:
        refused: dict[str, Any] = {"type": "refused", "status": status, "error": sentence}
        return JsonResponse(refused, status=status)
    return JsonResponse(together_frame(shared, language(), status=status, error=sentence), status=status)
