from dataclasses import FrozenInstanceError, replace

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
    WithdrawClaim,
    WithdrawTakeBack,
)
from minibridge.engine.auction import PASS
from minibridge.engine.cards import Card
from minibridge.engine.claims import Claim
from minibridge.engine.contracts import Contract
from minibridge.engine.errors import (
    BoardFinished,
    ClaimsOff,
    DummyMayNot,
    IllegalAction,
    ImpossiblePoints,
    MustFollowSuit,
    NoRequest,
    NotADeclarerCandidate,
    NothingToTakeBack,
    NotInHand,
    NotOnMenu,
    NotYourRequest,
    NotYourTurn,
    RequestOpen,
    TakeBackOff,
    TakeBackTooLate,
    TooManyTricks,
    WrongHand,
    WrongPhase,
)
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seats import SEATS, Seat, Side
from minibridge.engine.state import Phase, apply, legal_actions, may, replay, start
from minibridge.engine.takeback import TakeBackRequest

from .strategies import MINIBRIDGE
from .worked_deal import (
    BALANCED,
    BOARD,
    LINE,
    TIED,
    accept,
    after,
    announce,
    at_play,
    contract,
    play,
)

EBU = PRESETS["ebu"]
FREE = RuleSet(takeback="free")


def card(seat, text):
    return PlayCard(seat, Card.parse(text))


def refused(state, action, kind, **params):
    """Checks that *action* is refused as *kind*, and that *state* has not moved."""
    before = state.n
    with pytest.raises(kind) as refusal:
        apply(state, action)
    assert type(refusal.value) is kind
    for name, value in params.items():
        assert refusal.value.params[name] == value
    assert state.n == before


# How a deal begins


def test_where_the_site_counts_the_deal_begins_with_the_contract():
    state = start(BOARD, RuleSet())
    assert (state.n, state.phase, state.declarer, state.dummy) == (0, Phase.CONTRACT, Seat.S, Seat.N)
    assert state.turn is state.actor is Seat.S
    assert (state.side_reason, state.declarer_reason) == ("more_points", "more_points")


def test_where_players_announce_the_dealer_begins():
    state = start(BOARD, EBU)
    assert (state.phase, state.actor, state.declarer) == (Phase.ANNOUNCEMENT, Seat.N, None)


def test_without_contracts_the_deal_begins_with_the_opening_lead():
    state = start(BOARD, PRESETS["count_tricks"])
    assert (state.phase, state.turn, state.contract, state.trump) == (Phase.PLAY, Seat.W, None, None)


def test_a_balanced_board_is_over_before_it_begins():
    state = start(BALANCED, RuleSet())
    assert (state.phase, state.result.outcome) == (Phase.FINISHED, "balanced")
    assert state.result.points == {Side.NS: 0, Side.EW: 0}
    refused(state, contract("1NT"), BoardFinished)


def test_the_dealers_side_may_play_a_balanced_board():
    state = start(BALANCED, RuleSet(balanced="dealer_side"))
    assert (state.declaring_side, state.side_reason) == (Side.NS, "dealer_side")
    assert (state.declarer, state.declarer_reason) == (Seat.S, "more_points")


# Announcing


def test_totals_are_announced_clockwise_from_the_dealer():
    state = start(replace(BOARD, dealer=Seat.W), EBU)
    for seat, points in zip((Seat.W, Seat.N, Seat.E, Seat.S), (10, 9, 5, 16), strict=True):
        assert state.actor is seat
        refused(state, AnnouncePoints(seat.partner, 9), NotYourTurn, actor=seat.value)
        state = announce(state, points)
    assert (state.phase, state.declarer) == (Phase.CONTRACT, Seat.S)


@pytest.mark.parametrize("points", [-1, 38, 400])
def test_no_hand_holds_so_many_points(points):
    refused(start(BOARD, EBU), AnnouncePoints(Seat.N, points), ImpossiblePoints, points=points)


