"""Several teachers of one class: invited, removed, leaving, taking over."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.doors import account_required
from accounts.models import ClassTeacher, User
from accounts.rate_limit import rate_limit

from ..address_values import TOO_LARGE
from ..class_access import class_owned, class_taught
from ..refusals import Refusal
from ..services import classes as services
from .class_answers import refusals_paged


@require_POST
@refusals_paged
def invitation(request: HttpRequest, class_id: int) -> HttpResponse:
    """A new link for other teachers or, with ``take_back``, none."""
    teaching = class_owned(class_id, request.user)
    if "take_back" in request.POST:
        services.invitation_take_back(classroom=teaching.classroom)
        messages.success(request, _("The invitation leads nowhere any more."))
    else:
        services.invitation_make(classroom=teaching.classroom)
    return redirect("classroom", class_id)


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit("class_invited", "120/5m", methods=("GET", "POST"))
@account_required
@refusals_paged
def class_invited(request: HttpRequest, key: str) -> HttpResponse:
    """Asked first, since previews of links open them too; who has said that he is no adult is told how."""
    assert isinstance(request.user, User)
    found = services.class_of_invitation(key)
    if request.method == "GET":
        return render(request, "classes/invited.html", {"classroom": found})
    services.invitation_accept(key=key, user=request.user)
    messages.success(request, _("You teach this class now."))
    return redirect("classroom", found.id)


@require_POST
@refusals_paged
def teacher_remove(request: HttpRequest, class_id: int, user_id: int) -> HttpResponse:
    teaching = class_owned(class_id, request.user)
    _teacher(class_id, user_id)
    services.teacher_remove(classroom=teaching.classroom, user_id=user_id)
    messages.success(request, _("This person does not teach the class any more."))
    return redirect("classroom", class_id)


@never_cache
@require_http_methods(["GET", "POST"])
@refusals_paged
def class_leave(request: HttpRequest, class_id: int) -> HttpResponse:
    teaching = class_taught(class_id, request.user)
    if request.method == "GET" and not teaching.is_owner:
        return render(request, "classes/leave.html", {"classroom": teaching.classroom})
    services.teacher_remove(classroom=teaching.classroom, user_id=teaching.user_id)
    messages.success(request, _("You do not teach this class any more."))
    return redirect("classes")


@never_cache
@require_http_methods(["GET", "POST"])
@refusals_paged
def owner_change(request: HttpRequest, class_id: int, user_id: int) -> HttpResponse:
    """Hand the class over; asked first."""
    teaching = class_owned(class_id, request.user)
    heir = _teacher(class_id, user_id)
    if request.method == "GET":
        return render(request, "classes/owner.html", {"classroom": teaching.classroom, "heir": heir})
    services.owner_change(classroom=teaching.classroom, user_id=user_id)
    messages.success(request, _("The class is handed over."))
    return redirect("classroom", class_id)


def _teacher(class_id: int, user_id: int) -> ClassTeacher:
    rows = ClassTeacher.objects.select_related("user").filter(classroom_id=class_id)
    row = rows.filter(user_id=user_id).first() if user_id < TOO_LARGE else None
    if row is None:
        raise Refusal(_("This person does not teach the class."), status=404)
    return row
