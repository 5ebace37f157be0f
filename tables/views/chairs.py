"""Chairs, votes, words and what the host decides: one service call each, answered with the table."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.doors import with_next
from accounts.models import User
from accounts.names import clean_name
from accounts.rate_limit import allow, client_address
from accounts.services import guest_create, guest_login
from minibridge.engine import Seat

from ..doors import scene_open, table_find
from ..models import LessonTable, Seating
from ..qr import qr_svg
from ..refusals import Refusal
from ..services import bots, matches, tables
from ..services import messages as talk
from ..services.lessons import pupil_ready
from .live import language, refusal_page, refusals_answered, table_answer


def _seat(text: str | None) -> Seat:
    if text not in Seat.__members__:
        raise Refusal(_("Please choose a chair."), status=400)
    return Seat(text)


def _user_id(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise Refusal(_("You have no chair at this table."), status=404)
    return int(request.user.pk)


def _limit(what: str, who: str, limit: str) -> None:
    """Raises Refusal (429) for a thing done too often; a class behind one address must still pass."""
    if not allow(what, who, limit):
        raise Refusal(_("That was very quick. Please wait a minute."), status=429)


def _record(request: HttpRequest) -> int | None:
    text = request.POST.get("record", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


@require_POST
@refusals_answered
def table_sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free chair. Whoever has no account becomes a guest with the name typed."""
    _limit("sit", client_address(request), "120/m")
    scene = scene_open(code, request.user.pk)
    seat = _seat(request.POST.get("seat"))
    user = request.user
    typed = request.POST.get("name")
    name = _name(typed if typed is not None or user.pk is None else user.name)
    holder = scene.chairs[seat]
    if holder is not None and not holder.is_bot and holder.user_id != user.pk:
        raise Refusal(_("This chair has just been taken. Please choose another one."), status=409)
    if not isinstance(user, User):
        user = guest_create(name=name, language=language())
        guest_login(request, user)
    elif user.display_name != name and (user.is_guest or not user.display_name):
        user.display_name = name
        user.save(update_fields=["display_name"])
    tables.seat_take(table_id=scene.table_id, user=user, seat=seat, name=name)
    return table_answer(request, code)


def _name(typed: str | None) -> str:
    try:
        return clean_name(typed or "")
    except ValidationError as error:
        raise Refusal(" ".join(error.messages), status=422) from None


@require_POST
@refusals_answered
def table_stand(request: HttpRequest, code: str) -> HttpResponse:
    tables.seat_leave(table_id=table_find(code).id, user_id=_user_id(request))
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_seat(request: HttpRequest, code: str) -> HttpResponse:
    """The host moves whoever sits on ``seat`` to ``to``."""
    tables.seat_move(
        table_id=table_find(code).id,
        host_id=_user_id(request),
        origin=_seat(request.POST.get("seat")),
        target=_seat(request.POST.get("to")),
    )
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_remove(request: HttpRequest, code: str) -> HttpResponse:
    tables.seat_remove(
        table_id=table_find(code).id, host_id=_user_id(request), seat=_seat(request.POST.get("seat"))
    )
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_bot(request: HttpRequest, code: str) -> HttpResponse:
    """The host puts a bot of ``level`` on ``seat``, or on every free chair where no seat is named."""
    table_id, host_id = table_find(code).id, _user_id(request)
    level, seat = request.POST.get("level", ""), request.POST.get("seat", "")
    if seat:
        bots.bot_seat(table_id=table_id, host_id=host_id, seat=_seat(seat), level=level)
    else:
        bots.bots_seat_everywhere(table_id=table_id, host_id=host_id, level=level)
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_back(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody for whom a bot plays is back."""
    bots.chair_take_back(table_id=table_find(code).id, user_id=_user_id(request))
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_host(request: HttpRequest, code: str) -> HttpResponse:
    tables.host_pass(
        table_id=table_find(code).id, host_id=_user_id(request), seat=_seat(request.POST.get("seat"))
    )
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_settings(request: HttpRequest, code: str) -> HttpResponse:
    tables.settings_set(
        table_id=table_find(code).id,
        user_id=_user_id(request),
        visitors=request.POST.get("visitors", ""),
        free_text=request.POST.get("free_text") == "1",
    )
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_start(request: HttpRequest, code: str) -> HttpResponse:
    matches.match_start(table_id=table_find(code).id, user_id=_user_id(request))
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_ready(request: HttpRequest, code: str) -> HttpResponse:
    """Ready for the next deal; with ``now`` the host deals without waiting."""
    table = table_find(code)
    lesson_id = LessonTable.objects.filter(table=table).values_list("lesson_id", flat=True).first()
    if lesson_id is not None and request.POST.get("now") != "1":
        pupil_ready(lesson_id=lesson_id, table_id=table.id, user_id=_user_id(request), after=_record(request))
        return table_answer(request, code)
    service = matches.deal_now if request.POST.get("now") == "1" else matches.ready_set
    service(table_id=table.id, user_id=_user_id(request), after=_record(request))
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_stop(request: HttpRequest, code: str) -> HttpResponse:
    matches.match_stop(table_id=table_find(code).id, user_id=_user_id(request))
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_vote(request: HttpRequest, code: str) -> HttpResponse:
    matches.vote_cast(
        table_id=table_find(code).id,
        user_id=_user_id(request),
        question=request.POST.get("question", ""),
        choice=request.POST.get("choice", ""),
    )
    return table_answer(request, code)


@require_POST
@refusals_answered
def table_say(request: HttpRequest, code: str) -> HttpResponse:
    _limit("say", str(_user_id(request)), "30/m")
    talk.message_say(
        table_id=table_find(code).id,
        user_id=_user_id(request),
        phrase=request.POST.get("phrase", ""),
        text=request.POST.get("text", ""),
        client_id=request.POST.get("client_id", ""),
    )
    return table_answer(request, code)


# --- the same chair on another device --------------------------------------------------------------


@require_GET
@cache_control(no_store=True)
@refusals_answered
def table_key(request: HttpRequest, code: str) -> HttpResponse:
    """The private link to one's own chair, as text and QR code."""
    seating = Seating.objects.filter(table=table_find(code), user_id=_user_id(request)).first()
    if seating is None:
        raise Refusal(_("You have no chair at this table."), status=404)
    link = request.build_absolute_uri(reverse("chair_key", args=[seating.key]))
    return render(
        request, "tables/key.html", {"seating": seating, "code": code, "link": link, "qr": qr_svg(link)}
    )


@require_http_methods(["GET", "POST"])
@cache_control(no_store=True)
def chair_key(request: HttpRequest, key: str) -> HttpResponse:
    """Come back to one's chair on another device. Asking first, since previews of links open them too.

    Only a guest is logged in by the link; whoever has an account is sent to the login page.
    """
    seating = tables.seating_by_key(key)
    if seating is None:
        return refusal_page(request, Refusal(_("This private link leads nowhere any more."), status=404))
    if request.user.pk == seating.user_id:
        return redirect("table", code=seating.table.code)
    if not seating.user.is_guest:
        messages.info(request, _("This chair belongs to an account. Please sign in."))
        return redirect(with_next(reverse("account_login"), reverse("table", args=[seating.table.code])))
    if request.method == "GET":
        return render(request, "tables/chair_key.html", {"seating": seating})
    guest_login(request, seating.user)
    return redirect("table", code=seating.table.code)
