"""The table page, its poll and the second door for actions."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import close_old_connections, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from accounts.rate_limit import allow, one_at_a_time
from minibridge.engine import DECK, IllegalAction

from .. import hints, presence, push, refusal_sentences
from ..doors import Visit, act, scene_open
from ..explanations import asked
from ..frame import Shown
from ..junior import is_junior
from ..lesson_bar import bar_at
from ..phrases import WHISPERS
from ..refusals import Refusal
from ..regions import REGIONS
from ..scene import Scene
from ..services.records import variation_is_ready
from .live import absent_now, frame_now, is_live, refusals_answered, table_answer, visit_of


@require_GET
@refusals_answered
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page itself, complete without JavaScript; the live page takes over from the same regions."""
    visit, scene = visit_of(request, code)
    _renew(visit)
    message = frame_now(scene, visit)
    response = render(request, "tables/table.html", table_context(scene, visit, message))
    patch_cache_control(response, no_store=True)
    return response


def table_context(scene: Scene, visit: Visit, message: dict[str, Any]) -> dict[str, Any]:
    dots = {seat.value: dot for seat, dot in presence.presence_of(scene).items()}
    return {
        "scene": scene,
        "laid_ready": scene.match is None and variation_is_ready(scene.table_id),
        "person": visit.person,
        "is_junior": is_junior(visit.person.language),
        "regions": message["html"],
        "region_names": list(REGIONS),
        "frame": message,
        "presence": dots,
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
        **bar_at(scene, visit.user_id),
        **_of_teacher(scene, visit),
    }


def _of_teacher(scene: Scene, visit: Visit) -> dict[str, Any]:
    """What the strip needs above a table of his class at which a teacher looks on."""
    if not scene.is_teacher(visit.user_id):
        return {}
    return {"look_on": scene.lesson, "sentences": WHISPERS, "deck": DECK}


def _renew(visit: Visit) -> None:
    if visit.user_id is not None and presence.presence_renew(visit.table_id, visit.user_id):
        push.presence_changed(visit.table_id)


@require_GET
@refusals_answered
def table_view(request: HttpRequest, code: str) -> HttpResponse:
    """The poll of a page whose socket is blocked: who is there, and all regions when one of them changed."""
    visit, scene = visit_of(request, code)
    _renew(visit)
    shown = _shown(request)
    absent = "".join(seat.value for seat in sorted(absent_now(scene)))
    dots = {seat.value: dot for seat, dot in presence.presence_of(scene).items()}
    message: dict[str, Any] = {"present": dots, "absent": absent}
    if (shown.epoch, shown.version) != (scene.epoch, scene.version) or request.GET.get("absent") != absent:
        message |= frame_now(scene, visit, shown=shown)
    response = JsonResponse(message)
    patch_cache_control(response, no_store=True)
    return response


def _shown(request: HttpRequest) -> Shown:
    """What a polling page says it shows; nothing where it does not say."""
    texts = [request.GET.get(name, "") for name in ("version", "epoch", "record", "n")]
    version, epoch, record, n = (int(text) if _is_number(text) else None for text in texts)
    if version is None or epoch is None:
        return Shown()
    return Shown(version=version, epoch=epoch, record_id=record, n=n or 0)


def _shown_before(request: HttpRequest, scene: Scene) -> Shown:
    """What a page that acts by POST was told so far, so that it hears what came of its action."""
    texts = [request.headers.get("X-Live", ""), request.POST.get("record", ""), request.POST.get("n", "")]
    version, record, n = (int(text) if _is_number(text) else 0 for text in texts)
    if not 0 < version <= scene.version:
        return Shown()
    return Shown(version=version, epoch=scene.epoch, record_id=record, n=n)


@require_POST
@refusals_answered
def table_act(request: HttpRequest, code: str) -> HttpResponse:
    """An action by POST: the same body, the same service, the same answers as over the socket."""
    visit, _scene = visit_of(request, code)
    answer = act(visit, _posted(request))
    client_id = request.POST.get("client_id")
    if not is_live(request):
        return table_answer(
            request, code, status=answer.status, error=_spoken(answer.refusal or answer.sentence)
        )
    message = frame_now(
        answer.scene,
        visit,
        shown=_shown_before(request, answer.scene),
        status=answer.status,
        error=answer.refusal or answer.sentence,
        answers=client_id,
    )
    return JsonResponse(message, status=answer.status)


@require_POST
@refusals_answered
def table_hint(request: HttpRequest, code: str) -> HttpResponse:
    """What would be good to play, worked out from what this person sees; for him alone."""
    visit, scene = visit_of(request, code)
    if visit.user_id is not None and not allow("hint", str(visit.user_id), "60/m"):
        raise Refusal(_("That was very quick. Please wait a minute."), status=429)
    with one_at_a_time("hint", str(visit.user_id), seconds=10) as is_free:
        if not is_free:
            raise Refusal(_("Your hint is on its way already."), status=429)
        if not connection.in_atomic_block:
            close_old_connections()  # nobody else should wait for a connection while this one thinks
        found = hints.hint_for(scene, visit.user_id)
    asked_in, scene = scene, scene_open(code, visit.user_id)
    if _moment(scene) != _moment(asked_in):
        raise Refusal(_("The table has moved on. Here is how it stands now."), status=409)
    if is_live(request):
        return JsonResponse(frame_now(scene, visit, hint=found))
    told = asked(found, scene.record.state.rules.menu if scene.record else "")
    messages.info(request, f"{told.reason} {' · '.join(told.options)}")
    return redirect("table", code=code)


def _moment(scene: Scene) -> tuple[int, int] | None:
    """Which decision of which deal is to be made."""
    return (scene.record.id, scene.record.state.n) if scene.record else None


def _spoken(error: object) -> str:
    return refusal_sentences.refusal(error) if isinstance(error, IllegalAction) else str(error)


NUMBERS = ("points", "tricks", "request")


def _posted(request: HttpRequest) -> dict[str, Any]:
    """A form's fields in the shape the socket sends. Raises Refusal (400) for a number that is none."""
    fields = request.POST.dict()
    action: dict[str, Any] = {}
    for name, value in fields.items():
        if name in ("csrfmiddlewaretoken", "record", "n", "client_id"):
            continue
        if name == "accept":
            action[name] = value == "1"
        else:
            action[name] = _number(value) if name in NUMBERS else value
    return {
        "record": _number(fields.get("record", "")),
        "n": _number(fields.get("n", "")),
        "client_id": fields.get("client_id", ""),
        "action": action,
    }


def _number(text: str) -> int:
    if not _is_number(text):
        raise Refusal(_("This request could not be understood."), status=400)
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
