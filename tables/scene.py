"""Everything one table page shows, as it stands at one version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from minibridge import engine
from minibridge.bots import Reason
from minibridge.engine import (
    SEATS,
    BoardState,
    Contract,
    RuleSet,
    Seat,
    SeatView,
    Side,
    Watcher,
)
from minibridge.engine.scoring import BoardResult
from minibridge.engine.three_players import Move

from .lesson_steps import FREE, part_in, reaches
from .models import (
    LessonStep,
)
from .seen import view_of
from .three_scores import PlayerScore
from .withheld import Hold


@dataclass(frozen=True)
class Chair:
    """A taken chair: a person's, or (without ``user_id``) a bot's.

    ``bot`` is the level of the bot that plays there, for good or until the person is back.
    """

    user_id: int | None
    name: str
    ready: bool
    is_guest: bool
    is_adult: bool
    bot: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether no person holds it."""
        return self.user_id is None


@dataclass(frozen=True)
class OutcomeLine:
    """One line of the score sheet."""

    record_id: int
    number: int
    dealer: Seat
    outcome: str
    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    points: Mapping[Side, int]

    @property
    def result(self) -> BoardResult:
        """The line as the engine's result, without the sum spelled out."""
        return BoardResult(self.outcome, self.declarer, self.contract, self.tricks, self.points)


@dataclass(frozen=True)
class MatchScene:
    """``totals`` and ``winner`` are those of four players' sides; three players have ``players``, each with
    what he has written himself.
    """

    id: int
    number: int
    rules: RuleSet
    first_dealer: Seat
    started: datetime
    finished: bool
    ended_early: bool
    is_replay: bool
    totals: Mapping[Side, int]
    winner: Side | None
    outcomes: tuple[OutcomeLine, ...]
    rematch_votes: frozenset[Seat]
    players: tuple[PlayerScore, ...] = ()


@dataclass(frozen=True)
class RecordScene:
    id: int
    position: int
    state: BoardState
    log: tuple[engine.Action, ...]
    names: Mapping[Seat, str]
    bots: frozenset[Seat]
    """The seats that bots held when it was dealt: they have no name of their own."""
    reasons: Mapping[int, Reason]
    """Why a bot did the n-th action of the log."""
    is_variation: bool = False
    """Whether it plays the cards of another record otherwise."""
    dealer_moved: bool = False
    """Whether, of three players, the dealer has changed chair for this deal."""
    is_withheld: bool = False
    """Whether it has come to its end in a lesson, and the result is not to be seen yet."""


@dataclass(frozen=True)
class LessonScene:
    """That the table belongs to a lesson: its number there, and the users who teach the class.

    ``pupils`` are those whose place in the lesson is here, with or without a chair. Where the class goes on
    ``together``, the teacher deals.
    """

    lesson_id: int
    number: int
    teachers: frozenset[int]
    pupils: frozenset[int] = frozenset()
    together: bool = True
    is_junior: bool = False
    """Whether the class has simple words and only what is needed on the screen."""


@dataclass(frozen=True)
class MessageLine:
    id: int
    seat: Seat
    name: str
    phrase: str
    text: str