def test_a_wrong_total_is_found_after_the_fourth_announcement_and_all_recount():
    state = announce(start(BOARD, EBU), 9, 5, 15)
    assert (state.wrong, state.recounts) == (frozenset(), 0)
    state = announce(state, 10)
    assert (state.wrong, state.recounts, state.announcements) == ({Seat.S}, 1, ())
    assert (state.phase, state.actor) == (Phase.ANNOUNCEMENT, Seat.N)
    state = announce(state, 9, 5, 16, 10)
    assert (state.phase, state.wrong, state.recounts) == (Phase.CONTRACT, frozenset(), 1)


def test_two_errors_that_cancel_are_found_too():
    state = announce(start(BOARD, EBU), 10, 5, 15, 10)
    assert state.wrong == {Seat.N, Seat.S}


def test_only_those_who_were_wrong_may_have_to_recount():
    state = announce(start(BOARD, replace(EBU, recount="wrong_only")), 9, 6, 15, 10)
    assert [one.seat for one in state.announcements] == [Seat.N, Seat.W]
    assert state.actor is Seat.E
    state = announce(state, 5)
    assert state.actor is Seat.S
    state = announce(state, 17)
    assert (state.recounts, state.wrong, state.actor) == (2, {Seat.S}, Seat.S)
    assert announce(state, 16).phase is Phase.CONTRACT


def test_a_balanced_board_is_over_when_all_totals_are_right():
    state = announce(start(BALANCED, EBU), 12, 9, 8)
    assert state.phase is Phase.ANNOUNCEMENT
    assert announce(state, 11).result.outcome == "balanced"


# Level partners


def test_the_first_announcer_of_level_partners_declares():
    state = start(TIED, RuleSet())
    assert (state.declarer, state.declarer_reason) == (Seat.S, "first_announcer")


def test_the_first_who_said_his_right_total_declares():
    state = start(TIED, RuleSet(points="announced", tie="first_correct"))
    state = announce(state, 11, 13, 5, 12)
    assert state.wrong == {Seat.S}
    state = announce(state, 11, 12, 5, 12)
    assert (state.declarer, state.declarer_reason) == (Seat.N, "first_correct")


def test_level_partners_agree_by_naming_the_same():
    state = start(TIED, RuleSet(tie="agree"))
    assert (state.phase, state.actor, state.declarer) == (Phase.DECLARER, None, None)
    refused(state, AgreeDeclarer(Seat.E, Seat.N), NotYourTurn, actor="NS")
    refused(state, AgreeDeclarer(Seat.N, Seat.E), NotADeclarerCandidate, declarer="E")
    state = apply(state, AgreeDeclarer(Seat.N, Seat.N))
    state = apply(state, AgreeDeclarer(Seat.S, Seat.S))
    assert state.phase is Phase.DECLARER
    state = apply(state, AgreeDeclarer(Seat.S, Seat.N))
    assert (state.phase, state.declarer, state.declarer_reason) == (Phase.CONTRACT, Seat.N, "agreed")
    assert state.agreeing is None


def test_partners_who_are_not_level_have_nothing_to_agree_on():
    state = start(BOARD, RuleSet(tie="agree"))
    assert (state.declarer, state.declarer_reason) == (Seat.S, "more_points")
    refused(state, AgreeDeclarer(Seat.N, Seat.N), WrongPhase, phase="contract")


# The contract


def test_declarer_alone_chooses_from_the_menu():
    state = start(BOARD, RuleSet())
    refused(state, contract("4S", Seat.N), NotYourTurn, actor="S")
    refused(state, contract("4S", Seat.W), NotYourTurn, actor="S")
    refused(state, contract("2S"), NotOnMenu, contract="2S")
    refused(state, contract("4SX"), NotOnMenu)
    refused(state, card(Seat.W, "HQ"), WrongPhase, phase="contract")
    state = apply(state, contract("4S"))
    assert (state.phase, state.turn, str(state.contract)) == (Phase.PLAY, Seat.W, "4S")
    refused(state, contract("4H"), WrongPhase, phase="play")


