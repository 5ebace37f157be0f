"""Deals are turned round the table until somebody deals or declares them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minibridge import engine
from minibridge.engine import SEATS, Seat, Side
from tables.pack_opening import declarer_of
from tables.pack_turns import dealt_by, declared_by, pack_declared_by
from tables.packs import PackContent, PackDeal
from tables.services.lessons import lesson_rules

from .cast import BALANCED_DEAL, WORKED_DEAL
from .packs_at_hand import FULL_DEAL
from .test_pack_opening import FOUR, OFFERED, dealt


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("deal", [WORKED_DEAL, BALANCED_DEAL])
@pytest.mark.parametrize("preset", OFFERED)
def test_south_declares_also_at_twenty_all(dealer: Seat, deal: engine.Deal, preset: str) -> None:
    rules = lesson_rules(engine.PRESETS[preset])
    found = declared_by(PackDeal(deal, dealer=dealer), Seat.S, rules)
    assert declarer_of(found, rules) is Seat.S
    assert dealt_by(found, Seat.W).dealer is Seat.W


def test_an_imposed_declarer_is_turned_to_south() -> None:
    imposed = replace(FULL_DEAL, declarer="N", cards=())
    pack = pack_declared_by(PackContent({}, deals=(imposed,)), Seat.S, FOUR)
    assert pack.deals[0].declarer == "S" and dealt(pack.deals[0]).declarer is Seat.S
    assert pack.deals[0].deal[Seat.S] == WORKED_DEAL[Seat.N]


def test_level_partners_are_one_side_after_turning() -> None:
    rules = replace(FOUR, tie="agree")
    found = declared_by(PackDeal(BALANCED_DEAL), Seat.S, rules)
    state = engine.start(found.board(1), rules)
    assert state.declaring_side is Side.NS
