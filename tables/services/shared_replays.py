"""A replay for several: opened, stepped by whoever leads, handed over, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .. import push
from ..companions import companions_here
from ..models import Action, BoardRecord, SharedReplay
from ..refusals import Refusal

IDLE_DAYS = 7


def shared_open(*, record: BoardRecord, user_id: int, step: int) -> SharedReplay:
    """Look at a finished deal together with whoever comes. Where nobody is there yet, this person leads.

    Raises Refusal (400): the deal has no such step.
    """
    _must_be_step(record.id, step)
    with transaction.atomic():
        shared, is_new = SharedReplay.objects.select_for_update().get_or_create(
            record=record, defaults={"leader_id": user_id, "step": step}
        )
        if not is_new and not companions_here(record.id):
            shared.leader_id, shared.step = user_id, step
            _advance(shared)
    return shared


def step_show(*, record_id: int, user_id: int, step: int) -> None:
    """The leader goes to a step, and with him all who follow.

    Raises Refusal: 400 no such step, 404 nobody looks at this deal together, 409 another one leads.
    """
    _must_be_step(record_id, step)
    with _changed(record_id) as shared:
        _must_lead(shared, user_id)
        shared.step = step


def lead_take(*, record_id: int, user_id: int) -> None:
    """Somebody leads in place of a leader who has gone. Raises Refusal (409) while that one is there."""
    with _changed(record_id) as shared:
        if shared.leader_id != user_id and shared.leader_id in companions_here(record_id):
            raise Refusal(_("Somebody leads already, and can hand the lead over to you."), status=409)
        shared.leader_id = user_id


def lead_hand(*, record_id: int, user_id: int, to: int) -> None:
    """The leader hands over. Raises Refusal (409) if he does not lead, or the other one has gone."""
    with _changed(record_id) as shared:
        _must_lead(shared, user_id)
        if to not in companions_here(record_id):
            raise Refusal(_("This person is not here any more."), status=409)
        shared.leader_id = to


def shared_replays_purge() -> int:
    """Forget those at which nobody has taken a step for a week; the deals themselves stay."""
    before = timezone.now() - timedelta(days=IDLE_DAYS)
    count, _by_model = SharedReplay.objects.filter(active__lt=before).delete()
    return count


@contextmanager
def _changed(record_id: int) -> Iterator[SharedReplay]:
    with transaction.atomic():
        shared = SharedReplay.objects.select_for_update().filter(record_id=record_id).first()
        if shared is None:
            raise Refusal(_("Nobody looks at this deal together any more."), status=404)
        yield shared
        _advance(shared)


def _advance(shared: SharedReplay) -> None:
    shared.version += 1
    shared.active = timezone.now()
    shared.save()
    push.shared_changed(shared.record_id, shared.version)


def _must_lead(shared: SharedReplay, user_id: int) -> None:
    if shared.leader_id != user_id:
        raise Refusal(_("Somebody else leads now."), status=409)


def _must_be_step(record_id: int, step: int) -> None:
    if not 0 <= step <= Action.objects.filter(record_id=record_id).count():
        raise Refusal(_("This deal has no such step."), status=400)
