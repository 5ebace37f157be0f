"""How a lesson stands when a page of its teacher is drawn.

What he presses carries it back, so that a second click, or another teacher at the same moment, does nothing
twice. Cards that were played since then make no difference: no teacher has to be quicker than his class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from .models import Lesson, Seating
from .refusals import Refusal
from .scene import Scene

MOST_TABLES = 500
"""Far more than any lesson has."""
_STAND = re.compile(r"([0-9]{1,15})-([0-9]{1,15}\.[0-9]{1,15})")


def stand_of(scene: Scene) -> str:
    """Which deal lies on a table, and how often it was taken back."""
    if scene.record is None:
        return "0.0"
    return f"{scene.record.id}.{sum(action.kind == 'rewind' for action in scene.record.log)}"


def stands_written(scenes: Iterable[tuple[int, Scene]]) -> str:
    """The tables of a page, each with its number, as its forms carry them."""
    return " ".join(f"{number}-{stand_of(scene)}" for number, scene in scenes)


def stands_read(text: str) -> Mapping[int, str]:
    """What ``stands_written`` wrote. Raises Refusal (400) for anything else."""
    words = text.split(" ")
    found = [_STAND.fullmatch(word) for word in words[:MOST_TABLES]]
    if not all(found):
        raise Refusal(_("This request could not be understood."), status=400)
    return {int(one[1]): one[2] for one in found if one}


def must_stand(scene: Scene, seen: str | None) -> None:
    """Raises Refusal (409) where another deal lies now, or somebody has gone back since."""
    if stand_of(scene) != seen:
        raise Refusal(_("The table has moved on. Here is how it stands now."), status=409)


def seats_stand(lesson: Lesson) -> int:
    """The newest chair of the lesson: chairs are laid anew whenever pupils change them."""
    newest = Seating.objects.filter(table__lesson_table__lesson=lesson).aggregate(newest=Max("id"))
    return newest["newest"] or 0
