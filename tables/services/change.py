"""One change of a table: locked, versioned, announced after the commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom
from minibridge.engine import Seat

from .. import push
from ..card_rows import TableHead, table_head
from ..models import Lesson, Table
from ..refusals import Refusal
from ..scene import Scene, chair_of
from ..scene_reading import scene_of_row

PAUSED = _("Stop and listen: your teacher has paused the game.")


@dataclass
class Change:
    table: Table
    scene: Scene


def table_lock(table_id: int) -> Table:
    """The table's row, held until the transaction ends. Every writer takes it first.

    Raises Refusal (404) when the table is gone.
    """
    table = Table.objects.select_for_update().filter(id=table_id).first()
    if table is None:
        raise Refusal(_("This table does not exist any more."), status=404)
    return table


def class_lock(class_id: int) -> None:
    """The row of a class. Should be called before a lesson is locked, whose holders may still write what
    belongs to the class.
    """
    list(Classroom.objects.select_for_update(no_key=True).filter(id=class_id))


def lessons_lock(lessons: QuerySet[Lesson]) -> None:
    """The rows of several lessons, always in the same order. Should be called before a table is locked."""
    list(Lesson.objects.select_for_update().filter(id__in=lessons.values("id")).order_by("id"))


def tables_lock(tables: QuerySet[Table]) -> list[Table]:
    """The rows of several tables, always in the same order; of tables of lessons also before anything that
    lies there, or two who change them would wait for each other for ever.
    """
    return list(Table.objects.select_for_update().filter(id__in=tables.values("id")).order_by("id"))


def head_lock(table_id: int) -> TableHead:
    """As ``table_lock`` for who adds an action: the little of the row that he needs, and cheaper."""
    head = table_head(table_id, lock=True)
    if head is None:
        raise Refusal(_("This table does not exist any more."), status=404)
    return head


@contextmanager
def table_change(table_id: int) -> Iterator[Change]:
    """Change anything but the log: yields the locked table and its scene, then raises both versions.

    An exception inside leaves everything as it was.
    """
    with transaction.atomic():
        table = table_lock(table_id)
        if table.closed:
            raise Refusal(_("This table is closed."), status=409)
        yield Change(table, scene_of_row(table))
        table.version += 1
        table.setting_version = table.version
        table.active = timezone.now()
        table.save()
        push.table_changed(table.id, table.version)


def table_repaint(table_id: int) -> None:
    """Have a table read and drawn anew, because something it tells of the past has changed."""
    with transaction.atomic():
        table = table_lock(table_id)
        table.version += 1
        table.setting_version = table.version
        table.save(update_fields=["version", "setting_version"])
        push.table_changed(table.id, table.version)


def must_host(scene: Scene, user_id: int | None) -> None:
    if not scene.is_host(user_id):
        raise Refusal(_("Only the host of the table may do this."), status=403)


def must_be_free(scene: Scene) -> None:
    """At the tables of a lesson who sits where, and what is dealt when, is for the services of the lesson."""
    if scene.lesson is not None:
        raise Refusal(_("This is a table of your lesson: your teacher decides that."), status=403)


def must_be_between_deals(scene: Scene) -> None:
    if scene.deal_is_open:
        raise Refusal(_("A deal is being played. Wait until it is over."), status=409)


def must_not_be_paused(scene: Scene) -> None:
    if scene.paused:
        raise Refusal(PAUSED, status=423)


def must_have_place(scene: Scene, chair: Seat) -> None:
    """Somebody new, a person or a bot, may sit down here; whether others hold the chair is not asked."""
    if scene.chairs[chair] is None and scene.is_for_three and not scene.is_free(chair):
        raise Refusal(_("Three play at this table: the fourth chair stays empty."), status=409)


def must_hold_chair(scene: Scene, user_id: int) -> Seat:
    """The chair of this person. Raises Refusal (404) when there is none."""
    chair = chair_of(scene, user_id)
    if chair is None:
        raise Refusal(_("You have no chair at this table."), status=404)
    return chair
