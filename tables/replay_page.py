"""A finished deal at one step, ready for its template: who sits where, what is played, what was said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.preferences import Preferences
from minibridge.engine import SEATS, Card, Contract, Phase, Seat, SeatView, Side, Suit, trick_winner

from . import sentences
from .history import Replay
from .reasons import reason_text
from .templatetags.bridge import INDEX_LETTERS, here, suit_order

POSITIONS = ("bottom", "left", "top", "right")


@dataclass(frozen=True)
class Tile:
    """One card of a hand as dealt. ``is_last`` marks the card this step laid down."""

    card: Card
    index: str
    is_played: bool
    is_last: bool


@dataclass(frozen=True)
class Place:
    """A seat of the diagram with its thirteen cards by suit."""

    position: str
    seat: Seat
    name: str
    points: int | None
    is_declarer: bool
    is_dummy: bool
    is_turn: bool
    rows: tuple[tuple[Suit, tuple[Tile, ...]], ...]


@dataclass(frozen=True)
class TableCard:
    """A card of the trick in the middle, in front of the hand it came from."""

    position: str
    seat: Seat
    card: Card
    is_winning: bool


@dataclass(frozen=True)
class LogLine:
    step: int
    text: str
    why: str
    is_now: bool


@dataclass(frozen=True)
class SumLine:
    """One line of the score."""

    text: str
    points: int


@dataclass(frozen=True)
class Way:
    """A step one may go to from here."""

    key: str
    step: int
    label: str


class ReplayPage:
    """Should be made while the reader's language is active: its sentences are in it."""

    def __init__(self, replay: Replay, *, reader: Preferences, bottom: Seat, step: int | None) -> None:
        self.replay = replay
        self.reader = reader
        self.bottom = bottom
        self.step = min(step or 0, replay.last)
        self.view = replay.views[self.step]

    # --- where one can go ---

    @property
    def last(self) -> int:
        return self.replay.last

    @property
    def ways(self) -> tuple[Way, ...]:
        """The buttons: by card and by trick, both ways, and to both ends."""
        earlier = [stop for stop in self.replay.stops if stop < self.step]
        later = [stop for stop in self.replay.stops if stop > self.step]
        return (
            Way("first", 0, _("First step")),
            Way("trick-back", max(earlier, default=0), _("Back one trick")),
            Way("back", max(self.step - 1, 0), _("Back one step")),
            Way("on", min(self.step + 1, self.last), _("On one step")),
            Way("trick-on", min(later, default=self.last), _("On one trick")),
            Way("last", self.last, _("Last step")),
        )

    @property
    def bottoms(self) -> tuple[Seat, ...]:
        """The seats that may be turned to the bottom."""
        return SEATS

    # --- what the table looks like ---

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(
            self._place(position, seat)
            for position, seat in zip(POSITIONS, self.bottom.clockwise, strict=True)
        )

    def _place(self, position: str, seat: Seat) -> Place:
        view = self.view
        return Place(
            position=position,
            seat=seat,
            name=self._name(seat),
            points=view.points[seat],
            is_declarer=seat is view.declarer,
            is_dummy=seat is view.dummy,
            is_turn=seat is view.turn and view.phase is not Phase.FINISHED,
            rows=self._rows(seat),
        )

    def _name(self, seat: Seat) -> str:
        """Who sits there at this step: of three players one may have taken the empty chair."""
        move, names = self.view.move, self.replay.names
        if move is not None and seat in (move.start, move.end):
            return names.get(move.start, "") if seat is move.end else ""
        is_empty = self._is_for_three and self.view.declarer is None and seat not in names
        return _("Empty chair") if is_empty else names.get(seat, "")

    def _rows(self, seat: Seat) -> tuple[tuple[Suit, tuple[Tile, ...]], ...]:
        """The hand as dealt; what has left it is marked as played."""
        assert self.view.original is not None
        hand, held = self.view.original[seat], self.view.hands[seat] or ()
        trump = self.view.contract.trump if self.view.contract else None
        return tuple(
            (suit, tuple(self._tile(card, held) for card in hand if card.suit is suit))
            for suit in suit_order(self.reader.suit_order, trump)
        )

    def _tile(self, card: Card, held: tuple[Card, ...]) -> Tile:
        index = INDEX_LETTERS[self.reader.letters].get(card.rank.value, card.rank.value)
        return Tile(card, index, is_played=card not in held, is_last=card is self._last_card)

    @property
    def _last_card(self) -> Card | None:
        action = self.replay.log[self.step - 1] if self.step else None
        return action.card if action is not None and action.kind == "card" else None

    @cached_property
    def trick(self) -> tuple[TableCard, ...]:
        """The trick on the table, or the one before as long as no new card lies there."""
        view = self.view
        trick = view.trick if view.trick and view.trick.cards else view.last_trick
        if trick is None:
            return ()
        winner = trick_winner(trick, view.contract.trump if view.contract else None)
        positions = dict(zip(self.bottom.clockwise, POSITIONS, strict=True))
        return tuple(TableCard(positions[seat], seat, card, seat is winner) for seat, card in trick.plays)

    @property
    def trick_number(self) -> int:
        on_table = bool(self.view.trick and self.view.trick.cards)
        return len(self.view.tricks) + (1 if on_table else 0)

    # --- what was said ---

    @property
    def now(self) -> str:
        """What this step is."""
        return " ".join(self._said(self.step))

    @property
    def lines(self) -> Iterator[LogLine]:
        for step in range(self.last + 1):
            yield LogLine(step, " ".join(self._said(step)), self._why(step), step == self.step)

    @property
    def why(self) -> str:
        """Why a bot did what this step shows."""
        return self._why(self.step)

    def _why(self, step: int) -> str:
        reason = self.replay.reasons.get(step - 1)
        return reason_text(reason, self.menu) if reason else ""

    def _said(self, step: int) -> list[str]:
        after = self.replay.views[step]
        if step == 0:
            return sentences.opening(after)
        before, action = self.replay.views[step - 1], self.replay.log[step - 1]
        said = [sentences.action_said(self.replay.states[step], action)]
        if len(after.tricks) > len(before.tricks):
            trump = after.contract.trump if after.contract else None
            said.append(sentences.trick_won(trick_winner(after.tricks[-1], trump)))
        if after.recounts > before.recounts:
            said.append(sentences.recount_said(after))
        if after.declaring_side and not before.declaring_side and not after.declarer:
            said.append(sentences.side_named(after))
        if after.declarer and not before.declarer:
            said += (
                sentences.declaring(after) if not before.declaring_side else [sentences.declarer_named(after)]
            )
        if after.result and not before.result:
            said += sentences.result_said(after)
        return said

    # --- how it ended ---

    @cached_property
    def _end(self) -> SeatView:
        return self.replay.views[self.last]

    @property
    def contract(self) -> Contract | None:
        return self._end.contract

    @property
    def declarer(self) -> Seat | None:
        return self._end.declarer

    @property
    def declarer_name(self) -> str:
        return self.replay.names.get(self.declarer, "") if self.declarer else ""

    @property
    def menu(self) -> str:
        return self._end.rules.menu

    @property
    def result(self) -> list[str]:
        return sentences.result_said(self._end)

    @property
    def sum_lines(self) -> tuple[SumLine, ...]:
        result = self._end.result
        if result is None or result.declarer is None:
            return ()
        return tuple(
            SumLine(sentences.score_line(line, result.declarer, is_for_three=self._is_for_three), line.points)
            for line in result.lines
        )

    @property
    def _is_for_three(self) -> bool:
        return self._end.rules.players != "four"

    @property
    def tricks_won(self) -> tuple[tuple[str, int], ...]:
        """The tricks of both sides at this step; of three players those of declarer and of the defenders."""
        won = self.view.tricks_won
        if self.declarer is None or not self._is_for_three:
            return tuple((here().sides[side], tricks) for side, tricks in won.items())
        return (
            (pgettext("tricks of", "declarer"), won[self.declarer.side]),
            (pgettext("tricks of", "defence"), won[self.declarer.side.other]),
        )

    @property
    def winners(self) -> Side | None:
        """The side that writes the sum; None where both write their tricks, or nobody anything."""
        result = self._end.result
        writing = [side for side, points in result.points.items() if points] if result else []
        return writing[0] if len(writing) == 1 else None

    @property
    def winners_name(self) -> str:
        """Who writes the sum: a side or, of three players, declarer or each of the two others."""
        if self.winners is None:
            return ""
        if not self._is_for_three:
            return here().sides[self.winners]
        if self.declarer is not None and self.winners is self.declarer.side:
            return self.declarer_name
        return _("each of the two who defended")

    @property
    def total(self) -> int | None:
        return self._end.result.points[self.winners] if self._end.result and self.winners else None
