"""A pupil comes into his class: with the card he scans, or with the class code and his four pictures."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.class_door import (
    TooManyTries,
    class_of_code,
    is_known_at,
    place_note,
    pupil_login,
    pupil_of_key,
    pupil_of_pictures,
)
from accounts.models import Classroom, Pupil
from accounts.pictures import PICTURE_NAMES, PICTURES_IN_A_CODE, pictures_read
from accounts.rate_limit import allow, client_address, is_spent, rate_limit, too_many_requests

from ..class_forms import ClassCodeForm
from ..refusals import Refusal
from .live import refusal_page

CODES = "300/5m"
"""Codes of classes typed at one address: a whole class types its own, some of them wrong."""


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit("class_code", CODES)
def class_code(request: HttpRequest) -> HttpResponse:
    """Where the code of a class is typed."""
    form = ClassCodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("class_join", form.cleaned_data["code"])
    status = 422 if request.method == "POST" else 200
    return render(request, "classes/class_code.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_join(request: HttpRequest, code: str) -> HttpResponse:
    """Four pictures are tapped one after the other; without JavaScript each tap is a form of its own.

    No name is shown before they are the right ones.
    """
    found = class_of_code(code)
    if _guesses_codes(request, found):
        return too_many_requests(request, CODES)
    if found is None:
        return refusal_page(
            request, Refusal(_("No class has this code. Please ask your teacher."), status=404)
        )
    if not found.joining:
        return _shut(request, found)
    if request.method != "POST":
        return _pictures(request, found, [])
    chosen = pictures_read(request.POST.get("chosen", ""))
    if "back" in request.POST:
        return _pictures(request, found, chosen[:-1])
    chosen = pictures_read(" ".join([*chosen, request.POST.get("tap", "")]))
    if len(chosen) < PICTURES_IN_A_CODE:
        return _pictures(request, found, chosen)
    return _enter(request, found, chosen)


def _guesses_codes(request: HttpRequest, found: Classroom | None) -> bool:
    """Whether too many codes of no class came from here; who guesses must not learn that one is right."""
    address = client_address(request)
    is_spent_here = is_spent("class_code", address, CODES)
    if found is None:
        allow("class_code", address, CODES)
    return is_spent_here and (found is None or not is_known_at(found.pk, address))


def _enter(request: HttpRequest, found: Classroom, chosen: list[str]) -> HttpResponse:
    try:
        pupil = pupil_of_pictures(found, " ".join(chosen), client_address(request))
    except TooManyTries as tries:
        sentence = _("There were many wrong pictures. Wait five minutes, or scan your card.")
        if tries.today:
            sentence = _("There were many wrong pictures today. Please scan your card.")
        return _pictures(request, found, [], status=429, error=sentence)
    if pupil is None:
        sentence = _("These are not the right pictures. Look at your card and try again.")
        return _pictures(request, found, [], status=422, error=sentence)
    return _welcome(request, pupil)


def _pictures(
    request: HttpRequest, found: Classroom, chosen: list[str], *, status: int = 200, error: str = ""
) -> HttpResponse:
    context = {
        "classroom": found,
        "pictures": PICTURE_NAMES,
        "chosen": chosen,
        "slots": [*chosen, *[""] * (PICTURES_IN_A_CODE - len(chosen))],
        "error": error,
        "here": _here(request, found),
    }
    return render(request, "classes/class_join.html", context, status=status)


def _here(request: HttpRequest, found: Classroom) -> str:
    """The name of the pupil of this class who is in already, in this browser."""
    user = request.user
    is_here = user.is_authenticated and user.is_pupil and found.pupils.filter(user_id=user.pk).exists()
    return user.name if is_here else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, key: str) -> HttpResponse:
    """One scan of a card, and one tap: previews of links open them too, and must let nobody in."""
    pupil = pupil_of_key(key)
    if pupil is None:
        return _nobody(request)
    if not pupil.classroom.joining:
        return _shut(request, pupil.classroom)
    if request.user.pk == pupil.user_id:
        return redirect("lesson_place")
    if request.method != "POST":
        return render(request, "classes/card.html", {"pupil": pupil})
    return _welcome(request, pupil)


def _welcome(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    place_note(pupil.classroom_id, client_address(request))
    if not pupil_login(request, pupil):
        return _nobody(request)
    messages.success(request, _("Hello %(name)s!") % {"name": pupil.user.name})
    return redirect("lesson_place")


def _nobody(request: HttpRequest) -> HttpResponse:
    sentence = _("This card opens nothing any more. Please ask your teacher for a new one.")
    return refusal_page(request, Refusal(sentence, status=404))


def _shut(request: HttpRequest, found: Classroom) -> HttpResponse:
    return render(request, "classes/shut.html", {"classroom": found}, status=403)
