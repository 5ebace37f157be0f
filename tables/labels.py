"""The words of the regions that are joined from kept strings, looked up once for each language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils.translation import gettext, ngettext, pgettext

from minibridge.engine import Suit

from . import refusal_sentences


class Labels(NamedTuple):
    """The words of the felt in one language."""

    turns: Mapping[str, str]
    roles: Mapping[str, str]
    trick: str
    first: str
    my_hand: str
    dummy_hand: str
    log: str
    now: str
    actions: str
    must_follow: Mapping[Suit, str]
    the_deal: str
    deal: str
    deal_of: str
    variation: str
    dealer: str
    contract: str
    by: str
    tricks: str
    declarer_tricks: str
    defenders_tricks: str
    made: str
    down: str
    more: tuple[str, ...]
    needed_by: str


@lru_cache
def labels(language: str) -> Labels:
    """Should be called with ``language`` active."""
    return Labels(
        turns={
            "play": pgettext("turn", "to play"),
            "count": pgettext("turn", "counts"),
            "choose": pgettext("turn", "chooses"),
            "agree": pgettext("turn", "decides"),
            "answer": pgettext("turn", "answers"),
            "ready": pgettext("turn", "ready"),
        },
        roles={"": "", "declarer": pgettext("role", "declarer"), "dummy": pgettext("role", "dummy")},
        trick=gettext("Trick"),
        first=pgettext("card", "1st"),
        my_hand=gettext("My hand, %(count)s"),
        dummy_hand=gettext("Dummy, %(seat)s, %(count)s"),
        log=gettext("What happened"),
        now=gettext("What happens now"),
        actions=gettext("Actions"),
        must_follow={suit: escape(refusal_sentences.must_follow(suit)) for suit in Suit},
        the_deal=gettext("The deal"),
        deal=pgettext("deal 2", "Deal %(number)d"),
        deal_of=gettext("Deal %(number)d of %(deals)d"),
        variation=gettext("Variation"),
        dealer=gettext("dealer: %(seat)s"),
        contract=gettext("Contract:"),
        by=gettext("by %(seat)s"),
        tricks=gettext("Tricks"),
        declarer_tricks=pgettext("tricks of", "declarer"),
        defenders_tricks=pgettext("tricks of", "defence"),
        made=gettext("contract made"),
        down=gettext("contract down"),
        more=tuple(ngettext("%(n)d more", "%(n)d more", n) % {"n": n} for n in range(14)),
        needed_by=gettext("for %(seat)s"),
    )


def empty(name: str, classes: str = "") -> str:
    """A region with nothing to show keeps its place, so that it can be filled later."""
    return f'<section id="r-{name}" class="{classes}" hidden></section>'
