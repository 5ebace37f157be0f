"""What a pupil's page shows of the lesson: pause, what the teacher says, a question, a raised hand."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from .models import LessonPupil
from .scene import Scene
from .screen import is_shown_to
from .whispers import heard_by, pointed_to


def bar_context(place: LessonPupil) -> dict[str, Any]:
    """What the bar is drawn from, in the first page as in a frame."""
    return {
        "place": place,
        "lesson": place.lesson,
        "whisper": heard_by(place),
        "pointed": pointed_to(place),
        "is_on_screen": is_shown_to(place),
    }


def bar_frame(place: LessonPupil, language: str) -> dict[str, Any]:
    """The bar as HTML, and the page on which the pupil should be."""
    with translation.override(language):
        html = render_to_string("lessons/_bar.html", bar_context(place))
    return {"type": "bar", "version": place.lesson.version, "html": html, "place": place_address(place)}


def bar_at(scene: Scene, user_id: int | None) -> dict[str, Any]:
    """The bar's context at a table of a lesson; empty for whoever is not a pupil of it."""
    if scene.lesson is None or user_id is None:
        return {}
    rows = LessonPupil.objects.filter(lesson_id=scene.lesson.lesson_id, user_id=user_id)
    place = rows.select_related("lesson__classroom", "table__table").first()
    return bar_context(place) if place is not None else {}


def place_address(place: LessonPupil) -> str:
    """Where this pupil should be now: before the table that all are shown, at his own, or where he waits."""
    if is_shown_to(place):
        return reverse("lesson_screen")
    if place.table is None or place.lesson.ended is not None:
        return reverse("lesson_place")
    return reverse("table", args=[place.table.table.code])
