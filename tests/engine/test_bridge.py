"""Whole boards of bridge: bid, led, played, claimed, scored, and what everybody sees on the way."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from minibridge.engine.actions import (
    AgreeDeclarer,
    AnnouncePoints,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    ChooseContract,
    ClaimTricks,
    EndBoard,
    MakeCall,
    PlayCard,
    WithdrawTakeBack,
)
from minibridge.engine.auction import BIDS, CALLS, PASS, parse_call
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract
from minibridge.engine.deals import Deal
from minibridge.engine.errors import (
    InadmissibleDouble,
    InadmissibleRedouble,
    InsufficientBid,
    NoRequest,
    NothingToTakeBack,
    NotInHand,
    NotYourRequest,
    NotYourTurn,
    RequestOpen,
    TakeBackOff,
    TakeBackTooLate,
    WrongPhase,
)
from minibridge.engine.play import Trick, trick_winner
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat, Side
from minibridge.engine.state import Phase, apply, legal_actions, may, start

from . import naive
from .strategies import naive_of, play_on
from .test_records import pbn_folder
from .worked_deal import BOARD, LINE, call, play

BRIDGE = PRESETS["bridge"]
VIEWERS = (*SEATS, Watcher.OUTSIDE)
TO_FOUR_SPADES = "Pass Pass 1S Pass 2S Pass 4S Pass Pass Pass"


def board(deal, dealer="N", vulnerability=Vulnerability.NONE):
    return Board(1, Seat(dealer), vulnerability, Deal.parse(deal))


def bid(calls, on=BOARD, rules=BRIDGE):
    return call(start(on, rules), calls)


def refused(state, action, kind, **params):
    with pytest.raises(kind) as refusal:
        apply(state, action)
    assert type(refusal.value) is kind
    assert refusal.value.params == params


def said(seat, text):
    return MakeCall(Seat(seat), parse_call(text))


# The auction


def test_a_deal_begins_with_the_dealers_call():
    for dealer in SEATS:
        state = start(replace(BOARD, dealer=dealer), BRIDGE)
        assert (state.phase, state.turn, state.actor) == (Phase.AUCTION, dealer, dealer)
        assert may(state, dealer) == {"call"}
        assert all(may(state, seat) == set() for seat in SEATS if seat is not dealer)
        assert len(legal_actions(state)) == 36


def test_the_calls_go_round_and_make_the_contract():
    state = bid("Pass Pass 1S Pass 2S Pass 4S Pass Pass")
    assert (state.phase, state.actor, state.declarer, state.contract) == (Phase.AUCTION, Seat.E, None, None)
    state = call(state, "Pass")
    assert (state.phase, str(state.contract), state.declarer) == (Phase.PLAY, "4S", Seat.S)
    assert (state.turn, state.trick.leader, state.declaring_side) == (Seat.W, Seat.W, Side.NS)
    assert (state.side_reason, state.declarer_reason) == ("last_bid", "first_bid")


def test_nobody_calls_out_of_turn_and_no_call_is_insufficient():
    state = bid("1S X")
    refused(state, said("N", "2S"), NotYourTurn, actor="S", role="player")
    refused(state, said("S", "1H"), InsufficientBid, bid="1H", last="1S")
    refused(state, said("S", "1S"), InsufficientBid, bid="1S", last="1S")
    refused(state, said("S", "X"), InadmissibleDouble)
    refused(apply(state, said("S", "XX")), said("W", "XX"), InadmissibleRedouble)
    assert str(apply(state, said("S", "1NT")).auction.last_bid) == "1NT"


def test_nothing_else_can_be_done_in_an_auction():
    state = bid("1S")
    for action in (
        PlayCard(Seat.E, Card.parse("S3")),
        AnnouncePoints(Seat.E, 5),
        AgreeDeclarer(Seat.E, Seat.E),
        ChooseContract(Seat.E, Contract.parse("2C")),
        ClaimTricks(Seat.E, 3),
    ):
        refused(state, action, WrongPhase, phase="auction")
    refused(state, AnswerClaim(Seat.E, True), NoRequest)


def test_nobody_calls_where_there_is_no_auction_or_after_it():
    refused(start(BOARD, RuleSet()), said("N", "1C"), WrongPhase, phase="contract")
    refused(bid(TO_FOUR_SPADES), said("W", "Pass"), WrongPhase, phase="play")


def test_four_passes_end_the_board_without_score():
    state = bid("Pass Pass Pass Pass")
    result = state.result
    assert (state.phase, result.outcome) == (Phase.FINISHED, "passed_out")
    assert (result.declarer, result.contract, result.tricks) == (None, None, None)
    assert set(result.points.values()) == {0}
    assert view_for(state, Watcher.OUTSIDE).original is not None


def test_a_balanced_board_is_bid_like_any_other():
    even = board("N:J5.QT6.J53.A9532 K83.AJ942.T82.QJ 964.53.AKQ64.KT8 AQT72.K87.97.764", "S")
    assert bid("1D Pass 1NT Pass Pass Pass", even).declarer is Seat.N


def test_a_strange_auction_names_its_contract():
    odd = board(
        "S:K32.AJ4.9532.AT4 J65.KQT9.KT64.Q8 AQT974.862..K532 8.753.AQJ87.J976", "S", Vulnerability.BOTH
    )
    state = bid("2H Pass 4H Pass 4S Pass Pass Pass", odd)
    assert (str(state.contract), state.declarer, state.turn) == ("4S", Seat.S, Seat.W)


# What is seen


def test_everybody_hears_the_auction_and_sees_only_his_own_hand():
    state = bid("Pass Pass 1S X")
    for viewer in VIEWERS:
        view = view_for(state, viewer)
        assert [str(one) for one in view.auction.calls] == ["Pass", "Pass", "1S", "X"]
        assert {seat for seat in SEATS if view.hands[seat] is not None} == {viewer} - {Watcher.OUTSIDE}
        assert set(view.points.values()) == {None}
        assert set(view.lengths.values()) == {None}
        assert bool(view.legal_calls) == (viewer is Seat.N)
    assert str(view_for(state, Seat.N).legal_calls[1]) == "XX"


def test_dummy_shows_and_tells_nothing_before_the_opening_lead():
    state = bid(TO_FOUR_SPADES)
    for viewer in VIEWERS:
        view = view_for(state, viewer)
        assert (view.declarer, view.dummy, str(view.contract)) == (Seat.S, Seat.N, "4S")
        assert (view.side_reason, view.declarer_reason) == ("last_bid", "first_bid")
        assert (view.hands[Seat.N] is not None) == (viewer is Seat.N)
        assert view.lengths[Seat.N] is None
        assert view.legal_calls == ()
        assert len(view.auction.calls) == 10
    led = play(state, "HQ")
    assert all(view_for(led, viewer).hands[Seat.N] is not None for viewer in VIEWERS)


def test_the_vulnerability_is_written_on_the_board():
    for vulnerability in Vulnerability:
        view = view_for(start(replace(BOARD, vulnerability=vulnerability), BRIDGE), Seat.W)
        assert view.vulnerability is vulnerability


# The play


def test_the_lead_comes_from_the_hand_at_declarers_left():
    state = bid(TO_FOUR_SPADES)
    refused(state, PlayCard(Seat.W, Card.parse("SA")), NotInHand, card="SA", hand="W")
    refused(state, PlayCard(Seat.N, Card.parse("SA")), NotYourTurn, actor="W", role="dummy")
    refused(state, PlayCard(Seat.E, Card.parse("S3")), NotYourTurn, actor="W", role="player")
    assert {str(card) for card in view_for(state, Seat.W).legal_cards} == {
        str(card) for card in BOARD.deal[Seat.W]
    }


def test_dummys_seat_plays_nothing():
    """East opens, North declares two hearts: East leads, South is dummy, North plays for him."""
    dealt = board("N:T5.KQJ98.A43.JT6 AKQ72.T2.K76.Q42 983.A7643.QJT.K8 J64.5.9852.A9753")
    state = bid("Pass 1S X Pass 2H Pass Pass Pass", dealt)
    assert (state.declarer, state.dummy, state.turn) == (Seat.N, Seat.S, Seat.E)
    state = play(state, "SK")
    refused(state, PlayCard(Seat.S, Card.parse("S3")), NotYourTurn, actor="N", role="dummy")
    state = apply(state, PlayCard(Seat.N, Card.parse("S3")))
    assert state.turn is Seat.W


def test_a_deal_with_a_card_in_two_places_names_it():
    deal = "N:46.8JQA.2.3459A T8.KT97.QT94.K62 AKQJ.632.AKJ.J87 97532.54.87653.C"
    with pytest.raises(ValueError, match="not a card"):
        Deal.parse(deal)
    with pytest.raises(ValueError, match="CA"):
        Deal.parse("N:46.8JQA.2.3459AT T87.K97.QT94.KA6 AKQJ.632.AKJ.J87 9532.T54.87653.Q")


def test_the_winner_leads_also_in_a_list_of_rows_that_breaks_off():
    """Rows in the order of play, two notrump by West, the last trick with two cards: South is to play."""
    rows = "H5 H3 H8 H9 / S3 SA ST S2 / C6 C4 C2 CK / C9 CQ CJ C3 / S4 C5 D3 C7 / HA H7 HJ"
    leader, won = Seat.N, Counter()
    for row in rows.split(" / ")[:5]:
        trick = Trick(leader, ())
        cards = dict(zip(Seat.N.clockwise, map(Card.parse, row.split()), strict=True))
        for seat in leader.clockwise:
            trick = Trick(leader, (*trick.cards, cards[seat]))
        leader = trick_winner(trick, None)
        won[leader.side] += 1
    assert (leader, won[Side.EW]) == (Seat.W, 5)


def test_a_real_board_in_which_the_leader_changes():
    """Three notrump by North, 52 cards without a claim: six tricks, three down."""
    path = pbn_folder() / "bridgebots_sample.lin"
    if not path.is_file():
        pytest.skip("no record files: set BRIDGE_RECORDS to a folder of them")
    text = path.read_text()
    deal = board("S:Q982.Q82.KQ763.T J643.KJ7653..AQ4 K5.A.AJT52.J9762 AT7.T94.984.K853", "S")
    state = bid("Pass 1H 2NT Pass 3NT Pass Pass Pass", deal)
    state = play(state, " ".join(re.findall(r"pc\|(..)\|", text)))
    assert (state.result.declarer, state.result.tricks) == (Seat.N, 6)
    assert state.result.points == {Side.NS: 0, Side.EW: 150}


def test_a_board_that_stops_in_the_first_trick_has_no_number_of_tricks():
    dealt = board("S:865.AK9.KT3.J862 AQ3.Q8.9652.A753 KT4.JT76532.A.KT J972.4.QJ874.Q94")
    state = play(bid("4H Pass Pass Pass", dealt), "DQ D3")
    result = apply(state, EndBoard(reason="broken off")).result
    assert (result.outcome, result.tricks, str(result.contract)) == ("unfinished", None, "4H")
    assert set(result.points.values()) == {0}


# Claims


def test_a_stopped_board_with_two_cards_each_is_nobodys_loss():
    state = play(bid(TO_FOUR_SPADES), " ".join(LINE.split()[:44]))
    result = apply(state, EndBoard(reason="time")).result
    assert (result.outcome, result.tricks, set(result.points.values())) == ("unfinished", None, {0})


def test_a_defenders_concession_is_not_final_while_his_partner_objects():
    """Three cards left, West claims two of the three, East objects (Law 68B2)."""
    state = play(bid(TO_FOUR_SPADES), " ".join(LINE.split()[:40]))
    state = apply(state, ClaimTricks(Seat.W, 2))
    state = apply(state, AnswerClaim(Seat.S, True))
    assert state.phase is Phase.PLAY
    state = apply(state, AnswerClaim(Seat.E, False))
    assert (state.claim, state.result) == (None, None)
    assert play(state, " ".join(LINE.split()[40:])).result.tricks == 10


def test_an_accepted_claim_is_scored_with_the_vulnerability():
    state = play(
        bid(TO_FOUR_SPADES, replace(BOARD, vulnerability=Vulnerability.NS)), " ".join(LINE.split()[:28])
    )
    state = apply(state, ClaimTricks(Seat.S, 4))
    state = apply(apply(state, AnswerClaim(Seat.E, True)), AnswerClaim(Seat.W, True))
    assert (state.result.outcome, state.result.tricks) == ("claimed", 10)
    assert state.result.points == {Side.NS: 620, Side.EW: 0}


def test_a_claim_of_all_six_that_are_left():
    """Declarer has the last four trumps and dummy two winners; two plain losers go on them (Law 70D)."""
    dealt = board("N:A32.AK2.AQJ4.KQJ QJ.J943.T98.T974 KT9654.Q8.K32.A2 87.T765.765.8653", "S")
    state = bid("1S Pass 4NT Pass 5D Pass 7S Pass Pass Pass", dealt)
    state = play(state, "S7 SA SJ S4 S2 SQ SK S8 H8 H5 HA H3 HK H4 HQ H6 H2 H9 S5 H7 C2 C3 CK C4 D4 D8 DK D5")
    assert state.remaining == 6
    state = apply(state, ClaimTricks(Seat.S, 6))
    state = apply(apply(state, AnswerClaim(Seat.W, True)), AnswerClaim(Seat.E, True))
    assert (state.result.tricks, state.result.points[Side.NS]) == (13, 1510)


# The score


@pytest.mark.parametrize(
    ("vulnerability", "north_south"), [("None", 420), ("NS", 620), ("EW", 420), ("All", 620)]
)
def test_the_board_says_who_is_vulnerable(vulnerability, north_south):
    dealt = replace(BOARD, vulnerability=Vulnerability(vulnerability))
    assert play(bid(TO_FOUR_SPADES, dealt), LINE).result.points == {Side.NS: north_south, Side.EW: 0}
    ignored = replace(BRIDGE, vulnerability="ignored")
    assert play(bid(TO_FOUR_SPADES, dealt, ignored), LINE).result.points[Side.NS] == 420


def test_minibridge_ignores_the_vulnerability_of_the_board():
    state = start(replace(BOARD, vulnerability=Vulnerability.BOTH), RuleSet())
    state = play(apply(state, ChooseContract(Seat.S, Contract.parse("4S"))), LINE)
    assert state.result.points[Side.NS] == 420


@pytest.mark.parametrize(
    ("calls", "points"),
    [
        ("Pass Pass 4S X Pass Pass Pass", 590),
        ("Pass Pass 4S X XX Pass Pass Pass", 880),
        ("Pass Pass 6S Pass Pass Pass", -100),
        ("Pass Pass 6S X Pass Pass Pass", -300),
        ("Pass Pass 2S X Pass Pass Pass", 670),
    ],
)
def test_doubles_are_scored(calls, points):
    result = play(bid(calls), LINE).result
    assert result.points[Side.NS] - result.points[Side.EW] == points
    assert result.tricks == 10


# Taking back a call


def test_a_call_is_taken_back_if_an_opponent_agrees():
    state = bid("Pass Pass 1S")
    assert may(state, Seat.S) == {"ask_takeback"}
    assert may(state, Seat.W) == {"call"}
    state = apply(state, AskTakeBack(Seat.S))
    assert state.takeback_answerers == {Seat.W, Seat.E}
    assert view_for(state, Seat.N).takeback.what == parse_call("1S")
    refused(state, said("W", "2C"), RequestOpen, seat="S")
    refused(state, AnswerTakeBack(Seat.N, True), NotYourRequest, seat="S")
    back = apply(state, AnswerTakeBack(Seat.E, True))
    assert (back.actor, len(back.auction.calls), back.n) == (Seat.S, 2, 5)
    stays = apply(state, AnswerTakeBack(Seat.W, False))
    assert (stays.actor, len(stays.auction.calls)) == (Seat.W, 3)
    assert apply(state, WithdrawTakeBack(Seat.S)).takeback is None


def test_all_that_was_said_after_it_goes_too():
    state = bid("1C 1D 1H 1S", rules=replace(BRIDGE, takeback="free"))
    state = apply(state, AskTakeBack(Seat.E))
    assert (state.actor, [str(one) for one in state.auction.calls]) == (Seat.E, ["1C"])


def test_a_last_pass_can_be_taken_back_until_dummy_is_faced():
    state = bid(TO_FOUR_SPADES, rules=replace(BRIDGE, takeback="free"))
    assert apply(state, AskTakeBack(Seat.E)).phase is Phase.AUCTION
    refused(play(state, "HQ"), AskTakeBack(Seat.E), TakeBackTooLate)


def test_who_has_said_nothing_has_nothing_to_take_back():
    refused(bid("1C"), AskTakeBack(Seat.E), NothingToTakeBack)
    refused(bid("1C", rules=replace(BRIDGE, takeback="off")), AskTakeBack(Seat.N), TakeBackOff)


def test_declarer_takes_back_the_latest_card_of_hand_or_dummy():
    state = play(bid(TO_FOUR_SPADES), "HQ HK H2 H6 S2")
    state = apply(apply(state, AskTakeBack(Seat.S)), AnswerTakeBack(Seat.W, True))
    assert (state.turn, len(state.tricks)) == (Seat.N, 1)
    assert "ask_takeback" not in may(state, Seat.N)


# Any auction


def test_random_bidders_reach_contracts_of_all_kinds():
    """The bidders of these tests pass often enough for partscores, games, slams and boards passed out."""
    rng, kinds = random.Random(7), Counter()
    for _ in range(400):
        model = naive_of(replace(BOARD, dealer=rng.choice(SEATS)), BRIDGE)
        while model.phase == "AUCTION":
            play_on(model, rng, steps=1)
        kinds[Contract.parse(model.contract).kind if model.contract else "passed_out"] += 1
    assert kinds.keys() == {"partscore", "game", "small_slam", "grand_slam", "passed_out"}
    assert max(kinds.values()) < 320


def test_every_bid_can_be_the_contract():
    for one in BIDS:
        state = bid(f"{one} Pass Pass Pass")
        assert (str(state.contract), state.declarer, state.turn) == (str(one), Seat.N, Seat.E)


def test_legal_actions_of_an_auction_are_the_calls_that_are_accepted():
    for calls in ("", "1C", "1C X", "1C X Pass", "7NT", "7NT X", "7NT X XX"):
        state = bid(calls)
        legal = {str(action.call) for action in legal_actions(state) if isinstance(action, MakeCall)}
        assert legal == naive.legal_calls(calls.split())
        for one in CALLS:
            if str(one) not in legal:
                with pytest.raises((InsufficientBid, InadmissibleDouble, InadmissibleRedouble)):
                    apply(state, MakeCall(state.actor, one))
    assert PASS in CALLS
