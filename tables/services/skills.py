"""Marks of the skills record: the site's own after each deal of a lesson, and those of the teachers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Pupil, User
from minibridge.engine import BoardState, Seat

from ..models import Action, BoardRecord, LessonAnswer, LessonTable, SkillMark
from ..packs import PackContent, Question
from ..refusals import Refusal
from ..scene_reading import engine_action
from ..skills import CRITERIA, Finished, answers_show, shown_by
from ..thinking_times import is_persons


def skills_seen(record: BoardRecord, state: BoardState) -> None:
    """Mark what a deal of a lesson, just finished in this state, has shown of each pupil's skills."""
    players = {
        player.user_id: Seat(player.seat) for player in record.players.all() if player.user_id is not None
    }
    table = LessonTable.objects.filter(table_id=record.match.table_id).select_related("lesson").first()
    if table is None or not players:
        return
    pupils = Pupil.objects.filter(user_id__in=players, classroom_id=table.lesson.classroom_id)
    answers = _right_answers(record, table)
    is_compared = (
        record.parent_id is None and record.tricks is not None and table.lesson.lesson_tables.count() > 1
    )
    deal = _finished(record, state)
    shown = {}
    for pupil in pupils:
        found = shown_by(players[pupil.user_id], deal)
        found |= answers_show(answers.get(pupil.user_id, ()), state.contract)
        shown[pupil.id] = found | {"competition"} if is_compared else found
    _marks_add(shown)


def _finished(record: BoardRecord, state: BoardState) -> Finished:
    rows = list(Action.objects.filter(record=record).order_by("n"))
    return Finished(
        log=[engine_action(row) for row in rows],
        end=state,
        by_people=frozenset(row.n for row in rows if is_persons(row)),
        laid=record.laid,
        plays_both=record.match.table.alone,
    )


def _right_answers(record: BoardRecord, table: LessonTable) -> Mapping[int, list[tuple[Question, str]]]:
    """The right answers of each pupil of this table to the questions inside the deal."""
    deals = PackContent.from_data(table.lesson.pack).deals
    number = record.lesson_deal or 0
    if not 0 < number <= len(deals) or not deals[number - 1].questions:
        return {}
    questions = deals[number - 1].questions
    rows = LessonAnswer.objects.filter(lesson=table.lesson, deal=number, is_right=True)
    found: dict[int, list[tuple[Question, str]]] = {}
    for row in rows.filter(user_id__in=[player.user_id for player in record.players.all()]):
        if row.question < len(questions):
            found.setdefault(row.user_id, []).append((questions[row.question], row.answer))
    return found


def _marks_add(shown: Mapping[int, Collection[str]]) -> None:
    """One time more for each criterion of each pupil."""
    known = {(mark.pupil_id, mark.criterion): mark for mark in SkillMark.objects.filter(pupil_id__in=shown)}
    new, again = [], []
    for pupil_id, criteria in shown.items():
        for criterion in sorted(criteria):
            mark = known.get((pupil_id, criterion))
            if mark is None:
                new.append(SkillMark(pupil_id=pupil_id, criterion=criterion))
            else:
                mark.times = min(mark.times + 1, 32_000)
                again.append(mark)
    SkillMark.objects.bulk_create(new, ignore_conflicts=True)
    SkillMark.objects.bulk_update(again, ["times"])


def skills_tick(
    *, classroom_id: int, teacher: User, add: Iterable[tuple[int, str]], remove: Iterable[tuple[int, str]]
) -> None:
    """A teacher ticks criteria of pupils of his class, each a pupil's number with a criterion, and takes
    others back, also those that the site has ticked. What is ticked already stays as it is.

    Raises Refusal: 400 there is no such criterion, 404 no such pupil.
    """
    add, remove = set(add), set(remove)
    if not {criterion for _pupil, criterion in add | remove} <= CRITERIA.keys():
        raise Refusal(_("This request could not be understood."), status=400)
    pupil_ids = {pupil_id for pupil_id, _criterion in add | remove}
    with transaction.atomic():
        pupils = Pupil.objects.filter(classroom_id=classroom_id, id__in=pupil_ids)
        if pupils.count() < len(pupil_ids):
            raise Refusal(_("There is no such pupil in this class."), status=404)
        marks = SkillMark.objects.filter(pupil_id__in=pupil_ids)
        gone = [mark.id for mark in marks if (mark.pupil_id, mark.criterion) in remove - add]
        SkillMark.objects.filter(id__in=gone).delete()
        SkillMark.objects.bulk_create(
            (
                SkillMark(pupil_id=pupil_id, criterion=criterion, teacher=teacher, by_site=False, times=0)
                for pupil_id, criterion in sorted(add)
            ),
            ignore_conflicts=True,
        )
