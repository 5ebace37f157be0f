"""The table page, its poll and the second door for actions."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from minibridge.engine import IllegalAction

from .. import presence, push, sentences
from ..doors import Visit, act
from ..refusals import Refusal
from ..regions import REGIONS
from ..scene import Scene
from .live import frame_now, is_live, refusals_answered, table_answer, visit_of


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
        "person": visit.person,
        "regions": message["html"],
        "region_names": list(REGIONS),
        "frame": message,
        "presence": dots,
    }


def _renew(visit: Visit) -> None:
    if visit.user_id is not None and presence.presence_renew(visit.table_id, visit.user_id):
        push.presence_changed(visit.table_id)


@require_GET
@refusals_answered
def table_view(request: HttpRequest, code: str) -> HttpResponse:
    """The poll of a page whose socket is blocked: 204 while nothing changed, else all regions."""
    visit, scene = visit_of(request, code)
    _renew(visit)
    known = (request.GET.get("epoch"), request.GET.get("version"))
    message: dict[str, Any] | None = None
    if known != (str(scene.epoch), str(scene.version)):
        message = frame_now(scene, visit)
    dots = {seat.value: dot for seat, dot in presence.presence_of(scene).items()}
    response = HttpResponse(status=204) if message is None else JsonResponse({**message, "present": dots})
    patch_cache_control(response, no_store=True)
    return response


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
        status=answer.status,
        error=answer.refusal or answer.sentence,
        answers=client_id,
    )
    return JsonResponse(message, status=answer.status)


def _spoken(error: object) -> str:
    return sentences.refusal(error) if isinstance(error, IllegalAction) else str(error)


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
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refusal(_("This request could not be understood."), status=400)
    return int(text)
