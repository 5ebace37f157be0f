"""What a teacher reads and may press to hold the tables of a lesson together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from minibridge.engine import Contract, Phase

from .lesson_stand import seats_stand, stands_written
from .lesson_steps import FREE, reaches, step_after, steps_of
from .models import BoardRecord, Lesson, LessonStep
from .replays import replay_of
from .scene import Scene
from .scene_reading import scene_now
from .services.variations import contracts_of, may_vary

STATES: dict[str, Promise] = {
    "gathering": _("No deal yet"),
    Phase.AUCTION.value: _("Bidding"),
    Phase.ANNOUNCEMENT.value: _("Saying the points"),
    Phase.DECLARER.value: _("Agreeing who declares"),
    Phase.CONTRACT.value: _("Choosing the contract"),
    Phase.PLAY.value: _("Playing"),
    "withheld": _("Over, result closed"),
    "over": _("Over"),
}


def step_name(step: str) -> str:
    return str(LessonStep(step).label) if step else str(pgettext_lazy("step", "play freely to the end"))


@dataclass(frozen=True)
class TableLine:
    """A table as the teacher's controls show it."""

    number: int
    scene: Scene

    @property
    def state(self) -> str:
        scene = self.scene
        if scene.record is None:
            return "gathering"
        if scene.is_withheld:
            return "withheld"
        return scene.record.state.phase.value if scene.deal_is_open else "over"

    @property
    def said(self) -> Promise:
        return STATES[self.state]

    @property
    def tricks(self) -> int:
        return len(self.scene.record.state.tricks) if self.scene.record else 0

    @property
    def seen(self) -> str:
        return stands_written([(self.number, self.scene)])

    @property
    def step_name(self) -> str:
        return step_name(self.scene.step) if self.scene.step else ""

    @property
    def next_step(self) -> str | None:
        return step_after(self.scene.step, self.scene.rules)

    @property
    def next_name(self) -> str:
        return step_name(self.next_step) if self.next_step else ""

    @property
    def is_in_play(self) -> bool:
        return self.scene.deal_is_open and not self.scene.is_withheld

    @property
    def announces(self) -> bool:
        return self.state == Phase.ANNOUNCEMENT.value

    @property
    def may_assign(self) -> bool:
        return self.state == Phase.PLAY.value


class LockStepPage:
    """The controls of one lesson, for ``lessons/_lock_step.html``."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    @cached_property
    def tables(self) -> list[TableLine]:
        rows = self.lesson.lesson_tables.filter(table__closed=False).order_by("number")
        scenes = ((row.number, scene_now(row.table_id)) for row in rows)
        return [TableLine(number, scene) for number, scene in scenes if scene is not None]

    @property
    def seen(self) -> str:
        """How the tables stand on this page."""
        return stands_written((line.number, line.scene) for line in self.tables)

    @property
    def seats_seen(self) -> int:
        return seats_stand(self.lesson)

    @property
    def steps(self) -> list[tuple[str, str, str]]:
        """The steps of these rules, each with its name and whether it is past, now or still to come."""
        now = self.lesson.step
        return [
            (step, step_name(step), "now" if step == now else "past" if reaches(now, step) else "next")
            for step in steps_of(self.lesson.rule_set)
        ]

    @property
    def next_step(self) -> str | None:
        return step_after(self.lesson.step, self.lesson.rule_set)

    @property
    def next_name(self) -> str:
        return step_name(self.next_step) if self.next_step else ""

    @property
    def uses_steps(self) -> bool:
        return self.lesson.step != FREE

    @property
    def any_paused(self) -> bool:
        return any(line.scene.paused for line in self.tables)

    @property
    def any_in_play(self) -> bool:
        return any(line.is_in_play for line in self.tables)

    @property
    def any_announces(self) -> bool:
        return any(line.announces for line in self.tables)

    @cached_property
    def withheld(self) -> list[int]:
        """The numbers of the deals of which a result is kept back."""
        records = BoardRecord.objects.filter(match__table__lesson_table__lesson=self.lesson, withheld=True)
        return list(records.order_by("lesson_deal").values_list("lesson_deal", flat=True).distinct())

    @cached_property
    def last_over(self) -> BoardRecord | None:
        """A first play of the newest deal that is over everywhere, to be played with another contract."""
        if any(line.scene.deal_is_open for line in self.tables):
            return None
        records = BoardRecord.objects.filter(
            match__table__lesson_table__lesson=self.lesson,
            lesson_deal__isnull=False,
            parent=None,
            finished__isnull=False,
        )
        found = records.select_related("board", "match__table").order_by("-lesson_deal", "id").first()
        return found if found is not None and may_vary(found) else None

    @cached_property
    def contracts(self) -> tuple[Contract, ...]:
        """What may be chosen when the deal is played again; none where nobody chooses."""
        return contracts_of(replay_of(self.last_over)) if self.last_over else ()

    @cached_property
    def sides(self) -> list[int]:
        """The deals that have been played again, whose results stand side by side."""
        records = BoardRecord.objects.filter(
            match__table__lesson_table__lesson=self.lesson, parent__isnull=False, finished__isnull=False
        )
        return list(records.order_by("lesson_deal").values_list("lesson_deal", flat=True).distinct())
