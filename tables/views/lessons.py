"""The pages of a lesson, as a pupil sees them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User

from ..lesson_access import lesson_missed, lesson_now
from ..lesson_bar import bar_context, bar_frame, place_address
from ..models import LessonPupil
from ..refusals import Refusal
from ..services.lesson_seats import pupil_join, pupil_returns
from .live import language, refusal_page

REFRESH_SECONDS = 5


@require_GET
def place(request: HttpRequest) -> HttpResponse:
    """Leads a pupil to his table; until the lesson begins he waits here. Who comes late gets a place, and who
    had gone home is asked whether he is back. A pupil whom the tablet has forgotten comes in by the door of
    the class: he has no password.
    """
    if not request.user.is_authenticated:
        return redirect("class_code")
    try:
        row = _place(request.user)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    if row is not None and place_address(row) != reverse("lesson_place"):
        return redirect(place_address(row))
    context = bar_context(row) if row else {"place": None}
    response = render(request, "lessons/place.html", context | {"refresh_seconds": REFRESH_SECONDS})
    patch_cache_control(response, no_store=True)
    return response


@require_GET
def bar(request: HttpRequest) -> HttpResponse:
    """The poll of a page whose socket is blocked, and of one where a pupil waits for the lesson."""
    if not request.user.is_authenticated:
        raise Http404
    try:
        row = _place(request.user)
    except Refusal:
        raise Http404 from None
    frame = bar_frame(row, language()) if row else {"type": "bar", "place": reverse("lesson_place")}
    response = JsonResponse(frame)
    patch_cache_control(response, no_store=True)
    return response


@require_POST
def back(request: HttpRequest) -> HttpResponse:
    """A pupil who had gone home is in the lesson again."""
    row = lesson_now(request.user)
    if row is None:
        raise Http404
    try:
        pupil_returns(lesson_id=row.lesson_id, user_id=row.user_id)
    except Refusal as refusal:
        messages.error(request, str(refusal.sentence))
    return redirect("lesson_place")


def _place(user: User | AnonymousUser) -> LessonPupil | None:
    """Where this pupil is in the lesson of his class; who is not in it yet comes in. Raises Refusal (404): he
    has just been deleted, or the lesson has.
    """
    row = lesson_now(user)
    lesson_id = lesson_missed(user) if row is None else None
    if lesson_id is None or not isinstance(user, User):
        return row
    try:
        return pupil_join(lesson_id=lesson_id, user=user)
    except Refusal as refusal:
        if refusal.status == 404:
            raise
        return None  # the lesson has ended meanwhile
