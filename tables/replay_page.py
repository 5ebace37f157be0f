"""A finished deal at one step, ready for its template: what is seen, what was said, where one can go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.preferences import Preferences
from minibridge.engine import SEATS, Contract, Phase, Seat, SeatView, Side

from . import sentences
from .manner import NORTH_UP, Manner
from .replay_hands import Place, ReplayHands, TableCard
from .replay_log import ReplayLog
from .replays import Replay
from .templatetags.bridge import here


@dataclass(frozen=True)
class SumLine:
    """One line of the score."""

    text: str
    points: int


@dataclass(frozen=True)
class Way:
    """A step one may go to from here; ``step`` is None where its number would tell too much."""

    key: str
    label: str
    address: str
    step: int | None
    leads_on: bool


@dataclass(frozen=True)
class Choice:
    """One of several ways to look at the deal."""

    label: str
    address: str
    is_chosen: bool


class ReplayPage:
    """Should be made while the reader's language is active: its sentences are in it."""

    def __init__(
        self,
        replay: Replay,
        *,
        reader: Preferences,
        manner: Manner = NORTH_UP,
        step: int | None,
        to: str = "",
    ) -> None:
        self.replay = replay
        self.reader = reader
        self.manner = manner
        self.step = self._reached(min(step or 0, replay.last), to)
        self.told = self.step if manner.hides else replay.last
        """The last step of which anything is told."""
        self.views: Sequence[SeatView] = (
            replay.views if manner.eyes is None else replay.views_from(manner.eyes)
        )
        self.view = self.views[self.step]

    def _reached(self, step: int, to: str) -> int:
        if to == "end":
            return self.last
        return self._next_stop(step) if to == "trick" else step

    # --- where one can go ---

    @property
    def last(self) -> int:
        return self.replay.last

    @property
    def tells_all(self) -> bool:
        """Whether nothing is kept back: the result may be told, and what there is to say about the deal."""
        return self.told == self.last

    @property
    def is_over(self) -> bool:
        return self.step == self.last

    @property
    def slider_end(self) -> int:
        """Where the slider ends. If the end is kept back, as far as this deal would go if nothing but the
        contract and the cards were to come.
        """
        if self.tells_all:
            return self.last
        no_contract_yet = self.view.phase not in (Phase.PLAY, Phase.FINISHED)
        return self.step + sum(self.view.counts.values()) + (1 if no_contract_yet else 0)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The buttons: by card and by trick, both ways, and to both ends."""
        earlier = [stop for stop in self.replay.stops if stop < self.step]
        back, on = max(self.step - 1, 0), min(self.step + 1, self.last)
        return (
            self._way("first", _("First step"), 0),
            self._way("trick-back", _("Back one trick"), max(earlier, default=0)),
            self._way("back", _("Back one step"), back),
            self._way("on", _("On one step"), on),
            self._later("trick-on", _("On one trick"), self._next_stop(self.step), "trick"),
            self._later("last", _("Last step"), self.last, "end"),
        )

    def _next_stop(self, step: int) -> int:
        return min((stop for stop in self.replay.stops if stop > step), default=self.last)

    def _way(self, key: str, label: str, step: int) -> Way:
        return Way(key, label, self.manner.at(step), step, step != self.step)

    def _later(self, key: str, label: str, step: int, to: str) -> Way:
        if self.tells_all:
            return self._way(key, label, step)
        return Way(key, label, self.manner.at(self.step, to), None, not self.is_over)

    # --- how one can look ---

    @property
    def bottoms(self) -> tuple[Choice, ...]:
        """The seats that may be turned to the bottom."""
        manner = self.manner
        return tuple(
            Choice(self._seat_label(seat), manner.turned_to(seat).at(self.step), seat is manner.bottom)
            for seat in SEATS
        )

    def _seat_label(self, seat: Seat) -> str:
        label = here().seats[seat]
        return _("%(seat)s (me)") % {"seat": label} if seat is self.manner.mine else label

    @property
    def eyes(self) -> tuple[Choice, ...]:
        """Whose hands may be shown: all, or what one of the players saw."""
        manner, players = self.manner, [seat for seat in SEATS if seat in self.replay.players]
        players.sort(key=lambda seat: seat is not manner.mine)
        all_hands = Choice(_("All hands"), manner.through(None).at(self.step), manner.eyes is None)
        return (
            all_hands,
            *(
                Choice(self._eyes_label(seat), manner.through(seat).at(self.step), seat is manner.eyes)
                for seat in players
            ),
        )

    def _eyes_label(self, seat: Seat) -> str:
        if seat is self.manner.mine:
            return _("As I saw it")
        return _("As %(seat)s saw it") % {"seat": here().seats[seat]}

    @property
    def surprise(self) -> Choice:
        """The switch that keeps back what is to come, or tells it."""
        is_on = self.manner.wants_surprise
        label = _("Tell what is to come") if is_on else _("Hide what is to come")
        return Choice(label, self.manner.surprising(not is_on).at(self.step), is_on)

    @property
    def address(self) -> str:
        return self.manner.at(self.step)

    @property
    def whole_address(self) -> str:
        """This step with nothing kept back."""
        return self.manner.surprising(False).through(None).at(self.step)

    # --- what the table looks like ---

    @cached_property
    def hands(self) -> ReplayHands:
        return ReplayHands(
            self.replay,
            self.view,
            step=self.step,
            manner=self.manner,
            played_at=self.replay.played_at(self.told),
            reader=self.reader,
        )

    @property
    def bottom(self) -> Seat:
        return self.manner.bottom

    @property
    def places(self) -> tuple[Place, ...]:
        return self.hands.places

    @property
    def trick(self) -> tuple[TableCard, ...]:
        return self.hands.trick

    @property
    def trick_number(self) -> int:
        return self.hands.trick_number

    @property
    def mover(self) -> str:
        """Of three players, who has changed chair for this deal."""
        move = self.view.move
        if move is None:
            return ""
        chairs = {"start": here().seats[move.start], "end": here().seats[move.end]}
        return _("%(name)s has changed chair: from %(start)s to %(end)s.") % {
            "name": self.replay.name(move.start),
            **chairs,
        }

    # --- what was said ---

    @cached_property
    def log(self) -> ReplayLog:
        return ReplayLog(
            self.replay,
            self.views,
            manner=self.manner,
            step=self.step,
            told=self.told,
        )

    # --- how it ended, as far as told ---

    @cached_property
    def _end(self) -> SeatView:
        return self.views[self.told]

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
        won: Mapping[Side, int] = self.view.tricks_won
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
