"""Tables and their chairs."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge.engine import PRESETS, RuleSet, Seat

from .. import push
from ..models import Seating, Table, Vote
from ..refusals import Refusal
from ..scene import Scene, chair_of
from .change import (
    must_be_between_deals,
    must_be_free,
    must_have_place,
    must_hold_chair,
    must_host,
    table_change,
)

ATTEMPTS = 8


def table_create(*, host: User | None) -> Table:
    """A new table with a code of its own; the host takes a chair like anyone else. Where only bots play there
    is none.
    """
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return Table.objects.create(host=host)
        except IntegrityError:
            continue  # the code is in use: 31**6 codes make a second miss a curiosity
    raise Refusal(_("No free table code was found. Please try again."), status=503)


def seat_take(*, table_id: int, user: User, seat: Seat, name: str) -> Seating:
    """Sit down on a free chair, or in place of a bot. Someone who already sits at this table moves to it.

    Raises Refusal when the chair is taken or stays empty, a deal is in play or visitors are shut out.
    """
    with table_change(table_id) as change:
        scene = change.scene
        must_be_free(scene)
        must_be_between_deals(scene)
        mine = Seating.objects.filter(table_id=table_id, user=user).first()
        if mine is None:
            must_have_place(scene, seat)
        elif mine.seat != seat.value:
            _must_let_move(scene)
        if change.table.alone and not scene.is_host(user.id):
            raise Refusal(_("Somebody plays alone here."), status=403)
        if mine is None and scene.visitors == Table.Visitors.CLOSED and not scene.is_host(user.id):
            raise Refusal(_("The host has closed this table to newcomers."), status=403)
        holder = scene.chairs[seat]
        if holder is not None and holder.is_bot:
            Seating.objects.filter(table_id=table_id, seat=seat.value).delete()
        elif holder is not None and holder.user_id != user.id:
            raise Refusal(_("This chair has just been taken. Please choose another one."), status=409)
        if mine is None:
            mine = Seating(table_id=table_id, user=user)
        mine.seat, mine.name, mine.ready, mine.bot = seat.value, name, False, ""
        mine.save()
        _votes_forget(table_id)
        if change.table.host_id is None:
            change.table.host = user
        return mine


def seat_leave(*, table_id: int, user_id: int) -> None:
    """Stand up between deals. If the host leaves, the next person seated becomes host."""
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_be_between_deals(change.scene)
        _chair_free(change.table, change.scene, must_hold_chair(change.scene, user_id))


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
            chair = chair_of(change.scene, user.pk)
            if chair is not None:
                _chair_free(change.table, change.scene, chair)


def seat_remove(*, table_id: int, host_id: int, seat: Seat) -> None:
    """The host frees a chair between deals."""
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, host_id)
        must_be_between_deals(change.scene)
        chair = change.scene.chairs[seat]
        if chair is None:
            raise Refusal(_("Nobody sits on this chair."), status=409)
        _chair_free(change.table, change.scene, seat)


def _chair_free(table: Table, scene: Scene, seat: Seat) -> None:
    holder = scene.chairs[seat]
    Seating.objects.filter(table=table, seat=seat.value).delete()
    _votes_forget(table.id)
    if holder is not None and holder.user_id == table.host_id:
        others = [chair.user_id for chair in scene.chairs.values() if chair and not chair.is_bot]
        table.host_id = next((other for other in others if other != holder.user_id), table.host_id)


def _must_let_move(scene: Scene) -> None:
    """In a match of three the rules say who changes chair, and the scores follow the chairs."""
    if scene.keeps_chairs:
        raise Refusal(_("In a match of three the chairs change by themselves after each deal."), status=409)


def chairs_change(*, table: Table, moves: Mapping[Seat, Seat]) -> None:
    """Of three players, those whom the rules name take another chair, with their names, links and bots.

    Should be called with the table's row locked, and with nobody on the new chairs.
    """
    for start, end in moves.items():
        Seating.objects.filter(table=table, seat=start.value).update(seat=end.value)
    if moves:
        transaction.on_commit(lambda: push.presence_changed(table.id), robust=True)


def seat_move(*, table_id: int, host_id: int, origin: Seat, target: Seat) -> None:
    """The host moves a person to another chair between deals; two people swap."""
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, host_id)
        must_be_between_deals(change.scene)
        _must_let_move(change.scene)
        chair = change.scene.chairs[origin]
        if chair is None:
            raise Refusal(_("Nobody sits on this chair."), status=409)
        rows = {Seat(row.seat): row for row in Seating.objects.filter(table_id=table_id)}
        if target not in rows or origin == target:
            Seating.objects.filter(id=rows[origin].id).update(seat=target.value, ready=False)
        else:
            _seats_swap(rows[origin], rows[target])
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
        must_be_free(change.scene)
        must_host(change.scene, host_id)
        chair = change.scene.chairs[seat]
        if chair is None:
            raise Refusal(_("Nobody sits on this chair."), status=409)
        if chair.is_bot:
            raise Refusal(_("A robot cannot be the host."), status=409)
        change.table.host_id = chair.user_id


def rules_set(*, table_id: int, user_id: int | None, preset: str, rules: RuleSet) -> None:
    """The host chooses the rules; they hold from the next match on.

    ``preset`` is the preset the choice began with; it is forgotten when a single axis differs from it.
    """
    with table_change(table_id) as change:
        must_be_free(change.scene)
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
        must_be_free(change.scene)
        must_host(change.scene, user_id)
        change.table.visitors = visitors
        change.table.free_text = free_text


def seating_by_key(key: str) -> Seating | None:
    """The chair of a person to which a private link leads."""
    people = Seating.objects.select_related("table", "user").filter(user__isnull=False)
    return people.filter(key=key, table__closed=False).first()
