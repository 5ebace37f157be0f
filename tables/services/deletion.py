"""What a person takes away again: deals of his, or himself.

The others keep every deal they played, with an anonymous chair; never is a single action deleted, because
their replay needs all of them. What nobody can open any more is deleted at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .. import push
from ..models import (
    Action,
    Board,
    BoardRecord,
    Lesson,
    Match,
    Message,
    RecordPlayer,
    Seating,
    SharedLink,
    SharedReplay,
    Table,
)
from ..refusals import Refusal
from .change import lessons_lock, table_repaint, tables_lock
from .closing import table_close
from .imports import imports_forget

BATCH = 500


@transaction.atomic
def deals_delete(*, user: User, record_ids: Collection[int]) -> int:
    """Take finished deals out of this person's list, and return how many.

    Raises Refusal: 404 not all of them are his, 409 one is still being played.
    """
    mine = RecordPlayer.objects.filter(user=user, record__in=record_ids)
    ended = dict(mine.values_list("record_id", "record__finished"))
    if not ended or set(record_ids) - ended.keys():
        raise Refusal(_("You have no such deal."), status=404)
    if None in ended.values():
        raise Refusal(_("This deal is still being played. You can delete it when it is over."), status=409)
    SharedLink.objects.filter(user=user, record__in=record_ids).delete()
    SharedReplay.objects.filter(leader=user, record__in=record_ids).update(
        leader=None, version=F("version") + 1
    )
    _chairs_empty(mine, user)
    records_drop(_matches_of(record_ids))
    return len(ended)


def match_deals(*, user: User, match_id: int) -> list[int]:
    """The person's deals of a whole match. Raises Refusal: 404 he has none, 409 it is not over."""
    mine = RecordPlayer.objects.filter(user=user, record__match=match_id)
    if not mine.exists():
        raise Refusal(_("You have no such deal."), status=404)
    if mine.filter(record__match__finished=None).exists():
        raise Refusal(_("This match is still being played. You can delete it when it is over."), status=409)
    return list(mine.order_by("record_id").values_list("record_id", flat=True))


def account_delete(user: User) -> None:
    """Delete a person, guest or not, with everything that names him, and end his sessions.

    His past goes first and in small steps, so that nobody has to wait for a long list; after a failure in
    the middle the person is still there and may try again.
    """
    user_id, table_ids = user.pk, _tables_with_traces(user)
    imports_forget(user)
    ended = RecordPlayer.objects.filter(user=user, record__finished__isnull=False)
    while record_ids := list(ended.values_list("record_id", flat=True)[:BATCH]):
        with transaction.atomic():
            _chairs_empty(ended.filter(record__in=record_ids), user)
            records_drop(_matches_of(record_ids))
    with transaction.atomic():
        lessons_lock(Lesson.objects.filter(Q(teacher=user) | Q(pupils__user=user)))
        tables = tables_lock(Table.objects.filter(id__in=table_ids))
        traces_remove(user)
        user.delete()  # which frees his chairs
        for table in tables:
            table_repaint(table.id)
            if not Seating.objects.filter(table=table, user__isnull=False).exists():
                table_close(table.id)
                records_drop(table.matches.values_list("id", flat=True))
        transaction.on_commit(lambda: push.person_left(user_id, None), robust=True)


def traces_remove(user: User) -> None:
    """Take the person's name and words away from wherever others would read them."""
    _chairs_empty(RecordPlayer.objects.filter(user=user), user)
    Message.objects.filter(user=user).delete()


def _tables_with_traces(user: User) -> list[int]:
    """The open tables whose pages name this person."""
    played = RecordPlayer.objects.filter(user=user).values("record__match__table")
    said = Message.objects.filter(user=user).values("table")
    here = Q(seatings__user=user) | Q(host=user) | Q(id__in=played) | Q(id__in=said)
    found = Table.objects.filter(here, closed=False).order_by("id").distinct()
    return list(found.values_list("id", flat=True))


def _chairs_empty(mine: QuerySet[RecordPlayer], user: User) -> None:
    """Take the person and his name off these chairs."""
    Action.objects.filter(user=user, record__in=mine.values("record")).update(user=None)
    mine.update(user=None, name="", folded_name="")


def deals_expire() -> int:
    """Take out of each person's list what is older than he, or the site, wants to keep. Returns how many."""
    return sum(
        _expire(choice, days) for choice in User.KeepDays.values if (days := kept_days(choice)) is not None
    )


def kept_days(choice: int) -> int | None:
    """For how many days the deals of a person with this choice are kept; None for always."""
    limits = [days for days in (choice, settings.DEALS_KEPT_DAYS) if days]
    return min(limits, default=None)


def _expire(choice: int, days: int) -> int:
    before = timezone.localdate() - timedelta(days=days)
    old = RecordPlayer.objects.filter(
        user__keep_days=choice, day__lt=before, record__finished__isnull=False
    ).order_by("id")
    count = 0
    while batch := list(old.values_list("id", "record_id", "user_id")[:BATCH]):
        with transaction.atomic():
            for player_id, record_id, user_id in batch:
                Action.objects.filter(record=record_id, user=user_id).update(user=None)
                RecordPlayer.objects.filter(id=player_id).update(user=None, name="", folded_name="")
            records_drop(_matches_of(record_id for _player, record_id, _user in batch))
        count += len(batch)
    return count


# --- what nobody can open any more -----------------------------------------------------------------


def orphans() -> QuerySet[BoardRecord]:
    """The records of finished matches of which no player has a row any more. What was brought in from files
    is its importer's, and goes with him; what bots alone have played stays as long as somebody is there who
    has played the same cards.

    Those of three players go all at once: who sat where is told from the deals before.
    """
    people = RecordPlayer.objects.filter(user__isnull=False)
    in_match = people.filter(record__match=OuterRef("match"))
    of_same_cards = BoardRecord.objects.filter(
        Q(players__user__isnull=False) | Q(match__importer__isnull=False),
        board__deal=OuterRef("board__deal"),
        board__dealer=OuterRef("board__dealer"),
    )
    records = BoardRecord.objects.filter(~Exists(people.filter(record=OuterRef("pk"))))
    return records.filter(
        Q(match__rules__players="four") | ~Exists(in_match), match__finished__isnull=False
    ).exclude(Q(match__importer__isnull=False) | (Q(bot_play__isnull=False) & Exists(of_same_cards)))


def _matches_of(record_ids: Iterable[int]) -> set[int]:
    return set(BoardRecord.objects.filter(id__in=set(record_ids)).values_list("match_id", flat=True))


@transaction.atomic
def records_drop(match_ids: Collection[int]) -> int:
    """Delete the records of these matches that nobody can open, and what was there only for them."""
    rows = list(orphans().filter(match__in=match_ids).values_list("id", "board_id", "match_id"))
    if not rows:
        return 0
    ids, boards, matches = ({row[place] for row in rows} for place in range(3))
    tables = set(Table.objects.filter(matches__in=matches).values_list("id", flat=True))
    for table_id in sorted(tables):
        table_repaint(table_id)
    BoardRecord.objects.filter(id__in=ids).delete()
    Board.objects.filter(id__in=boards, records__isnull=True, preparedboard__isnull=True).delete()
    Match.objects.filter(id__in=matches, records__isnull=True).delete()
    Table.objects.filter(id__in=tables, closed=True, matches__isnull=True).delete()
    return len(ids)
