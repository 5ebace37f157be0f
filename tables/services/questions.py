"""Questions inside a deal: asked, answered, closed and told; and the note that the teacher shows."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..lesson_access import lesson_place
from ..lesson_questions import (
    ALLOWED,
    deal_now,
    has_come,
    has_hand,
    question_now,
    questions_now,
    record_now,
    right_answers,
    seat_in,
)
from ..models import Lesson, LessonAnswer
from ..refusals import Refusal
from .lessons import lesson_change


def question_ask(*, lesson_id: int, question: int | None) -> None:
    """Ask this question of the deal on the tables, or with None take the question away.

    Asked again it is open again, and the answers given so far stand. Raises Refusal (404): no such question.
    """
    with lesson_change(lesson_id) as lesson:
        if question is not None and question not in range(len(questions_now(lesson))):
            raise Refusal(_("There is no such question in this deal."), status=404)
        lesson.question, lesson.question_stage = question, Lesson.QuestionStage.OPEN


def question_stage_set(*, lesson_id: int, stage: str) -> None:
    """Open the question, close it, or tell what is right.

    Raises Refusal: 400 there is no such stage, 409 nothing is asked.
    """
    if stage not in Lesson.QuestionStage.values:
        raise Refusal(_("This request could not be understood."), status=400)
    with lesson_change(lesson_id) as lesson:
        if question_now(lesson) is None:
            raise Refusal(_("No question is asked now."), status=409)
        lesson.question_stage = stage


def note_show(*, lesson_id: int, shown: bool) -> None:
    """Show the note of the deal to the pupils, or hide it. Raises Refusal (409): the deal has none."""
    with lesson_change(lesson_id) as lesson:
        deal = deal_now(lesson)
        if shown and not (deal and deal.note):
            raise Refusal(_("This deal has no note."), status=409)
        lesson.note_shown = shown


def question_answer(*, lesson_id: int, user: User, answer: str) -> LessonAnswer:
    """What a pupil answers, in place of what he answered before.

    The lesson is locked but not changed, and no page is told: an answer is no news for the other pupils.
    Raises Refusal: 404 he is not in this lesson, 409 nothing is asked, the question is closed or asks for
    cards that he does not hold, 422 it is no answer to this question.
    """
    with transaction.atomic():
        Lesson.objects.select_for_update().filter(id=lesson_id).first()
        place = lesson_place(lesson_id, user)
        lesson, question, seat = place.lesson, question_now(place.lesson), seat_in(place)
        if question is None or not has_come(place):
            raise Refusal(_("No question is asked now."), status=409)
        if lesson.question_stage != Lesson.QuestionStage.OPEN:
            raise Refusal(_("This question is closed."), status=409)
        if not has_hand(question, seat):
            raise Refusal(_("You have no cards in this deal."), status=409)
        if answer not in ALLOWED[question.kind]:
            raise Refusal(_("This is not an answer to the question."), status=422)
        right = right_answers(question, record_now(place), seat)
        row, _created = LessonAnswer.objects.update_or_create(
            lesson=lesson,
            user=user,
            deal=lesson.deal,
            question=lesson.question,
            defaults={
                "seat": seat.value if seat else "",
                "answer": answer,
                "is_right": answer in right if right else None,
                "created": timezone.now(),
            },
        )
    return row