@pytest.mark.parametrize(
    ("preset", "offered"),
    [("nbb", "3NT 4S"), ("target", "3C 3D 3H 3S 3NT"), ("decision_table_fr", "3C 3D 3H 3S 3NT")],
)
def test_the_menu_is_that_of_the_rules(preset, offered):
    state = start(BOARD, replace(PRESETS[preset], points="shown"))
    assert " ".join(map(str, state.menu)) == offered


# Playing


def test_the_worked_deal_gives_420():
    state = after(52)
    assert (state.phase, state.n, state.turn, state.trick) == (Phase.FINISHED, 53, None, None)
    assert (state.result.outcome, state.result.tricks) == ("played", 10)
    assert state.result.points == {Side.NS: 420, Side.EW: 0}
    assert state.tricks_won == {Side.NS: 10, Side.EW: 3}


def test_the_winner_of_a_trick_leads_to_the_next():
    state = after(4)
    assert (state.tricks[0].leader, state.turn, state.trick.leader) == (Seat.W, Seat.N, Seat.N)
    assert state.tricks_won == {Side.NS: 1, Side.EW: 0}


def test_declarer_plays_both_hands_and_dummy_none():
    state = after(1)
    assert (state.turn, state.actor) == (Seat.N, Seat.S)
    refused(state, card(Seat.N, "HK"), NotYourTurn, actor="S", role="dummy")
    refused(state, card(Seat.E, "H2"), NotYourTurn, actor="S", role="player")
    refused(state, card(Seat.S, "H6"), WrongHand, card="H6", hand="N")
    refused(state, card(Seat.S, "H2"), NotInHand, card="H2", hand="N")
    state = apply(state, card(Seat.S, "HK"))
    state = play(state, "H2")
    refused(state, card(Seat.S, "H8"), WrongHand, hand="S")
    refused(state, card(Seat.S, "HK"), NotInHand)
    refused(state, card(Seat.N, "H6"), NotYourTurn, actor="S", role="dummy")


def test_a_player_must_follow_suit():
    refused(after(1), card(Seat.S, "SA"), MustFollowSuit, suit="H")
    refused(after(2), card(Seat.E, "S3"), MustFollowSuit, suit="H")
    # East has played his only spade.
    state = after(11)
    assert (state.turn, state.trick.led.value) == (Seat.E, "S")
    assert apply(state, card(Seat.E, "CA")).tricks[-1].cards[-1] == Card.parse("CA")


def test_nobody_plays_a_card_of_another_or_one_already_played():
    refused(at_play(), card(Seat.W, "SA"), NotInHand, card="SA", hand="W")
    refused(after(4), card(Seat.S, "HK"), NotInHand)


@pytest.mark.parametrize("name", [*MINIBRIDGE, "bridge"])
def test_nothing_can_be_added_to_a_finished_board(name):
    texts = {"target": "3S", "decision_table_fr": "3S"}
    state = apply(at_play(PRESETS[name], texts.get(name, "4S")), EndBoard(reason="vote"))
    for action in (
        MakeCall(Seat.N, PASS),
        card(Seat.W, "HQ"),
        AnnouncePoints(Seat.N, 9),
        AgreeDeclarer(Seat.N, Seat.N),
        contract("4S"),
        ClaimTricks(Seat.S, 1),
        AnswerClaim(Seat.S, True),
        WithdrawClaim(Seat.S),
        AskTakeBack(Seat.W),
        AnswerTakeBack(Seat.W, True),
        WithdrawTakeBack(Seat.W),
        EndBoard(reason="vote"),
    ):
        refused(state, action, BoardFinished)
    assert legal_actions(state) == ()


