"""How the robots play a deal: four bots at a table of their own, once for all who may read it.

The deal is played as any other, by the bot driver of whichever process comes first, so that a restart loses
nothing and nobody waits for an answer.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from minibridge import engine
from minibridge.engine import SEATS, Phase

from ..analysis import is_available
from ..models import BoardRecord, BotLevel, BotPlay, Seating, Table
from ..refusals import Refusal
from ..replays import replay_of
from ..rules_alone import rules_shared
from .change import table_change
from .matches import match_open
from .tables import table_create
from .variations import deal_lay_ready, first_step_in, may_vary, opening_before, rules_once


def bots_play(*, record: BoardRecord, level: str, same_contract: bool) -> BotPlay:
    """Let four bots of a level play the deal, from the contract that was played or from one of their own.

    What they have played before, or are playing, is not played again. Raises Refusal: 400 no such level, 409
    it cannot be played again, 503 experts have no analysis now.
    """
    if level not in BotLevel.values:
        raise Refusal(_("Please choose how well the robots play."), status=400)
    if not may_vary(record) or record.rule_set.bidding == "auction":  # bots know no auction
        raise Refusal(_("This deal cannot be played again."), status=409)
    play = _asked(record, level, same_contract)
    found = _found(play)
    if found is not None:
        return found
    if level == BotLevel.EXPERT and not is_available():
        raise Refusal(_("Analysis is not available now: choose another level, or try later."), status=503)
    try:
        with transaction.atomic():
            return _begin(play, record, same_contract)
    except IntegrityError:  # somebody else asked at the same moment
        found = _found(play)
        if found is None:
            raise
        return found


def _asked(record: BoardRecord, level: str, same_contract: bool) -> BotPlay:
    """The row that this asks for, not stored yet."""
    play = BotPlay(
        deal=record.board.deal, dealer=record.board.dealer, level=level, rules=_digest(_rules_of(record))
    )
    if same_contract and record.contract is not None:
        play.declarer, play.contract = record.declarer, str(record.contract)
    return play


def _found(play: BotPlay) -> BotPlay | None:
    names = ("deal", "dealer", "level", "rules", "declarer", "contract")
    return BotPlay.objects.filter(**{name: getattr(play, name) for name in names}).first()


def _begin(play: BotPlay, record: BoardRecord, same_contract: bool) -> BotPlay:
    table = table_create(host=None)
    table.visitors = Table.Visitors.CLOSED
    table.free_text = False
    table.rules = _rules_of(record).to_dict()
    table.preset = ""
    table.save()
    Seating.objects.bulk_create(Seating(table=table, seat=seat.value, bot=play.level) for seat in SEATS)
    step, opening = _opening(record, same_contract)
    deal_lay_ready(table, record, step, opening)
    with table_change(table.id) as change:
        match = match_open(change.table, change.scene)
    play.record = match.records.get()
    play.save()
    return play


def _rules_of(record: BoardRecord) -> engine.RuleSet:
    rules = rules_once(record)
    return replace(rules_shared(rules), deals=1) if record.match.table.alone else rules


def _digest(rules: engine.RuleSet) -> str:
    """Tells rule sets apart in forty letters."""
    return hashlib.sha256(json.dumps(rules.to_dict(), sort_keys=True).encode()).hexdigest()[:40]


def _opening(record: BoardRecord, same_contract: bool) -> tuple[int, list[engine.Action]]:
    """Bots count and announce for themselves; what people said is theirs, but for the contract."""
    if not same_contract:
        return 0, []
    replay = replay_of(record)
    return first_step_in(replay, Phase.PLAY), opening_before(replay, "card")
