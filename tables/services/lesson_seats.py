"""Who sits where in a lesson: pupils moved, turned between deals, come late, gone home and back."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import folded
from minibridge.engine import Seat

from ..lesson_stand import seats_stand
from ..models import BoardRecord, Lesson, LessonPupil, LessonTable, RecordPlayer, Seating, Vote
from ..presence import absent_seats
from ..refusals import Refusal
from ..seating_plan import chairs_after
from .change import Change, table_change
from .lessons import (
    Party,
    board_of,
    deal_if_all_are_ready,
    deal_next_here,
    deal_of,
    deal_results_open,
    lesson_change,
    lesson_lock,
    table_deal,
    table_lay,
)

# --- moving --------------------------------------------------------------------------------------------


def pupil_move(*, lesson_id: int, user_id: int, number: int, seat: Seat) -> None:
    """Move a pupil to a chair of table *number*: he changes with whoever holds it, a bot too.

    Who has a chair moves between deals only, and so does whom he displaces; a pupil without a chair takes a
    bot's at once. Raises Refusal: 404 no such pupil or table, 409 a deal is in play or the chair stays empty.
    """
    with lesson_change(lesson_id) as lesson, ExitStack() as stack:
        pupil = _pupil(lesson, user_id)
        target = lesson.lesson_tables.filter(number=number).first()
        if target is None:
            raise Refusal(_("There is no such table in this lesson."), status=404)
        changes = _tables_changed(
            stack, {target.table_id} | ({pupil.table.table_id} if pupil.table else set())
        )
        mine = Seating.objects.filter(table_id__in=changes, user_id=user_id).first()
        theirs = Seating.objects.filter(table_id=target.table_id, seat=seat.value).first()
        if theirs is None:
            raise Refusal(_("Three play at this table: the fourth chair stays empty."), status=409)
        if mine is not None and mine.id == theirs.id:
            return
        if mine is not None or theirs.user_id is not None:
            for change in changes.values():
                _must_rest(lesson, change)
        _change_places(lesson, pupil, mine, theirs, target)


def _pupil(lesson: Lesson, user_id: int) -> LessonPupil:
    pupil = LessonPupil.objects.filter(lesson=lesson, user_id=user_id).select_related("table", "user").first()
    if pupil is None:
        raise Refusal(_("This pupil is not in the lesson."), status=404)
    return pupil


def _tables_changed(stack: ExitStack, table_ids: set[int]) -> dict[int, Change]:
    """All of these tables locked, always in the same order."""
    return {table_id: stack.enter_context(table_change(table_id)) for table_id in sorted(table_ids)}


def _must_rest(lesson: Lesson, change: Change) -> None:
    if change.scene.is_withheld:
        raise Refusal(_("The results are still closed. Show them first, then move your pupils."), status=409)
    if change.scene.deal_is_open and change.scene.lesson is not None:
        sentence = _("A deal is being played at table %(number)d. Pupils move between two deals.")
        raise Refusal(sentence % {"number": change.scene.lesson.number}, status=409)


def _change_places(
    lesson: Lesson, pupil: LessonPupil, mine: Seating | None, theirs: Seating, target: LessonTable
) -> None:
    """Both chairs are laid anew, since nobody holds two of one table, not even for a moment."""
    start = (mine.table_id, mine.seat) if mine is not None else None
    end = (theirs.table_id, theirs.seat)
    if theirs.user_id is not None:
        LessonPupil.objects.filter(lesson=lesson, user_id=theirs.user_id).update(table=pupil.table)
    Seating.objects.filter(id__in=[row.id for row in (mine, theirs) if row is not None]).delete()
    if start is not None:
        _chair_put(*start, theirs)
    _chair_put(*end, mine, pupil.user)
    LessonPupil.objects.filter(id=pupil.id).update(table=target)
    if start is None:
        player_take_over(*end, pupil.user)
    Vote.objects.filter(table_id__in=[place[0] for place in (start, end) if place is not None]).delete()


def _chair_put(table_id: int, seat: str, row: Seating | None, user: User | None = None) -> None:
    """Whoever held *row*, or else *user*, holds this chair."""
    if row is None:
        assert user is not None
        row = Seating(user=user, name=user.name)
    row.pk, row.table_id, row.seat, row.ready = None, table_id, seat, False
    row.save(force_insert=True)


def player_take_over(table_id: int, seat: str, user: User) -> None:
    """Who takes a bot's chair in the middle of a deal has played it, and will find it among his deals."""
    in_play = BoardRecord.objects.filter(match__table_id=table_id, finished=None, withheld=False)
    record = in_play.order_by("-id").first()
    if record is None:
        return
    RecordPlayer.objects.filter(record=record, seat=seat).update(
        user=user, name=user.name, folded_name=folded(user.name), bot=""
    )
    if record.players.filter(user__isnull=False).count() > 1:
        record.players.update(with_people=True)