def test_counting_tricks_is_played_at_notrump():
    rules = PRESETS["count_tricks"]
    state = play(start(BOARD, rules), "HQ HK H2 H6")
    assert state.turn is Seat.N
    while state.phase is Phase.PLAY:
        choice = next(action for action in legal_actions(state) if isinstance(action, PlayCard))
        state = apply(state, choice)
    assert state.result.contract is None
    assert sum(state.result.points.values()) == 13
    assert state.result.points[Side.NS] == state.result.tricks == state.tricks_won[Side.NS]


# Claims


def test_declarers_claim_ends_the_board_when_both_defenders_accept():
    state = apply(after(8), ClaimTricks(Seat.S, 8))
    assert state.claim == Claim(Seat.S, 8, n=10)
    assert (state.actor, state.claim_answerers) == (None, {Seat.W, Seat.E})
    state = accept(state, Seat.E)
    assert (state.phase, state.claim_answerers) == (Phase.PLAY, {Seat.W})
    refused(state, AnswerClaim(Seat.E, False), NotYourRequest)
    state = accept(state, Seat.W)
    assert (state.phase, state.result.outcome, state.result.tricks) == (Phase.FINISHED, "claimed", 10)
    assert state.result.points == {Side.NS: 420, Side.EW: 0}
    assert state.claim is None


def test_one_refusal_is_enough_and_the_play_goes_on():
    state = accept(apply(after(8), ClaimTricks(Seat.S, 11)), Seat.W)
    state = apply(state, AnswerClaim(Seat.E, False))
    assert (state.claim, state.actor, state.phase) == (None, Seat.S, Phase.PLAY)
    assert len(state.exposed) == 1
    assert play(state, "SQ").n == 13


def test_a_claim_can_be_made_in_the_middle_of_a_trick_by_whoever_is_not_on_turn():
    state = after(9)
    assert state.turn is Seat.W
    state = accept(apply(state, ClaimTricks(Seat.S, 8)), Seat.W, Seat.E)
    assert state.result.tricks == 10


def test_a_defender_who_concedes_needs_declarer_and_his_partner():
    state = apply(after(8), ClaimTricks(Seat.W, 3))
    assert state.claim_answerers == {Seat.S, Seat.E}
    ended = accept(state, Seat.S, Seat.E)
    assert (ended.result.outcome, ended.result.tricks) == ("claimed", 10)
    objected = apply(accept(state, Seat.S), AnswerClaim(Seat.E, False))
    assert (objected.phase, objected.claim) == (Phase.PLAY, None)


def test_a_defender_who_claims_all_needs_declarer_only():
    state = accept(apply(after(8), ClaimTricks(Seat.W, 11)), Seat.S)
    assert (state.result.tricks, state.result.points) == (2, {Side.NS: 0, Side.EW: 400})


def test_conceding_everything_is_a_claim_of_nothing():
    state = accept(apply(after(8), ClaimTricks(Seat.S, 0)), Seat.W, Seat.E)
    assert (state.result.tricks, state.result.points) == (2, {Side.NS: 0, Side.EW: 400})


def test_a_claim_waits_for_its_answer():
    state = apply(after(8), ClaimTricks(Seat.S, 8))
    refused(state, card(Seat.S, "SQ"), RequestOpen, seat="S")
    refused(state, ClaimTricks(Seat.W, 1), RequestOpen)
    refused(state, AskTakeBack(Seat.W), RequestOpen)
    refused(state, AnswerTakeBack(Seat.W, True), NoRequest)
    refused(state, AnswerClaim(Seat.S, True), NotYourRequest, seat="S")
    refused(state, AnswerClaim(Seat.N, True), DummyMayNot)
    refused(state, WithdrawClaim(Seat.W), NotYourRequest)


def test_a_claim_can_be_withdrawn_by_whoever_made_it():
    state = apply(apply(after(8), ClaimTricks(Seat.S, 8)), WithdrawClaim(Seat.S))
    assert (state.claim, state.actor) == (None, Seat.S)
    refused(state, WithdrawClaim(Seat.S), NoRequest)
    refused(state, AnswerClaim(Seat.W, True), NoRequest)


