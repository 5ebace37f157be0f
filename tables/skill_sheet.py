"""Reads of the skills record: of a class, and of one pupil."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Pupil

from .models import SkillMark
from .skills import CRITERIA, Criterion


@dataclass(frozen=True)
class SkillCell:
    """A criterion of a pupil; ``times`` is how often the site has seen it."""

    criterion: Criterion
    is_met: bool
    by_site: bool
    times: int


@dataclass(frozen=True)
class SkillRow:
    """``cells`` are in the order of ``CRITERIA``."""

    pupil_id: int
    name: str
    cells: tuple[SkillCell, ...]

    @property
    def met(self) -> int:
        return sum(cell.is_met for cell in self.cells)

    def cell(self, key: str) -> SkillCell:
        return next(cell for cell in self.cells if cell.criterion.key == key)


@dataclass(frozen=True)
class SkillSheet:
    rows: tuple[SkillRow, ...]


def skill_sheet(classroom_id: int) -> SkillSheet:
    """All pupils of a class by their names: two queries."""
    pupils = (
        Pupil.objects.filter(classroom_id=classroom_id)
        .select_related("user")
        .prefetch_related("skill_marks")
        .order_by("user__display_name", "id")
    )
    return SkillSheet(tuple(skill_row(pupil) for pupil in pupils))


def skill_row(pupil: Pupil) -> SkillRow:
    marks = {mark.criterion: mark for mark in pupil.skill_marks.all()}
    return SkillRow(
        pupil.id,
        pupil.user.name,
        tuple(_cell(criterion, marks.get(criterion.key)) for criterion in CRITERIA.values()),
    )


def _cell(criterion: Criterion, mark: SkillMark | None) -> SkillCell:
    if mark is None:
        return SkillCell(criterion, is_met=False, by_site=False, times=0)
    return SkillCell(criterion, is_met=True, by_site=mark.by_site, times=mark.times)