def lesson_rotate(*, lesson_id: int, seen: int | None = None) -> None:
    """At all tables that are between deals the pupils sit down for the next one: other partners, other
    chairs, another fifth. Results that all have come to are let be seen first, as when the next deal is
    dealt. ``seen`` is how they sat on the page that was pressed. Raises Refusal (409): a deal is in play
    everywhere, everyone declares, or they sit otherwise now.
    """
    with lesson_change(lesson_id) as lesson:
        if lesson.mode == Lesson.Mode.ALONE:
            raise Refusal(_("Everybody has their own table here."), status=409)
        if seen not in (None, seats_stand(lesson)):
            raise Refusal(_("Your pupils sit otherwise now. Look at their places once more."), status=409)
        deal_results_open(lesson)
        turned = 0
        for row in lesson.lesson_tables.filter(table__closed=False).order_by("table_id"):
            with table_change(row.table_id) as change:
                if not change.scene.deal_is_open or change.scene.goes_on:
                    _turn(lesson, row, change)
                    turned += 1
        if not turned:
            raise Refusal(_("A deal is being played. Wait until it is over."), status=409)


def _turn(lesson: Lesson, row: LessonTable, change: Change) -> None:
    if change.table.rule_set.players != "four":
        return
    rows = {Seat(seating.seat): seating for seating in Seating.objects.filter(table_id=row.table_id)}
    fifth = _fifth(row)
    moves = chairs_after(lesson.deal, has_fifth=fifth is not None)
    Seating.objects.filter(table_id=row.table_id).delete()
    for start, end in moves.items():
        if start is None:
            assert fifth is not None and end is not None
            _chair_put(row.table_id, end.value, None, fifth.user)
        elif end is not None and start in rows:
            _chair_put(row.table_id, end.value, rows[start])
    Vote.objects.filter(table_id=row.table_id).delete()


def _fifth(row: LessonTable) -> LessonPupil | None:
    """Who looks on at this table until it is his turn."""
    seated = Seating.objects.filter(table_id=row.table_id, user__isnull=False).values("user_id")
    waiting = row.pupils.filter(left__isnull=True).exclude(user_id__in=seated)
    return waiting.select_related("user").order_by("id").first()


# --- coming and going ----------------------------------------------------------------------------------


def pupil_join(*, lesson_id: int, user: User) -> LessonPupil:
    """A pupil who comes late takes a bot's chair, in the middle of a deal too: nobody has seen those cards.

    The table with most bots comes first, then the chair of somebody who has gone home; without any he gets a
    new table with bots. Who is in the lesson already stays where he is, and is back. Raises Refusal: 404 the
    lesson or the pupil has been deleted meanwhile, 409 the lesson is over.
    """
    with lesson_change(lesson_id) as lesson:
        if not User.objects.select_for_update(no_key=True).filter(pk=user.pk):
            raise Refusal(_("This pupil is not in the lesson."), status=404)
        pupil, _made = LessonPupil.objects.get_or_create(lesson=lesson, user=user)
        chair = Seating.objects.filter(table__lesson_table__lesson=lesson, user=user).first()
        if chair is not None:
            with table_change(chair.table_id):
                Seating.objects.filter(id=chair.id).update(bot="")
            LessonPupil.objects.filter(id=pupil.id).update(table=chair.table.lesson_table)
        elif not (pupil.table_id and pupil.left is None):
            _place_late(lesson, user)
        LessonPupil.objects.filter(id=pupil.id).update(left=None)
    place = (
        LessonPupil.objects.select_related("lesson__classroom", "table__table").filter(id=pupil.id).first()
    )
    if place is None:
        raise Refusal(_("This pupil is not in the lesson."), status=404)
    return place


def _place_late(lesson: Lesson, user: User) -> None:
    free = None if lesson.mode == Lesson.Mode.ALONE else _free_chair(lesson)
    if free is None:
        number = max(lesson.lesson_tables.values_list("number", flat=True), default=0) + 1
        _deal_late(lesson, table_lay(lesson, number, Party({Seat.S: user})))
        return
    row = LessonTable.objects.get(table_id=free.table_id)
    with table_change(free.table_id):
        if free.user_id is not None:
            LessonPupil.objects.filter(lesson=lesson, user_id=free.user_id).update(table=None)
        free.delete()
        _chair_put(row.table_id, free.seat, None, user)
        player_take_over(row.table_id, free.seat, user)
    LessonPupil.objects.filter(lesson=lesson, user=user).update(table=row)