def test_dummy_claims_nothing_and_nobody_more_than_there_is():
    state = after(8)
    refused(state, ClaimTricks(Seat.N, 1), DummyMayNot)
    refused(state, ClaimTricks(Seat.S, 12), TooManyTricks, remaining=11)
    refused(state, ClaimTricks(Seat.S, -1), TooManyTricks)
    refused(start(BOARD, RuleSet()), ClaimTricks(Seat.S, 1), WrongPhase)


def test_claims_can_be_off():
    rules = RuleSet(claims=False)
    state = after(8, rules)
    refused(state, ClaimTricks(Seat.S, 1), ClaimsOff)
    assert all("claim" not in may(state, seat) for seat in SEATS)


# Taking back


def test_a_free_take_back_acts_at_once():
    state = after(3, FREE)
    back = apply(state, AskTakeBack(Seat.E))
    assert (back.turn, len(back.trick.cards), back.n) == (Seat.E, 2, state.n + 1)
    assert Card.parse("H2") in back.hands[Seat.E]


def test_a_take_back_undoes_all_that_came_after():
    state = apply(after(6, FREE), AskTakeBack(Seat.W))
    assert (state.turn, state.tricks, state.trick.cards) == (Seat.W, (), ())
    assert state.tricks_won == {Side.NS: 0, Side.EW: 0}
    assert play(state, LINE[:11]).tricks == after(4).tricks


def test_declarer_takes_back_the_latest_card_of_either_hand():
    # The last two cards of declarer are from dummy, then from his own hand.
    assert apply(after(2, FREE), AskTakeBack(Seat.S)).turn is Seat.N
    assert apply(after(4, FREE), AskTakeBack(Seat.S)).turn is Seat.S
    assert apply(after(5, FREE), AskTakeBack(Seat.S)).turn is Seat.N


def test_declarer_takes_back_his_contract_while_he_has_played_no_card():
    state = apply(after(1, FREE), AskTakeBack(Seat.S))
    assert (state.phase, state.contract, state.actor) == (Phase.CONTRACT, None, Seat.S)
    assert apply(state, contract("3NT")).hands == state.original


def test_one_take_back_after_another_goes_further_back():
    state = after(8, FREE)
    for turn in (Seat.S, Seat.N, Seat.S, Seat.N):
        state = apply(state, AskTakeBack(Seat.S))
        assert state.turn is turn
    assert apply(state, AskTakeBack(Seat.S)).phase is Phase.CONTRACT


def test_opponents_are_asked_and_one_answer_decides():
    state = apply(after(2), AskTakeBack(Seat.S))
    assert state.takeback == TakeBackRequest(Seat.S, Card.parse("HK"), Seat.N, n=4)
    assert (state.takeback_answerers, state.actor) == ({Seat.W, Seat.E}, None)
    refused(state, AnswerTakeBack(Seat.S, True), NotYourRequest)
    refused(state, AnswerTakeBack(Seat.N, True), DummyMayNot)
    refused(state, card(Seat.E, "H2"), RequestOpen, seat="S")
    refused(state, ClaimTricks(Seat.E, 1), RequestOpen)
    refused(state, AnswerClaim(Seat.E, True), NoRequest)
    allowed = apply(state, AnswerTakeBack(Seat.E, True))
    assert (allowed.turn, allowed.trick.cards, allowed.takeback) == (Seat.N, (Card.parse("HQ"),), None)
    denied = apply(state, AnswerTakeBack(Seat.W, False))
    assert (denied.turn, len(denied.trick.cards), denied.takeback) == (Seat.E, 2, None)


def test_a_defender_asks_declarer():
    state = apply(after(1), AskTakeBack(Seat.W))
    assert state.takeback_answerers == {Seat.S}
    refused(state, AnswerTakeBack(Seat.E, True), NotYourRequest, seat="W")
    assert apply(state, AnswerTakeBack(Seat.S, True)).turn is Seat.W


