"""Packs of deals: a teacher's list, one pack, and packs as files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.rate_limit import person_or_address, rate_limit
from minibridge.engine import SEATS, Seat

from ..models import Pack
from ..pack_access import pack_of, packs_of
from ..pack_checks import pack_rules
from ..pack_file import LARGEST, PackUnreadable, pack_as_pbn, pack_read, pack_written
from ..pack_forms import PackForm
from ..pack_page import DealRow, deal_rows
from ..packs import MOST_DEALS, PackContent, said
from ..refusals import Refusal
from ..services.packs import (
    deal_copy,
    deal_move,
    deal_remove,
    deals_turn,
    pack_add,
    pack_copy,
    pack_delete,
    pack_describe,
)
from ..templatetags.bridge import letters_of
from .class_answers import View, refusals_paged
from .live import language

FILES = {"json": "application/json", "pbn": "application/x-pbn; charset=utf-8"}


def teachers_page(view: View) -> View:
    """For who is signed in; a Refusal becomes a page with its sentence."""
    return never_cache(refusals_paged(view))


def letters(request: HttpRequest) -> str:
    assert isinstance(request.user, User)
    return letters_of(request.user.index_letters, language())


def rows_of(request: HttpRequest, content: PackContent) -> list[DealRow]:
    return deal_rows(content.deals, pack_rules(content.rules), language(), letters(request))


@require_GET
@teachers_page
def packs(request: HttpRequest) -> HttpResponse:
    """The teacher's own packs."""
    return _list(request)


