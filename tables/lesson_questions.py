"""Questions and notes inside the deal of a lesson: what may be asked, what is right, what was answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minibridge.engine import (
    Denomination,
    RuleSet,
    Seat,
    hcp,
)
from minibridge.engine.hands import MOST_POINTS

from .models import BoardRecord, Lesson, LessonAnswer, LessonPupil, Seating
from .pack_opening import declarers
from .packs import PackDeal, Question, said
from .templatetags.bridge import denomination_label, points_text, seat_label, tricks_text

STANDARD = (Question("points"), Question("declarer"))
"""Asked in a deal that brings no questions of its own: their answers follow from the cards."""

TEXTS: Mapping[str, Promise] = {
    "points": _("Count the points of your hand. How many are there?"),
    "declarer": _("Who is declarer?"),
    "tricks": _("How many tricks?"),
    "suit": _("Which suit?"),
}
WHYS: Mapping[str, Promise] = {
    "points": _("An ace counts 4, a king 3, a queen 2, a jack 1."),
    "declarer": _("The side with more points declares. Of the two partners it is the one who has more."),
}
ALLOWED: Mapping[str, frozenset[str]] = {
    "points": frozenset(map(str, range(MOST_POINTS + 1))),
    "declarer": frozenset(seat.value for seat in Seat),
    "tricks": frozenset(map(str, range(14))),
    "suit": frozenset(one.value for one in Denomination),
}
LABELS: Mapping[str, Callable[[str], str]] = {
    "points": lambda answer: points_text(int(answer)),
    "declarer": lambda answer: seat_label(Seat(answer)),
    "tricks": lambda answer: tricks_text(int(answer)),
    "suit": denomination_label,
}


SUIT_SIGNS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": ""}
"""In the order in which the suits of an answer are offered."""
FIRST_NUMBER: Mapping[str, int] = {"points": 10, "tricks": 7}
"""Where the number stands before the pupil moves it: an ordinary hand, half of the tricks."""


def deal_now(lesson: Lesson) -> PackDeal | None:
    """The deal of the pack that lies on the tables; None before the first and after the last of the pack."""
    deals = lesson.pack.get("deals", ())
    return PackDeal.from_data(deals[lesson.deal - 1]) if 1 <= lesson.deal <= len(deals) else None


def questions_now(lesson: Lesson) -> tuple[Question, ...]:
    """What may be asked in this deal; nothing before the first."""
    if not lesson.deal:
        return ()
    deal = deal_now(lesson)
    if deal is not None and deal.questions:
        return deal.questions
    return STANDARD if lesson.rule_set.bidding == "announcement" else STANDARD[:1]


def question_now(lesson: Lesson) -> Question | None:
    """The question that is asked now."""
    if lesson.question is None:
        return None
    questions = questions_now(lesson)
    return questions[lesson.question] if lesson.question < len(questions) else None


def has_come(place: LessonPupil) -> bool:
    """Whether the deal of the lesson was dealt at this pupil's table: where tables go on by themselves, his
    may still have to play it, and a question or a note would tell of it.
    """
    return place.lesson.pace != Lesson.Pace.FREE or record_now(place) is not None


def question_text(question: Question, language: str) -> str:
    return said(question.text, language) or str(TEXTS[question.kind])


def question_why(question: Question, language: str) -> str:
    return said(question.why, language) or str(WHYS.get(question.kind, ""))


# --- right answers ---------------------------------------------------------------------------------


def record_now(place: LessonPupil) -> BoardRecord | None:
    """The deal of the lesson as it lies at this pupil's table."""
    if place.table is None:
        return None
    records = BoardRecord.objects.filter(
        match__table_id=place.table.table_id, lesson_deal=place.lesson.deal
    ).select_related("board")
    return records.order_by("-id").first()


def seat_in(place: LessonPupil) -> Seat | None:
    """The chair of this pupil; a fifth at a table has none."""
    if place.table is None:
        return None
    rows = Seating.objects.filter(table_id=place.table.table_id, user_id=place.user_id)
    letter = rows.values_list("seat", flat=True).first()
    return Seat(letter) if letter else None


def right_answers(question: Question, record: BoardRecord | None, seat: Seat | None) -> frozenset[str]:
    """Every answer that is right for whoever holds the hand of ``seat``; empty where none can be told."""
    if question.kind in ("tricks", "suit"):
        return frozenset({question.answer} if question.answer else ())
    if record is None:
        return frozenset()
    if question.kind == "points":
        return frozenset({str(hcp(record.board.to_engine().deal[seat]))} if seat else ())
    return frozenset(one.value for one in declarers(record.board.to_engine(), record.rule_set))


def has_hand(question: Question, seat: Seat | None) -> bool:
    """Whether the question makes sense for this chair: without cards there are no points to count."""
    return question.kind != "points" or seat is not None


# --- what a pupil sees -----------------------------------------------------------------------------


@dataclass(frozen=True)
class PupilQuestion:
    """The question on a pupil's page. What is right is in it only once the teacher tells it."""

    kind: str
    text: str
    is_open: bool
    is_told: bool
    has_hand: bool
    answer: str
    answer_label: str
    is_right: bool | None
    right_label: str
    why: str

    @property
    def first_number(self) -> int:
        return FIRST_NUMBER.get(self.kind, 0)

    @property
    def suits(self) -> Iterable[tuple[str, str]]:
        return SUIT_SIGNS.items()