def test_a_request_can_be_withdrawn_by_whoever_made_it():
    state = apply(after(1), AskTakeBack(Seat.W))
    refused(state, WithdrawTakeBack(Seat.S), NotYourRequest)
    state = apply(state, WithdrawTakeBack(Seat.W))
    assert (state.takeback, state.actor) == (None, Seat.S)
    refused(state, WithdrawTakeBack(Seat.W), NoRequest)
    refused(state, AnswerTakeBack(Seat.S, True), NoRequest)


def test_dummy_asks_for_nothing():
    refused(after(4), AskTakeBack(Seat.N), DummyMayNot)


def test_there_may_be_nothing_to_take_back():
    refused(after(1), AskTakeBack(Seat.E), NothingToTakeBack)
    refused(start(BOARD, RuleSet()), AskTakeBack(Seat.S), NothingToTakeBack)
    refused(announce(start(BOARD, EBU), 9), AskTakeBack(Seat.N), NothingToTakeBack)


def test_take_backs_can_be_off():
    state = after(4, RuleSet(takeback="off"))
    refused(state, AskTakeBack(Seat.W), TakeBackOff)
    assert all("ask_takeback" not in may(state, seat) for seat in SEATS)


@pytest.mark.parametrize("faced", ["after_lead", "declarer_first"])
def test_an_opening_lead_that_faced_dummy_stays(faced):
    rules = RuleSet(takeback="free", dummy_faced=faced)
    state = after(1, rules)
    refused(state, AskTakeBack(Seat.W), TakeBackTooLate)
    refused(state, AskTakeBack(Seat.S), TakeBackTooLate)
    assert "ask_takeback" not in may(state, Seat.W) | may(state, Seat.S)
    state = play(state, "HK")
    assert apply(state, AskTakeBack(Seat.S)).turn is Seat.N
    assert apply(at_play(rules), AskTakeBack(Seat.S)).phase is Phase.CONTRACT


def test_a_contract_that_faced_dummy_stays():
    rules = RuleSet(takeback="free", dummy_faced="shape_first")
    refused(at_play(rules), AskTakeBack(Seat.S), TakeBackTooLate)
    assert apply(after(1, rules), AskTakeBack(Seat.W)).turn is Seat.W


def test_what_a_claim_showed_stays_seen_after_a_take_back():
    state = apply(after(2, FREE), ClaimTricks(Seat.S, 13))
    state = apply(state, AnswerClaim(Seat.W, False))
    assert apply(state, AskTakeBack(Seat.S)).exposed == state.exposed != frozenset()


# The table ends it


@pytest.mark.parametrize("state", [start(BOARD, EBU), start(BOARD, RuleSet()), at_play(), after(7)])
def test_the_table_can_end_a_board_at_any_time(state):
    ended = apply(state, EndBoard(reason="vote"))
    assert (ended.phase, ended.result.outcome, ended.result.tricks) == (Phase.FINISHED, "unfinished", None)
    assert ended.result.points == {Side.NS: 0, Side.EW: 0}
    assert ended.n == state.n + 1


def test_the_table_can_end_a_board_while_an_answer_is_awaited():
    state = apply(apply(after(7), ClaimTricks(Seat.S, 8)), EndBoard(reason="vote"))
    assert (state.claim, state.claim_answerers) == (None, frozenset())


# What may be done


def kinds(state):
    return {seat.value: " ".join(sorted(may(state, seat))) for seat in SEATS}


