"""Claims are answered by the cards that are seen: fairly, and without giving a trick away."""

import random

import pytest

from minibridge.bots import Decision, Level, Reason, choose
from minibridge.engine import (
    PRESETS,
    SEATS,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    ClaimTricks,
    Phase,
    Seat,
    apply,
    start,
    view_for,
)

from .table import chooser, deal_with, next_decision, position, random_board
from .test_ending import tried


def answer(state, claimer, tricks, seat):
    """What *seat* answers to the claim, and why."""
    claimed = apply(state, ClaimTricks(Seat(claimer), tricks))
    decision = choose(view_for(claimed, Seat(seat)), Level.HARD, 0)
    if decision is None:
        return None
    assert isinstance(decision.action, AnswerClaim)
    return decision.action.accept, decision.reason.code


ALL_MASTERS = deal_with(
    S="AKQJ5.AK2.AK2.32", N="T8432.Q43.Q43.AK", W="976.JT98.JT98.Q5", E=".765.765.JT98764"
)


def test_thirteen_tops_are_accepted_by_both_defenders():
    state = position(ALL_MASTERS, "3NT", "S", "HJ H3 H5 HA")
    assert answer(state, "S", 12, "W") == (True, "accepts_claim")
    assert answer(state, "S", 12, "E") == (True, "accepts_claim")
    assert answer(state, "S", 12, "N") is None


def test_a_claim_of_too_much_is_refused():
    deal = deal_with(S="AKQJ5.AK2.K32.32", N="T8432.Q43.Q4.AK5", W="976.JT98.AJT9.Q4", E=".765.8765.JT9876")
    state = position(deal, "3NT", "S", "HJ H3 H5 HA")
    assert answer(state, "S", 12, "W") == (False, "refuses_claim")
    assert answer(state, "S", 12, "E") == (False, "refuses_claim")


def test_a_defender_on_lead_counts_what_he_cashes_first():
    deal = deal_with(S="KQJ.AKQ.AKQ2.432", N="A432.432.43.AKQ5", W="T98.T98.J98.JT98", E="765.J765.T765.76")
    state = position(deal, "3NT", "S", "ST S2 S5 SK")
    assert answer(state, "S", 12, "W")[0] is True
    deal = deal_with(S="KQJ.KQJ.AKQ2.432", N="5432.A32.43.AKQ5", W="A98.T98.J98.JT98", E="T76.7654.T765.76")
    state = position(deal, "3NT", "S", "SA S2 S6 SJ")
    assert answer(state, "S", 12, "W") == (False, "refuses_claim")
    assert answer(state, "S", 11, "W") == (True, "accepts_claim")


def test_a_trump_that_is_out_may_ruff():
    """South has all the masters, and West the jack of trumps behind the queen that is all South has left."""
    deal = deal_with(S="AKQ5.AKQ.AKQ.A32", N="432.432.5432.K54", W="JT98.JT9.JT9.T98", E="76.8765.876.QJ76")
    cards = "HJ H2 H5 HA SA S8 S2 S6 SK S9 S3 S7"
    state = position(deal, "4S", "S", cards)
    assert answer(state, "S", 10, "W") == (False, "refuses_claim")
    assert answer(state, "S", 1, "W") == (True, "accepts_claim")


def test_declarer_counts_a_defenders_hand_and_his_partners():
    """A defender's claim faces his hand to declarer, who then knows the fourth hand too."""
    state = position(ALL_MASTERS, "3NT", "S", "HJ H3 H5 HA")
    assert answer(state, "W", 1, "S") == (False, "refuses_claim")
    deal = deal_with(W="AKQJT98.AKQ.A2.2", N="5432.432.543.543", S="76.JT9.KQJ.KQJT9", E=".8765.T9876.A876")
    state = position(deal, "1NT", "S", "SA S2 D6 S6")
    assert answer(state, "W", 11, "S") == (True, "accepts_claim")
    assert answer(state, "W", 12, "S") == (False, "refuses_claim")


def test_a_concession_is_accepted():
    state = position(ALL_MASTERS, "3NT", "S", "HJ H3 H5 HA")
    assert answer(state, "W", 0, "S") == (True, "accepts_concession")
    assert answer(state, "S", 0, "W") == (True, "accepts_concession")


def test_partner_trusts_a_concession_unless_he_holds_a_sure_trick():
    state = position(ALL_MASTERS, "4S", "S", "HJ H3 H5 HA")
    assert answer(state, "W", 0, "E") == (True, "trusts_partner")
    deal = deal_with(S="KQJT5.AK2.AK2.32", N="98432.Q43.Q43.AK", W="7.JT98.JT98.QT75", E="A6.765.765.J9864")
    state = position(deal, "4S", "S", "HJ H3 H5 HA")
    assert answer(state, "W", 0, "E") == (False, "objects_to_concession")


@pytest.mark.parametrize("preset", ["four_deals", "three_fourth_dummy"])
def test_what_is_accepted_near_the_end_is_what_the_cards_give(preset):
    """Whatever is accepted with few cards left, the claimer's side can win against any defence."""
    answers = []
    for seed in range(40):
        rng = random.Random(seed)
        bots = {seat: chooser(Level.EASY) for seat in SEATS}
        state = start(random_board(rng), PRESETS[preset])
        while state.phase is not Phase.FINISHED and state.remaining > 3:
            state = apply(state, next_decision(state, bots, seed).action)
        if state.phase is Phase.FINISHED:
            continue
        claimer = rng.choice([state.declarer, state.declarer.lho, state.declarer.rho])
        tricks = rng.randint(1, 3)
        claimed = apply(state, ClaimTricks(claimer, tricks))
        due = tried(dict(state.hands), state.trump, state.trick, claimer.side)
        for seat in claimed.claim_answerers:
            decision = choose(view_for(claimed, seat), Level.HARD, 0)
            if seat.side is not claimer.side:
                answers.append(decision.action.accept)
                assert tricks <= due or not decision.action.accept
                # Declarer sees everything when a defender has faced his hand.
                assert decision.action.accept or seat is not state.declarer or tricks > due
    assert {True, False} == set(answers)


def test_every_bot_allows_a_take_back():
    deal = deal_with(N="AQ3.AK4.Q876.A53", S="J542.QJ3.AKJ.K64", W="K97.985.T95.J972", E="T86.T762.432.QT8")
    state = position(deal, "3NT", "N", "S6", PRESETS["four_deals"])
    state = apply(state, AskTakeBack(Seat.E))
    decision = choose(view_for(state, Seat.N), Level.EASY, 0)
    assert decision == Decision(AnswerTakeBack(Seat.N, True), Reason("allows_takeback"))
