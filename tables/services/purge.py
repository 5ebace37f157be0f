"""What nobody uses any more is closed or deleted."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.services import guests_purge
from minibridge.engine import EndBoard

from .. import push
from ..models import Board, BoardRecord, Seating, Table
from ..scene import scene_of_row
from .change import table_lock
from .play import table_action


def table_close(table_id: int, *, idle_since: datetime) -> bool:
    """Close a table for good, unless it came to life again; says whether it was closed.

    An open deal ends unfinished, the chairs are free, the deals stay in the history.
    """
    with transaction.atomic():
        table = table_lock(table_id)
        if table.closed or table.active >= idle_since:
            return False
        scene = scene_of_row(table)
        if scene.deal_is_open:
            table_action(table=table, scene=scene, action=EndBoard(seat=None, reason="abandoned"))
        table.matches.filter(finished=None).update(finished=timezone.now(), ended_early=True)
        Seating.objects.filter(table=table).delete()
        table.closed = True
        table.version += 1
        table.setting_version = table.version
        table.save()
        push.table_changed(table.id, table.version)
    return True


def tables_purge() -> tuple[int, int]:
    """Close tables idle for ABANDONED_TABLE_DAYS; delete those at which no deal was ever dealt.

    Returns how many were closed and how many deleted.
    """
    before = timezone.now() - timedelta(days=settings.ABANDONED_TABLE_DAYS)
    idle = Table.objects.filter(closed=False, active__lt=before)
    _, deleted = idle.filter(matches__isnull=True).delete()
    closed = sum(table_close(table_id, idle_since=before) for table_id in idle.values_list("id", flat=True))
    return closed, deleted.get(Table._meta.label, 0)


def records_purge() -> int:
    """Delete the records of finished matches of which no player has a row any more: nobody can open them."""
    orphans = BoardRecord.objects.filter(match__finished__isnull=False).exclude(players__user__isnull=False)
    count = orphans.count()
    orphans.delete()
    Board.objects.filter(records__isnull=True, preparedboard__isnull=True).delete()
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
