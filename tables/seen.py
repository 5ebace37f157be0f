"""Things worked out once while what they are made of stands: views of a state, facts of a scene, lines of a
log.

A card is painted for four people at once, and each of their pages asks for the public view as well as for
its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from minibridge.engine import BoardState, Seat, SeatView, Viewer, view_for

from .withheld import Hold

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """The newest of what was made, under an object's identity and whatever else it depends on.

    An entry holds its object, so that the identity cannot pass to another one.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.entries: OrderedDict[tuple[int, Hashable], tuple[Any, Made]] = OrderedDict()

    def get(self, source: object, key: Hashable, make: Callable[[], Made]) -> Made:
        place = (id(source), key)
        entry = self.entries.get(place)
        if entry is not None:
            return entry[1]
        made = make()
        self.entries[place] = (source, made)
        while len(self.entries) > self.most:
            try:
                self.entries.popitem(last=False)
            except KeyError:  # another thread was quicker
                break
        return made


_views: Kept[SeatView] = Kept(2000)


def view_of(
    state: BoardState, viewer: Viewer, also: frozenset[Seat] = frozenset(), hold: Hold | None = None
) -> SeatView:
    """``view_for(state, viewer, also)``: the engine's one gate, asked once for each viewer; without what a
    lesson keeps back.
    """

    def seen() -> SeatView:
        view = view_for(state, viewer, also)
        if hold is None:
            return view
        return hold.on(view, also or ((viewer,) if isinstance(viewer, Seat) else ()))

    return _views.get(state, (viewer, also, hold), seen)
