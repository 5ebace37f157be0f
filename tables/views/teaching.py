"""How the pages of a lesson or a class let their teachers in, and lead them back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from ..lesson_access import class_taught, lesson_taught
from ..refusals import Refusal
from .live import refusal_page

View = Callable[..., HttpResponse]


def taught(view: View) -> View:
    """Hand the lesson or the class of the address to who teaches it; for everybody else there is none. Who
    reads a page and is nobody yet may sign in first. What the view refuses becomes a page.
    """
    handed = taught_unasked(view)

    @wraps(view)
    def entered(request: HttpRequest, **numbers: Any) -> HttpResponse:
        if request.method == "GET" and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return handed(request, **numbers)

    return entered


def taught_unasked(view: View) -> View:
    """As ``taught``, for what a script fetches: it is of no use to lead it to the login."""

    @wraps(view)
    def entered(request: HttpRequest, **numbers: Any) -> HttpResponse:
        try:
            if "lesson_id" in numbers:
                found: object = lesson_taught(numbers.pop("lesson_id"), request.user)
            else:
                found = class_taught(numbers.pop("classroom_id"), request.user)
            return view(request, found, **numbers)
        except Refusal as refusal:
            return refusal_page(request, refusal)

    return entered


def back_to(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the page of this site that posted, as it says itself in ``next``; else to this address."""
    target = request.POST.get("next", "")
    is_ours = target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    return HttpResponseRedirect(target if is_ours else otherwise)
