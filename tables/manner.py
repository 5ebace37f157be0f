"""How somebody looks at a finished deal: who sits at the bottom, through whose eyes, and how far ahead.

The manner stands in the address of every step. What the address does not say is taken from the cookie in
which the page keeps the reader's last choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import parse_qsl, quote, unquote, urlencode

from minibridge.engine import Seat

COOKIE = "replay"
COOKIE_AGE = 365 * 24 * 3600
MINE, ALL = "mine", "all"


@dataclass(frozen=True)
class Manner:
    """``eyes`` is the seat through whose eyes the deal is seen, None for all four hands. ``mine`` is the
    reader's own seat, if he played. ``wants_surprise`` asks that nothing be told before its step.
    """

    bottom: Seat = Seat.S
    eyes: Seat | None = None
    wants_surprise: bool = False
    mine: Seat | None = None

    @property
    def hides(self) -> bool:
        """Whether what comes after the step is kept back. Through somebody's eyes it always is: later cards
        would tell the hands that he did not see.
        """
        return self.wants_surprise or self.eyes is not None

    def at(self, step: int, to: str = "") -> str:
        """The address of a step in this manner; ``to`` names a later one without saying its number."""
        goal = f"&to={to}" if to else ""
        return f"?step={step}{goal}&{self._tail}"

    @cached_property
    def _tail(self) -> str:
        return urlencode(self._words())

    @property
    def fields(self) -> Mapping[str, str]:
        """What a form sends along to stay in this manner."""
        return self._words()

    @property
    def kept(self) -> str:
        """What the cookie says of it. Another player's eyes are for this deal alone."""
        words = self._words()
        if words["hands"] not in (ALL, MINE):
            words["hands"] = ALL
        return urlencode(words)

    def cookie_after(self, address: Mapping[str, str], cookie: str) -> str | None:
        """What the cookie has to become, if the address says how to look and the cookie says otherwise.

        The page needs no script for that, and links that name a step alone stay in this manner.
        """
        kept = quote(self.kept, safe="")
        return kept if address.keys() & self._words() and kept != cookie else None

    def turned_to(self, bottom: Seat) -> Manner:
        return replace(self, bottom=bottom)

    def through(self, eyes: Seat | None) -> Manner:
        return replace(self, eyes=eyes)

    def surprising(self, is_wanted: bool) -> Manner:
        return replace(self, wants_surprise=is_wanted)

    def _words(self) -> dict[str, str]:
        hands = ALL if self.eyes is None else self._word(self.eyes)
        return {"seat": self._word(self.bottom), "hands": hands, "hide": "1" if self.wants_surprise else "0"}

    def _word(self, seat: Seat) -> str:
        """The own seat goes by that name, which means something in the next deal too."""
        return MINE if seat is self.mine else seat.value


NORTH_UP = Manner()
"""As nobody asked for anything else: all hands, and everything told."""


def manner_of(address: Mapping[str, str], cookie: str, mine: Seat | None) -> Manner:
    """Reads what an address says, and of the rest what the cookie says; what makes no sense is not said."""
    said = {**dict(parse_qsl(unquote(cookie))), **address} if _is_short(cookie) else address
    return Manner(
        bottom=_seat(said.get("seat"), mine) or Seat.S,
        eyes=_seat(said.get("hands"), mine),
        wants_surprise=said.get("hide") == "1",
        mine=mine,
    )


def _is_short(cookie: str) -> bool:
    return 0 < len(cookie) < 200


def _seat(word: str | None, mine: Seat | None) -> Seat | None:
    if word == MINE:
        return mine
    return Seat(word) if word in Seat.__members__ else None
