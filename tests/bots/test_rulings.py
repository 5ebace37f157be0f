"""What bots say before the play and after irregularities."""

import random

import pytest

from minibridge.bots import Level, Reason, choose
from minibridge.engine import (
    PASS,
    PRESETS,
    SEATS,
    AgreeDeclarer,
    AnnouncePoints,
    Bid,
    Board,
    Card,
    Deal,
    Denomination,
    MakeCall,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
    Vulnerability,
    apply,
    hcp,
    start,
    view_for,
)

from .table import deal_with, play_board, position, random_board, table_of

BRIDGE = PRESETS["bridge"]


def says(state, seat):
    return choose(view_for(state, Seat(seat)), Level.HARD, 0)


def test_everybody_announces_his_points():
    board = random_board(random.Random(2))
    state = start(board, PRESETS["ebu"])
    for seat in board.dealer.clockwise:
        decision = says(state, seat.value)
        assert decision.action == AnnouncePoints(seat, hcp(board.deal[seat]))
        assert decision.reason.params == {"points": hcp(board.deal[seat])}
        state = apply(state, decision.action)
    assert state.phase is not Phase.ANNOUNCEMENT and state.recounts == 0


def test_the_dealer_of_three_adds_what_his_partner_told():
    board = random_board(random.Random(2))
    state = start(board, PRESETS["three_french"])
    told = says(state, board.dealer.partner.value)
    state = apply(state, told.action)
    decision = says(state, board.dealer.value)
    assert decision.action.points == hcp(board.deal[board.dealer]) + told.action.points
    assert decision.reason.code == "adds_partners_points"


def test_the_dealer_never_says_more_than_the_pack_holds():
    deal = deal_with(N="AKQ.AKQ.AKQ.AKQ2", S="...")
    state = start(Board(1, Seat.N, Vulnerability.NONE, Deal.parse(deal)), PRESETS["three_french"])
    state = apply(state, AnnouncePoints(Seat.S, 37))
    assert says(state, "N").action.points == 40


def tied_state():
    """North and South have level totals, more than the others, and have to agree."""
    for seed in range(2000):
        deal = Deal.random(random.Random(seed))
        state = start(Board(1, Seat.E, Vulnerability.NONE, deal), RuleSet(tie="agree"))
        if state.phase is Phase.DECLARER and Seat.N in state.agreeing:
            return state
    raise AssertionError("no such deal")


def test_partners_agree_on_the_first_from_the_dealer():
    state = tied_state()
    first = says(state, "S")
    assert first.action == AgreeDeclarer(Seat.S, Seat.S) and first.reason.code == "first_from_dealer"
    state = apply(state, first.action)
    assert says(state, "S") is None
    second = says(state, "N")
    assert second.action == AgreeDeclarer(Seat.N, Seat.S) and second.reason.code == "agrees_with_partner"
    assert apply(state, second.action).declarer is Seat.S


def test_a_bot_follows_a_partner_who_insists():
    state = tied_state()
    state = apply(state, says(state, "S").action)
    state = apply(state, AgreeDeclarer(Seat.N, Seat.N))
    decision = says(state, "S")
    assert decision.action == AgreeDeclarer(Seat.S, Seat.N)
    assert apply(state, decision.action).declarer is Seat.N


def test_bots_pass():
    state = start(random_board(random.Random(1)), BRIDGE)
    assert says(state, state.turn.value).action == MakeCall(state.turn, PASS)
    assert play_board(state.board, BRIDGE, table_of(Level.HARD, Level.EASY)).result.outcome == "passed_out"


LAWS = RuleSet.from_dict(
    {
        **BRIDGE.to_dict(),
        "revokes": "laws",
        "out_of_turn": "laws",
        "insufficient_bids": "laws",
        "takeback": "off",
    }
)
DEAL = deal_with(W="KQJ4.A85.764.654", N="A32.K32.AK32.K32", E="T98.QJT.QJT.QJT9", S="765.9764.985.A87")


