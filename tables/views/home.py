"""The front door: what the site offers, a new table, a table by its code."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.rate_limit import rate_limit
from accounts.services import guest_create, guest_login

from ..forms import JoinForm
from ..models import Seating, Table
from ..services.tables import table_create

SHOWN_TABLES = 3


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    context = {"open_tables": _open_tables(request.user), "join_form": JoinForm()}
    return render(request, "tables/home.html", context)


def _open_tables(user: User | AnonymousUser) -> list[Seating]:
    """The chairs this person may come back to, the liveliest table first, with the names of the others."""
    if not user.is_authenticated:
        return []
    seatings = (
        Seating.objects.filter(user=user, table__closed=False)
        .select_related("table")
        .prefetch_related("table__seatings")
        .order_by("-table__active")[:SHOWN_TABLES]
    )
    for seating in seatings:
        others = [other for other in seating.table.seatings.all() if other.user_id != user.id]
        names = [other.name for other in others if other.user_id is not None]
        seating.company = ", ".join(names) or (_("against robots") if others else "")
    return list(seatings)


@require_POST
@rate_limit("table_new", "60/m")
def table_new(request: HttpRequest) -> HttpResponse:
    """A table for whoever asks; somebody without an account becomes a guest at this moment."""
    host = request.user
    if not host.is_authenticated:
        host = guest_create(name="", language=get_language())
        guest_login(request, host)
    return redirect("table", table_create(host=host).code)


@require_http_methods(["GET", "POST"])
@rate_limit("table_join", "120/m")
def table_join(request: HttpRequest) -> HttpResponse:
    if request.method == "GET":
        return render(request, "tables/join.html", {"join_form": JoinForm()})
    form = JoinForm(request.POST)
    if form.is_valid():
        code = form.cleaned_data["code"]
        if Table.objects.filter(code=code).exists():
            return redirect("table", code)
        form.add_error("code", _("No table has this code. Perhaps one letter is different: ask your friend."))
    return render(request, "tables/join.html", {"join_form": form}, status=422)
