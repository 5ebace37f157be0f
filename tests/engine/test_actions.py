import pytest

from minibridge.engine.actions import (
    AgreeDeclarer,
    AnnouncePoints,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    AssignTricks,
    ChooseContract,
    ClaimTricks,
    EndBoard,
    HandOver,
    MakeCall,
    PlayCard,
    Rewind,
    WithdrawClaim,
    WithdrawTakeBack,
    action_from,
)
from minibridge.engine.auction import PASS, Bid
from minibridge.engine.cards import Card, Suit
from minibridge.engine.contracts import Contract, Denomination
from minibridge.engine.errors import NotationError
from minibridge.engine.irregular_actions import (
    AnswerBid,
    AnswerLead,
    AskRevoke,
    JudgeCall,
    RestrictLead,
    RestrictPlay,
)
from minibridge.engine.seats import Seat

EXAMPLES = [
    (MakeCall(Seat.N, PASS), "call", {"call": "Pass"}),
    (MakeCall(Seat.N, Bid(1, Denomination.NOTRUMP)), "call", {"call": "1NT"}),
    (AnnouncePoints(Seat.N, 12), "announce", {"points": 12}),
    (AgreeDeclarer(Seat.N, Seat.S), "agree", {"declarer": "S"}),
    (ChooseContract(Seat.E, Contract.parse("3NT")), "contract", {"contract": "3NT"}),
    (PlayCard(Seat.E, Card.parse("SQ")), "card", {"card": "SQ"}),
    (ClaimTricks(Seat.W, 0), "claim", {"tricks": 0}),
    (ClaimTricks(Seat.S, 5, "drawing trumps"), "claim", {"tricks": 5, "statement": "drawing trumps"}),
    (AnswerClaim(Seat.W, True), "answer_claim", {"accept": True}),
    (WithdrawClaim(Seat.W), "withdraw_claim", {}),
    (AskTakeBack(Seat.W), "ask_takeback", {}),
    (AnswerTakeBack(Seat.W, False), "answer_takeback", {"accept": False}),
    (WithdrawTakeBack(Seat.W), "withdraw_takeback", {}),
    (AskRevoke(Seat.S, Seat.W), "ask_revoke", {"hand": "W"}),
    (AnswerLead(Seat.S, "spread"), "answer_lead", {"choice": "spread"}),
    (RestrictLead(Seat.S, "free"), "restrict_lead", {"choice": "free", "suits": ""}),
    (
        RestrictLead(Seat.S, "forbid", frozenset({Suit.C, Suit.S})),
        "restrict_lead",
        {"choice": "forbid", "suits": "SC"},
    ),
    (RestrictPlay(Seat.S, "lowest"), "restrict_play", {"choice": "lowest", "suits": ""}),
    (AnswerBid(Seat.W, False), "answer_bid", {"accept": False}),
    (JudgeCall(Seat.W, True), "judge_call", {"comparable": True}),
    (JudgeCall(None, True), "judge_call", {"comparable": True}),
    (AssignTricks(tricks=9), "assign", {"tricks": 9}),
    (EndBoard(reason="vote"), "end", {"reason": "vote"}),
    (HandOver(), "hand_over", {}),
    (Rewind(to=7), "rewind", {"to": 7}),
]


@pytest.mark.parametrize(("action", "kind", "data"), EXAMPLES)
def test_an_action_is_stored_and_made_again(action, kind, data):
    assert (action.kind, action.to_data()) == (kind, data)
    assert action_from(kind, action.seat, data) == action


def test_forms_send_numbers_and_answers_as_text():
    assert action_from("announce", Seat.N, {"points": "12", "csrf": "x"}) == AnnouncePoints(Seat.N, 12)
    assert action_from("claim", Seat.N, {"tricks": "0"}) == ClaimTricks(Seat.N, 0)
    for text, accept in (
        ("yes", True),
        ("true", True),
        ("1", True),
        ("no", False),
        ("false", False),
        ("0", False),
    ):
        assert action_from("answer_claim", Seat.N, {"accept": text}) == AnswerClaim(Seat.N, accept)


JUNK = [None, True, 1.5, "", "x", "١٢", "1e3", "99999", 10**40, [], {}, b"SQ", ["SQ"], object()]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("call", "call"),
        ("announce", "points"),
        ("agree", "declarer"),
        ("contract", "contract"),
        ("card", "card"),
        ("claim", "tricks"),
        ("ask_revoke", "hand"),
    ],
)
def test_malformed_data_is_a_notation_error(kind, name):
    for junk in JUNK:
        with pytest.raises(NotationError):
            action_from(kind, Seat.N, {name: junk})
    with pytest.raises(NotationError):
        action_from(kind, Seat.N, {})


@pytest.mark.parametrize("kind", ["answer_claim", "answer_takeback"])
def test_an_answer_is_yes_or_no(kind):
    for junk in (None, 1, 0, "", "maybe", "YES", [], {}):
        with pytest.raises(NotationError):
            action_from(kind, Seat.N, {"accept": junk})


@pytest.mark.parametrize("kind", [None, 1, "", "cards", "CARD", ["card"], {}])
def test_an_unknown_kind_is_a_notation_error(kind):
    with pytest.raises(NotationError):
        action_from(kind, Seat.N, {"card": "SQ"})


@pytest.mark.parametrize("seat", [None, "N", 0])
def test_a_player_has_a_seat(seat):
    with pytest.raises(NotationError):
        action_from("card", seat, {"card": "SQ"})


@pytest.mark.parametrize("data", [None, [], "card", 3])
def test_data_has_names(data):
    with pytest.raises(NotationError):
        action_from("card", Seat.N, data)


def test_what_a_claimer_says_is_a_line_that_every_database_can_keep():
    assert action_from("claim", Seat.N, {"tricks": 3, "statement": "drawing trumps"}).statement
    for junk in (None, 1, ["x"], "x" * 201, "a\x00", "a\nb", "\ud800"):
        with pytest.raises(NotationError):
            action_from("claim", Seat.N, {"tricks": 3, "statement": junk})


def test_a_choice_is_a_word_and_suits_are_letters():
    for junk in (None, 1, ["accept"], "x" * 201):
        with pytest.raises(NotationError):
            action_from("answer_lead", Seat.N, {"choice": junk})
    for junk in (None, 1, "X", "SS♥", "SHDCS", ["S"]):
        with pytest.raises(NotationError):
            action_from("restrict_lead", Seat.N, {"choice": "forbid", "suits": junk})


def test_a_claim_may_come_with_a_statement_but_need_not():
    assert action_from("claim", Seat.N, {"tricks": 3, "statement": ""}) == ClaimTricks(Seat.N, 3)
    for junk in (None, 1, "x" * 201):
        with pytest.raises(NotationError):
            action_from("claim", Seat.N, {"tricks": 3, "statement": junk})


def test_no_player_assigns_tricks():
    with pytest.raises(NotationError):
        action_from("assign", Seat.N, {"tricks": 9})
    with pytest.raises(NotationError):
        action_from("assign", None, {"tricks": "many"})


def test_no_player_hands_a_board_over():
    with pytest.raises(NotationError):
        action_from("hand_over", Seat.N, {})


def test_no_player_can_end_a_board():
    with pytest.raises(NotationError):
        action_from("end", Seat.N, {"reason": "vote"})
    with pytest.raises(NotationError):
        action_from("end", None, {"reason": "x" * 201})