def test_what_each_player_may_do():
    assert kinds(start(BOARD, EBU)) == {"N": "announce", "E": "", "S": "", "W": ""}
    assert kinds(start(TIED, RuleSet(tie="agree"))) == {"N": "agree", "E": "", "S": "agree", "W": ""}
    assert kinds(start(BOARD, RuleSet())) == {"N": "", "E": "", "S": "contract", "W": ""}
    assert kinds(after(1)) == {
        "N": "",
        "E": "claim",
        "S": "ask_takeback card claim",
        "W": "ask_takeback claim",
    }
    assert kinds(apply(after(1), ClaimTricks(Seat.W, 1))) == {
        "N": "",
        "E": "answer_claim",
        "S": "answer_claim",
        "W": "withdraw_claim",
    }
    assert kinds(apply(after(2), AskTakeBack(Seat.S))) == {
        "N": "",
        "E": "answer_takeback",
        "S": "withdraw_takeback",
        "W": "answer_takeback",
    }
    assert kinds(after(52)) == {"N": "", "E": "", "S": "", "W": ""}


@pytest.mark.parametrize(
    "state",
    [
        start(BOARD, EBU),
        start(TIED, RuleSet(tie="agree")),
        start(BOARD, RuleSet(menu="levels")),
        at_play(),
        after(9),
        after(50),
        apply(after(2), AskTakeBack(Seat.S)),
        apply(after(2), ClaimTricks(Seat.W, 3)),
    ],
)
def test_legal_actions_are_exactly_those_that_may_be_done(state):
    legal = legal_actions(state)
    assert len(set(legal)) == len(legal) > 0
    for action in legal:
        assert apply(state, action).n == state.n + 1
    assert {(action.seat, action.kind) for action in legal} == {
        (seat, kind) for seat in SEATS for kind in may(state, seat)
    }
    every = [*(card(seat, str(one)) for seat in SEATS for one in _pack()), *_others()]
    for action in every:
        if action not in legal:
            with pytest.raises(IllegalAction):
                apply(state, action)


def _pack():
    return [one for seat in SEATS for one in BOARD.deal[seat]]


def _others():
    for seat in SEATS:
        yield from (AnnouncePoints(seat, points) for points in range(-1, 39))
        yield from (AgreeDeclarer(seat, one) for one in SEATS)
        yield from (ChooseContract(seat, Contract.parse(text)) for text in ("1C", "2S", "3NT", "7NTXX"))
        yield from (ClaimTricks(seat, tricks) for tricks in range(-1, 15))
        yield from (kind(seat, answer) for kind in (AnswerClaim, AnswerTakeBack) for answer in (True, False))
        yield from (kind(seat) for kind in (WithdrawClaim, AskTakeBack, WithdrawTakeBack))


# States are values


def test_a_state_is_never_changed():
    state = after(3)
    hands, text = dict(state.hands), repr(state)
    apply(apply(state, card(Seat.S, "H6")), AskTakeBack(Seat.E))
    assert (state.hands, repr(state)) == (hands, text)
    with pytest.raises(FrozenInstanceError):
        state.n = 0  # type: ignore[misc]


def test_replaying_the_log_gives_the_same_state_again():
    log = [
        contract("4S"),
        card(Seat.W, "HQ"),
        card(Seat.S, "HK"),
        AskTakeBack(Seat.S),
        AnswerTakeBack(Seat.E, True),
    ]
    state = start(BOARD, RuleSet())
    for action in log:
        state = apply(state, action)
    assert replay(BOARD, RuleSet(), log) == state
    assert hash(replay(BOARD, RuleSet(), log)) == hash(state)
    assert replay(BOARD, RuleSet(), log[:-1]) != state


def test_a_replay_stops_at_the_first_illegal_action():
    with pytest.raises(MustFollowSuit):
        replay(BOARD, RuleSet(), [contract("4S"), card(Seat.W, "HQ"), card(Seat.S, "SA"), card(Seat.S, "HK")])


def test_the_search_for_a_decision_does_not_grow_with_the_play():
    """A take-back at the end of the play looks as few cards back as one at its beginning."""
    for state in (after(8), after(28), after(48)):
        for seat in (Seat.E, Seat.S, Seat.W):
            steps, decision = 0, state.past
            while decision.seat is not seat:
                steps, decision = steps + 1, decision.before.past
            assert steps < 8
