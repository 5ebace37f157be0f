"""What a pupil does and sees beside his own table: a raised hand, a sentence read, the table shown to all."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from accounts.rate_limit import allow

from .. import presence
from ..address_values import number_of
from ..doors import Visit, person_of
from ..lesson_access import lesson_now
from ..lesson_bar import place_address
from ..models import LessonPupil
from ..refusals import Refusal
from ..scene import Scene
from ..scene_reading import scene_now
from ..screen import screen_table
from ..services.whispers import hand_raise, whisper_put_away
from .live import frame_now, is_live, language
from .table import table_context

HANDS = "30/m"  # of one pupil


@require_POST
def lesson_hand(request: HttpRequest) -> HttpResponse:
    """Raise the hand; with ``up`` 0 take it down again."""
    place = _place(request)
    if not allow("lesson-hand", str(request.user.pk), HANDS):
        return _answer(request, place, Refusal(_("That was very quick. Please wait a minute."), status=429))
    try:
        hand_raise(place=place, up=request.POST.get("up") != "0")
    except Refusal as refusal:
        return _answer(request, place, refusal)
    return _answer(request, place)


@require_POST
def lesson_heard(request: HttpRequest) -> HttpResponse:
    """Put away what the teacher has said."""
    place = _place(request)
    whisper_id = number_of(request.POST.get("whisper"))
    if whisper_id is None:
        return _answer(request, place, Refusal(_("This request could not be understood."), status=400))
    try:
        whisper_put_away(place=place, whisper_id=whisper_id)
    except Refusal as refusal:
        return _answer(request, place, refusal)
    return _answer(request, place)


def _place(request: HttpRequest) -> LessonPupil:
    """Raises Http404 for whoever is in no lesson."""
    place = lesson_now(request.user)
    if place is None:
        raise Http404
    return place


def _answer(request: HttpRequest, place: LessonPupil, refusal: Refusal | None = None) -> HttpResponse:
    """To a live page how it went, as the bar comes over its socket; else the page where he should be."""
    status, sentence = (refusal.status, str(refusal.sentence)) if refusal else (200, "")
    if is_live(request):
        return JsonResponse({"type": "done", "status": status, "error": sentence}, status=status)
    if refusal:
        messages.error(request, sentence)
    return redirect(place_address(place))


@require_GET
def lesson_screen(request: HttpRequest) -> HttpResponse:
    """The table that the teacher shows to all, as anybody may see it who looks on."""
    place = lesson_now(request.user)
    if place is None:
        return redirect("lesson_place")
    try:
        scene, visit = _shown(request, place)
    except Refusal:
        return redirect("lesson_place")
    context = table_context(scene, visit, frame_now(scene, visit))
    context["shown_table"] = {
        "socket": reverse("screen_socket", urlconf="tables.routing", args=[place.lesson_id]),
        "view": reverse("lesson_screen_view"),
        "number": scene.lesson.number if scene.lesson else 0,
    }
    response = render(request, "tables/table.html", context)
    patch_cache_control(response, no_store=True)
    return response


@require_GET
def lesson_screen_view(request: HttpRequest) -> HttpResponse:
    """The poll of that page."""
    place = _place(request)
    try:
        scene, visit = _shown(request, place)
    except Refusal:
        raise Http404 from None
    dots = {seat.value: dot for seat, dot in presence.presence_of(scene).items()}
    response = JsonResponse({"present": dots, "absent": "", **frame_now(scene, visit)})
    patch_cache_control(response, no_store=True)
    return response


def _shown(request: HttpRequest, place: LessonPupil) -> tuple[Scene, Visit]:
    row = screen_table(place.lesson_id, request.user)
    scene = scene_now(row.table_id)
    if scene is None:
        raise Refusal(_("No table is shown just now."), status=404)
    return scene, Visit(scene.table_id, scene.code, request.user.pk, person_of(request.user, language()))
