"""Insufficient bids where the table plays the Laws: accepted, or replaced with what follows from that."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import EndBoard, MakeCall, PlayCard
from minibridge.engine.auction import BIDS, CALLS, Auction, Bid, legal_calls, parse_call
from minibridge.engine.cards import Card, Suit
from minibridge.engine.errors import (
    InadmissibleDouble,
    InsufficientBid,
    MustPass,
    NoRequest,
    NotYourRequest,
    NotYourTurn,
    RequestOpen,
)
from minibridge.engine.insufficient_bids import (
    ComparableCall,
    LowBid,
    Substitution,
    is_same_denomination,
    unspecified_suits,
)
from minibridge.engine.irregular_actions import AnswerBid, JudgeCall, RestrictLead
from minibridge.engine.restrictions import LeadOptions
from minibridge.engine.rules import PRESETS
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat
from minibridge.engine.state import Phase, apply, legal_actions, may, start

from .strategies import effort
from .worked_deal import BOARD, call, play

# North deals.
LAWS = replace(PRESETS["bridge"], insufficient_bids="laws", takeback="off")


def bid(calls, rules=LAWS):
    return call(start(BOARD, rules), calls)


def said(seat, text):
    return MakeCall(Seat(seat), parse_call(text))


def answer(seat, accept):
    return AnswerBid(Seat(seat), accept)


def judge(seat, comparable):
    return JudgeCall(None if seat is None else Seat(seat), comparable)


def do(state, *actions):
    for action in actions:
        state = apply(state, action)
    return state


def refused(state, action, kind):
    with pytest.raises(kind) as refusal:
        apply(state, action)
    assert type(refusal.value) is kind
    return refusal.value.params


def texts(calls):
    return [str(one) for one in calls]


def legal(state):
    return {str(action.call) for action in legal_actions(state) if isinstance(action, MakeCall)}


def test_elsewhere_it_is_simply_refused():
    state = bid("1S", PRESETS["bridge"])
    assert refused(state, said("E", "1H"), InsufficientBid) == {"bid": "1H", "last": "1S"}
    assert refused(state, answer("S", True), NoRequest) == {}


def test_it_waits_for_the_next_player():
    state = bid("1S 1H")
    assert state.question == LowBid(Seat.E, parse_call("1H"))
    assert (state.phase, state.actor, state.question_answerers) == (Phase.AUCTION, None, {Seat.S})
    assert may(state, Seat.S) == {"answer_bid", "call"}
    assert all(may(state, seat) == set() for seat in SEATS if seat is not Seat.S)
    assert texts(state.auction.calls) == ["1S"]
    for viewer in (*SEATS, Watcher.OUTSIDE):
        assert view_for(state, viewer).irregularities.question.bid == parse_call("1H")
    assert refused(state, said("W", "Pass"), RequestOpen) == {"seat": "E"}
    assert refused(state, said("E", "2H"), RequestOpen) == {"seat": "E"}
    assert refused(state, answer("W", True), NotYourRequest) == {"seat": "E"}


# Accepted


def test_the_next_player_accepts_it_in_words():
    state = do(bid("1S 1H"), answer("S", True))
    assert (texts(state.auction.calls), state.actor, state.question) == (["1S", "1H"], Seat.S, None)
    assert "1S" in legal(state)
    assert "1H" not in legal(state)


def test_or_by_calling():
    state = bid("1S 1H")
    assert "1S" in {str(one) for one in view_for(state, Seat.S).legal_calls}
    assert "X" in legal(state)
    state = do(state, said("S", "X"))
    assert (texts(state.auction.calls), state.actor) == (["1S", "1H", "X"], Seat.W)
    done = call(state, "Pass Pass Pass")
    assert (str(done.contract), done.declarer) == ("1HX", Seat.E)


def test_a_call_over_it_may_be_insufficient_itself():
    state = do(bid("1S 1H"), said("S", "1D"))
    assert (texts(state.auction.calls), state.question) == (["1S", "1H"], LowBid(Seat.S, parse_call("1D")))


# Replaced


def test_it_is_replaced_by_a_legal_call():
    state = do(bid("1S 1H"), answer("S", False))
    assert (state.actor, texts(state.auction.calls)) == (Seat.E, ["1S"])
    assert state.irregularities.substitution == Substitution(Seat.E, parse_call("1H"))
    assert refused(state, said("E", "1D"), InsufficientBid) == {"bid": "1D", "last": "1S"}
    assert refused(state, said("S", "2C"), NotYourTurn)["actor"] == "E"


def test_the_lowest_sufficient_bid_in_its_denomination_costs_nothing():
    state = do(bid("1S 1H"), answer("S", False), said("E", "2H"))
    assert (texts(state.auction.calls), state.actor) == (["1S", "2H"], Seat.S)
    assert state.irregularities.silenced == set()
    assert state.irregularities.substitution is None


def test_a_pass_silences_the_partner():
    state = do(bid("1S 1H"), answer("S", False), said("E", "Pass"))
    assert state.irregularities.silenced == {Seat.W}
    state = call(state, "2S")
    assert (state.actor, legal(state)) == (Seat.W, {"Pass"})
    assert refused(state, said("W", "X"), MustPass) == {}
    assert refused(state, said("W", "2C"), MustPass) == {}
    assert texts(view_for(state, Seat.W).legal_calls) == ["Pass"]
    state = call(state, "Pass 3S X 4S")
    assert refused(state, said("W", "5C"), MustPass) == {}


@pytest.mark.parametrize("judge_seat", ["S", "N", None])
@pytest.mark.parametrize("comparable", [True, False])
def test_whether_another_bid_is_comparable_is_for_the_table_to_judge(judge_seat, comparable):
    state = do(bid("1S 1H"), answer("S", False), said("E", "3H"))
    assert state.question == ComparableCall(Seat.E, parse_call("1H"), parse_call("3H"))
    assert (texts(state.auction.calls), state.question_answerers) == (["1S"], {Seat.S, Seat.N})
    assert may(state, Seat.N) == {"judge_call"}
    assert refused(state, judge("W", True), NotYourRequest) == {"seat": "E"}
    state = do(state, judge(judge_seat, comparable))
    assert (texts(state.auction.calls), state.actor) == (["1S", "3H"], Seat.S)
    assert state.irregularities.silenced == (set() if comparable else {Seat.W})


def test_a_double_in_its_place_is_cancelled_unless_it_is_comparable():
    state = do(bid("1S 1H"), answer("S", False), said("E", "X"))
    assert texts(do(state, judge("S", True)).auction.calls) == ["1S", "X"]
    state = do(state, judge("S", False))
    assert (texts(state.auction.calls), state.actor) == (["1S"], Seat.E)
    assert state.irregularities.silenced == {Seat.W}
    assert "X" not in legal(state)
    assert refused(state, said("E", "X"), InadmissibleDouble) == {}
    state = do(state, said("E", "2H"))
    assert (texts(state.auction.calls), state.actor) == (["1S", "2H"], Seat.S)
    assert call(state, "Pass").irregularities.silenced == {Seat.W}


def test_the_last_pass_in_its_place_ends_the_auction():
    state = do(bid("1S Pass Pass 1H"), answer("N", False), said("W", "Pass"))
    assert (state.phase, str(state.contract), state.declarer) == (Phase.PLAY, "1S", Seat.N)


def test_nothing_is_judged_that_was_not_asked():
    assert refused(bid("1S"), judge("E", True), NoRequest) == {}
    assert refused(bid("1S"), judge(None, True), NoRequest) == {}


def test_the_table_can_end_the_board_meanwhile():
    state = do(bid("1S 1H"), EndBoard(reason="vote"))
    assert (state.result.outcome, state.irregularities) == ("unfinished", None)


# The lead after it


def test_declarer_may_forbid_the_silenced_partner_a_suit_the_offender_has_not_bid():
    """West had to replace 1D; East, his partner, gets in at the second trick (Law 26B)."""
    state = do(bid("Pass Pass 1S 1D"), answer("N", False), said("W", "2H"), judge("N", False))
    state = call(state, "2S Pass 4S Pass Pass Pass")
    assert (state.declarer, state.question, state.irregularities.restricted_leaders) == (
        Seat.S,
        None,
        {Seat.E},
    )
    state = play(state, "CK C2 C4 C3 C5 C6 CA CJ")
    assert state.question == LeadOptions(Seat.E, frozenset({Suit.S, Suit.D, Suit.C}), "withdrawn_call")
    options = {(one.choice, "".join(suit.value for suit in one.suits)) for one in legal_actions(state)}
    assert options == {("free", ""), ("forbid", "S"), ("forbid", "D"), ("forbid", "C")}
    state = do(state, RestrictLead(Seat.S, "forbid", frozenset({Suit.D})))
    assert {one.text[0] for one in view_for(state, Seat.E).legal_cards} == {"S", "H", "C"}
    assert state.irregularities.restricted_leaders == set()


def test_an_opening_leader_who_was_silenced_is_asked_about_at_once():
    state = do(bid("Pass 1C 1S 1C"), answer("N", False), said("W", "Pass"))
    state = call(state, "2S Pass Pass Pass")
    assert (state.declarer, state.turn, state.question) == (Seat.S, Seat.W, None)
    other = do(bid("1S 1C"), answer("S", False), said("E", "Pass"), said("S", "2S"))
    other = call(other, "Pass Pass Pass")
    assert (other.declarer, other.turn, other.question) == (Seat.N, Seat.E, None)
    west = do(bid("Pass Pass 1S Pass 2S 1H"), answer("S", False), said("E", "Pass"))
    west = call(west, "Pass Pass")
    assert (west.declarer, west.turn) == (Seat.S, Seat.W)
    assert west.question == LeadOptions(Seat.W, frozenset(Suit), "withdrawn_call")
    assert refused(west, PlayCard(Seat.W, Card.parse("HQ")), RequestOpen) == {"seat": "W"}
    free = do(west, RestrictLead(Seat.S, "free"))
    assert (free.question, free.actor) == (None, Seat.W)


# The parts


@pytest.mark.parametrize(
    ("calls", "bid_", "call_", "same"),
    [
        ("1S", "1H", "2H", True),
        ("1S", "1H", "3H", False),
        ("1S", "1H", "2C", False),
        ("1S", "1S", "2S", True),
        ("1S", "1H", "Pass", False),
        ("1S", "1H", "X", False),
        ("2NT", "1NT", "3NT", True),
        ("3C", "2D", "3D", True),
        ("3S", "2D", "4D", True),
    ],
)
def test_the_same_denomination_is_the_lowest_sufficient_bid_in_it(calls, bid_, call_, same):
    auction = Auction(Seat.N, tuple(map(parse_call, calls.split())))
    assert is_same_denomination(auction, parse_call(bid_), parse_call(call_)) is same


@effort(100)
@given(st.sampled_from(BIDS), st.sampled_from(BIDS))
def test_there_is_at_most_one_bid_that_costs_nothing(last, low):
    auction = Auction(Seat.N, (last,))
    free = [one for one in CALLS if one in legal_calls(auction) and is_same_denomination(auction, low, one)]
    higher = [one for one in BIDS if one > last and one.denomination is low.denomination]
    assert free == higher[:1]


def test_suits_are_specified_by_bidding_them():
    auction = Auction(Seat.N, tuple(map(parse_call, "1C 1D 1H 1NT 2S Pass Pass 3D".split())))
    assert unspecified_suits(auction, Seat.N) == {Suit.D, Suit.H}
    assert unspecified_suits(auction, Seat.W) == {Suit.S, Suit.H, Suit.C}
    assert unspecified_suits(auction, Seat.E) == {Suit.S, Suit.H, Suit.C}
    assert all(isinstance(one, Bid) for one in auction.calls[:5])