def test_a_defenders_lead_out_of_turn_is_refused_and_his_card_left():
    state = position(DEAL, "1NT", "S", "", LAWS)
    state = apply(state, PlayCard(Seat.E, Card.parse("ST")))
    decision = says(state, "S")
    assert (decision.action.choice, decision.reason.code) == ("refuse", "refuses_lead")
    state = apply(state, decision.action)
    decision = says(state, "S")
    assert (decision.action.choice, decision.reason.code) == ("free", "leaves_lead_free")
    state = apply(state, decision.action)
    assert state.turn is Seat.W and says(state, "W") is not None


def test_the_lowest_is_asked_of_who_plays_after_his_partner():
    state = position(DEAL, "1NT", "S", "SK SA S8 S5 DK", LAWS)
    state = apply(state, PlayCard(Seat.W, Card.parse("D4")))
    decision = says(state, "S")
    assert (decision.action.choice, decision.reason.code) == ("lowest", "asks_for_lowest")
    assert str(says(apply(state, decision.action), "E").action.card) == "DT"


def insufficient(call):
    """East has bid too little over North, and replaced that by *call*."""
    state = start(Board(1, Seat.N, Vulnerability.NONE, Deal.parse(DEAL)), LAWS)
    state = apply(state, MakeCall(Seat.N, Bid(1, Denomination.S)))
    state = apply(state, MakeCall(Seat.E, Bid(1, Denomination.C)))
    decision = says(state, "S")
    assert (decision.action.accept, decision.reason.code) == (False, "refuses_bid")
    return apply(apply(state, decision.action), MakeCall(Seat.E, call))


@pytest.mark.parametrize(
    ("call", "comparable"), [(Bid(3, Denomination.C), True), (Bid(2, Denomination.H), False)]
)
def test_a_call_is_comparable_if_it_names_the_same_denomination(call, comparable):
    state = insufficient(call)
    decision = says(state, "S")
    assert decision.action.comparable is comparable
    assert decision.reason.code == ("is_comparable" if comparable else "is_not_comparable")
    assert says(state, "N").action.comparable is comparable


def test_after_a_withdrawn_call_the_weakest_suit_is_forbidden():
    """East has withdrawn clubs for hearts; West, who is to lead against South's spades, may be forbidden one
    of the suits that East has not bid. South's weakest is diamonds.
    """
    state = start(Board(1, Seat.S, Vulnerability.NONE, Deal.parse(DEAL)), LAWS)
    for seat, call in ((Seat.S, Bid(1, Denomination.S)), (Seat.W, PASS), (Seat.N, Bid(2, Denomination.S))):
        state = apply(state, MakeCall(seat, call))
    state = apply(state, MakeCall(Seat.E, Bid(2, Denomination.C)))
    state = apply(state, says(state, "S").action)
    state = apply(state, MakeCall(Seat.E, Bid(3, Denomination.H)))
    state = apply(state, says(state, "S").action)
    state = apply(state, MakeCall(Seat.S, Bid(3, Denomination.S)))
    while state.phase is Phase.AUCTION:
        state = apply(state, MakeCall(state.turn, PASS))
    decision = says(state, "S")
    assert decision.reason == Reason("forbids_suit", {"suit": "D"})
    assert apply(state, decision.action).turn is Seat.W


def test_declarer_designates_one_of_several_penalty_cards():
    state = position(DEAL, "1NT", "S", "SK SA S8 S5", LAWS)
    for card in ("HQ", "HJ"):
        state = apply(state, PlayCard(Seat.E, Card.parse(card)))
        while says(state, "S") is not None and says(state, "S").action.kind != "card":
            state = apply(state, says(state, "S").action)
    state = apply(state, PlayCard(Seat.S, Card.parse("H2")))
    assert state.turn is Seat.E and state.actor is Seat.S
    decision = says(state, "S")
    assert (str(decision.action.card), decision.reason.code) == ("HJ", "designates_card")
    assert apply(state, decision.action).turn is Seat.S


@pytest.mark.parametrize("seat", SEATS)
def test_nothing_is_asked_of_who_is_not_due(seat):
    state = position(DEAL, "1NT", "S", "")
    assert (says(state, seat.value) is not None) == (seat is Seat.W)