@dataclass(frozen=True)
class Scene:
    """A table at one version. ``record`` is the newest record of the newest match, finished or not."""

    table_id: int
    code: str
    epoch: int
    version: int
    setting_version: int
    host_id: int | None
    preset: str
    rules: RuleSet
    visitors: str
    free_text: bool
    closed: bool
    alone: bool
    chairs: Mapping[Seat, Chair | None]
    match: MatchScene | None
    record: RecordScene | None
    end_votes: Mapping[Seat, str]
    messages: tuple[MessageLine, ...]
    paused: bool = False
    proposal: str = ""
    """The card that dummy proposes, as ``tables.proposals`` writes it."""
    step: str = ""
    """How far the teacher lets the deal go, a LessonStep; empty: to its end."""
    lesson: LessonScene | None = None

    @property
    def status(self) -> str:
        """``gathering`` before the first match, ``playing``, ``over`` after a match, ``closed``."""
        if self.closed:
            return "closed"
        if self.match is None:
            return "gathering"
        return "over" if self.match.finished else "playing"

    @property
    def deal_is_open(self) -> bool:
        """Whether a deal is played, or its result withheld: nobody changes chair until it is over."""
        return self.is_withheld or (
            self.record is not None and self.record.state.phase is not engine.Phase.FINISHED
        )

    @property
    def is_withheld(self) -> bool:
        """Whether the deal has ended here, and is not over before the others have ended it too."""
        return self.record is not None and self.record.is_withheld

    @property
    def goes_on(self) -> bool:
        """Whether the next deal may be dealt here before the result of this one is seen: where each table
        goes on by itself, and the teacher does not hold it before the score.
        """
        is_alone = self.lesson is not None and not self.lesson.together
        return self.is_withheld and is_alone and reaches(self.step, LessonStep.SCORE)

    @property
    def waits_for_step(self) -> str:
        """The step that the teacher has not let begin, and to which belongs what has to be done now."""
        if self.record is None or not self.deal_is_open or self.is_withheld:
            return FREE
        part = part_in(self.record.state)
        return FREE if reaches(self.step, part) else part

    @property
    def is_held(self) -> bool:
        """Whether nobody may act in the deal, because the teacher has stopped it."""
        return self.paused or self.waits_for_step != FREE

    @property
    def hold(self) -> Hold | None:
        """What the lesson keeps back from everybody but the teacher."""
        if self.record is None or not (self.paused or self.step or self.is_withheld):
            return None
        return Hold(
            is_withheld=self.is_withheld,
            is_still=self.is_held,
            hides_dummy=self.deal_is_open and not reaches(self.step, LessonStep.DUMMY),
        )

    @property
    def awaited(self) -> frozenset[Seat]:
        """The chairs for which the match may have to wait: in a deal all, after it those not ready."""
        if self.status != "playing":
            return frozenset()
        return frozenset(
            seat
            for seat, chair in self.chairs.items()
            if (self.deal_is_open and not self.goes_on) or chair is None or not chair.ready
        )

    def is_host(self, user_id: int | None) -> bool:
        """Whether this person is the host, as all teachers of its class are at the table of a lesson; a table
        without a host is not everybody's.
        """
        return user_id is not None and (user_id == self.host_id or self.is_teacher(user_id))

    def is_teacher(self, user_id: int | None) -> bool:
        """Whether this person teaches the class whose lesson the table belongs to."""
        return self.lesson is not None and user_id in self.lesson.teachers

    def lets_in(self, user_id: int | None) -> bool:
        """Whether this person may be here though visitors are shut out."""
        is_of_lesson = self.lesson is not None and user_id in self.lesson.pupils
        return is_of_lesson or self.is_host(user_id) or chair_of(self, user_id) is not None

    def is_junior_for(self, user_id: int | None) -> bool:
        """Whether this person sees the table as children do: all but those who teach the class."""
        return self.lesson is not None and self.lesson.is_junior and not self.is_teacher(user_id)

    @property
    def is_for_three(self) -> bool:
        """Whether three play here: in the match that is on, or else in the next one."""
        rules = self.match.rules if self.match is not None and self.status == "playing" else self.rules
        return rules.players != "four"

    @property
    def empty_chair(self) -> Seat | None:
        """The chair that stays empty in the match that three are playing, until the next deal is dealt."""
        if self.status != "playing" or self.record is None or not self.is_for_three:
            return None
        return engine.empty_chair(self.record.state.board.dealer)

    @property
    def keeps_chairs(self) -> bool:
        """Whether nobody may change chair even between deals: of three players, the rules say who does."""
        return self.status == "playing" and self.is_for_three

    @property
    def missing(self) -> int:
        """How many players are missing; negative if more sit here than can play."""
        empty = self.empty_chair
        taken = sum(chair is not None for seat, chair in self.chairs.items() if seat is not empty)
        return (3 if self.is_for_three else 4) - taken

    @property
    def is_full(self) -> bool:
        """Whether exactly as many sit here as the rules want."""
        return self.missing == 0

    @property
    def has_room(self) -> bool:
        """Whether somebody could sit down: on a free chair, or in place of a bot."""
        return self.missing > 0 or any(chair is not None and chair.is_bot for chair in self.chairs.values())

    def is_free(self, chair: Seat) -> bool:
        """Whether a newcomer could take this chair, on which nobody sits."""
        return self.chairs[chair] is None and chair is not self.empty_chair and self.missing > 0

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays here, for good or for somebody who is away."""
        return any(chair is not None and chair.bot for chair in self.chairs.values())

    @property
    def is_unattended(self) -> bool:
        """Whether bots play by themselves, without anybody who has to be able to follow."""
        return self.host_id is None and all(
            chair is not None and chair.is_bot for chair in self.chairs.values()
        )

    @property
    def people(self) -> frozenset[Seat]:
        """The chairs of people who play themselves."""
        return frozenset(seat for seat, chair in self.chairs.items() if chair is not None and not chair.bot)

    def seat_played_from(self, chair: Seat) -> Seat:
        """For which seat of the deal the holder of this chair decides, which is his own as a rule.

        Who plays alone plays both hands when his partner declares, and so takes the declarer's part. Of three
        players, one may have taken the empty chair for this deal.
        """
        state = self.record.state if self.record is not None else None
        if state is None or not self.deal_is_open:
            return chair
        if not self.alone or state.rules.players != "four":
            return self.place_of(chair)
        partners = chair, chair.partner
        is_mixed = any(self.is_bot(seat) for seat in partners) and not all(map(self.is_bot, partners))
        if is_mixed and state.declarer in partners and self.is_bot(state.declarer):
            return chair.partner
        return chair

    @property
    def _move(self) -> Move | None:
        return self.record.state.move if self.record is not None and self.status == "playing" else None

    def place_of(self, chair: Seat) -> Seat:
        """Where the holder of this chair sits in the newest deal: of three players one may have moved."""
        move = self._move
        return move.end if move is not None and chair is move.start else chair

    def chair_at(self, seat: Seat) -> Seat | None:
        """Whose chair it is, of the one who sits here in the newest deal; None where one of three players has
        left his cards.
        """
        move = self._move
        if move is None:
            return seat
        return None if seat is move.start else next(one for one in SEATS if self.place_of(one) is seat)

    def holder_at(self, seat: Seat) -> Chair | None:
        """Who sits here in the newest deal, if anybody does."""
        chair = self.chair_at(seat)
        return None if chair is None else self.chairs[chair]

    def is_bot(self, seat: Seat) -> bool:
        chair = self.chairs[seat]
        return chair is not None and chair.is_bot


def chair_of(scene: Scene, user_id: int | None) -> Seat | None:
    """The chair this person holds at the table."""
    if user_id is not None:
        for seat, chair in scene.chairs.items():
            if chair is not None and chair.user_id == user_id:
                return seat
    return None


def viewer_of(scene: Scene, user_id: int | None) -> Seat | Watcher:
    """The seat of the deal for which this person decides, or the public view."""
    chair = chair_of(scene, user_id)
    if chair is not None:
        return scene.seat_played_from(chair)
    return Watcher.OPEN if scene.is_teacher(user_id) else Watcher.OUTSIDE


def view_of_person(scene: Scene, user_id: int | None) -> SeatView | None:
    """What this person may see of the deal; None where there is none."""
    if scene.record is None:
        return None
    chair = chair_of(scene, user_id)
    if chair is None:
        if scene.is_teacher(user_id):
            return view_of(scene.record.state, Watcher.OPEN)
        return view_of(scene.record.state, Watcher.OUTSIDE, hold=scene.hold)
    seat = scene.seat_played_from(chair)
    # Who plays alone holds two hands; who has moved holds one, and the engine knows whether he saw the other.
    also = frozenset[Seat]() if seat is scene.place_of(chair) else frozenset((chair,))
    return view_of(scene.record.state, seat, also, scene.hold)
