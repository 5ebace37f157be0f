"""What a viewer sees of a state, computed once while the state stands.

A card is painted for four people at once, and each of their pages asks for the public view as well as for its
own. The views come from the engine's one gate and are kept under state *and* viewer.
"""

from __future__ import annotations

from collections import OrderedDict

from minibridge.engine import BoardState, SeatView, Viewer, view_for

KEPT = 2000

_kept: OrderedDict[tuple[int, Viewer], tuple[BoardState, SeatView]] = OrderedDict()


def view_of(state: BoardState, viewer: Viewer) -> SeatView:
    """``view_for(state, viewer)``; the entry holds the state, so that its identity cannot pass to another."""
    key = (id(state), viewer)
    kept = _kept.get(key)
    if kept is not None:
        return kept[1]
    view = view_for(state, viewer)
    _kept[key] = (state, view)
    while len(_kept) > KEPT:
        try:
            _kept.popitem(last=False)
        except KeyError:  # another thread was quicker
            break
    return view
