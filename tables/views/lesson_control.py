"""What a teacher does with a running lesson: deals, moves pupils, ends it."""

from __future__ import annotations

from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from minibridge.engine import Seat

from ..address_values import number_of
from ..models import Lesson
from ..refusals import Refusal
from ..seating_page import seating_page
from ..services.lesson_seats import lesson_rotate, pupil_leaves, pupil_move, pupil_returns
from ..services.lessons import lesson_deal, lesson_end
from .live import is_live
from .teaching import View, back_to, taught


def refusals_told(view: View) -> View:
    """A Refusal is told on the page from which it came, or where the page itself asked, as its answer."""

    @wraps(view)
    def told(request: HttpRequest, lesson: Lesson) -> HttpResponse:
        try:
            return view(request, lesson)
        except Refusal as refusal:
            if is_live(request):
                return _seating(request, lesson, error=refusal)
            messages.error(request, str(refusal.sentence))
            return _back(request, lesson)

    return told


def _back(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    return back_to(request, reverse("lesson", args=[lesson.id]))


@require_GET
@taught
def lesson(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """The wall; after the lesson, what is left to be done."""
    if lesson.ended is None:
        return redirect("wall", lesson.id)
    return render(request, "lessons/lesson.html", {"lesson": lesson})


@require_POST
@taught
@refusals_told
def deal(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    lesson_deal(lesson_id=lesson.id, seen=_seen(request))
    return _back(request, lesson)


@require_POST
@taught
@refusals_told
def rotate(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    lesson_rotate(lesson_id=lesson.id, seen=_seen(request))
    return _done(request, lesson)


@require_POST
@taught
@refusals_told
def end(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """Over for good; asked twice, the second time with ``sure``."""
    if request.POST.get("sure") != "1":
        return render(request, "lessons/end.html", {"lesson": lesson})
    lesson_end(lesson_id=lesson.id)
    messages.success(request, str(_("The lesson is over. All tables are closed.")))
    return redirect("lesson", lesson.id)


# --- seating -------------------------------------------------------------------------------------------


@require_GET
@taught
def seating(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """Who sits where; a page that is open asks for the tables alone."""
    return _seating(request, lesson)


def _seating(request: HttpRequest, lesson: Lesson, error: Refusal | None = None) -> HttpResponse:
    template = "lessons/_seating.html" if is_live(request) else "lessons/seating.html"
    context = {"page": seating_page(lesson), "lesson": lesson, "error": error.sentence if error else ""}
    response = render(request, template, context, status=error.status if error else 200)
    patch_cache_control(response, no_store=True)
    return response


def _done(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    if is_live(request):
        return _seating(request, lesson)
    return _back(request, lesson)


@require_POST
@taught
@refusals_told
def move(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """A pupil to a chair: ``user`` his number, ``to`` the table and the seat, as in 3-N."""
    number, _dash, seat = request.POST.get("to", "").partition("-")
    if number_of(number) is None or seat not in Seat.__members__:
        raise Refusal(_("Please choose a chair."), status=400)
    pupil_move(lesson_id=lesson.id, user_id=_user(request), number=int(number), seat=Seat(seat))
    return _done(request, lesson)


@require_POST
@taught
@refusals_told
def left(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """This pupil has gone home."""
    pupil_leaves(lesson_id=lesson.id, user_id=_user(request))
    return _done(request, lesson)


@require_POST
@taught
@refusals_told
def returned(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """This pupil is back."""
    pupil_returns(lesson_id=lesson.id, user_id=_user(request))
    return _done(request, lesson)


def _seen(request: HttpRequest) -> int:
    seen = number_of(request.POST.get("seen"))
    if seen is None:
        raise Refusal(_("This request could not be understood."), status=400)
    return seen


def _user(request: HttpRequest) -> int:
    user_id = number_of(request.POST.get("user"))
    if user_id is None:
        raise Refusal(_("Please choose a pupil first."), status=400)
    return user_id
