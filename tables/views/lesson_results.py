"""What came of a lesson: for its teachers, on the wall, on paper and as files; and for its pupils."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import number_of
from ..lesson_results import (
    ORDERS,
    POINTS,
    DealResults,
    TeamMatch,
    leaders_of,
    lessons_of,
    ranking_of,
    results_of,
    results_open_to,
    table_numbers,
    team_match,
    team_pairs,
)
from ..models import BoardRecord, Lesson, LessonPupil
from ..results_csv import ranking_csv, travellers_csv
from ..services.results import results_show
from .downloads import records_file
from .live import language
from .teaching import taught

TABS = ("travellers", "ranking", "teams")


@require_GET
@never_cache
@taught
def results(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """The travellers, the ranking (``?order=``) or the team matches (``?tab=``), with names or, as
    ``?names=0`` says, without.
    """
    deals = results_of(lesson, language())
    tab = request.GET.get("tab", "")
    context = _context(request, lesson, deals) | {
        "tab": tab if tab in TABS else TABS[0],
        "teams": _teams(request, lesson, deals),
        "shown_choices": Lesson.ResultsShown.choices,
        "ranked_by": ORDERS,
    }
    return render(request, "lessons/results.html", context)


@require_GET
@never_cache
@taught
def screen(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """The best and the newest deal in big letters, for a projector: without names, unless asked for."""
    deals = results_of(lesson, language())
    wanted = number_of(request.GET.get("deal"))
    chosen = next((deal for deal in deals if deal.number == wanted), deals[-1] if deals else None)
    context = _context(request, lesson, deals)
    context |= {
        "has_names": request.GET.get("names") == "1",
        "chosen": chosen,
        "leaders": leaders_of(context["ranking"]),
    }
    return render(request, "lessons/results_screen.html", context)


@require_GET
@never_cache
@taught
def paper(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """All of it on A4."""
    context = _context(request, lesson, results_of(lesson, language()))
    return render(request, "lessons/results_print.html", context)


@require_POST
@taught
def show(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    """Choose what the pupils see of the results."""
    results_show(lesson_id=lesson.id, shown=request.POST.get("shown", "?"))
    return redirect("lesson_results", lesson.id)


@require_GET
@never_cache
@rate_limit("download", "120/m", key=person_or_address, methods=("GET",))
@taught
def csv(request: HttpRequest, lesson: Lesson, what: str) -> HttpResponse:
    """The travellers or the ranking for a spreadsheet."""
    deals = results_of(lesson, language())
    if what == "ranking":
        return csv_answer(
            ranking_csv(ranking_of(deals, _order(request))), f"{_day(lesson)}-{gettext('ranking')}"
        )
    if what == "travellers":
        return csv_answer(travellers_csv(deals), f"{_day(lesson)}-{gettext('results')}")
    raise Http404


def csv_answer(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"minibridge-{name}.csv")
    return response


@require_GET
@never_cache
@rate_limit("download", "120/m", key=person_or_address, methods=("GET",))
@taught
def deals_file(request: HttpRequest, lesson: Lesson, kind: str) -> HttpResponse | StreamingHttpResponse:
    """Every finished deal of the lesson, in one file of this kind."""
    records = BoardRecord.objects.filter(
        match__table__lesson_table__lesson=lesson, lesson_deal__isnull=False, finished__isnull=False
    )
    return records_file(request, kind, records, f"{_day(lesson)}-{gettext('lesson')}")


@require_GET
@never_cache
@taught
def class_lessons(request: HttpRequest, classroom: Any) -> HttpResponse:
    """Every lesson of a class, newest first."""
    context = {"classroom": classroom, "lines": lessons_of(classroom.id)}
    return render(request, "lessons/class_lessons.html", context)


@require_GET
@never_cache
def my_results(request: HttpRequest) -> HttpResponse:
    """For a pupil: the released deals of his newest lesson, as far as the teacher shows them."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    place = (
        LessonPupil.objects.filter(user=request.user)
        .select_related("lesson__classroom", "table__table")
        .order_by("-lesson__started", "-lesson_id")
        .first()
    )
    lesson = place.lesson if place and place.lesson.classroom.expires >= timezone.localdate() else None
    if place is None or lesson is None or not lesson.results_shown:
        return render(request, "lessons/my_results.html", {"lesson": lesson})
    deals = results_open_to(place, results_of(lesson, language()))
    ranking = ranking_of(deals)
    own = next((line for line in ranking if line.user_id == request.user.pk), None)
    context = {
        "lesson": lesson,
        "deals": [_own_deal(deal, request.user.pk) for deal in deals],
        "has_names": lesson.results_shown == Lesson.ResultsShown.NAMES,
        "own": own,
        "is_in_front": own in leaders_of(ranking),
        "ranked": sum(line.place is not None for line in ranking),
    }
    return render(request, "lessons/my_results.html", context)


def _own_deal(deal: DealResults, user_id: int) -> dict[str, Any]:
    """A deal as one pupil sees it. He may look at the play of the others where he has played it himself."""
    return {
        "deal": deal,
        "has_played": deal.is_played_by(user_id),
        "own": [line for line in deal.lines if line.holds(user_id)],
    }


def _context(request: HttpRequest, lesson: Lesson, deals: tuple[DealResults, ...]) -> dict[str, Any]:
    order = _order(request)
    return {
        "lesson": lesson,
        "deals": deals,
        "order": order,
        "ranking": ranking_of(deals, order),
        "has_names": request.GET.get("names") != "0",
        "may_replay": True,
        "now": timezone.now(),
    }


def _order(request: HttpRequest) -> str:
    order = request.GET.get("order", "")
    return order if order in ORDERS else POINTS


def _teams(request: HttpRequest, lesson: Lesson, deals: tuple[DealResults, ...]) -> dict[str, Any] | None:
    """The matches between tables: two that are chosen, else each with its neighbour. None where everyone
    plays alone, or at one table.
    """
    numbers = table_numbers(lesson)
    if lesson.mode == Lesson.Mode.ALONE or len(numbers) < 2:
        return None
    home, away = (number_of(request.GET.get(name)) for name in ("home", "away"))
    is_chosen = home in numbers and away in numbers and home != away
    chosen = ((home, away),) if is_chosen else team_pairs(numbers)
    matches: list[TeamMatch] = [team_match(deals, one, other) for one, other in chosen if one and other]
    played = [match for match in matches if match.lines]
    imps = [match.imps for match in played if match.imps is not None]
    return {
        "matches": matches,
        "numbers": numbers,
        "home": home if is_chosen else None,
        "away": away if is_chosen else None,
        "points": sum(match.points for match in played),
        "imps": sum(imps) if len(imps) == len(played) else None,
        "is_class_match": not is_chosen and len(played) > 1,
    }


def _day(lesson: Lesson) -> str:
    return timezone.localtime(lesson.started).strftime("%Y-%m-%d")
