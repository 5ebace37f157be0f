"""The table of a replayed deal at one step: four hands as dealt, and the trick between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.preferences import Preferences
from minibridge.engine import SEATS, Card, Phase, Seat, SeatView, Suit, sorted_hand, trick_winner

from .manner import Manner
from .replays import Replay
from .templatetags.bridge import INDEX_LETTERS, suit_order

POSITIONS = ("bottom", "left", "top", "right")


@dataclass(frozen=True)
class Tile:
    """One card of a hand as dealt. ``is_last`` marks the card this step laid down, ``is_back`` one that it
    took back; ``address`` leads to the step with which the card is played, if that is told.
    """

    card: Card
    index: str
    is_played: bool
    is_last: bool
    is_back: bool
    address: str

    @property
    def marks(self) -> str:
        """What the style sheet is told about it."""
        state = " last" if self.is_last else " played" if self.is_played else ""
        return f"{state} back" if self.is_back else state


@dataclass(frozen=True)
class Place:
    """A seat of the diagram with its cards by suit. ``unseen`` is how many more it holds, face down;
    ``announced`` the total said aloud, while the announcements go on.
    """

    position: str
    seat: Seat
    name: str
    points: int | None
    announced: int | None
    is_declarer: bool
    is_dummy: bool
    is_turn: bool
    unseen: int
    rows: tuple[tuple[Suit, tuple[Tile, ...]], ...]


@dataclass(frozen=True)
class TableCard:
    """A card of the trick in the middle, in front of the hand it came from."""

    position: str
    seat: Seat
    card: Card
    is_winning: bool
    address: str


class ReplayHands:
    """``view`` is what may be seen at ``step``, ``played_at`` when each card is played, as far as told."""

    def __init__(
        self,
        replay: Replay,
        view: SeatView,
        *,
        step: int,
        manner: Manner,
        played_at: Mapping[Card, int],
        reader: Preferences,
    ) -> None:
        self.replay = replay
        self.view = view
        self.step = step
        self.manner = manner
        self.positions = dict(zip(manner.bottom.clockwise, POSITIONS, strict=True))
        self.played_at = played_at
        self.reader = reader

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(self._place(position, seat) for seat, position in self.positions.items())

    def _place(self, position: str, seat: Seat) -> Place:
        view = self.view
        held = view.hands[seat]
        announced = {one.seat: one.points for one in view.announcements}
        return Place(
            position=position,
            seat=seat,
            name=self._name(seat),
            points=view.points[seat],
            announced=announced.get(seat) if view.phase is Phase.ANNOUNCEMENT else None,
            is_declarer=seat is view.declarer,
            is_dummy=seat is view.dummy,
            is_turn=seat is view.turn and view.phase is not Phase.FINISHED,
            unseen=view.counts[seat] if held is None else 0,
            rows=self._rows(seat),
        )

    def _name(self, seat: Seat) -> str:
        """Who sits there at this step: of three players one may have taken the empty chair."""
        move, names = self.view.move, self.replay.names
        if move is not None and seat in (move.start, move.end):
            return names.get(move.start, "") if seat is move.end else ""
        is_for_three = self.view.rules.players != "four"
        is_empty = is_for_three and self.view.declarer is None and seat not in self.replay.players
        return _("Empty chair") if is_empty else names.get(seat, "")

    def _rows(self, seat: Seat) -> tuple[tuple[Suit, tuple[Tile, ...]], ...]:
        """What is seen of the hand as dealt; what has left it is marked as played."""
        laid = self._laid[seat]
        hand = sorted_hand({*(self.view.hands[seat] or ()), *laid})
        trump = self.view.contract.trump if self.view.contract else None
        return tuple(
            (suit, tuple(self._tile(card, card in laid) for card in hand if card.suit is suit))
            for suit in suit_order(self.reader.suit_order, trump)
        )

    @cached_property
    def _laid(self) -> Mapping[Seat, frozenset[Card]]:
        """The cards that each hand has played."""
        tricks = [*self.view.tricks, *([self.view.trick] if self.view.trick else [])]
        plays = [play for trick in tricks for play in trick.plays]
        return {seat: frozenset(card for hand, card in plays if hand is seat) for seat in SEATS}

    def _tile(self, card: Card, is_played: bool) -> Tile:
        index = INDEX_LETTERS[self.reader.letters].get(card.rank.value, card.rank.value)
        return Tile(
            card,
            index,
            is_played=is_played,
            is_last=card is self._last_card,
            is_back=card in self._given_back,
            address=self._address(card),
        )

    def _address(self, card: Card) -> str:
        step = self.played_at.get(card)
        return "" if step is None else self.manner.at(step)

    @cached_property
    def _last_card(self) -> Card | None:
        action = self.replay.log[self.step - 1] if self.step else None
        return action.card if action is not None and action.kind == "card" else None

    @cached_property
    def _given_back(self) -> frozenset[Card]:
        return self.replay.given_back(self.step)

    @cached_property
    def trick(self) -> tuple[TableCard, ...]:
        """The trick on the table, or the one before as long as no new card lies there."""
        view = self.view
        trick = view.trick if view.trick and view.trick.cards else view.last_trick
        if trick is None:
            return ()
        winner = trick_winner(trick, view.contract.trump if view.contract else None)
        return tuple(
            TableCard(self.positions[seat], seat, card, seat is winner, self._address(card))
            for seat, card in trick.plays
        )

    @property
    def trick_number(self) -> int:
        on_table = bool(self.view.trick and self.view.trick.cards)
        return len(self.view.tricks) + (1 if on_table else 0)
