"""Reads of finished deals: who may, and every step of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Classroom, User
from minibridge.bots import Reason
from minibridge.engine import Action, BoardState, Card, Seat, SeatView, Watcher, apply, view_for

from . import models
from .models import BoardRecord, Match, RecordPlayer, SharedLink
from .scene_reading import engine_action
from .templatetags.bridge import here
from .thinking_times import Thought, thoughts_of


@dataclass(frozen=True)
class Reading:
    """A deal that somebody may read, and how he comes to it: by the ``seat`` that he held, as the importer of
    a file, by a secret ``link``, or because it is one ``of_class``, which he teaches or is in; ``nameless``
    where the teacher does not tell the pupils who played it.
    """

    record: BoardRecord
    seat: Seat | None
    link: SharedLink | None = None
    of_class: bool = False
    nameless: bool = False

    @property
    def is_of_bots(self) -> bool:
        """Whether bots alone have played it, for all who know these cards: it belongs to nobody."""
        return hasattr(self.record, "bot_play")

    @property
    def names(self) -> dict[Seat, str]:
        """Who played, as far as this reader may know it."""
        is_untold = self.nameless or (self.link is not None and not self.link.names)
        return {} if is_untold else names_of(self.record)


@dataclass(frozen=True)
class MatchReading:
    """The finished deals of a match that somebody may read, in their order; ``seat`` is his in the last."""

    match: Match
    records: tuple[BoardRecord, ...]
    seat: Seat | None = None
    link: SharedLink | None = None
    of_class: bool = False

    def names(self, record: BoardRecord) -> dict[Seat, str]:
        return Reading(record, self.seat, self.link).names


def reading_of(record_id: int, user: User | AnonymousUser) -> Reading | None:
    """The one gate to a deal of the past: None for whoever had no part in it and did not bring it in.

    What bots alone have played is for those who have played the same cards to the end, and for those who may
    read the deal for which it was asked.
    """
    if not user.is_authenticated:
        return None
    records = BoardRecord.objects.filter(
        Q(match__importer=user) | Q(id__in=RecordPlayer.objects.filter(user=user).values("record_id"))
    )
    record = _whole(records).filter(id=record_id).first()
    if record is not None:
        return Reading(record, _seat_of(record, user))
    of_class = class_records(user).select_related("match__table__lesson_table__lesson")
    record = _whole(of_class).filter(id=record_id).first()
    if record is None:
        return _reading_of_bots(record_id, user)
    shown = record.match.table.lesson_table.lesson.results_shown
    is_nameless = user.is_pupil and shown != models.Lesson.ResultsShown.NAMES
    return Reading(record, None, of_class=True, nameless=is_nameless)


def _reading_of_bots(record_id: int, user: User) -> Reading | None:
    of_bots = BoardRecord.objects.filter(bot_play__isnull=False, finished__isnull=False)
    record = _whole(of_bots).filter(id=record_id).first()
    if record is None:
        return None
    same_cards = readable_records(user).filter(
        board__deal=record.board.deal, board__dealer=record.board.dealer
    )
    mine = _whole(same_cards).order_by("id").first()
    if mine is not None:
        return Reading(record, _seat_of(mine, user))
    original = reading_of(record.parent_id, user) if record.parent_id else None
    return Reading(record, original.seat) if original and original.record.finished else None


def reading_by_key(key: str, record_id: int | None = None) -> Reading | None:
    """The finished deal to which a secret link leads; ``record_id`` names one of a match. None for every
    other deal, for a key that nobody has made or that was taken back, and where its maker may not read the
    deal himself.
    """
    link = SharedLink.objects.select_related("user").filter(key=key).first()
    if link is None or (link.match_id is None and record_id is not None):
        return None
    wanted = {"match": link.match_id, "id": record_id} if link.match_id else {"id": link.record_id}
    record = _whole(readable_records(link.user).filter(**wanted)).first()
    return Reading(record, None, link) if record else None


def match_reading_of(match_id: int, user: User | AnonymousUser) -> MatchReading | None:
    """What this person may read of a match; None where he had no part in it, and before its first deal is
    over.
    """
    if not user.is_authenticated:
        return None
    records = _of_match(match_id, readable_records(user))
    if records:
        return MatchReading(records[0].match, records, _seat_of(records[-1], user))
    records = _of_match(match_id, _taught_records(user))
    return MatchReading(records[0].match, records, of_class=True) if records else None


def match_reading_by_key(key: str) -> MatchReading | None:
    """The match to which a secret link leads, as far as the maker of the link may read it; None where it
    leads to a deal alone, or nowhere.
    """
    link = SharedLink.objects.select_related("user").filter(key=key, match__isnull=False).first()
    records = _of_match(link.match_id, readable_records(link.user)) if link and link.match_id else ()
    return MatchReading(records[0].match, records, None, link) if records else None


def readable_records(user: User) -> QuerySet[BoardRecord]:
    """Every finished record that this person may read: what he played and what he brought in."""
    mine = RecordPlayer.objects.filter(user=user).values("record_id")
    return BoardRecord.objects.filter(Q(id__in=mine) | Q(match__importer=user), finished__isnull=False)


def class_records(user: User) -> QuerySet[BoardRecord]:
    """Finished records of lessons that this person may read though he did not play them: all those of the
    classes he teaches now; a pupil, where he is shown the results, those of a deal that he has finished
    himself in the same lesson.
    """
    own = BoardRecord.objects.filter(
        players__user_id=user.pk,
        finished__isnull=False,
        lesson_deal=OuterRef("lesson_deal"),
        match__table__lesson_table__lesson=OuterRef("match__table__lesson_table__lesson"),
    )
    classes = _open_classes().filter(pupils__user=user)
    shown = models.Lesson.objects.filter(classroom__in=classes).exclude(
        results_shown=models.Lesson.ResultsShown.NOT
    )
    of_his_class = Q(match__table__lesson_table__lesson__in=shown)
    return _lesson_records().filter(_is_taught_by(user) | of_his_class & Exists(own))


def _taught_records(user: User) -> QuerySet[BoardRecord]:
    return _lesson_records().filter(_is_taught_by(user))


def _lesson_records() -> QuerySet[BoardRecord]:
    return BoardRecord.objects.filter(finished__isnull=False, lesson_deal__isnull=False)


def _is_taught_by(user: User) -> Q:
    return Q(match__table__lesson_table__lesson__classroom__in=_open_classes().filter(teachers__user=user))


def _open_classes() -> QuerySet[Classroom]:
    return Classroom.objects.filter(expires__gte=timezone.localdate())


def _whole(records: QuerySet[BoardRecord]) -> QuerySet[BoardRecord]:
    return records.select_related("board", "match__table", "source", "bot_play").prefetch_related("players")


def _of_match(match_id: int, records: QuerySet[BoardRecord]) -> tuple[BoardRecord, ...]:
    return tuple(_whole(records.filter(match_id=match_id)).order_by("position"))


def _seat_of(record: BoardRecord, user: User) -> Seat | None:
    return next((Seat(row.seat) for row in record.players.all() if row.user_id == user.pk), None)


@dataclass(frozen=True)
class Replay:
    """A finished deal, step by step: ``states[k]`` is the state after ``k`` actions of ``log``."""

    record: BoardRecord
    names: Mapping[Seat, str]
    """As far as the reader may know them."""
    players: frozenset[Seat]
    """The seats that somebody held: of three players, all but one."""
    bots: frozenset[Seat]
    log: tuple[Action, ...]
    reasons: Mapping[int, Reason]
    """Why bots did what they did, by the number of the action."""
    thoughts: Mapping[int, Thought]
    """How long people thought, by the number of the action."""
    states: tuple[BoardState, ...]

    @property
    def last(self) -> int:
        return len(self.log)

    @cached_property
    def views(self) -> tuple[SeatView, ...]:
        """What all four hands and the table were like after each action."""
        return tuple(view_for(state, Watcher.OPEN) for state in self.states)

    def name(self, seat: Seat) -> str:
        """Who held this seat; the seat itself where nobody is named."""
        return self.names.get(seat) or here().seats[seat]

    def views_from(self, seat: Seat) -> tuple[SeatView, ...]:
        """What whoever was dealt this seat saw after each action."""
        return tuple(self._view_from(seat, state) for state in self.states)

    def _view_from(self, seat: Seat, state: BoardState) -> SeatView:
        if state.move is not None and seat is state.move.start:
            return view_for(state, state.move.end)
        if self.plays_both_hands(seat, state):
            return view_for(state, seat.partner, frozenset((seat,)))
        return view_for(state, seat)

    def plays_both_hands(self, seat: Seat, state: BoardState) -> bool:
        """Whether who holds this seat plays alone and declares for his partner, and so has both hands."""
        is_alone = self.record.match.table.alone and state.rules.players == "four"
        is_for_bot = self.bots & {seat, seat.partner} == {seat.partner}
        return is_alone and is_for_bot and state.declarer is seat.partner

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The steps to which one jumps by tricks: the first, each that completes a trick, and the last."""
        tricks = [len(state.tricks) for state in self.states]
        completed = {step for step in range(1, self.last + 1) if tricks[step] > tricks[step - 1]}
        return tuple(sorted({0, *completed, self.last}))

    def taken_back(self, step: int) -> frozenset[int]:
        """The numbers of the actions that had been taken back at this step."""
        return frozenset().union(*(self._taken_back_by(n) for n in range(step)))

    def _taken_back_by(self, n: int) -> frozenset[int]:
        action = self.log[n]
        if action.kind not in ("ask_takeback", "answer_takeback", "rewind"):
            return frozenset()
        decided = _decisions(self.states[n]) - _decisions(self.states[n + 1])
        if action.kind != "rewind":
            return decided
        return decided.union(
            said for said in range(action.to, n) if self.log[said].kind in ("announce", "agree")
        )

    def given_back(self, step: int) -> frozenset[Card]:
        """The cards that went back to their hands with this very step."""
        gone = [self.log[n] for n in self._taken_back_by(step - 1)] if step else []
        return frozenset(action.card for action in gone if action.kind == "card")

    def played_at(self, step: int) -> dict[Card, int]:
        """The step with which each card was played, as far as that had happened at ``step``."""
        gone = self.taken_back(step)
        return {
            action.card: n + 1
            for n, action in enumerate(self.log[:step])
            if action.kind == "card" and n not in gone
        }


