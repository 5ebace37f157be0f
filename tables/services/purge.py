"""What nobody uses any more is closed or deleted."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from accounts.services import guests_purge

from ..models import Board, DealTricks, Table
from .class_deletion import classes_purge
from .closing import table_close
from .deletion import BATCH, deals_expire, orphans, records_drop
from .imports import imports_purge
from .shared_replays import shared_replays_purge

TRICKS_KEPT = timedelta(days=30)  # who plays the same cards again does so soon


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
    count = 0
    while matches := set(orphans().values_list("match_id", flat=True)[:BATCH]):
        count += records_drop(matches)
    Board.objects.filter(records__isnull=True, preparedboard__isnull=True).delete()
    Table.objects.filter(closed=True, matches__isnull=True).delete()  # a guest may have taken his files along
    return count


def tricks_purge() -> int:
    """Forget what the solver found long ago; reviews have copies."""
    old = DealTricks.objects.filter(created__lt=timezone.now() - TRICKS_KEPT)
    return old.delete()[0]


def purge() -> dict[str, int]:
    """Everything that has passed its time. Safe to run twice and in several processes."""
    call_command("clearsessions")
    classes = classes_purge()
    closed, deleted = tables_purge()
    return {
        "classes": classes,
        "tables closed": closed,
        "tables deleted": deleted,
        "shared replays": shared_replays_purge(),
        "guests": guests_purge(),
        "halves of imports": imports_purge(),
        "deals taken from lists": deals_expire(),
        "records": records_purge(),
        "tricks": tricks_purge(),
    }
