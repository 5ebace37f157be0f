"""Records of boards: opened when a deal is dealt, closed with their result."""

from __future__ import annotations

import secrets

from django.db.models import Max
from django.utils import timezone

from minibridge import engine
from minibridge.engine import BoardState, NextDeal, Phase, Side

from ..models import Board, BoardRecord, Match, PreparedBoard, RecordPlayer, Seating, Vote
from ..scene import board_outcomes, fold, outcome_line, record_log

random = secrets.SystemRandom()


def board_next(match: Match, next_deal: NextDeal) -> Board:
    """The board to deal now: one laid ready for this table, else a fresh one."""
    prepared = PreparedBoard.objects.filter(table_id=match.table_id).select_related("board").first()
    if prepared is None:
        deal = str(engine.Deal.random(random))
    else:
        deal = prepared.board.deal
        prepared.delete()
    return Board.objects.create(number=next_deal.number, dealer=next_deal.dealer.value, deal=deal)


def record_open(*, match: Match, next_deal: NextDeal) -> BoardRecord:
    """Deal: a new record for the people now seated. A 20–20 deal may be over at once."""
    board = board_next(match, next_deal)
    record = BoardRecord.objects.create(
        match=match,
        board=board,
        position=(match.records.aggregate(last=Max("position"))["last"] or 0) + 1,
        rules=match.rules,
        rules_version=match.rules_version,
    )
    seatings = Seating.objects.filter(table_id=match.table_id)
    RecordPlayer.objects.bulk_create(
        RecordPlayer(
            record=record,
            seat=row.seat,
            user_id=row.user_id,
            name=row.name,
            bot="" if row.user_id else row.bot,
        )
        for row in seatings
    )
    seatings.update(ready=False)
    state = engine.start(board.to_engine(), record.rule_set)
    if state.phase is Phase.FINISHED:
        record_finish(record_id=record.id, state=state)
    return record


def result_fields(state: BoardState) -> dict[str, object]:
    """What a finished state says of itself, as a record stores it."""
    result = state.result
    assert result is not None
    contract = result.contract
    return {
        "outcome": result.outcome,
        "declarer": result.declarer.value if result.declarer else "",
        "level": contract.level if contract else None,
        "denomination": contract.denomination.value if contract else "",
        "doubling": contract.doubling.value if contract else "",
        "tricks": result.tricks,
        "points_ns": result.points[Side.NS],
        "points_ew": result.points[Side.EW],
    }


def result_differences(record: BoardRecord) -> list[str]:
    """Where a finished record's stored result differs from what its log says."""
    try:
        state = fold(engine.start(record.board.to_engine(), record.rule_set), record_log(record.id)[0])
    except ValueError as error:
        return [f"the log does not replay: {error!r}"]
    if state.result is None:
        return ["the log does not come to an end"]
    return [
        f"{name} is {getattr(record, name)!r}, the log says {value!r}"
        for name, value in result_fields(state).items()
        if getattr(record, name) != value
    ]


def record_finish(*, record_id: int, state: BoardState) -> None:
    """Store the result of a finished state, and the end of the match when this was its last deal."""
    record = BoardRecord.objects.select_related("match").get(id=record_id)
    for name, value in result_fields(state).items():
        setattr(record, name, value)
    record.finished = timezone.now()
    record.save()
    Vote.objects.filter(table_id=record.match.table_id, question=Vote.Question.END).delete()
    if isinstance(match_next(record.match), engine.MatchOver):
        record.match.finished = timezone.now()
        record.match.save(update_fields=["finished"])


def match_next(match: Match) -> engine.NextDeal | engine.MatchOver:
    """What comes next in this match, by its rules and its finished records."""
    finished = match.records.filter(finished__isnull=False).order_by("position").select_related("board")
    outcomes = board_outcomes(outcome_line(record) for record in finished)
    rules = match.rule_set
    time_is_up = (timezone.now() - match.started).total_seconds() >= rules.minutes * 60
    return engine.next_in_match(rules, engine.Seat(match.first_dealer), outcomes, time_is_up=time_is_up)
