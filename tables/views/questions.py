"""Questions and notes inside the deal of a lesson: the teacher asks, the pupils answer."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User

from ..address_values import number_of
from ..lesson_access import lesson_place
from ..lesson_bar import bar_frame, place_address
from ..models import Lesson
from ..refusals import Refusal
from ..services.questions import note_show, question_answer, question_ask, question_stage_set
from .live import is_live, language
from .teaching import back_to, taught


@never_cache
@require_GET
@taught
def lesson_questions(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """The questions of the deal on the tables, its notes, and what the pupils answer."""
    context = {"lesson": lesson, "names": "names" in request.GET}
    return render(request, "lessons/questions.html", context)


@require_POST
@taught
def lesson_question_ask(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """Ask the question of this number; without one, take the question away."""
    wish = request.POST.get("question", "")
    question = number_of(wish)
    if wish and question is None:
        question = -1
    return _done(request, lesson, lambda: question_ask(lesson_id=lesson.id, question=question))


@require_POST
@taught
def lesson_question_stage(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    stage = request.POST.get("stage", "")
    return _done(request, lesson, lambda: question_stage_set(lesson_id=lesson.id, stage=stage))


@require_POST
@taught
def lesson_note(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    shown = request.POST.get("shown") == "1"
    return _done(request, lesson, lambda: note_show(lesson_id=lesson.id, shown=shown))


def _done(request: HttpRequest, lesson: Lesson, change: Callable[[], None]) -> HttpResponse:
    """The change, then the page again; a script learns no more than whether it was done."""
    try:
        change()
    except Refusal as refusal:
        if is_live(request):
            return JsonResponse({"error": str(refusal.sentence)}, status=refusal.status)
        messages.error(request, str(refusal.sentence))
    if is_live(request):
        return HttpResponse(status=204)
    return back_to(request, reverse("lesson_questions", args=[lesson.id]))


@require_POST
def lesson_answer(request: HttpRequest, lesson_id: int) -> HttpResponse:
    """What a pupil answers. A script gets his bar as it is then, a plain form his page."""
    if not isinstance(request.user, User):
        raise Http404
    error, status = "", 200
    try:
        place = lesson_place(lesson_id, request.user)
    except Refusal:
        raise Http404 from None
    try:
        question_answer(lesson_id=lesson_id, user=request.user, answer=request.POST.get("answer", ""))
    except Refusal as refusal:
        error, status = str(refusal.sentence), refusal.status
    if is_live(request):
        return JsonResponse(bar_frame(place, language()) | {"error": error}, status=status)
    if error:
        messages.error(request, error)
    return redirect(place_address(place))
