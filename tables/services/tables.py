"""Tables and their chairs."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge.engine import PRESETS, RuleSet, Seat

from ..models import Seating, Table, Vote
from ..refusals import Refusal
from ..scene import Scene
from .change import must_be_between_deals, must_host, seat_of, table_change

ATTEMPTS = 8


def table_create(*, host: User) -> Table:
    """A new table with a code of its own; the host takes a chair like anyone else."""
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return Table.objects.create(host=host)
        except IntegrityError:
            continue  # the code is in use: 31**6 codes make a second miss a curiosity
    raise Refusal(_("No free table code was found. Please try again."), status=503)


def seat_take(*, table_id: int, user: User, seat: Seat, name: str) -> Seating:
    """Sit down on a free chair. Someone who already sits at this table moves to it.

    Raises Refusal when the chair is taken, a deal is in play or visitors are shut out.
    """
    with table_change(table_id) as change:
        scene = change.scene
        must_be_between_deals(scene)
        mine = Seating.objects.filter(table_id=table_id, user=user).first()
        if mine is None and scene.visitors == Table.Visitors.CLOSED and not scene.is_host(user.id):
            raise Refusal(_("The host has closed this table to newcomers."), status=403)
        holder = scene.chairs[seat]
        if holder is not None and holder.user_id != user.id:
            raise Refusal(_("This chair has just been taken. Please choose another one."), status=409)
        if mine is None:
            mine = Seating(table_id=table_id, user=user)
        mine.seat, mine.name, mine.ready = seat.value, name, False
        mine.save()
        _votes_forget(table_id)
        if change.table.host_id is None:
            change.table.host = user
        return mine


def seat_leave(*, table_id: int, user_id: int) -> None:
    """Stand up between deals. If the host leaves, the next person seated becomes host."""
    with table_change(table_id) as change:
        must_be_between_deals(change.scene)
        seat_of(change.scene, user_id)
        _seating_end(change.table, change.scene, user_id)


def tables_of(user: User) -> list[int]:
    """The tables at which this person sits or is host."""
    mine = Table.objects.filter(Q(seatings__user=user) | Q(host=user), closed=False)
    return list(mine.order_by("id").distinct().values_list("id", flat=True))


def person_forget(user: User) -> None:
    """Free the chairs of a person whose row is about to be deleted, in the middle of a deal too.

    Without it the tables would stand, in the memory of each process, as if he still sat there.
    """
    for table_id in tables_of(user):
        with table_change(table_id) as change:
            _seating_end(change.table, change.scene, user.pk)


def seat_remove(*, table_id: int, host_id: int, seat: Seat) -> None:
    """The host frees a chair between deals."""
    with table_change(table_id) as change:
        must_host(change.scene, host_id)
        must_be_between_deals(change.scene)
        chair = change.scene.chairs[seat]
        if chair is None:
            raise Refusal(_("Nobody sits on this chair."), status=409)
        _seating_end(change.table, change.scene, chair.user_id)


def _seating_end(table: Table, scene: Scene, user_id: int) -> None:
    Seating.objects.filter(table=table, user_id=user_id).delete()
    _votes_forget(table.id)
    if table.host_id == user_id:
        others = [chair for chair in scene.chairs.values() if chair and chair.user_id != user_id]
        if others:
            table.host_id = others[0].user_id


def seat_move(*, table_id: int, host_id: int, origin: Seat, target: Seat) -> None:
    """The host moves a person to another chair between deals; two people swap."""
    with table_change(table_id) as change:
        must_host(change.scene, host_id)
        must_be_between_deals(change.scene)
        chair = change.scene.chairs[origin]
        if chair is None:
            raise Refusal(_("Nobody sits on this chair."), status=409)
        other = change.scene.chairs[target]
        rows = {row.user_id: row for row in Seating.objects.filter(table_id=table_id)}
        if other is None or origin == target:
            Seating.objects.filter(id=rows[chair.user_id].id).update(seat=target.value, ready=False)
        else:
            _seats_swap(rows[chair.user_id], rows[other.user_id])
        _votes_forget(table_id)


def _seats_swap(one: Seating, two: Seating) -> None:
    """Both rows are laid anew, since a chair never holds two people, not even for a moment."""
    Seating.objects.filter(id__in=[one.id, two.id]).delete()
    one.seat, two.seat = two.seat, one.seat
    for row in (one, two):
        row.ready = False
    Seating.objects.bulk_create([one, two])


def _votes_forget(table_id: int) -> None:
    """Votes belong to the people who sat here; with other people the question is open again."""
    Vote.objects.filter(table_id=table_id).delete()


def host_pass(*, table_id: int, host_id: int, seat: Seat) -> None:
    """The host hands the table to another person seated at it."""
    with table_change(table_id) as change:
        must_host(change.scene, host_id)
        chair = change.scene.chairs[seat]
        if chair is None:
            raise Refusal(_("Nobody sits on this chair."), status=409)
        change.table.host_id = chair.user_id


def rules_set(*, table_id: int, user_id: int | None, preset: str, rules: RuleSet) -> None:
    """The host chooses the rules; they hold from the next match on.

    ``preset`` is the preset the choice began with; it is forgotten when a single axis differs from it.
    """
    with table_change(table_id) as change:
        must_host(change.scene, user_id)
        must_be_between_deals(change.scene)
        is_pure = preset in PRESETS and PRESETS[preset] == rules
        change.table.preset = preset if is_pure else ""
        change.table.rules = rules.to_dict()


def settings_set(*, table_id: int, user_id: int, visitors: str, free_text: bool) -> None:
    """Who may watch, and whether adults may write freely."""
    if visitors not in Table.Visitors.values:
        raise Refusal(_("Please choose who may watch."), status=400)
    with table_change(table_id) as change:
        must_host(change.scene, user_id)
        change.table.visitors = visitors
        change.table.free_text = free_text


def seating_by_key(key: str) -> Seating | None:
    """The chair a private link leads to."""
    return Seating.objects.select_related("table", "user").filter(key=key, table__closed=False).first()
