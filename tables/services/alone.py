"""Playing alone: a table at which bots hold the other three chairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge.engine import PRESETS, SEATS, RuleSet, Seat, preset_of

from ..models import Board, BoardRecord, BotLevel, PreparedBoard, Seating, Table
from ..refusals import Refusal
from .matches import match_start
from .tables import table_create

LENGTHS = (4, 8)


def rules_alone(rules: RuleSet) -> RuleSet:
    """The same rules for somebody who plays alone: he may ask what to do, and take back as he likes."""
    return replace(rules, hints=True, takeback="free")


def rules_shared(rules: RuleSet) -> RuleSet:
    """The rules of a match alone without what is only for a person alone, and without its length."""
    defaults = RuleSet()
    return replace(rules, hints=defaults.hints, takeback=defaults.takeback, deals=defaults.deals)


def alone_start(*, user: User, level: str, deals: int, preset: str) -> Table:
    """Seat a person South with three bots, and deal at once.

    Raises Refusal (400): no such level, length or rules.
    """
    rules = PRESETS.get(preset)
    if level not in BotLevel.values or deals not in LENGTHS or rules is None or rules.players != "four":
        raise Refusal(_("This request could not be understood."), status=400)
    levels = {seat: level for seat in SEATS if seat is not Seat.S}
    with transaction.atomic():
        table = _table_alone(user, Seat.S, levels, replace(rules, deals=deals), preset)
        match_start(table_id=table.id, user_id=user.id)
    return table


def may_deal_again(record: BoardRecord) -> bool:
    """Whether somebody could play these cards alone: not while they are in play, nor with 20 points a side,
    nor where three play and chairs change.
    """
    is_over = record.outcome not in (BoardRecord.Outcome.OPEN, BoardRecord.Outcome.BALANCED)
    return is_over and record.rule_set.players == "four"


def deal_again(*, user: User, record: BoardRecord, seat: Seat, level: str) -> Table:
    """The person gets the same cards on the same seat once more, alone with bots.

    Raises Refusal: 400 no such level, 409 the deal cannot be played again.
    """
    if level not in BotLevel.values:
        raise Refusal(_("Please choose how well the robots play."), status=400)
    if not may_deal_again(record):
        raise Refusal(_("This deal cannot be played again."), status=409)
    rules = record.rule_set
    levels = {each: level for each in SEATS if each is not seat}
    with transaction.atomic():
        rules = replace(rules, length="deals", deals=1, draw="drawn")
        table = _table_alone(user, seat, levels, rules, preset_of(rules_shared(rules)) or "")
        board = record.board
        again = Board.objects.create(
            number=1, dealer=board.dealer, vulnerability=board.vulnerability, deal=board.deal
        )
        PreparedBoard.objects.create(table=table, position=1, board=again)
        match_start(table_id=table.id, user_id=user.id)
        table.matches.update(is_replay=True)
    return table


def _table_alone(user: User, seat: Seat, levels: Mapping[Seat, str], rules: RuleSet, preset: str) -> Table:
    table = table_create(host=user)
    table.alone = True
    table.visitors = Table.Visitors.CLOSED
    table.free_text = False
    table.rules = rules_alone(rules).to_dict()
    table.preset = preset
    table.save()
    Seating.objects.create(table=table, seat=seat.value, user=user, name=user.name)
    Seating.objects.bulk_create(
        Seating(table=table, seat=bot.value, bot=level) for bot, level in levels.items()
    )
    return table
