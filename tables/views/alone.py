"""Playing alone against bots: at once, by choice of level and length."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.rate_limit import rate_limit
from accounts.services import guest_create, guest_login

from ..alone_record import AloneLine, alone_record
from ..analysis import is_available
from ..forms import AloneForm
from ..refusals import Refusal
from ..services.alone import alone_start
from .live import refusal_page

REMEMBERED = "alone"  # in the session: level, length and rules chosen last


@require_http_methods(["GET", "POST"])
@rate_limit("alone", "60/m")
def alone(request: HttpRequest) -> HttpResponse:
    """Choose how to play alone, with what one has achieved so far; a POST deals at once.

    The button of the home page posts nothing: what was chosen last counts, or four deals of a medium level.
    """
    if request.method == "GET":
        lines = alone_record(request.user) if isinstance(request.user, User) else []
        form = AloneForm(initial=chosen_before(request))
        return _page(request, form, lines)
    form = AloneForm({**chosen_before(request), **request.POST.dict()})
    if not form.is_valid():
        return _page(request, form, [], status=422)
    user = person_or_guest(request)
    request.session[REMEMBERED] = form.cleaned_data
    try:
        table = alone_start(user=user, **form.cleaned_data)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    return redirect("table", table.code)


def _page(request: HttpRequest, form: AloneForm, lines: list[AloneLine], status: int = 200) -> HttpResponse:
    context = {"form": form, "lines": lines, "has_analysis": is_available()}
    return render(request, "tables/alone.html", context, status=status)


def chosen_before(request: HttpRequest) -> dict[str, object]:
    """Level, length and rules as chosen last in this browser."""
    remembered = request.session.get(REMEMBERED)
    return AloneForm.defaults() | (remembered if isinstance(remembered, dict) else {})


def person_or_guest(request: HttpRequest) -> User:
    """Whoever has no account becomes a guest, without being asked for a name."""
    if isinstance(request.user, User):
        return request.user
    guest = guest_create(name="", language=get_language() or "")
    guest_login(request, guest)
    return guest
