"""Bots on chairs: put there by the host, or playing for somebody who is away until he is back."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from minibridge.engine import Seat

from ..models import BotLevel, LessonPupil, RecordPlayer, Seating, Table, Vote
from ..refusals import Refusal
from ..scene import Scene
from .change import must_be_free, must_have_place, must_hold_chair, must_host, table_change

STAND_IN = BotLevel.MEDIUM
"""Plays for somebody who is away, at a table on which no bot sits whose level could be taken."""


def bot_seat(*, table_id: int, host_id: int, seat: Seat, level: str) -> None:
    """The host puts a bot on a free chair, during a deal too, or changes the level of one that sits there.

    Raises Refusal: 400 no such level, 403 not the host, 409 a person holds the chair or it stays empty.
    """
    if level not in BotLevel.values:
        raise Refusal(_("Please choose how well the robots play."), status=400)
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, host_id)
        holder = change.scene.chairs[seat]
        if holder is not None and not holder.is_bot:
            raise Refusal(_("Somebody sits on this chair."), status=409)
        must_have_place(change.scene, seat)
        _bot_put(change.table, seat, level)


def bots_seat_everywhere(*, table_id: int, host_id: int, level: str) -> None:
    """The host fills the free chairs with bots, as many as the rules want players; all bots of the table play
    at this level from now on.

    Raises Refusal: 400 no such level, 403 not the host.
    """
    if level not in BotLevel.values:
        raise Refusal(_("Please choose how well the robots play."), status=400)
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, host_id)
        chairs = change.scene.chairs
        free = [seat for seat in chairs if change.scene.is_free(seat)][: max(change.scene.missing, 0)]
        for seat, holder in chairs.items():
            if seat in free or (holder is not None and holder.is_bot):
                _bot_put(change.table, seat, level)


def _bot_put(table: Table, seat: Seat, level: str) -> None:
    """The deal in play keeps the weakest level that took part in it, or records could be won cheaply."""
    Seating.objects.update_or_create(table=table, seat=seat.value, user=None, defaults={"bot": level})
    stronger = BotLevel.values[BotLevel.values.index(level) + 1 :]
    RecordPlayer.objects.filter(
        record__match__table=table, record__finished=None, seat=seat.value, bot__in=stronger
    ).update(bot=level)


def bots_stand_in(*, table: Table, scene: Scene, chairs: Iterable[Seat]) -> None:
    """Bots play for the absent, and on the chairs that nobody holds, from now on.

    Should be called with the table's row locked.
    """
    levels = [chair.bot for chair in scene.chairs.values() if chair is not None and chair.is_bot]
    level = levels[0] if levels else STAND_IN
    for seat in chairs:
        if scene.chairs[seat] is None:
            _bot_put(table, seat, level)
        else:
            Seating.objects.filter(table=table, seat=seat.value).update(bot=level)
    Vote.objects.filter(table=table, question=Vote.Question.END).delete()


def chair_take_back(*, table_id: int, user_id: int) -> None:
    """Somebody is back, in the middle of a trick too: the bot that played for him plays no more.

    Raises Refusal (404) when he has no chair here.
    """
    with table_change(table_id) as change:
        chair = must_hold_chair(change.scene, user_id)
        Seating.objects.filter(table_id=table_id, seat=chair.value, user_id=user_id).update(bot="")
        LessonPupil.objects.filter(table__table_id=table_id, user_id=user_id).update(left=None)
