"""What the bar of a pupil and the pages of a teacher show of questions and notes."""

from __future__ import annotations

from django import template
from django.utils.translation import get_language

from minibridge.engine import Seat

from ..lesson_questions import PupilQuestion, QuestionSheet, pupil_note, pupil_question, question_sheet
from ..models import Lesson, LessonPupil
from .bridge import seat_label

register = template.Library()


def _language() -> str:
    return (get_language() or "fr")[:2]


@register.filter
def seat_of_letter(letter: str) -> str:
    """A seat in words, of its letter."""
    return seat_label(Seat(letter))


@register.simple_tag
def asked_of(place: LessonPupil) -> PupilQuestion | None:
    return pupil_question(place, _language())


@register.simple_tag
def note_shown(place: LessonPupil) -> str:
    return pupil_note(place, _language())


@register.simple_tag
def questions_of(lesson: Lesson) -> QuestionSheet:
    return question_sheet(lesson, _language())