def _free_chair(lesson: Lesson) -> Seating | None:
    """A bot's chair at the table with most of them where a pupil plays, else that of a pupil who left."""
    there = LessonPupil.objects.filter(lesson=lesson, left__isnull=True, table__isnull=False)
    chairs = Seating.objects.filter(table__lesson_table__in=there.values("table"))
    bots = chairs.filter(user=None).annotate(
        needed=Count("table__seatings", filter=Q(table__seatings__user=None))
    )
    found = bots.order_by("-needed", "table__lesson_table__number", "id").first()
    gone = LessonPupil.objects.filter(lesson=lesson, left__isnull=False).values("user_id")
    return found or chairs.filter(user_id__in=gone).order_by("table__lesson_table__number", "id").first()


def _deal_late(lesson: Lesson, row: LessonTable) -> None:
    """A table that is laid while the others play is dealt their deal at once."""
    if not lesson.deal:
        return
    if lesson.pace == Lesson.Pace.FREE:
        with table_change(row.table_id) as change:
            deal_next_here(lesson, change)
        return
    in_play = BoardRecord.objects.filter(
        match__table__lesson_table__lesson=lesson, lesson_deal=lesson.deal, finished=None, withheld=False
    )
    if in_play.exists():
        deal = deal_of(lesson, lesson.deal)
        board = board_of(lesson, deal, lesson.deal)
        table_deal(row.table_id, board, lesson.deal, deal, step=lesson.step)


def pupil_leaves(*, lesson_id: int, user_id: int) -> None:
    """A pupil has gone home: a bot plays for him from now on, in the middle of a deal too; where a fifth
    waits, he takes the chair. Raises Refusal (404): no such pupil.
    """
    with lesson_change(lesson_id) as lesson:
        pupil = _pupil(lesson, user_id)
        pupil.left, pupil.raised = timezone.now(), None
        if pupil.table is None:
            pupil.save(update_fields=["left", "raised"])
            return
        with table_change(pupil.table.table_id) as change:
            pupil.save(update_fields=["left", "raised"])
            chair = Seating.objects.filter(table=change.table, user_id=user_id).first()
            fifth = _fifth(pupil.table)
            if chair is not None and fifth is not None:
                chair.delete()
                _chair_put(pupil.table.table_id, chair.seat, None, fifth.user)
                player_take_over(pupil.table.table_id, chair.seat, fifth.user)
            if chair is None or fifth is not None:
                LessonPupil.objects.filter(id=pupil.id).update(table=None)
            else:
                _stand_in(lesson, change, {Seat(chair.seat)})


def pupil_returns(*, lesson_id: int, user_id: int) -> None:
    """A pupil who had gone is back, on his own chair if it is still his. Raises Refusal (404)."""
    with transaction.atomic():
        pupil = _pupil(lesson_lock(lesson_id), user_id)
        pupil_join(lesson_id=lesson_id, user=pupil.user)


def absent_stand_in(*, lesson_id: int, table_id: int) -> None:
    """Bots play for those who have had no page open for long, until they are back; nobody is asked."""
    with transaction.atomic():
        lesson = lesson_lock(lesson_id)
        with table_change(table_id) as change:
            _stand_in(lesson, change, set(absent_seats(change.scene)))


def _stand_in(lesson: Lesson, change: Change, seats: set[Seat]) -> None:
    letters = [seat.value for seat in seats]
    Seating.objects.filter(table=change.table, seat__in=letters, bot="").update(bot=lesson.bots)
    scene = change.scene
    is_between = scene.status == "playing" and (not scene.deal_is_open or scene.goes_on)
    if seats and is_between and lesson.pace == Lesson.Pace.FREE and _somebody_is_there(change):
        deal_if_all_are_ready(lesson, change)


def _somebody_is_there(change: Change) -> bool:
    """Where all have gone, bots do not play on through the deals of the lesson."""
    return Seating.objects.filter(table=change.table, user__isnull=False, bot="").exists()


def seats_of(lesson: Lesson) -> Mapping[int, Seating]:
    """The chairs that pupils hold, by user."""
    rows = Seating.objects.filter(table__lesson_table__lesson=lesson, user__isnull=False)
    return {row.user_id: row for row in rows}
