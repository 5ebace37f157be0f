"""Records of boards: opened when a deal is dealt, closed with their result."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import folded
from minibridge import engine
from minibridge.engine import BoardState, HandOver, NextDeal, Phase, RuleSet, Seat, Side
from minibridge.engine.scoring import BoardResult

from ..deal_facts import deal_facts, preset_name, side_of
from ..incoming import IncomingAction, IncomingRecord
from ..models import (
    Action,
    Board,
    BoardRecord,
    Match,
    PreparedBoard,
    RecordPlayer,
    RecordSource,
    Seating,
    UnknownRules,
    Vote,
)
from ..refusals import Refusal
from ..scene_reading import board_outcomes, fold, outcome_line, record_log
from .reviews import review_open
from .skills import skills_seen

random = secrets.SystemRandom()


def prepared_next(table_id: int) -> PreparedBoard | None:
    """What lies ready to be dealt next at this table."""
    return PreparedBoard.objects.filter(table_id=table_id).select_related("board").first()


def variation_is_ready(table_id: int) -> bool:
    """Whether a deal lies ready here to be played otherwise than before."""
    return PreparedBoard.objects.filter(table_id=table_id, parent__isnull=False).exists()


def board_next(next_deal: NextDeal, prepared: PreparedBoard | None) -> Board:
    """The board to deal now: the one laid ready for this table, else a fresh one.

    The cards of a record that is played on otherwise stay on its own board, with its number; those of a
    lesson are the same board at every table.
    """
    number, dealer = next_deal.number, next_deal.dealer.value
    if prepared is None:
        deal = str(engine.Deal.random(random))
        return Board.objects.create(number=number, dealer=dealer, deal=deal)
    board = prepared.board
    is_variation = prepared.parent_id is not None and board.dealer == dealer
    if is_variation or prepared.lesson_deal is not None:
        return board
    return Board.objects.create(
        number=number, dealer=dealer, vulnerability=board.vulnerability, deal=board.deal
    )


def record_open(*, match: Match, next_deal: NextDeal, rules: RuleSet | None = None) -> BoardRecord:
    """Deal: a new record for the people now seated. A 20–20 deal may be over at once. It is played by
    *rules*, without any by those of the match.

    Raises Refusal (409): what was laid ready with the deal is not allowed by the rules of this match.
    """
    prepared = prepared_next(match.table_id)
    board = board_next(next_deal, prepared)
    record = BoardRecord.objects.create(
        match=match,
        board=board,
        position=(match.records.aggregate(last=Max("position"))["last"] or 0) + 1,
        rules=match.rules if rules is None else rules.to_dict(),
        rules_version=match.rules_version,
    )
    seatings = Seating.objects.filter(table_id=match.table_id)
    RecordPlayer.objects.bulk_create(record_players(record, seatings))
    seatings.update(ready=False)
    state = record.start()
    if prepared is not None:
        state = _opening_write(record, state, prepared)
        prepared.delete()
    if state.phase is Phase.FINISHED:
        record_finish(record_id=record.id, state=state)
    return record


Opening = list[dict[str, Any]]
"""Actions as ``PreparedBoard.opening`` keeps them."""


def opening_stored(actions: Iterable[engine.Action]) -> Opening:
    return [
        {
            "kind": action.kind,
            "seat": action.seat.value if action.seat else "",
            "data": action.to_data(),
        }
        for action in actions
    ]


def opening_read(opening: Opening) -> list[engine.Action]:
    return [
        engine.action_from(row["kind"], engine.Seat(row["seat"]) if row["seat"] else None, row["data"])
        for row in opening
    ]


def _opening_write(record: BoardRecord, state: BoardState, prepared: PreparedBoard) -> BoardState:
    """What was laid ready becomes the head of the log, and the table hands over to those who sit there."""
    actions = opening_read(prepared.opening)
    if actions:
        actions.append(HandOver())
    try:
        state = fold(state, actions)
    except engine.IllegalAction:
        sentence = _("These rules do not fit the deal laid ready here. Please choose the rules it came with.")
        raise Refusal(sentence, status=409) from None
    Action.objects.bulk_create(
        Action(record=record, n=n, kind=row["kind"], seat=row["seat"], data=row["data"])
        for n, row in enumerate(opening_stored(actions))
    )
    record.parent_id, record.parent_step = prepared.parent_id, prepared.parent_step
    record.laid, record.lesson_deal = len(actions), prepared.lesson_deal
    record.save(update_fields=["parent", "parent_step", "laid", "lesson_deal"])
    return state


def record_players(record: BoardRecord, seatings: Collection[Seating]) -> list[RecordPlayer]:
    """Who plays a record just dealt, as rows not yet stored."""
    is_in_company = sum(row.user_id is not None for row in seatings) > 1
    return [
        RecordPlayer(
            record=record,
            seat=row.seat,
            user_id=row.user_id,
            name=row.name,
            folded_name=folded(row.name),
            bot="" if row.user_id else row.bot,
            day=timezone.localdate(record.started),
            side=_side_dealt(record, Seat(row.seat)),
            preset=preset_name(record.rule_set),
            with_people=is_in_company,
        )
        for row in seatings
    ]


def _side_dealt(record: BoardRecord, seat: Seat) -> str:
    side = side_of(record.rule_set, None, seat)
    return side.value if side else ""


def records_bring_in(*, match: Match, incoming: Sequence[IncomingRecord], first: int = 1) -> None:
    """Store records that come from a file: boards, players, logs and results, finished from the beginning.
    ``first`` is the position of the first of them.
    """
    boards = Board.objects.bulk_create(_board_of(one) for one in incoming)
    records = BoardRecord.objects.bulk_create(
        _record_of(match, board, position, one)
        for position, (board, one) in enumerate(zip(boards, incoming, strict=True), start=first)
    )
    found = list(zip(records, incoming, strict=True))
    RecordPlayer.objects.bulk_create(
        _player_of(record, one, seat) for record, one in found for seat in one.players
    )
    Action.objects.bulk_create(
        (_action_of(record, n, action) for record, one in found for n, action in enumerate(one.actions)),
        batch_size=1000,
    )
    RecordSource.objects.bulk_create(
        RecordSource(record=record, pbn=one.pbn, problems=list(one.problems))
        for record, one in found
        if one.pbn or one.problems
    )


def _board_of(incoming: IncomingRecord) -> Board:
    board = incoming.board
    assert board is not None
    return Board(
        number=board.number,
        dealer=board.dealer.value,
        vulnerability=board.vulnerability.value,
        deal=str(board.deal),
    )


def _record_of(match: Match, board: Board, position: int, incoming: IncomingRecord) -> BoardRecord:
    assert incoming.state is not None
    started = incoming.started or match.started
    return BoardRecord(
        match=match,
        board=board,
        position=position,
        rules=incoming.rules.to_dict(),
        rules_version=incoming.rules_version,
        started=started,
        finished=incoming.finished or started,
        **result_fields(incoming.state),
    )


def _player_of(record: BoardRecord, incoming: IncomingRecord, seat: Seat) -> RecordPlayer:
    """A name on a seat, and no person of this site."""
    assert incoming.result is not None
    player = incoming.players[seat]
    return RecordPlayer(
        record=record,
        seat=seat.value,
        name=player.name,
        folded_name=folded(player.name),
        bot=player.bot,
        day=timezone.localdate(record.started),
        **deal_facts(incoming.rules, incoming.result, seat, is_alone=False).to_fields(),
    )


def _action_of(record: BoardRecord, n: int, incoming: IncomingAction) -> Action:
    action = incoming.action
    return Action(
        record=record,
        n=n,
        seat=action.seat.value if action.seat else "",
        kind=action.kind,
        data=action.to_data(),
        reason=incoming.reason,
        created=incoming.at or record.started,
        client_id=f"file:{n}" if incoming.by_person else "",
    )


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


def facts_fields(record: BoardRecord, result: BoardResult) -> dict[str, dict[str, object]]:
    """What is stored with each player of a finished record, by his seat."""
    rules, is_alone = record.rule_set, record.match.table.alone
    return {seat.value: deal_facts(rules, result, seat, is_alone=is_alone).to_fields() for seat in Seat}


def result_differences(record: BoardRecord) -> list[str]:
    """Where what is stored of a finished record, and with its players, differs from what its log says."""
    try:
        state = fold(record.start(), record_log(record.id)[0])
    except (ValueError, UnknownRules) as error:
        return [f"the log does not replay: {error!r}"]
    if state.result is None:
        return ["the log does not come to an end"]
    facts = facts_fields(record, state.result)
    return _differences(record, result_fields(state)) + [
        f"{player.seat}: {difference}"
        for player in record.players.all()
        for difference in _differences(player, facts[player.seat])
    ]


def _differences(row: BoardRecord | RecordPlayer, fields: dict[str, object]) -> list[str]:
    return [
        f"{name} is {getattr(row, name)!r}, the log says {value!r}"
        for name, value in fields.items()
        if getattr(row, name) != value
    ]


def record_finish(*, record_id: int, state: BoardState) -> None:
    """Store the result of a finished state, and the end of the match when this was its last deal."""
    assert state.result is not None
    record = BoardRecord.objects.select_related("match__table").get(id=record_id)
    for name, value in result_fields(state).items():
        setattr(record, name, value)
    is_new = record.finished is None
    record.finished, record.withheld = timezone.now(), False
    record.save()
    facts_store(record, state.result)
    if record.lesson_deal is not None and is_new:
        skills_seen(record, state)
    review_open(record)
    Vote.objects.filter(table_id=record.match.table_id, question=Vote.Question.END).delete()
    if isinstance(match_next(record.match), engine.MatchOver):
        record.match.finished = timezone.now()
        record.match.save(update_fields=["finished"])


def facts_store(record: BoardRecord, result: BoardResult) -> None:
    """Store with each player what he will find the deal by."""
    # One update each: Django's bulk_update, with a CASE for every field, takes six times as long.
    for seat, fields in facts_fields(record, result).items():
        RecordPlayer.objects.filter(record=record, seat=seat).update(**fields)


def match_next(match: Match) -> engine.NextDeal | engine.MatchOver:
    """What comes next in this match, by its rules and its finished records, their results withheld or not."""
    ended = match.records.exclude(finished=None, withheld=False).order_by("position").select_related("board")
    outcomes = board_outcomes(outcome_line(_with_result(record)) for record in ended)
    rules = match.rule_set
    time_is_up = (timezone.now() - match.started).total_seconds() >= rules.minutes * 60
    return engine.next_in_match(rules, engine.Seat(match.first_dealer), outcomes, time_is_up=time_is_up)


def _with_result(record: BoardRecord) -> BoardRecord:
    """The record, and if its result is withheld what the log says of it: not to be stored."""
    if record.finished is None:
        state = fold(record.start(), record_log(record.id)[0])
        for name, value in result_fields(state).items():
            setattr(record, name, value)
    return record
