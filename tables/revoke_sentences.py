"""Where a card was accepted that did not follow suit: what it was, and what it cost, after the deal."""

from __future__ import annotations

from django.utils.translation import gettext

from minibridge.engine import SettledRevoke

from .look import Look
from .templatetags.bridge import card_label, suit_label


def revokes_explained(look: Look) -> tuple[str, ...]:
    """A sentence or two for each, in the order of the tricks."""
    view = look.view
    if view is None or view.result is None:
        return ()
    return tuple(f"{_what(look, one)} {_cost(one)}" for one in view.result.revokes)


def _what(look: Look, settled: SettledRevoke) -> str:
    revoke = settled.revoke
    names = {
        "number": revoke.trick + 1,
        "name": look.dealt_player(revoke.hand),
        "card": card_label(revoke.card),
        "suit": suit_label(revoke.suit),
    }
    if look.view is not None and revoke.hand is look.view.dummy:
        return (
            gettext("Trick %(number)d: from dummy came the %(card)s, but there still were %(suit)s.") % names
        )
    if revoke.hand is look.chair:
        return gettext("Trick %(number)d: you played the %(card)s, but you still had %(suit)s.") % names
    return gettext("Trick %(number)d: %(name)s played the %(card)s, but still had %(suit)s.") % names


def _cost(settled: SettledRevoke) -> str:
    if settled.tricks == 1:
        return gettext("So one trick goes to the other side.")
    if settled.tricks:
        return gettext("So %(tricks)d tricks go to the other side.") % {"tricks": settled.tricks}
    return gettext("It costs no trick.")
