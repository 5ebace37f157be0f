"""How a view of the table page answers: a frame for the live page, a redirect with a message for a plain
form.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.rate_limit import allow
from minibridge.bots import Hint
from minibridge.engine import Seat

from ..doors import Visit, person_at, scene_open
from ..frame import Shown, frame
from ..models import Table
from ..presence import absent_seats
from ..refusals import Refusal, busy, refusal_frame
from ..scene import Scene

View = Callable[..., HttpResponse]


def language() -> str:
    return "en" if (get_language() or "fr").startswith("en") else "fr"


def visit_of(request: HttpRequest, code: str) -> tuple[Visit, Scene]:
    """Raises Refusal when the door is shut."""
    scene = scene_open(code, request.user.pk)
    return Visit(
        scene.table_id, scene.code, request.user.pk, person_at(scene, request.user, language())
    ), scene


def is_live(request: HttpRequest) -> bool:
    return "X-Live" in request.headers


def absent_now(scene: Scene) -> frozenset[Seat]:
    """The seats about which the others may decide."""
    return absent_seats(scene)


def frame_now(
    scene: Scene,
    visit: Visit,
    *,
    shown: Shown | None = None,
    status: int = 200,
    error: object = "",
    answers: str | None = None,
    hint: Hint | None = None,
) -> dict[str, Any]:
    """All regions for this person: first page, poll, answer of a POST. ``shown`` is what a poll knows."""
    return frame(
        scene,
        visit.person,
        shown or Shown(),
        absent=absent_now(scene),
        status=status,
        error=error,
        answers=answers,
        hint=hint,
    )


def table_answer(
    request: HttpRequest, code: str, *, status: int = 200, error: object = "", answers: str | None = None
) -> HttpResponse:
    """The table as it stands now, for a live page or for a form sent without JavaScript."""
    if not is_live(request):
        if error:
            messages.error(request, str(error))
        return redirect("table", code=code)
    visit, scene = visit_of(request, code)
    message = frame_now(scene, visit, status=status, error=error, answers=answers)
    return JsonResponse(message, status=status)


def refusals_answered(view: View) -> View:
    """A Refusal becomes an answer with its status and sentence; a busy database a 503 to be tried again.

    Whoever asks faster than any page does is refused first, with 429.
    """

    @wraps(view)
    def answered(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        try:
            _must_have_patience(request)
            return view(request, code, **kwargs)
        except Refusal as refusal:
            return _refused(request, code, refusal)
        except DatabaseError:
            if not is_live(request):
                raise
            return _refused(request, code, busy())

    return answered


def _must_have_patience(request: HttpRequest) -> None:
    """A person may ask as much as the sockets of three pages; the others of his class are not counted with
    him. Raises Refusal (429).
    """
    if request.user.pk is None:
        return
    limit = f"{3 * settings.PAGE_FRAMES}/10s"
    if not allow(f"table-{request.method}", str(request.user.pk), limit):
        raise Refusal(_("That was very quick. Please wait a minute."), status=429)


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A whole page that says why, for somebody who cannot be shown the table."""
    route = request.resolver_match
    record_id = route.kwargs.get("record_id") if route else None
    context = {
        "sentence": refusal.sentence,
        "record_id": record_id,
        "is_table": request.path.startswith("/t/"),
    }
    return render(request, "tables/refused.html", context, status=refusal.status)


def _refused(request: HttpRequest, code: str, refusal: Refusal) -> HttpResponse:
    if is_live(request):
        body = refusal_frame(refusal, request.POST.get("client_id"))
        headers = {"Retry-After": str(body["retry"])} if "retry" in body else {}
        return JsonResponse(body, status=refusal.status, headers=headers)
    if refusal.status == 429 or (refusal.status in (403, 404, 410) and not _may_see(request, code)):
        return refusal_page(request, refusal)
    messages.error(request, str(refusal.sentence))
    return redirect("table", code=code)


def _may_see(request: HttpRequest, code: str) -> bool:
    try:
        scene_open(code, request.user.pk)
    except Refusal:
        return False
    return request.method == "POST" and Table.objects.filter(code=code).exists()
