"""An imposed contract and first cards become the head of the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from minibridge import engine
from minibridge.engine import (
    PRESETS,
    SEATS,
    Board,
    Card,
    Contract,
    IllegalAction,
    Phase,
    RuleSet,
    Seat,
    parse_call,
)
from tables.pack_checks import deal_problems
from tables.pack_opening import OpeningRefused, declarer_of, opening_laid
from tables.packs import PackContent, PackDeal
from tables.refusals import Refusal
from tables.rule_texts import OFFERED_PRESETS
from tables.services.lessons import Party, lesson_end, lesson_open, lesson_rules, rules_of_three
from tests.engine.strategies import cards, contracts, deals, effort, seats

from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, refused
from .lesson_room import LessonRoom

FOUR = lesson_rules(PRESETS["four_deals"])
OFFERED = sorted(name for name, rules in OFFERED_PRESETS.items() if rules.players == "four")


def dealt(deal: PackDeal, rules: RuleSet = FOUR) -> engine.BoardState:
    laid = opening_laid(deal, rules)
    return engine.replay(deal.board(1), laid.rules, laid.actions)


def test_without_an_opening_nothing_is_done() -> None:
    assert opening_laid(PackDeal(WORKED_DEAL), FOUR).actions == ()


@pytest.mark.parametrize("preset", OFFERED)
@pytest.mark.parametrize("dealer", SEATS)
def test_the_contract_that_the_points_allow(preset: str, dealer: Seat) -> None:
    """Where the rules do not offer game, the pack may impose it all the same."""
    state = dealt(PackDeal(WORKED_DEAL, dealer=dealer, contract="4S"), lesson_rules(OFFERED_PRESETS[preset]))
    assert (state.phase, state.declarer, state.turn) == (Phase.PLAY, Seat.S, Seat.W)
    assert state.contract == Contract.parse("4S")


@pytest.mark.parametrize("declarer", SEATS)
@pytest.mark.parametrize("contract", ["1C", "3NT", "5HX", "7NTXX"])
def test_any_contract_by_anybody(declarer: Seat, contract: str) -> None:
    deal = PackDeal(WORKED_DEAL, declarer=declarer.value, contract=contract)
    state = dealt(deal)
    assert (state.phase, state.declarer, str(state.contract)) == (Phase.PLAY, declarer, contract)


def test_level_partners_agree_on_the_declarer_of_the_pack() -> None:
    rules = replace(FOUR, tie="agree")
    deal = PackDeal(BALANCED_DEAL, dealer=Seat.N, declarer="N", contract="1NT")
    assert dealt(deal, rules).declarer is Seat.N


def test_the_first_cards_are_played() -> None:
    state = dealt(PackDeal(WORKED_DEAL, contract="4S", cards=("HQ", "HK", "H2", "H6", "S2")))
    assert len(state.tricks) == 1 and state.turn is Seat.E


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"contract": "9S"}, "contract"),
        ({"contract": "4S", "declarer": "Q"}, "declarer"),
        ({"declarer": "N"}, "declarer"),
        ({"contract": "4S", "cards": ("SA",)}, "cards"),
        ({"contract": "4S", "cards": ("HQ", "S2")}, "cards"),
        ({"contract": "4S", "cards": ("x",)}, "cards"),
        ({"contract": "4S", "cards": tuple(WORKED_PLAY)}, "cards"),
        ({"cards": ("HQ",)}, "cards"),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_that_says_it(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(OpeningRefused) as caught:
        opening_laid(PackDeal(WORKED_DEAL, **fields), FOUR)
    assert caught.value.field == field


def test_where_an_auction_decides_the_pack_says_who_bids_what() -> None:
    rules = lesson_rules(PRESETS["bridge"])
    assert dealt(PackDeal(WORKED_DEAL, declarer="N", contract="4S"), rules).declarer is Seat.N
    for fields in ({"contract": "4S"}, {"declarer": "S"}, {"cards": ("HQ",)}):
        refused(422, opening_laid, deal=PackDeal(WORKED_DEAL, **fields), rules=rules)


def test_where_three_play_nothing_is_imposed() -> None:
    assert opening_laid(PackDeal(WORKED_DEAL, contract="4S"), rules_of_three(FOUR)).actions == ()


@pytest.mark.parametrize("preset", OFFERED)
def test_every_offered_preset_has_rules_for_a_lesson_and_for_three(preset: str) -> None:
    rules = lesson_rules(OFFERED_PRESETS[preset])
    assert rules.deals == 32 and rules_of_three(rules).players == "three_fourth_dummy"


# --- what the editor accepts, a lesson can deal ------------------------------------------------------------


def counted(board: Board, rules: RuleSet) -> Iterator[engine.BoardState]:
    """The deal when everybody has counted right, once for each of two partners who may agree on either."""
    state = engine.start(board, rules)
    while state.phase is Phase.ANNOUNCEMENT:
        state = engine.apply(state, engine.AnnouncePoints(state.turn, state.totals[state.turn]))
    if state.phase is not Phase.DECLARER:
        yield state
        return
    for declarer in state.agreeing:
        agreed = (engine.AgreeDeclarer(seat, declarer) for seat in declarer.side.seats)
        yield reduce(engine.apply, agreed, state)


def bid(board: Board, declarer: Seat, contract: Contract) -> engine.BoardState:
    state = engine.start(board, PRESETS["bridge"])
    calls = ["Pass"] * board.dealer.clockwise.index(declarer) + [f"{contract.level}{contract.denomination}"]
    calls += ["X", "XX"][: len(contract.doubling.value)] + ["Pass"] * 3
    return reduce(
        lambda now, call: engine.apply(now, engine.MakeCall(now.turn, parse_call(call))), calls, state
    )


def ways(deal: PackDeal, rules: RuleSet) -> list[engine.BoardState]:
    """Every position before the first card that fits what the pack says, by the rules or by an auction."""
    board, by_rules = deal.board(1), list(counted(deal.board(1), rules))
    names = [Seat(deal.declarer)] if deal.declarer else [state.declarer for state in by_rules][:1]
    begun = [state for state in by_rules if state.declarer in names]
    if not deal.contract:
        return begun
    contract = Contract.parse(deal.contract)
    chosen = [
        engine.apply(state, engine.ChooseContract(state.declarer, contract))
        for state in begun
        if contract in state.menu
    ]
    return [*chosen, *(bid(board, name, contract) for name in names if name)]


def can_be_laid(deal: PackDeal, rules: RuleSet) -> bool:
    """By trying whatever could lead to it."""
    for state in ways(deal, rules):
        try:
            for card in deal.cards:
                state = engine.apply(state, engine.PlayCard(state.actor or Seat.N, Card.parse(card)))
        except IllegalAction:
            continue
        if not deal.cards or state.phase is Phase.PLAY:
            return True
    return False


@st.composite
def openings(draw: st.DrawFn, rules: RuleSet) -> PackDeal:
    """Any declarer and contract or none of either, with first cards that are legal, but for the last."""
    deal = PackDeal(
        draw(deals),
        dealer=draw(seats),
        declarer=draw(st.sampled_from(["", "", *"NESW"])),
        contract=draw(st.just("") | contracts.map(str)),
    )
    begun, played = ways(deal, rules), list[str]()
    if begun and begun[-1].phase is Phase.PLAY:
        state = begun[-1]
        for _ in range(draw(st.sampled_from([0, 0, 1, 5, 52]))):
            card = draw(st.sampled_from(engine.view_for(state, state.actor).legal_cards))
            state, played = engine.apply(state, engine.PlayCard(state.actor, card)), [*played, str(card)]
    wrong = draw(st.none() | cards)
    return replace(deal, cards=tuple(played if wrong is None else [*played, str(wrong)]))


@pytest.mark.parametrize("preset", [*OFFERED, "agree", "bridge"])
@effort(60)
@given(st.data())
def test_whatever_the_editor_accepts_can_be_laid_and_whatever_it_refuses_cannot(
    preset: str, data: st.DataObject
) -> None:
    rules = replace(FOUR, tie="agree") if preset == "agree" else lesson_rules(PRESETS[preset])
    deal = data.draw(openings(rules))
    problems = list(deal_problems(deal, rules))
    assert (not problems) is can_be_laid(deal, rules), problems
    if not problems:
        state = dealt(deal, rules)
        assert [str(card) for trick in (*state.tricks, state.trick) if trick for card in trick.cards] == list(
            deal.cards
        )
        if deal.contract or deal.cards:
            assert state.phase is Phase.PLAY
            assert str(state.contract or "") == deal.contract
            assert state.declarer is declarer_of(deal, rules)


@pytest.mark.django_db
def test_a_lesson_deals_what_the_editor_accepts_and_does_not_begin_with_anything_else() -> None:
    accepted = PackDeal(WORKED_DEAL, declarer="W", contract="2CX", cards=("S2",))
    assert not list(deal_problems(accepted, FOUR))
    room = LessonRoom(4, pack=PackContent({}, deals=(accepted,)))
    room.deal()
    state = room.scene().record.state
    assert (state.declarer, str(state.contract), state.turn) == (Seat.W, "2CX", Seat.E)
    other = PackContent({}, deals=(accepted, replace(accepted, cards=("H2",))))
    lesson_end(lesson_id=room.lesson.id)
    with override("en"), pytest.raises(Refusal, match="Deal 2: Card 1: "):
        lesson_open(
            classroom=room.classroom, teacher=room.teacher, parties=[Party({})], title="Again", pack=other
        )
