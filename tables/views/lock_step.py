"""The teacher's controls that hold the tables of a lesson together. Everybody else finds nothing here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from ..address_values import TOO_LARGE, number_of
from ..lesson_sides import sides_of
from ..lesson_stand import stands_read
from ..lock_step_page import LockStepPage
from ..models import Lesson
from ..refusals import Refusal
from ..services import lock_step
from .live import is_live
from .teaching import back_to, taught

MOST_TRICKS = 13


def control(press: Callable[..., object]) -> Callable[..., HttpResponse]:
    """A form that does one thing and leads back to the page from which it was sent.

    ``press(request, lesson, number, **kwargs)`` is told the number of the table, None for all; what it
    refuses is said on that page.
    """

    @require_POST
    @taught
    @wraps(press)
    def pressed(request: HttpRequest, lesson: Lesson, **kwargs: int) -> HttpResponse:
        try:
            press(request, lesson, _table_number(request), **kwargs)
        except Refusal as refusal:
            if is_live(request):
                return HttpResponse(str(refusal.sentence), status=refusal.status, content_type="text/plain")
            if refusal.status in (400, 404):
                raise
            messages.error(request, str(refusal.sentence))
        if is_live(request):
            return HttpResponse(status=204)
        return back_to(request, reverse("lock_step", args=[lesson.id]))

    return pressed


def _seen(request: HttpRequest) -> Mapping[int, str]:
    return stands_read(request.POST.get("seen", ""))


def _table_number(request: HttpRequest) -> int | None:
    text = request.POST.get("table", "")
    number = number_of(text)
    if text and number is None:
        raise Refusal(_("This request could not be understood."), status=400)
    return number


@require_GET
@cache_control(private=True, no_store=True)
@taught
def steps(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """The controls alone, with a line for each table."""
    return render(request, "lessons/steps.html", {"lesson": lesson, "lock_step": LockStepPage(lesson)})


@require_GET
@cache_control(private=True, no_store=True)
@taught
def sides(request: HttpRequest, lesson: Lesson, number: int) -> HttpResponse:
    """A deal that was played again: both results of each table side by side."""
    found = sides_of(lesson, number) if number < TOO_LARGE else []
    if not found:
        raise Http404
    return render(request, "lessons/sides.html", {"lesson": lesson, "number": number, "sides": found})


@control
def pause(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    paused = request.POST.get("paused") == "1"
    lock_step.lesson_pause(lesson_id=lesson.id, paused=paused, number=number)


@control
def stepwise(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    lock_step.steps_use(lesson_id=lesson.id, wanted=request.POST.get("wanted") == "1")


@control
def step(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    """Without ``exactly`` a table that is ahead stays where it is."""
    lock_step.step_release(
        lesson_id=lesson.id,
        step=request.POST.get("step", "?"),
        number=number,
        only_forward=request.POST.get("exactly") != "1",
    )


@control
def release(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    deal = number_of(request.POST.get("deal"))
    if deal is None:
        raise Refusal(_("This request could not be understood."), status=400)
    lock_step.results_release(lesson_id=lesson.id, lesson_deal=deal)


@control
def rewind(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    moment = request.POST.get("moment", "")
    lock_step.deal_rewind(
        lesson_id=lesson.id, user_id=request.user.pk, moment=moment, number=number, seen=_seen(request)
    )


@control
def count(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    seen = _seen(request)
    lock_step.counts_correct(lesson_id=lesson.id, user_id=request.user.pk, number=number, seen=seen)


@control
def end(request: HttpRequest, lesson: Lesson, number: int | None) -> None:
    text = request.POST.get("tricks", "")
    tricks = number_of(text)
    if text and (tricks is None or tricks > MOST_TRICKS):
        raise Refusal(_("This request could not be understood."), status=400)
    lock_step.deal_end(
        lesson_id=lesson.id, user_id=request.user.pk, number=number, tricks=tricks, seen=_seen(request)
    )


@control
def again(request: HttpRequest, lesson: Lesson, table_number: int | None, number: int) -> None:
    contract = request.POST.get("contract", "")
    lock_step.deal_again(
        lesson_id=lesson.id,
        lesson_deal=min(number, TOO_LARGE),
        contract=contract,
        number=table_number,
        seen=_seen(request),
    )
