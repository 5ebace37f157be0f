"""What a lesson keeps back: cards and results that nobody but the teacher sees before he lets them be seen.

A hold only ever takes something away from what the engine lets a viewer see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from minibridge.engine import SEATS, Seat, SeatView

_TOLD_BY_THE_SITE = ("written", "partners")
_TOLD_BY_TOTALS = ("more_points", "dealer_side")


@dataclass(frozen=True)
class Hold:
    """``is_withheld``: the deal has ended and its result is nobody's yet; ``is_still``: nobody may act;
    ``hides_dummy``: neither dummy's cards nor, for dummy, declarer's are shown yet.
    """

    is_withheld: bool = False
    is_still: bool = False
    hides_dummy: bool = False

    def on(self, view: SeatView, own: Iterable[Seat]) -> SeatView:
        """The view without what is kept back; ``own`` are the chairs whose cards the viewer was dealt."""
        if self.is_withheld:
            return ended(view)
        if self.hides_dummy:
            view = without_dummy(view, frozenset(own))
        return still(view) if self.is_still else view


def ended(view: SeatView) -> SeatView:
    """A deal that is over, without a card that was not played and without its result."""
    hidden = dict.fromkeys(SEATS)
    return replace(
        still(view),
        hands=hidden,
        original=None,
        points=hidden,
        lengths=hidden,
        side_reason=_untold(view.side_reason, *_TOLD_BY_TOTALS),
        declarer_reason=_untold(view.declarer_reason, "more_points", "first_announcer", "first_correct"),
        claim=None,
        irregularities=None,
        combined_points=None,
        combined_lengths=None,
        result=None,
    )


def _untold(reason: str | None, *secrets: str) -> str | None:
    return "untold" if reason in secrets else reason


def without_dummy(view: SeatView, own: frozenset[Seat]) -> SeatView:
    """The view of somebody who sees only the cards that he was dealt, and knows no shape but theirs."""
    if view.move is not None and not view.move.with_cards and view.viewer is view.move.end:
        own |= {view.move.start}
    lengths = view.lengths
    if view.rules.points not in _TOLD_BY_THE_SITE:
        lengths = dict.fromkeys(SEATS)
    return replace(
        view,
        hands={seat: cards if seat in own else None for seat, cards in view.hands.items()},
        lengths=lengths,
        combined_lengths=None,
        advice=None,
    )


def still(view: SeatView) -> SeatView:
    """The view of a table at which nobody may do anything now."""
    return replace(
        view,
        legal_cards=(),
        acceptable_cards=(),
        legal_calls=(),
        menu=(),
        advice=None,
        askable=(),
        may=frozenset(),
    )
