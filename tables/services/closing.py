"""The end of a table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from minibridge.engine import EndBoard

from .. import push
from ..models import Seating
from ..scene_reading import scene_of_row
from .change import table_lock
from .play import table_action
from .withholding import lesson_results_open, table_results_open


def table_close(table_id: int, *, idle_since: datetime | None = None) -> bool:
    """Close a table for good, unless it came to life after ``idle_since``; says whether it was closed.

    An open deal ends unfinished, one whose result is withheld with that result; the chairs are free, the
    deals stay in the history.
    """
    with transaction.atomic():
        table = table_lock(table_id)
        if table.closed or (idle_since is not None and table.active >= idle_since):
            return False
        scene = scene_of_row(table)
        if scene.deal_is_open and not scene.is_withheld:
            table_action(table=table, scene=scene, action=EndBoard(seat=None, reason="abandoned"))
        table_results_open(table.id)
        table.matches.filter(finished=None).update(finished=timezone.now(), ended_early=True)
        Seating.objects.filter(table=table).delete()
        table.closed = True
        table.version += 1
        table.setting_version = table.version
        table.save()
        push.table_changed(table.id, table.version)
        if scene.lesson is not None:  # the others may have waited for this table
            lesson_id = scene.lesson.lesson_id
            transaction.on_commit(lambda: lesson_results_open(lesson_id), robust=True)
    return True
