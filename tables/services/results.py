"""What pupils are shown of the results of a lesson."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from .. import push
from ..models import Lesson
from ..refusals import Refusal


def results_show(*, lesson_id: int, shown: str) -> None:
    """Show the results to the pupils of a lesson, or no longer; also when it is over.

    Raises Refusal: 400 there is no such choice, 404 no such lesson.
    """
    if shown not in Lesson.ResultsShown.values:
        raise Refusal(_("This request could not be understood."), status=400)
    with transaction.atomic():
        lesson = Lesson.objects.select_for_update().filter(id=lesson_id).first()
        if lesson is None:
            raise Refusal(_("There is no such lesson."), status=404)
        lesson.results_shown = shown
        lesson.version += 1
        lesson.save(update_fields=["results_shown", "version"])
        push.lesson_changed(lesson.id)