def pupil_question(place: LessonPupil, language: str) -> PupilQuestion | None:
    """The question asked now, as this pupil may see it."""
    lesson = place.lesson
    question = question_now(lesson)
    if question is None or not has_come(place):
        return None
    seat = seat_in(place)
    row = LessonAnswer.objects.filter(
        lesson=lesson, user_id=place.user_id, deal=lesson.deal, question=lesson.question
    ).first()
    is_told = lesson.question_stage == Lesson.QuestionStage.TOLD
    right = right_answers(question, record_now(place), seat) if is_told else frozenset()
    label = LABELS[question.kind]
    return PupilQuestion(
        kind=question.kind,
        text=question_text(question, language),
        is_open=lesson.question_stage == Lesson.QuestionStage.OPEN,
        is_told=is_told,
        has_hand=has_hand(question, seat),
        answer=row.answer if row else "",
        answer_label=label(row.answer) if row else "",
        is_right=row.is_right if row and is_told else None,
        right_label=", ".join(map(label, sorted(right))),
        why=question_why(question, language) if is_told else "",
    )


def pupil_note(place: LessonPupil, language: str) -> str:
    """The note of the deal, while the teacher shows it."""
    deal = deal_now(place.lesson) if place.lesson.note_shown and has_come(place) else None
    return said(deal.note, language) if deal else ""


# --- what the teacher sees -------------------------------------------------------------------------


@dataclass(frozen=True)
class AnswerLine:
    """What one pupil answered; ``answer`` is empty as long as he has not."""

    name: str
    table: int | None
    seat: Seat | None
    answer: str
    is_right: bool | None


@dataclass(frozen=True)
class Tally:
    """``counts`` are the answers with how many gave them, the most frequent first."""

    lines: tuple[AnswerLine, ...]
    counts: tuple[tuple[str, int], ...]

    @property
    def answered(self) -> int:
        return sum(bool(line.answer) for line in self.lines)

    @property
    def right(self) -> int:
        return sum(line.is_right is True for line in self.lines)

    @property
    def wrong(self) -> int:
        return sum(line.is_right is False for line in self.lines)


@dataclass(frozen=True)
class QuestionLine:
    """A question of this deal on the teacher's page, with the one right answer if it has one for all."""

    index: int
    kind: str
    text: str
    why: str
    answer: str
    is_asked: bool


@dataclass(frozen=True)
class QuestionSheet:
    """Everything the teacher's page has to say about the questions and notes of the deal on the tables."""

    title: str
    note: str
    trick_notes: tuple[tuple[int, str], ...]
    questions: tuple[QuestionLine, ...]
    tally: Tally | None


def question_sheet(lesson: Lesson, language: str) -> QuestionSheet:
    deal = deal_now(lesson)
    questions = questions_now(lesson)
    return QuestionSheet(
        title=said(deal.title, language) if deal else "",
        note=said(deal.note, language) if deal else "",
        trick_notes=trick_notes(deal, language) if deal else (),
        questions=tuple(
            QuestionLine(
                index=index,
                kind=question.kind,
                text=question_text(question, language),
                why=question_why(question, language),
                answer=answer_for_all(question, deal, lesson.rule_set),
                is_asked=index == lesson.question,
            )
            for index, question in enumerate(questions)
        ),
        tally=_tally(lesson),
    )


def trick_notes(deal: PackDeal, language: str) -> tuple[tuple[int, str], ...]:
    return tuple((trick, said(text, language)) for trick, text in sorted(deal.trick_notes.items()))


def answer_for_all(question: Question, deal: PackDeal | None, rules: RuleSet) -> str:
    """The right answer in words, where it is the same for everybody; empty for the points of a hand."""
    if question.kind == "points":
        return ""
    if question.kind == "declarer":
        if deal is None or rules.bidding != "announcement":
            return ""
        return ", ".join(seat_label(seat) for seat in declarers(deal.board(1), rules))
    return LABELS[question.kind](question.answer) if question.answer else ""


def _tally(lesson: Lesson) -> Tally | None:
    question = question_now(lesson)
    if question is None:
        return None
    rows = LessonAnswer.objects.filter(lesson=lesson, deal=lesson.deal, question=lesson.question)
    answers = {row.user_id: row for row in rows}
    label = LABELS[question.kind]
    places = lesson.pupils.filter(left__isnull=True).select_related("user", "table")
    seats = dict(
        Seating.objects.filter(table__lesson_table__lesson=lesson, user__isnull=False).values_list(
            "user_id", "seat"
        )
    )
    lines = []
    for place in places.order_by("table__number", "id"):
        row, letter = answers.get(place.user_id), seats.get(place.user_id)
        lines.append(
            AnswerLine(
                name=place.user.name,
                table=place.table.number if place.table else None,
                seat=Seat(letter) if letter else None,
                answer=label(row.answer) if row else "",
                is_right=row.is_right if row else None,
            )
        )
    counts = Counter(line.answer for line in lines if line.answer)
    return Tally(tuple(lines), tuple(counts.most_common()))