def _list(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    mine = [
        (pack, PackContent.from_data(pack.content)) for pack in packs_of(request.user).order_by("title", "id")
    ]
    rows = [(pack, said(content.title, language()), content) for pack, content in mine]
    return render(
        request,
        "packs/packs.html",
        {"rows": rows, "kilobytes": LARGEST // 1000, **context},
        status=status,
    )


@require_http_methods(["GET", "POST"])
@teachers_page
def pack_new(request: HttpRequest) -> HttpResponse:
    """An empty pack with its title."""
    packs_of(request.user)
    form = PackForm(request.POST or None, language=language())
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        texts = {name: {language(): values[name]} if values[name] else {} for name in ("title", "goals")}
        pack = pack_add(user=_user(request), content=PackContent(**texts, rules=form.rules_chosen()))
        return redirect("pack", pack.id)
    return render(request, "packs/pack_new.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@rate_limit("packs", "60/m", key=person_or_address)
@teachers_page
def pack_open(request: HttpRequest) -> HttpResponse:
    """A pack from a file that somebody handed on; with anything wrong in it nothing is kept."""
    packs_of(request.user)
    file = request.FILES.get("file")
    if file is None:
        return _list(request, 400, error=_("Please choose a file first."))
    try:
        content = pack_read(file.read(LARGEST + 1))
    except PackUnreadable as error:
        return _list(request, 422, file_problems=error.problems)
    pack = pack_add(user=_user(request), content=content)
    messages.success(request, _("The pack is among yours now."))
    return redirect("pack", pack.id)


@require_http_methods(["GET", "POST"])
@teachers_page
def pack(request: HttpRequest, pack_id: int) -> HttpResponse:
    """One pack: what it is about and its deals; a POST changes the first."""
    row = pack_of(pack_id, request.user)
    content = PackContent.from_data(row.content)
    form = PackForm(request.POST or None, content=content, language=language())
    if request.method == "POST" and form.is_valid():
        try:
            pack_describe(
                user=_user(request),
                pack_id=row.id,
                language=language(),
                title=form.cleaned_data["title"].strip(),
                goals=form.cleaned_data["goals"].strip(),
                rules=form.rules_chosen(),
            )
        except Refusal as refusal:
            form.add_error("rules", str(refusal.sentence))
        else:
            messages.success(request, _("Kept."))
            return redirect("pack", row.id)
    return _page(request, row, content, form)


def _page(request: HttpRequest, row: Pack, content: PackContent, form: PackForm) -> HttpResponse:
    context = {
        "pack": row,
        "title": said(content.title, language()),
        "goals": said(content.goals, language()),
        "form": form,
        "rows": rows_of(request, content),
        "seats": SEATS,
        "most": MOST_DEALS,
        "is_full": len(content.deals) >= MOST_DEALS,
    }
    return render(request, "packs/pack.html", context, status=422 if form.errors else 200)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@require_POST
@teachers_page
def pack_duplicate(request: HttpRequest, pack_id: int) -> HttpResponse:
    return redirect("pack", pack_copy(user=_user(request), pack_id=pack_id).id)


@require_http_methods(["GET", "POST"])
@teachers_page
def pack_remove(request: HttpRequest, pack_id: int) -> HttpResponse:
    """Asks once, then deletes."""
    row = pack_of(pack_id, request.user)
    if request.method == "POST":
        pack_delete(user=_user(request), pack_id=pack_id)
        messages.success(request, _("The pack is deleted."))
        return redirect("packs")
    content = PackContent.from_data(row.content)
    context = {"pack": row, "title": said(content.title, language()), "deals": len(content.deals)}
    return render(request, "packs/pack_delete.html", context)


@require_POST
@teachers_page
def pack_turn(request: HttpRequest, pack_id: int) -> HttpResponse:
    """Turn one deal, or all deals, until the seat chosen declares."""
    pack_of(pack_id, request.user)
    seat, number = request.POST.get("seat", ""), request.POST.get("number", "")
    if seat not in Seat.__members__ or not (number == "" or _is_number(number)):
        raise Refusal(_("This request could not be understood."), status=400)
    left = deals_turn(
        user=_user(request), pack_id=pack_id, seat=Seat(seat), number=int(number) if number else None
    )
    if left:
        sentence = ngettext(
            "%(count)d deal stays as it is: its points do not decide who declares.",
            "%(count)d deals stay as they are: their points do not decide who declares.",
            left,
        )
        messages.warning(request, sentence % {"count": left})
    return redirect("pack", pack_id)


@require_POST
@teachers_page
def pack_deal_act(request: HttpRequest, pack_id: int, number: int) -> HttpResponse:
    """Move, copy or delete a deal of the pack."""
    pack_of(pack_id, request.user)
    what, was = request.POST.get("do", ""), request.POST.get("was", "")
    chosen = {"user": _user(request), "pack_id": pack_id, "number": number, "was": was}
    try:
        if what in ("up", "down"):
            deal_move(**chosen, places=-1 if what == "up" else 1)
        elif what == "copy":
            deal_copy(**chosen)
        elif what == "delete":
            return _deal_delete(request, chosen)
        else:
            raise Refusal(_("This request could not be understood."), status=400)
    except Refusal as refusal:
        if refusal.status not in (409, 422):
            raise
        messages.error(request, str(refusal.sentence))
    return redirect("pack", pack_id)


def _deal_delete(request: HttpRequest, chosen: dict[str, Any]) -> HttpResponse:
    if request.POST.get("sure"):
        deal_remove(**chosen)
        return redirect("pack", chosen["pack_id"])
    content = PackContent.from_data(pack_of(chosen["pack_id"], request.user).content)
    rows = rows_of(request, content)
    if not 1 <= chosen["number"] <= len(rows):
        raise Refusal(_("This pack has no such deal."), status=404)
    context = {"pack_id": chosen["pack_id"], "row": rows[chosen["number"] - 1]}
    return render(request, "packs/deal_delete.html", context)


@require_GET
@teachers_page
def pack_file(request: HttpRequest, pack_id: int, kind: str) -> HttpResponse:
    """The pack to hand on, or its deals for other programs."""
    row = pack_of(pack_id, request.user)
    if kind not in FILES:
        raise Http404
    content = PackContent.from_data(row.content)
    text = pack_written(content) if kind == "json" else pack_as_pbn(content, language())
    name = slugify(said(content.title, language())) or "minibridge"
    response = HttpResponse(text, content_type=FILES[kind])
    response["Content-Disposition"] = content_disposition_header(
        True, f"{name}-pack.{kind}" if kind == "json" else f"{name}.{kind}"
    )
    return response


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4
