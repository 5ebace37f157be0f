"""What the pupils of a class can do: the record, certificates, and each pupil's own page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import Classroom, Pupil, User
from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import number_of
from ..refusals import Refusal
from ..results_csv import skills_csv
from ..services.skills import skills_tick
from ..skill_sheet import skill_row, skill_sheet
from ..skills import CRITERIA, GROUPS
from .lesson_results import csv_answer
from .teaching import taught


@require_http_methods(["GET", "POST"])
@never_cache
@taught
def class_skills(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Pupils and criteria. A POST stores what the teacher has ticked and unticked since he opened the page:
    ``shown`` was ticked then, ``ticked`` is now.
    """
    if request.method == "GET":
        context = {"classroom": classroom, "sheet": skill_sheet(classroom.id), "groups": GROUPS}
        return render(request, "lessons/class_skills.html", context)
    assert isinstance(request.user, User)
    shown, ticked = (_cells(request, name) for name in ("shown", "ticked"))
    skills_tick(classroom_id=classroom.id, teacher=request.user, add=ticked - shown, remove=shown - ticked)
    messages.success(request, gettext("The record is saved."))
    return redirect("class_skills", classroom.id)


def _cells(request: HttpRequest, name: str) -> set[tuple[int, str]]:
    """``12.points`` names a criterion of a pupil. Raises Refusal (400) for anything else."""
    cells = set()
    for text in request.POST.getlist(name):
        number, _dot, criterion = text.partition(".")
        pupil_id = number_of(number)
        if pupil_id is None:
            raise Refusal(_("This request could not be understood."), status=400)
        cells.add((pupil_id, criterion))
    return cells


@require_GET
@never_cache
@rate_limit("download", "120/m", key=person_or_address, methods=("GET",))
@taught
def class_skills_csv(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The record for a spreadsheet."""
    day = timezone.localdate().strftime("%Y-%m-%d")
    return csv_answer(skills_csv(skill_sheet(classroom.id)), f"{day}-{gettext('skills')}")


@require_GET
@never_cache
@taught
def certificates(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A sheet of A4 for each pupil who is chosen (``?pupil=``, several times), else for each who has shown at
    least so many criteria (``?least=``).
    """
    most = len(CRITERIA)
    least = min(number_of(request.GET.get("least")) or most, most)
    rows = skill_sheet(classroom.id).rows
    wanted = {number_of(text) for text in request.GET.getlist("pupil")}
    chosen = [row for row in rows if (row.pupil_id in wanted if wanted else row.met >= least)]
    context = {
        "classroom": classroom,
        "rows": rows,
        "chosen": chosen,
        "chosen_ids": {row.pupil_id for row in chosen},
        "least": least,
        "most": most,
        "groups": GROUPS,
        "day": timezone.localdate(),
    }
    return render(request, "lessons/certificates.html", context)


@require_GET
@never_cache
def my_skills(request: HttpRequest) -> HttpResponse:
    """What a pupil can do already."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    pupil = Pupil.objects.filter(user=request.user, classroom__expires__gte=timezone.localdate())
    found = pupil.select_related("user").prefetch_related("skill_marks").first()
    if found is None:
        return render(request, "lessons/my_skills.html", {"row": None}, status=404)
    row = skill_row(found)
    cells = [(group, [row.cell(one.key) for one in group.criteria]) for group in GROUPS]
    return render(request, "lessons/my_skills.html", {"row": row, "groups": cells, "most": len(CRITERIA)})
