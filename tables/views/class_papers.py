"""What is printed or taken away of a class: cards, the page for parents, the list of pupils."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import Pupil
from accounts.pictures import pictures_said

from ..class_access import class_taught, pupils_of, teachers_of
from ..qr import qr_svg
from ..score_csv import BYTE_ORDER_MARK, safe
from .class_answers import is_local, refusals_paged

CARDS_ON_A_PAGE = 8


@dataclass(frozen=True)
class Card:
    """What one pupil is given on paper. Without ``qr``, the pictures alone open the class."""

    name: str
    pictures: list[str]
    qr: SafeString | str = ""


@never_cache
@require_GET
@refusals_paged
def cards(request: HttpRequest, class_id: int) -> HttpResponse:
    """A card for each pupil, or for ``?pupil=`` alone; with ``?pictures=1`` without the QR code."""
    room = class_taught(class_id, request.user).classroom
    pupils = pupils_of(room)
    if chosen := request.GET.get("pupil"):
        pupils = [pupil for pupil in pupils if str(pupil.pk) == chosen]
    has_qr = request.GET.get("pictures") != "1"
    made = [_card(request, pupil, has_qr) for pupil in pupils]
    sheets = [made[start : start + CARDS_ON_A_PAGE] for start in range(0, len(made), CARDS_ON_A_PAGE)]
    context = {
        "classroom": room,
        "sheets": sheets,
        "has_qr": has_qr,
        "is_local": is_local(request),
        "address": request.get_host() + reverse("class_code").rstrip("/"),
    }
    return render(request, "classes/cards.html", context)


def _card(request: HttpRequest, pupil: Pupil, has_qr: bool) -> Card:
    link = request.build_absolute_uri(reverse("card", args=[pupil.key]))
    return Card(pupil.user.name, pupil.pictures.split(), qr_svg(link) if has_qr else "")


@require_GET
def parents(request: HttpRequest) -> HttpResponse:
    """What the site stores of a pupil: for anybody to read."""
    return render(request, "classes/parents.html")


@never_cache
@require_GET
@refusals_paged
def class_parents(request: HttpRequest, class_id: int) -> HttpResponse:
    """The same with the names of this class and its teachers, and its last day, to print."""
    room = class_taught(class_id, request.user).classroom
    return render(request, "classes/parents.html", {"classroom": room, "teachers": teachers_of(room)})


@never_cache
@require_GET
@refusals_paged
def pupils_file(request: HttpRequest, class_id: int) -> HttpResponse:
    """Names and pictures, for a spreadsheet; the keys of the cards are not in it."""
    room = class_taught(class_id, request.user).classroom
    text = StringIO()
    writer = csv.writer(text, delimiter="," if (get_language() or "fr").startswith("en") else ";")
    writer.writerow([gettext("Pupil"), gettext("Pictures")])
    for pupil in pupils_of(room):
        writer.writerow([safe(pupil.user.name), safe(pictures_said(pupil.pictures.split()))])
    response = HttpResponse(BYTE_ORDER_MARK + text.getvalue(), content_type="text/csv; charset=utf-8")
    name = f"minibridge-{slugify(room.name) or room.id}.csv"
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response
