"""Secret links to finished deals: made, found again and taken back by whoever made them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..models import BoardRecord, Match, SharedLink
from ..refusals import Refusal

MOST_LINKS = 20
"""How many links one deal or match may have."""


def links_of(
    user_id: int | None, *, record: BoardRecord | None = None, match: Match | None = None
) -> QuerySet[SharedLink]:
    """The links that this person made to a deal, also those to its match; or to a match.

    Nobody is told another one's: it may show deals of the match in which he had no part.
    """
    mine = SharedLink.objects.filter(user=user_id or 0)
    if record is not None:
        return mine.filter(Q(record=record) | Q(match=record.match_id)).order_by("id")
    return mine.filter(match=match).order_by("id")


def link_make(
    *, user: User, names: bool, record: BoardRecord | None = None, match: Match | None = None
) -> SharedLink:
    """A new link. The caller has seen that the person may read what it shows.

    Raises Refusal (409) where there are too many already.
    """
    if SharedLink.objects.filter(record=record, match=match).count() >= MOST_LINKS:
        raise Refusal(_("There are many links to this already: please take one back first."), status=409)
    return SharedLink.objects.create(user=user, names=names, record=record, match=match)


def link_take_back(*, links: Iterable[SharedLink], link_id: int) -> None:
    """Whoever has it can see nothing with it any more. Raises Refusal (404) for any other than ``links``."""
    link = next((link for link in links if link.id == link_id), None)
    if link is None:
        raise Refusal(_("This link has been taken back already."), status=404)
    link.delete()
