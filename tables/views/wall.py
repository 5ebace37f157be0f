"""The wall of a lesson, for its teachers: the page, its poll, and what they do from there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.rate_limit import allow

from ..address_values import number_of
from ..lock_step_page import LockStepPage
from ..models import Lesson, LessonTable
from ..phrases import WHISPERS
from ..refusals import Refusal
from ..services.whispers import card_point, hand_lower, screen_show, whisper_say
from ..wall import Wall, wall_frame, wall_of
from .live import is_live, language
from .teaching import taught, taught_unasked

SAYINGS = "120/m"  # of one teacher


@require_GET
@taught
def wall(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """All tables at once. ``?order=number`` keeps them in the order of their numbers, ``?hands=hidden`` shows
    no card, ``?to=`` says to whom the next sentence goes. A lesson that is over has its own page.
    """
    if lesson.ended is not None:
        return redirect("lesson", lesson.id)
    now = wall_of(lesson)
    by_number = request.GET.get("order") == "number"
    frame = wall_frame(now, language())
    order = sorted(frame["order"]) if by_number else frame["order"]
    context = {
        "lesson": lesson,
        "wall": now,
        "frame": frame,
        "tables": [(number, frame["tables"][str(number)]) for number in order],
        "by_number": by_number,
        "hides_hands": request.GET.get("hands") == "hidden",
        "socket": reverse("wall_socket", urlconf="tables.routing", args=[lesson.id]),
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
        "listeners": _listeners(now),
        "to": request.GET.get("to", ""),
        "sentences": WHISPERS,
        "lock_step": LockStepPage(lesson),
    }
    response = render(request, "lessons/wall.html", context)
    patch_cache_control(response, no_store=True)
    return response


def _listeners(now: Wall) -> list[tuple[int, str, list[tuple[str, str]]]]:
    """To whom one can speak: the tables, each with its pupils."""
    return [
        (table.number, f"t{table.number}", [(f"u{hand.user_id}", hand.name) for hand in table.pupils])
        for table in now.tables
    ]


@require_GET
@taught_unasked
def wall_view(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """The poll of a page whose socket is blocked."""
    response = JsonResponse(wall_frame(wall_of(lesson), language()))
    patch_cache_control(response, no_store=True)
    return response


@require_GET
@taught_unasked
def wall_controls(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """What the teacher may press now; the open wall asks for it when something has changed."""
    context = {"lesson": lesson, "lock_step": LockStepPage(lesson)}
    response = render(request, "lessons/_wall_control.html", context)
    patch_cache_control(response, no_store=True)
    return response


Action = Callable[[HttpRequest, Lesson], str]


def _done(action: Action) -> Callable[..., HttpResponse]:
    """What a teacher does: a sentence says what came of it, on the page that it was sent from."""

    @require_POST
    @taught
    @wraps(action)
    def done(request: HttpRequest, lesson: Lesson) -> HttpResponse:
        status, said = 200, ""
        try:
            if not allow("wall", str(request.user.pk), SAYINGS):
                raise Refusal(_("That was very quick. Please wait a minute."), status=429)
            said = action(request, lesson)
        except Refusal as refusal:
            status, said = refusal.status, str(refusal.sentence)
        if is_live(request):
            return JsonResponse({"type": "done", "status": status, "said": said}, status=status)
        if said:
            (messages.success if status == 200 else messages.error)(request, said)
        return redirect(_back(request, lesson))

    return done


def _back(request: HttpRequest, lesson: Lesson) -> str:
    """The page of the table from which it was sent, or the wall."""
    number = number_of(request.POST.get("from"))
    row = LessonTable.objects.filter(lesson=lesson, number=number).select_related("table").first()
    return reverse("table", args=[row.table.code]) if row else reverse("wall", args=[lesson.id])


def _addressee(text: str) -> dict[str, int | None]:
    """``t3`` is a table, ``u17`` a pupil, nothing means all. Raises Refusal (400)."""
    if not text:
        return {}
    kind, number = text[:1], number_of(text[1:])
    if kind not in ("t", "u") or number is None:
        raise Refusal(_("This request could not be understood."), status=400)
    return {"number" if kind == "t" else "user_id": number}


@_done
def whisper(request: HttpRequest, lesson: Lesson) -> str:
    """Say a sentence to a table, to a pupil or to all."""
    phrase = request.POST.get("phrase", "")
    text = "" if phrase else request.POST.get("text", "")
    whisper_say(lesson_id=lesson.id, text=text, phrase=phrase, **_addressee(request.POST.get("to", "")))
    return _("It is on their screens.")


@_done
def point(request: HttpRequest, lesson: Lesson) -> str:
    """Point at a card for those who see it."""
    number = number_of(request.POST.get("table"))
    if number is None:
        raise Refusal(_("This request could not be understood."), status=400)
    seen = card_point(lesson_id=lesson.id, number=number, card=request.POST.get("card", ""))
    said = ngettext("The card is shown to %(n)d pupil.", "The card is shown to %(n)d pupils.", seen)
    return said % {"n": seen}


@_done
def show(request: HttpRequest, lesson: Lesson) -> str:
    """Put a table on every screen, or without one take it off."""
    text = request.POST.get("table", "")
    number = number_of(text)
    if text and number is None:
        raise Refusal(_("This request could not be understood."), status=400)
    screen_show(lesson_id=lesson.id, number=number)
    if number is None:
        return _("All pupils are back at their own tables.")
    return _("Table %(number)d is on every screen.") % {"number": number}


@_done
def lower(request: HttpRequest, lesson: Lesson) -> str:
    """Take down a pupil's hand."""
    user_id = number_of(request.POST.get("user"))
    if user_id is None:
        raise Refusal(_("This request could not be understood."), status=400)
    hand_lower(lesson_id=lesson.id, user_id=user_id)
    return ""
