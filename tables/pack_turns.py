"""The deals of a pack turned round the table, so that somebody deals or declares."""

from __future__ import annotations

from dataclasses import replace

from minibridge.engine import RuleSet, Seat
from minibridge.engine.rotation import steps_between

from .pack_opening import declarer_of
from .packs import PackContent, PackDeal


def dealt_by(deal: PackDeal, dealer: Seat) -> PackDeal:
    """The deal turned so that *dealer* deals it."""
    return deal.turned(steps_between(deal.dealer, dealer))


def declared_by(deal: PackDeal, seat: Seat, rules: RuleSet) -> PackDeal:
    """The deal turned so that *seat* declares; as it is where nobody can be known to declare it.

    The dealer is turned, too, so that a tie is decided as before.
    """
    declarer = declarer_of(deal, rules)
    return deal if declarer is None else deal.turned(steps_between(declarer, seat))


def pack_declared_by(pack: PackContent, seat: Seat, rules: RuleSet) -> PackContent:
    """All deals of a pack turned so that *seat* declares."""
    return replace(pack, deals=tuple(declared_by(deal, seat, rules) for deal in pack.deals))
