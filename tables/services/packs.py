"""Packs of deals: made, changed deal by deal, copied, thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge.engine import Seat

from ..models import Pack
from ..pack_access import pack_of, packs_of
from ..pack_checks import deal_problems, pack_rules
from ..pack_file import LENGTHS
from ..pack_opening import declarer_of
from ..pack_turns import declared_by
from ..packs import MOST_DEALS, PackContent, PackDeal, text_set
from ..refusals import Refusal

MOST_PACKS = 200
"""Of one person."""


@dataclass
class PackChange:
    pack: Pack
    content: PackContent

    def deal(self, number: int) -> PackDeal:
        """Raises Refusal (404)."""
        if not 1 <= number <= len(self.content.deals):
            raise Refusal(_("This pack has no such deal."), status=404)
        return self.content.deals[number - 1]

    def deals_set(self, deals: Iterable[PackDeal]) -> None:
        """Raises Refusal (422): too many."""
        found = tuple(deals)
        if len(found) > MOST_DEALS:
            sentence = gettext("A pack has at most %(most)d deals.") % {"most": MOST_DEALS}
            raise Refusal(sentence, status=422)
        self.content = replace(self.content, deals=found)


@contextmanager
def pack_change(*, user: User, pack_id: int) -> Iterator[PackChange]:
    """Change a pack: yields its locked content, then stores it. Raises Refusal (404)."""
    with transaction.atomic():
        pack = packs_of(user).select_for_update().get(id=pack_of(pack_id, user).id)
        change = PackChange(pack, PackContent.from_data(pack.content))
        yield change
        _store(pack, change.content)


def _store(pack: Pack, content: PackContent) -> None:
    pack.content = content.to_data()
    pack.title = next(iter(content.title.values()), "")[: LENGTHS["title"]]
    pack.changed = timezone.now()
    pack.save()


def pack_add(*, user: User, content: PackContent) -> Pack:
    """Keep a new pack. Raises Refusal: 403 and 404 whoever keeps none, 409 too many."""
    with transaction.atomic():
        if packs_of(user).count() >= MOST_PACKS:
            raise Refusal(_("You have too many packs. Please delete some that you do not need."), status=409)
        pack = Pack(owner=user)
        _store(pack, content)
    return pack


def pack_describe(
    *, user: User, pack_id: int, language: str, title: str, goals: str, rules: Mapping[str, Any]
) -> None:
    """Set what is told about the whole pack, in one language, and the rules that it is made for.

    Raises Refusal (422): a deal cannot be played as it says by these rules.
    """
    with pack_change(user=user, pack_id=pack_id) as change:
        for number, deal in enumerate(change.content.deals, start=1):
            for _field, sentence in deal_problems(deal, pack_rules(rules)):
                told = gettext("Deal %(number)d: %(sentence)s") % {"number": number, "sentence": sentence}
                raise Refusal(told, status=422)
        change.content = replace(
            change.content,
            title=text_set(change.content.title, language, title),
            goals=text_set(change.content.goals, language, goals),
            rules=rules,
        )


def pack_copy(*, user: User, pack_id: int) -> Pack:
    """A second pack with the same content."""
    content = PackContent.from_data(pack_of(pack_id, user).content)
    copied = gettext("Copy of %(title)s")
    title = {
        language: (copied % {"title": words})[: LENGTHS["title"]] for language, words in content.title.items()
    }
    return pack_add(user=user, content=replace(content, title=title))


def pack_delete(*, user: User, pack_id: int) -> None:
    pack_of(pack_id, user).delete()


def deals_add(*, user: User, pack_id: int, deals: Iterable[PackDeal]) -> int:
    """Lay deals at the end of a pack; says the number of the first. Raises Refusal (422): too many."""
    with pack_change(user=user, pack_id=pack_id) as change:
        first = len(change.content.deals) + 1
        change.deals_set((*change.content.deals, *deals))
    return first


def deal_set(*, user: User, pack_id: int, number: int, deal: PackDeal, was: str) -> None:
    """Put a deal in the place of one that still is what the page showed.

    Raises Refusal: 404 there is none, 409 it was changed meanwhile, 422 it cannot be played as it says.
    """
    with pack_change(user=user, pack_id=pack_id) as change:
        if change.deal(number).mark != was:
            raise Refusal(_("This deal was changed in another window. Please open it again."), status=409)
        for _field, sentence in deal_problems(deal, pack_rules(change.content.rules)):
            raise Refusal(sentence, status=422)
        deals = list(change.content.deals)
        deals[number - 1] = deal
        change.deals_set(deals)


def deal_move(*, user: User, pack_id: int, number: int, places: int, was: str) -> None:
    """Move a deal up or down. Raises Refusal as ``deal_set``; at the end of the pack it stays."""
    with pack_change(user=user, pack_id=pack_id) as change:
        deal = _expected(change, number, was)
        deals = list(change.content.deals)
        del deals[number - 1]
        deals.insert(max(0, number - 1 + places), deal)
        change.deals_set(deals)


def deal_remove(*, user: User, pack_id: int, number: int, was: str) -> None:
    """Raises Refusal as ``deal_set``."""
    with pack_change(user=user, pack_id=pack_id) as change:
        _expected(change, number, was)
        deals = list(change.content.deals)
        del deals[number - 1]
        change.deals_set(deals)


def deal_copy(*, user: User, pack_id: int, number: int, was: str) -> None:
    """The same deal once more, behind the first. Raises Refusal as ``deal_set``."""
    with pack_change(user=user, pack_id=pack_id) as change:
        deal = _expected(change, number, was)
        deals = list(change.content.deals)
        deals.insert(number, deal)
        change.deals_set(deals)


def _expected(change: PackChange, number: int, was: str) -> PackDeal:
    deal = change.deal(number)
    if deal.mark != was:
        raise Refusal(_("The pack was changed in another window. Here it is as it stands now."), status=409)
    return deal


def deals_turn(*, user: User, pack_id: int, seat: Seat, number: int | None = None) -> int:
    """Turn one deal, or all, so that *seat* declares; says how many deals stay as they are because neither
    pack nor points name a declarer.
    """
    with pack_change(user=user, pack_id=pack_id) as change:
        rules = pack_rules(change.content.rules)
        left, turned = 0, []
        for place, deal in enumerate(change.content.deals, start=1):
            if number in (None, place):
                left += declarer_of(deal, rules) is None
                deal = declared_by(deal, seat, rules)
            turned.append(deal)
        change.deals_set(turned)
    return left
