"""The pupils of a class, as its teachers change them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import Pupil

from ..class_access import class_taught, pupil_taught
from ..class_forms import PupilNameForm, PupilsForm
from ..refusals import Refusal
from ..services import pupils as services
from .class_answers import refusals_paged
from .classes import class_page


@require_POST
@refusals_paged
def pupils_add(request: HttpRequest, class_id: int) -> HttpResponse:
    """A whole list of names at once."""
    teaching = class_taught(class_id, request.user)
    form = PupilsForm(request.POST)
    if not form.is_valid():
        return class_page(request, teaching, status=422, pupils_form=form)
    try:
        added = services.pupils_add(classroom=teaching.classroom, names=form.listed())
    except Refusal as refusal:
        form.add_error("names", str(refusal.sentence))
        return class_page(request, teaching, status=refusal.status, pupils_form=form)
    text = ngettext("%(count)d pupil added.", "%(count)d pupils added.", len(added))
    messages.success(request, text % {"count": len(added)})
    return redirect("classroom", class_id)


@never_cache
@require_GET
@refusals_paged
def pupil(request: HttpRequest, class_id: int, pupil_id: int) -> HttpResponse:
    row = pupil_taught(class_taught(class_id, request.user), pupil_id)
    return _page(request, row, PupilNameForm(initial={"name": row.user.name}))


def _page(request: HttpRequest, row: Pupil, form: PupilNameForm, status: int = 200) -> HttpResponse:
    context = {"pupil": row, "classroom": row.classroom, "form": form}
    return render(request, "classes/pupil.html", context, status=status)


@require_POST
@refusals_paged
def pupil_rename(request: HttpRequest, class_id: int, pupil_id: int) -> HttpResponse:
    row = pupil_taught(class_taught(class_id, request.user), pupil_id)
    form = PupilNameForm(request.POST)
    if not form.is_valid():
        return _page(request, row, form, status=422)
    try:
        services.pupil_rename(pupil=row, name=form.cleaned_data["name"])
    except Refusal as refusal:
        form.add_error("name", str(refusal.sentence))
        return _page(request, pupil_taught(class_taught(class_id, request.user), pupil_id), form, status=422)
    messages.success(request, _("The changes are saved."))
    return redirect("classroom", class_id)


@require_POST
@refusals_paged
def card_renew(request: HttpRequest, class_id: int, pupil_id: int) -> HttpResponse:
    row = pupil_taught(class_taught(class_id, request.user), pupil_id)
    services.card_renew(pupil=row)
    messages.success(
        request, _("%(name)s has a new card. The old one opens nothing any more.") % {"name": row.user.name}
    )
    return redirect("pupil", class_id, pupil_id)


@never_cache
@require_http_methods(["GET", "POST"])
@refusals_paged
def pupil_delete(request: HttpRequest, class_id: int, pupil_id: int) -> HttpResponse:
    """Asked first: nobody can bring a pupil back."""
    row = pupil_taught(class_taught(class_id, request.user), pupil_id)
    if request.method == "GET":
        return render(request, "classes/pupil_delete.html", {"pupil": row, "classroom": row.classroom})
    name = row.user.name
    services.pupil_delete(pupil=row)
    messages.success(request, _("%(name)s is not in the class any more.") % {"name": name})
    return redirect("classroom", class_id)
