"""A table's scene, read from the database once per version and kept per process.

A card changes only the log of the running record. ``Table.setting_version`` tells whether anything else
changed; while it stands still a newer scene is the kept one plus the new actions, so that a card costs the
same at the first trick and at the last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from accounts.models import ClassTeacher
from minibridge import engine
from minibridge.bots import Reason
from minibridge.engine import BoardOutcome, BoardState, Seat, Side

from .card_rows import TableHead, table_head
from .models import (
    Action,
    BoardRecord,
    Lesson,
    LessonPupil,
    LessonTable,
    Match,
    Message,
    Seating,
    Table,
    Vote,
)
from .scene import Chair, LessonScene, MatchScene, MessageLine, OutcomeLine, RecordScene, Scene
from .three_scores import player_scores

KEPT_SCENES = 4000
SHOWN_MESSAGES = 30


def engine_action(row: Action) -> engine.Action:
    return engine.action_from(row.kind, Seat(row.seat) if row.seat else None, row.data)


Reasons = dict[int, Reason]
"""Why bots did what they did, by the number of the action."""


def record_log(record_id: int, start: int = 0) -> tuple[list[engine.Action], Reasons]:
    """The actions of a record from number ``start`` on, oldest first, and the bots' reasons; numbers begin
    with 0.
    """
    rows = Action.objects.filter(record_id=record_id, n__gte=start).order_by("n")
    found = list(rows.only("n", "kind", "seat", "data", "reason"))
    reasons = {row.n: Reason.from_data(row.reason) for row in found if row.reason}
    return [engine_action(row) for row in found], reasons


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
    # What a lesson plays once more, with another contract, counts once.
    counted = [record for record in records if not (record.parent_id and record.lesson_deal)]
    lines = tuple(outcome_line(record) for record in counted if record.finished)
    totals = engine.totals(board_outcomes(lines))
    rules = match.rule_set
    winner, players = None, ()
    if rules.players != "four":
        dealers = [Seat(record.board.dealer) for record in records]
        players = player_scores(dealers, (line.result for line in lines))
    elif match.finished and totals[Side.NS] != totals[Side.EW]:
        winner = max(Side, key=lambda side: totals[side])
    return MatchScene(
        id=match.id,
        number=match.number,
        rules=rules,
        first_dealer=Seat(match.first_dealer),
        started=match.started,
        finished=match.finished is not None,
        ended_early=match.ended_early,
        is_replay=match.is_replay,
        totals=totals,
        winner=winner,
        outcomes=lines,
        rematch_votes=rematch_votes,
        players=players,
    )


def _record_scene(record: BoardRecord, before: BoardRecord | None) -> RecordScene:
    log, reasons = record_log(record.id)
    players = list(record.players.all())
    return RecordScene(
        id=record.id,
        position=record.position,
        state=fold(record.start(), log),
        log=tuple(log),
        reasons=reasons,
        names={Seat(player.seat): player.name for player in players},
        bots=frozenset(Seat(player.seat) for player in players if player.bot),
        is_variation=record.parent_id is not None,
        is_withheld=record.withheld and record.finished is None,
        dealer_moved=before is not None
        and record.rule_set.players != "four"
        and before.board.dealer != record.board.dealer,
    )


def _chairs(table: Table) -> dict[Seat, Chair | None]:
    chairs: dict[Seat, Chair | None] = dict.fromkeys(engine.SEATS)
    for seating in Seating.objects.filter(table=table).select_related("user"):
        person = seating.user
        chairs[Seat(seating.seat)] = Chair(
            user_id=seating.user_id,
            name=seating.name,
            ready=seating.ready,
            is_guest=person is not None and person.is_guest,
            is_adult=person is not None and person.is_adult and not person.is_guest,
            bot=seating.bot,
        )
    return chairs


def _lesson_scene(table: Table) -> LessonScene | None:
    row = (
        LessonTable.objects.filter(table=table)
        .values_list(
            "id",
            "lesson_id",
            "number",
            "lesson__classroom",
            "lesson__pace",
            "lesson__classroom__junior",
        )
        .first()
    )
    if row is None:
        return None
    row_id, lesson_id, number, classroom_id, pace, is_junior = row
    teachers = ClassTeacher.objects.filter(classroom_id=classroom_id).values_list("user_id", flat=True)
    pupils = LessonPupil.objects.filter(table_id=row_id).values_list("user_id", flat=True)
    return LessonScene(
        lesson_id,
        number,
        frozenset(teachers),
        frozenset(pupils),
        together=pace == Lesson.Pace.TOGETHER,
        is_junior=is_junior,
    )


def scene_read(table: Table) -> Scene:
    """The whole scene from the database: nine queries, whatever the age of the site; two more in a lesson."""
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
        alone=table.alone,
        chairs=_chairs(table),
        match=_match_scene(match, records, rematch) if match else None,
        record=_record_scene(records[-1], records[-2] if len(records) > 1 else None) if records else None,
        end_votes={
            seat: choice for (question, seat), choice in votes.items() if question == Vote.Question.END
        },
        messages=tuple(
            MessageLine(id=line.id, seat=Seat(line.seat), name=line.name, phrase=line.phrase, text=line.text)
            for line in reversed(messages)
        ),
        paused=table.paused,
        proposal=table.proposal,
        step=table.step,
        lesson=_lesson_scene(table),
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


def with_log(
    scene: Scene, state: BoardState, actions: Iterable[engine.Action], version: int, reasons: Reasons
) -> Scene:
    """The scene after more actions of its record, nothing else having changed."""
    assert scene.record is not None
    known = {**scene.record.reasons, **reasons} if reasons else scene.record.reasons
    record = replace(scene.record, state=state, log=(*scene.record.log, *actions), reasons=known)
    return replace(scene, version=version, record=record)


def scene_of_row(table: Table | TableHead) -> Scene:
    """The scene of a table row just read (and, in a service, locked)."""
    kept = _kept.get(table.id)
    if kept is None or kept.epoch != table.epoch or kept.version > table.version:
        return _scene_read(table)
    if kept.version == table.version:
        return kept
    if table.setting_version <= kept.version and kept.record is not None:
        actions, reasons = record_log(kept.record.id, start=kept.record.state.n)
        return with_log(kept, fold(kept.record.state, actions), actions, table.version, reasons)
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
