"""Everything one table page shows, read once per version and kept per process.

A card changes only the log of the running record. ``Table.setting_version`` tells whether anything else
changed; while it stands still a newer scene is the kept one plus the new actions, so that a card costs the
same at the first trick and at the last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from minibridge import engine
from minibridge.engine import BoardOutcome, BoardState, Contract, RuleSet, Seat, Side, Watcher

from .card_rows import TableHead, table_head
from .models import Action, BoardRecord, Match, Message, Seating, Table, Vote

KEPT_SCENES = 4000
SHOWN_MESSAGES = 30


@dataclass(frozen=True)
class Chair:
    """A taken chair."""

    user_id: int
    name: str
    ready: bool
    is_guest: bool
    is_adult: bool


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


@dataclass(frozen=True)
class MatchScene:
    id: int
    number: int
    rules: RuleSet
    first_dealer: Seat
    started: datetime
    finished: bool
    ended_early: bool
    totals: Mapping[Side, int]
    winner: Side | None
    outcomes: tuple[OutcomeLine, ...]
    rematch_votes: frozenset[Seat]


@dataclass(frozen=True)
class RecordScene:
    id: int
    position: int
    state: BoardState
    log: tuple[engine.Action, ...]
    names: Mapping[Seat, str]


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
    chairs: Mapping[Seat, Chair | None]
    match: MatchScene | None
    record: RecordScene | None
    end_votes: Mapping[Seat, str]
    messages: tuple[MessageLine, ...]

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
        """Whether a deal is being played: nobody changes chair until it is over."""
        return self.record is not None and self.record.state.phase is not engine.Phase.FINISHED

    def is_host(self, user_id: int | None) -> bool:
        """Whether this person is the host; a table without a host is not everybody's."""
        return user_id is not None and user_id == self.host_id

    @property
    def is_full(self) -> bool:
        return all(self.chairs.values())


def viewer_of(scene: Scene, user_id: int | None) -> Seat | Watcher:
    """The seat this person holds at the table, or the public view."""
    if user_id is not None:
        for seat, chair in scene.chairs.items():
            if chair is not None and chair.user_id == user_id:
                return seat
    return Watcher.OUTSIDE


# --- reading ---------------------------------------------------------------------------------------


def engine_action(row: Action) -> engine.Action:
    return engine.action_from(row.kind, Seat(row.seat) if row.seat else None, row.data)


def record_log(record_id: int, start: int = 0) -> list[engine.Action]:
    """The actions of a record from number ``start`` on, oldest first; numbers begin with 0."""
    rows = Action.objects.filter(record_id=record_id, n__gte=start).order_by("n")
    return [engine_action(row) for row in rows.only("kind", "seat", "data")]


def fold(state: BoardState, actions: Iterable[engine.Action]) -> BoardState:
    for action in actions:
        state = engine.apply(state, action)
    return state


def outcome_line(record: BoardRecord) -> OutcomeLine:
    return OutcomeLine(
        record_id=record.id,
        number=record.board.number,
        dealer=Seat(record.board.dealer),
        outcome=record.outcome,
        declarer=Seat(record.declarer) if record.declarer else None,
        contract=record.contract,
        tricks=record.tricks,
        points={Side.NS: record.points_ns or 0, Side.EW: record.points_ew or 0},
    )


def board_outcomes(lines: Iterable[OutcomeLine]) -> tuple[BoardOutcome, ...]:
    return tuple(
        BoardOutcome(number=line.number, dealer=line.dealer, outcome=line.outcome, points=line.points)
        for line in lines
    )


def _match_scene(match: Match, records: list[BoardRecord], rematch_votes: frozenset[Seat]) -> MatchScene:
    lines = tuple(outcome_line(record) for record in records if record.finished)
    totals = engine.totals(board_outcomes(lines))
    winner = None
    if match.finished and totals[Side.NS] != totals[Side.EW]:
        winner = max(Side, key=lambda side: totals[side])
    return MatchScene(
        id=match.id,
        number=match.number,
        rules=match.rule_set,
        first_dealer=Seat(match.first_dealer),
        started=match.started,
        finished=match.finished is not None,
        ended_early=match.ended_early,
        totals=totals,
        winner=winner,
        outcomes=lines,
        rematch_votes=rematch_votes,
    )