def _decisions(state: BoardState) -> frozenset[int]:
    """The numbers of the actions that stand: cards, calls and the contract."""
    numbers, decision = set(), state.past
    while decision is not None:
        numbers.add(decision.before.n)
        decision = decision.before.past
    return frozenset(numbers)


def replay_of(record: BoardRecord, names: Mapping[Seat, str] | None = None) -> Replay:
    """``names`` are those to be shown in place of the players'.

    Raises ValueError for a record still in play: its hands are nobody's business yet.
    """
    if record.finished is None:
        raise ValueError("a deal in play is not replayed")
    rows = list(models.Action.objects.filter(record_id=record.id).order_by("n"))
    states = [record.start()]
    log = tuple(engine_action(row) for row in rows)
    for action in log:
        states.append(apply(states[-1], action))
    return Replay(
        record=record,
        names=names_of(record) if names is None else names,
        players=frozenset(Seat(player.seat) for player in record.players.all()),
        bots=frozenset(Seat(player.seat) for player in record.players.all() if player.bot),
        log=log,
        reasons={row.n: Reason.from_data(row.reason) for row in rows if row.reason},
        thoughts=thoughts_of(record, rows),
        states=tuple(states),
    )


def names_of(record: BoardRecord) -> dict[Seat, str]:
    """Who played a record, in the language now spoken: bots have no name of their own, nor has whoever took
    his away.
    """
    return {
        Seat(player.seat): here().bot if player.bot else player.name or here().somebody
        for player in record.players.all()
    }
