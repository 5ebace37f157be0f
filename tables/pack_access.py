"""Whose packs may be seen and changed: the one place that is asked."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .address_values import TOO_LARGE
from .models import Pack
from .refusals import Refusal


def keeps_packs(user: User | AnonymousUser) -> bool:
    """Adults with an account keep packs: no guest, no pupil."""
    return user.is_authenticated and user.is_adult and not user.is_guest and not user.is_pupil


def packs_of(user: User | AnonymousUser) -> QuerySet[Pack]:
    """The packs of this person. Raises Refusal: 403 an account that is not an adult's, 404 everybody else."""
    if keeps_packs(user):
        return Pack.objects.filter(owner=user)
    if user.is_authenticated and not user.is_guest and not user.is_pupil:
        raise Refusal(
            _("Packs of deals are for adults. You can say in your preferences that you are one."), status=403
        )
    raise Refusal(_("This page does not exist."), status=404)


def pack_of(pack_id: int, user: User | AnonymousUser) -> Pack:
    """One of this person's packs. Raises Refusal (404) for any other."""
    pack = packs_of(user).filter(id=pack_id if pack_id < TOO_LARGE else None).first()
    if pack is None:
        raise Refusal(_("There is no such pack."), status=404)
    return pack