def _record_scene(record: BoardRecord) -> RecordScene:
    log = tuple(record_log(record.id))
    return RecordScene(
        id=record.id,
        position=record.position,
        state=fold(engine.start(record.board.to_engine(), record.rule_set), log),
        log=log,
        names={Seat(player.seat): player.name for player in record.players.all()},
    )


def _chairs(table: Table) -> dict[Seat, Chair | None]:
    chairs: dict[Seat, Chair | None] = dict.fromkeys(engine.SEATS)
    for seating in Seating.objects.filter(table=table).select_related("user"):
        chairs[Seat(seating.seat)] = Chair(
            user_id=seating.user_id,
            name=seating.name,
            ready=seating.ready,
            is_guest=seating.user.is_guest,
            is_adult=seating.user.is_adult and not seating.user.is_guest,
        )
    return chairs


def scene_read(table: Table) -> Scene:
    """The whole scene from the database: eight queries, whatever the age of the site."""
    votes = {(vote.question, Seat(vote.seat)): vote.choice for vote in Vote.objects.filter(table=table)}
    match = Match.objects.filter(table=table).order_by("-number").first()
    records: list[BoardRecord] = []
    if match is not None:
        records = list(match.records.order_by("position").select_related("board"))
    messages = Message.objects.filter(table=table).order_by("-id")[:SHOWN_MESSAGES]
    rematch = frozenset(seat for (question, seat) in votes if question == Vote.Question.REMATCH)
    return Scene(
        table_id=table.id,
        code=table.code,
        epoch=table.epoch,
        version=table.version,
        setting_version=table.setting_version,
        host_id=table.host_id,
        preset=table.preset,
        rules=table.rule_set,
        visitors=table.visitors,
        free_text=table.free_text,
        closed=table.closed,
        chairs=_chairs(table),
        match=_match_scene(match, records, rematch) if match else None,
        record=_record_scene(records[-1]) if records else None,
        end_votes={
            seat: choice for (question, seat), choice in votes.items() if question == Vote.Question.END
        },
        messages=tuple(
            MessageLine(id=line.id, seat=Seat(line.seat), name=line.name, phrase=line.phrase, text=line.text)
            for line in reversed(messages)
        ),
    )


# --- kept per process ------------------------------------------------------------------------------

_kept: OrderedDict[int, Scene] = OrderedDict()


def scene_keep(scene: Scene) -> None:
    """Remember a scene that is committed; losing it loses nothing."""
    _kept[scene.table_id] = scene
    _kept.move_to_end(scene.table_id)
    while len(_kept) > KEPT_SCENES:
        _kept.popitem(last=False)


def scene_kept(table_id: int) -> Scene | None:
    return _kept.get(table_id)


def scenes_forget() -> None:
    """Empty the memory, as a new process would find it."""
    _kept.clear()


def with_log(scene: Scene, state: BoardState, actions: Iterable[engine.Action], version: int) -> Scene:
    """The scene after more actions of its record, nothing else having changed."""
    assert scene.record is not None
    record = replace(scene.record, state=state, log=(*scene.record.log, *actions))
    return replace(scene, version=version, record=record)


def scene_of_row(table: Table | TableHead) -> Scene:
    """The scene of a table row just read (and, in a service, locked)."""
    kept = _kept.get(table.id)
    if kept is None or kept.epoch != table.epoch or kept.version > table.version:
        return _scene_read(table)
    if kept.version == table.version:
        return kept
    if table.setting_version <= kept.version and kept.record is not None:
        actions = record_log(kept.record.id, start=kept.record.state.n)
        return with_log(kept, fold(kept.record.state, actions), actions, table.version)
    return _scene_read(table)


def _scene_read(table: Table | TableHead) -> Scene:
    """The whole scene; again if the table changed meanwhile, lest old chairs be shown a new deal."""
    while True:
        row = Table.objects.get(id=table.id)
        scene = scene_read(row)
        head = table_head(row.id)
        if head is None or (head.version, head.epoch) == (row.version, row.epoch):
            return scene


def scene_now(table_id: int) -> Scene | None:
    """The scene as committed now; None when the table is gone. One query when nothing changed."""
    head = table_head(table_id)
    if head is None:
        return None
    try:
        scene = scene_of_row(head)
    except Table.DoesNotExist:  # gone since
        return None
    scene_keep(scene)
    return scene
