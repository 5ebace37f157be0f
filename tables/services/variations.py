"""Playing a finished deal otherwise: on from any of its steps, with another contract, or from the beginning.

What stands of the log up to there is laid ready with the cards (``PreparedBoard.opening``), so that the new
record begins in the middle of the deal and is as true as any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge import engine
from minibridge.engine import SEATS, ChooseContract, Contract, NotationError, Phase, RuleSet, Seat, standing

from ..models import BoardRecord, BotLevel, PreparedBoard, Table
from ..refusals import Refusal
from ..replays import Replay, replay_of
from ..rules_alone import rules_shared
from .alone import table_alone
from .matches import match_start
from .records import opening_stored
from .tables import table_create

DECLARER_CHOOSES = "choose"


@dataclass(frozen=True)
class Branch:
    """Where a record is left: after its action number ``step``.

    With ``contract`` it is left before declarer chose, for this contract or, as ``DECLARER_CHOOSES`` says,
    for one that he chooses at the new table.
    """

    step: int = 0
    contract: str = ""


def may_vary(record: BoardRecord) -> bool:
    """Whether these cards can be played otherwise: not while they are in play, nor with 20 points a side, nor
    where three play and chairs change, nor where an auction led to no contract.
    """
    rules = record.rule_set
    is_over = record.outcome not in (BoardRecord.Outcome.OPEN, BoardRecord.Outcome.BALANCED)
    has_contract = rules.bidding != "auction" or record.contract is not None
    return is_over and rules.players == "four" and has_contract


def vary_alone(
    *, user: User, record: BoardRecord, seat: Seat, level: str, branch: Branch = Branch()
) -> Table:
    """The person plays it on from *seat*, alone with bots on the other chairs; it is dealt at once.

    Raises Refusal: 400 no such level, 409 it cannot be played on from there, 422 no such contract.
    """
    if level not in BotLevel.values:
        raise Refusal(_("Please choose how well the robots play."), status=400)
    with transaction.atomic():
        levels = {each: level for each in SEATS if each is not seat}
        table = table_alone(user, seat, levels, rules_once(record))
        deal_lay_ready(table, record, *opening_of(record, branch))
        match_start(table_id=table.id, user_id=user.id)
    return table


def vary_with_friends(*, user: User, record: BoardRecord, branch: Branch = Branch()) -> Table:
    """A table with four free chairs, at which the deal goes on once they are taken.

    Raises Refusal: 403 a pupil opens no tables, 409 it cannot be played on from there, 422 no such contract.
    """
    if user.is_pupil:
        raise Refusal(_("In a class your teacher opens the tables."), status=403)
    rules = rules_once(record)
    if record.match.table.alone:
        rules = replace(rules_shared(rules), deals=1)
    with transaction.atomic():
        table = table_create(host=user)
        table.rules, table.preset = rules.to_dict(), ""
        table.save()
        deal_lay_ready(table, record, *opening_of(record, branch))
    return table


def rules_once(record: BoardRecord) -> RuleSet:
    """The rules of the record, for a match of this one deal."""
    return replace(record.rule_set, length="deals", deals=1, draw="drawn")


def deal_lay_ready(table: Table, record: BoardRecord, step: int, opening: list[engine.Action]) -> None:
    """The cards of a record, left at ``step``, are the next deal here; ``opening`` is done already."""
    PreparedBoard.objects.create(
        table=table,
        position=1,
        board=record.board,
        opening=opening_stored(opening),
        parent=record,
        parent_step=step,
    )


def opening_of(record: BoardRecord, branch: Branch) -> tuple[int, list[engine.Action]]:
    """The step at which the record is left, and what is done already there.

    Raises Refusal: 409 nothing is left to be played there, 422 no such contract.
    """
    if not may_vary(record):
        raise Refusal(_("This deal cannot be played again."), status=409)
    replay = replay_of(record)
    if branch.contract:
        return first_step_in(replay, Phase.CONTRACT), opening_with(replay, branch.contract)
    step = min(branch.step, replay.last)
    if record.rule_set.bidding == "auction":  # robots do not bid: it is left in the play only
        step = max(step, first_step_in(replay, Phase.PLAY))
    numbers = standing(replay.states[0], replay.log[:step])
    opening = [replay.log[number] for number in numbers]
    state = engine.replay(record.board.to_engine(), record.rule_set, opening)
    if state.phase is Phase.FINISHED:
        raise Refusal(_("Nothing is left to be played here. Please go back a few steps."), status=409)
    return step, opening


def first_step_in(replay: Replay, phase: Phase) -> int:
    """The first step at which the deal is in this phase; 0 if it never is."""
    return next((step for step, state in enumerate(replay.states) if state.phase is phase), 0)


def opening_before(replay: Replay, *kinds: str) -> list[engine.Action]:
    """The line of a record up to its first action of one of these *kinds*."""
    line = (replay.log[number] for number in standing(replay.states[0], replay.log))
    return list(takewhile(lambda action: action.kind not in kinds, line))


def opening_with(replay: Replay, contract: str) -> list[engine.Action]:
    """All that comes before declarer chooses, and this contract instead of his."""
    opening = opening_before(replay, ChooseContract.kind, "card")
    state = engine.replay(replay.record.board.to_engine(), replay.record.rule_set, opening)
    if state.phase is not Phase.CONTRACT or state.declarer is None:
        raise Refusal(_("In this deal nobody chooses a contract."), status=409)
    if contract == DECLARER_CHOOSES:
        return opening
    try:
        chosen = Contract.parse(contract)
    except NotationError:
        chosen = None
    if chosen not in state.menu:
        raise Refusal(_("This contract cannot be chosen here."), status=422)
    return [*opening, ChooseContract(state.declarer, chosen)]


def contracts_of(replay: Replay) -> tuple[Contract, ...]:
    """The contracts from which declarer could choose; none where nobody chooses."""
    return next((state.menu for state in replay.states if state.phase is Phase.CONTRACT), ())
