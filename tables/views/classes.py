"""A teacher's classes: the list, a new one, the page of one, its end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.class_door import place_note
from accounts.classes import SHORTEST_DAYS, may_open_classes
from accounts.doors import account_required
from accounts.models import Classroom, User
from accounts.rate_limit import client_address, person_or_address, rate_limit

from ..class_access import Teaching, class_owned, class_taught, pupils_of, teachers_of, teachings_of
from ..class_forms import ClassDeleteForm, ClassForm, ClassSettingsForm, PupilsForm
from ..models import Lesson
from ..qr import qr_svg
from ..refusals import Refusal
from ..services import class_deletion
from ..services import classes as services
from ..services.pupils import MOST_PUPILS
from .class_answers import is_local, refusals_paged


@never_cache
@require_GET
@account_required
def classes(request: HttpRequest) -> HttpResponse:
    """The classes that one teaches; who may open none is told how to say that he is an adult."""
    assert isinstance(request.user, User)
    rows = teachings_of(request.user)
    counted = Classroom.objects.filter(id__in=[row.classroom_id for row in rows])
    counts = dict(counted.annotate(count=Count("pupils")).values_list("id", "count"))
    lines = [(row, counts[row.classroom_id]) for row in rows]
    return render(request, "classes/classes.html", {"lines": lines, **_rights(request.user)})


def _rights(user: User) -> dict[str, bool]:
    return {"may_open": may_open_classes(user), "is_adult": user.is_adult_account}


@never_cache
@require_http_methods(["GET", "POST"])
@account_required
@rate_limit("class_new", "60/h", key=person_or_address)
def class_new(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    if not may_open_classes(request.user):
        return render(request, "classes/classes.html", {"lines": [], **_rights(request.user)}, status=403)
    form = ClassForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            classroom = services.class_new(user=request.user, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, str(refusal.sentence))
            return render(request, "classes/class_new.html", {"form": form}, status=refusal.status)
        return redirect("classroom", classroom.id)
    status = 422 if request.method == "POST" else 200
    return render(request, "classes/class_new.html", {"form": form}, status=status)


@never_cache
@require_GET
@refusals_paged
def classroom(request: HttpRequest, class_id: int) -> HttpResponse:
    """Pupils, the way in, teachers and settings. Where this page is open, the class is at home."""
    teaching = class_taught(class_id, request.user)
    place_note(class_id, client_address(request))
    return class_page(request, teaching)


def class_page(
    request: HttpRequest,
    teaching: Teaching,
    *,
    status: int = 200,
    pupils_form: PupilsForm | None = None,
    settings_form: ClassSettingsForm | None = None,
) -> HttpResponse:
    """The page of a class, with a form that was refused."""
    room = teaching.classroom
    link = request.build_absolute_uri(reverse("class_join", args=[room.code]))
    is_invited = room.invited_until is not None and room.invited_until > timezone.now()
    context: dict[str, Any] = {
        "classroom": room,
        "teaching": teaching,
        "pupils": pupils_of(room),
        "running": Lesson.objects.filter(classroom=room, ended__isnull=True).first(),
        "most_pupils": MOST_PUPILS,
        "teachers": teachers_of(room),
        "link": link,
        "qr": qr_svg(link),
        "is_local": is_local(request),
        "ends_soon": room.expires - timezone.localdate() <= timedelta(days=SHORTEST_DAYS),
        "invitation": request.build_absolute_uri(reverse("class_invited", args=[room.invitation]))
        if is_invited
        else "",
        "pupils_form": pupils_form or PupilsForm(),
        "settings_form": settings_form or ClassSettingsForm(initial=ClassSettingsForm.values_of(room)),
    }
    return render(request, "classes/classroom.html", context, status=status)


@require_POST
@refusals_paged
def class_set(request: HttpRequest, class_id: int) -> HttpResponse:
    teaching = class_taught(class_id, request.user)
    form = ClassSettingsForm(request.POST)
    if not form.is_valid():
        return class_page(request, teaching, status=422, settings_form=form)
    services.class_set(classroom=teaching.classroom, **form.cleaned_data)
    messages.success(request, _("The changes are saved."))
    return redirect("classroom", class_id)


@never_cache
@require_http_methods(["GET", "POST"])
@refusals_paged
def class_delete(request: HttpRequest, class_id: int) -> HttpResponse:
    """Say what goes, and have the name of the class typed."""
    teaching = class_owned(class_id, request.user)
    form = ClassDeleteForm(request.POST or None, classroom=teaching.classroom)
    if request.method == "POST" and form.is_valid():
        class_deletion.class_delete(class_id)
        messages.success(request, _("The class is deleted, with everything that was in it."))
        return redirect("classes")
    context = {"classroom": teaching.classroom, "form": form, "count": teaching.classroom.pupils.count()}
    status = 422 if request.method == "POST" else 200
    return render(request, "classes/class_delete.html", context, status=status)
