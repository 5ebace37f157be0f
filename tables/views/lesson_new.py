"""A teacher begins a lesson."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Classroom

from ..lesson_access import class_taught
from ..lesson_form import LessonForm
from ..models import Lesson
from ..refusals import Refusal
from ..services.lessons import lesson_open, parties_of
from .live import language, refusal_page


@require_http_methods(["GET", "POST"])
def lesson_new(request: HttpRequest, class_id: int) -> HttpResponse:
    """Who is here, which deals and rules; with ``preview`` the seating is shown before anything begins.

    A class that is in a lesson already is led there.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    try:
        classroom = class_taught(class_id, request.user)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    running = Lesson.objects.filter(classroom=classroom, ended__isnull=True).first()
    if running is not None:
        return redirect("lesson", running.id)
    data = request.POST if request.method == "POST" else None
    form = LessonForm(data, classroom=classroom, teacher=request.user, language=language())
    if data is None or "preview" in data:
        return _page(request, classroom, form)
    if not form.is_valid():
        return _page(request, classroom, form, status=422)
    try:
        lesson = _begin(request, classroom, form)
    except Refusal as refusal:
        form.add_error(None, str(refusal.sentence))
        return _page(request, classroom, form, status=refusal.status)
    return redirect("lesson", lesson.id)


def _begin(request: HttpRequest, classroom: Classroom, form: LessonForm) -> Lesson:
    chosen = form.cleaned_data
    return lesson_open(
        classroom=classroom,
        teacher=request.user,
        parties=parties_of(form.planned),
        title=chosen["title"],
        pack=form.chosen_pack,
        rules=form.rules,
        mode=chosen["mode"],
        leftover=chosen["leftover"],
        pace=chosen["pace"],
        bots=chosen["bots"],
    )


def _page(request: HttpRequest, classroom: Classroom, form: LessonForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "classroom": classroom, "planned": form.planned}
    return render(request, "lessons/new.html", context, status=status)
