"""Playing alone: a table at which bots hold the other three chairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge.engine import PRESETS, SEATS, RuleSet, Seat, preset_of

from ..models import BotLevel, Seating, Table
from ..refusals import Refusal
from ..rules_alone import rules_alone, rules_shared
from .matches import match_start
from .tables import table_create

LENGTHS = (4, 8)


def alone_start(*, user: User, level: str, deals: int, preset: str) -> Table:
    """Seat a person South with three bots, and deal at once.

    Raises Refusal (400): no such level, length or rules.
    """
    rules = PRESETS.get(preset)
    if level not in BotLevel.values or deals not in LENGTHS or rules is None or rules.players != "four":
        raise Refusal(_("This request could not be understood."), status=400)
    levels = {seat: level for seat in SEATS if seat is not Seat.S}
    with transaction.atomic():
        table = table_alone(user, Seat.S, levels, replace(rules, deals=deals))
        match_start(table_id=table.id, user_id=user.id)
    return table


def table_alone(user: User, seat: Seat, levels: Mapping[Seat, str], rules: RuleSet) -> Table:
    """A table at which only this person sits, with bots of these levels, and nobody looks on."""
    table = table_create(host=user)
    table.alone = True
    table.visitors = Table.Visitors.CLOSED
    table.free_text = False
    table.rules = rules_alone(rules).to_dict()
    table.preset = preset_of(rules_shared(rules)) or ""
    table.save()
    Seating.objects.create(table=table, seat=seat.value, user=user, name=user.name)
    Seating.objects.bulk_create(
        Seating(table=table, seat=bot.value, bot=level) for bot, level in levels.items()
    )
    return table
