"""What nobody uses any more is closed or deleted."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.services import guests_purge
from minibridge.engine import EndBoard

from ..models import BoardRecord, Seating, Table
from ..scene import scene_of_row
from .change import table_lock
from .play import table_action


def table_close(table_id: int) -> None:
    """Close a table for good: an open deal ends unfinished, the chairs are free, the deals stay in the
    history.
    """
    with transaction.atomic():
        table = table_lock(table_id)
        scene = scene_of_row(table)
        if scene.deal_is_open:
            table_action(table=table, scene=scene, action=EndBoard(seat=None, reason="abandoned"))
        table.matches.filter(finished=None).update(finished=timezone.now(), ended_early=True)
        Seating.objects.filter(table=table).delete()
        table.closed = True
        table.version += 1
        table.setting_version = table.version
        table.save()


def tables_purge() -> tuple[int, int]:
    """Close tables idle for ABANDONED_TABLE_DAYS; delete those at which no deal was ever dealt.

    Returns how many were closed and how many deleted.
    """
    before = timezone.now() - timedelta(days=settings.ABANDONED_TABLE_DAYS)
    idle = Table.objects.filter(closed=False, active__lt=before)
    empty = [table.id for table in idle.filter(matches__isnull=True)]
    Table.objects.filter(id__in=empty).delete()
    closed = list(idle.values_list("id", flat=True))
    for table_id in closed:
        table_close(table_id)
    return len(closed), len(empty)


def records_purge() -> int:
    """Delete finished records of which no player has a row any more: nobody can open them."""
    orphans = BoardRecord.objects.filter(finished__isnull=False).exclude(players__user__isnull=False)
    count = orphans.count()
    orphans.delete()
    return count


def purge() -> dict[str, int]:
    """Everything that has passed its time. Safe to run twice and in several processes."""
    call_command("clearsessions")
    closed, deleted = tables_purge()
    return {
        "tables closed": closed,
        "tables deleted": deleted,
        "guests": guests_purge(),
        "records": records_purge(),
    }
