"""What is written reads back the same, over all values; what is malformed is NotationError."""

import contextlib
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import AssignTricks, action_from
from minibridge.engine.auction import BIDS, CALLS, parse_call
from minibridge.engine.cards import DECK, Card, Rank, Suit
from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.deals import Deal
from minibridge.engine.errors import NotationError
from minibridge.engine.irregular_actions import (
    AnswerBid,
    AnswerLead,
    AskRevoke,
    JudgeCall,
    RestrictLead,
    RestrictPlay,
)
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seats import SEATS, Seat, Side

from . import naive
from .strategies import FIELDS, contracts, deals, rule_sets

ALL_CONTRACTS = [
    Contract(level, denomination, doubling)
    for level in range(1, 8)
    for denomination in Denomination
    for doubling in Doubling
]

JUNK = [
    None,
    True,
    False,
    0,
    -1,
    7,
    1.0,
    1.5,
    10**30,
    "",
    " ",
    "X",
    "ÉÀ",
    "\x00",
    [],
    [1],
    ["S"],
    {},
    {"a": 1},
]
NOT_TEXT = [value for value in JUNK if not isinstance(value, str)]
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def test_seats_go_round():
    assert [seat.value for seat in SEATS] == list(naive.SEATS)
    assert list(Seat) == list(SEATS)
    for seat in SEATS:
        assert Seat.parse(seat.value) is seat
        assert Seat(seat.value) is seat
        assert seat.next.value == naive.after(seat.value)
        assert seat.lho is seat.next
        assert seat.rho.next is seat
        assert seat.partner is seat.next.next
        assert seat.side.value == naive.side(seat.value)
        assert seat in seat.side.seats
        assert seat not in seat.side.other.seats


def test_sides_face_each_other():
    assert {side.value for side in Side} == {"NS", "EW"}
    for side in Side:
        assert side.other is not side
        assert side.other.other is side
        assert len(side.seats) == 2
        assert side.seats[0].partner is side.seats[1]


def test_suits_and_ranks_are_ordered_pbn_letters():
    assert [suit.value for suit in sorted(Suit)] == list(naive.SUITS)
    assert [rank.value for rank in sorted(Rank)] == list(naive.RANKS)
    for kind in (Suit, Rank):
        for one in kind:
            assert kind(one.value) is one


def test_all_cards():
    assert len(DECK) == 52
    assert {str(card) for card in DECK} == naive.PACK
    for card in DECK:
        again = Card.parse(str(card))
        assert again == card
        assert hash(again) == hash(card)
        assert Card(card.suit, card.rank) == card
        assert str(card) == card.suit.value + card.rank.value
    assert [str(card) for card in sorted(DECK)] == [
        suit + rank for suit in naive.SUITS for rank in naive.RANKS
    ]


def test_all_contracts():
    assert len({str(contract) for contract in ALL_CONTRACTS}) == 35 * 3
    for contract in ALL_CONTRACTS:
        assert Contract.parse(str(contract)) == contract
        assert contract.tricks_needed == contract.level + 6
    assert str(Contract.parse("3NT")) == "3NT"
    assert str(Contract.parse("4SX")) == "4SX"


def test_all_calls():
    assert {str(call) for call in CALLS} == {"Pass", "X", "XX", *naive.BIDS}
    for call in CALLS:
        assert parse_call(str(call)) == call
        assert hash(parse_call(str(call))) == hash(call)
    assert [str(bid) for bid in sorted(BIDS)] == naive.BIDS


@pytest.mark.parametrize(
    "text", ["P", "pass", "PASS", "p", "D", "R", "XXX", "1N", "8C", "0C", "1NTX", "1C ", "-"]
)
def test_calls_written_otherwise_are_refused(text):
    with pytest.raises(NotationError):
        parse_call(text)


def test_denominations():
    assert [denomination.value for denomination in Denomination] == list(naive.DENOMINATIONS)
    for denomination in Denomination:
        assert Denomination(denomination.value) is denomination
        trump = denomination.trump
        assert (trump is None) == (denomination is Denomination.NOTRUMP)
        assert trump is None or trump.value == denomination.value


@pytest.mark.parametrize(
    "text", ["7NNX", "7XNT", "X7NT", "4SXXX", "8C", "0C", "4", "S4", "4N T", "4s ", "-1S", "٤S", "4S\n"]
)
def test_contracts_in_unknown_order_are_refused(text):
    with pytest.raises(NotationError):
        Contract.parse(text)


@pytest.mark.parametrize("text", ["QS", "S", "S1", "S10", "SQX", "XQ", " SQ", "SQ ", "S\n", "ＳＱ"])
def test_malformed_cards_are_refused(text):
    with pytest.raises(NotationError):
        Card.parse(text)


@pytest.mark.parametrize("parse", [Card.parse, Contract.parse, Seat.parse, Deal.parse, parse_call])
@pytest.mark.parametrize("value", JUNK, ids=repr)
def test_parsers_refuse_junk_of_every_type(parse, value):
    if parse is parse_call and value == "X":
        return
    with pytest.raises(NotationError):
        parse(value)


@given(st.sampled_from([Card.parse, Contract.parse, Seat.parse, Deal.parse, parse_call]), any_json)
def test_parsers_either_read_or_raise_notation_error(parse, value):
    with contextlib.suppress(NotationError):
        assert parse(value) is not None


@given(deals)
def test_deals(deal):
    text = str(deal)
    assert Deal.parse(text) == deal
    assert str(Deal.parse(text)) == text
    assert set().union(*(deal[seat] for seat in SEATS)) == set(DECK)
    assert all(len(deal[seat]) == 13 for seat in SEATS)


@given(deals, deals)
def test_deals_are_equal_only_if_every_hand_is(one, two):
    assert (one == two) == all(one[seat] == two[seat] for seat in SEATS)


def test_deals_that_share_one_hand_differ():
    one = Deal.random(random.Random(3))
    first, second, third, fourth = str(one)[2:].split()
    two = Deal.parse(f"N:{first} {third} {second} {fourth}")
    assert one != two
    assert one[Seat.N] == two[Seat.N]


def test_deals_may_begin_at_any_seat():
    deal = Deal.random(random.Random(4))
    hands = dict(zip("NESW", str(deal)[2:].split(), strict=True))
    for first in "NESW":
        order = [naive.after(first, i) for i in range(4)]
        assert Deal.parse(f"{first}:" + " ".join(hands[seat] for seat in order)) == deal


@pytest.mark.parametrize(
    "text",
    [
        "AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85",
        "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73",
        "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K8",
        "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K855",
        "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K82",
        "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K8B",
        "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85 2.3.4.5",
        "X:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85",
        "N:AT52.K843.7.Q962.3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85",
        "N:AT52K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85",
        "N:- - - -",
        "N:",
        "N",
    ],
)
def test_deals_that_are_not_52_different_cards_are_refused(text):
    with pytest.raises(NotationError):
        Deal.parse(text)


def good_values(kind):
    return {
        "call": [str(call) for call in CALLS],
        "announce": list(range(38)),
        "agree": list(naive.SEATS),
        "contract": [str(contract) for contract in ALL_CONTRACTS],
        "card": sorted(naive.PACK),
        "claim": list(range(14)),
        "answer_claim": [True, False],
        "answer_takeback": [True, False],
        "end": ["vote"],
    }.get(kind, [None])


def data_for(kind, value):
    return {FIELDS[kind]: value} if FIELDS[kind] else {}


@pytest.mark.parametrize("kind", FIELDS)
def test_all_actions(kind):
    for seat in [None] if kind == "end" else SEATS:
        for value in good_values(kind):
            action = action_from(kind, seat, data_for(kind, value))
            assert action.kind == kind
            assert action.seat == seat
            data = action.to_data()
            assert "seat" not in data
            assert action_from(action.kind, action.seat, json.loads(json.dumps(data))) == action
            assert hash(action) == hash(action_from(kind, seat, data))


choices = st.sampled_from(["accept", "refuse", "spread", "free", "require", "forbid", "highest", "lowest"])
suit_sets = st.frozensets(st.sampled_from(list(Suit)))
seats = st.sampled_from(SEATS)


@given(
    st.builds(AskRevoke, seats, seats)
    | st.builds(AnswerLead, seats, choices)
    | st.builds(RestrictLead, seats, choices, suit_sets)
    | st.builds(RestrictPlay, seats, choices, suit_sets)
    | st.builds(AnswerBid, seats, st.booleans())
    | st.builds(JudgeCall, seats | st.none(), st.booleans())
    | st.builds(AssignTricks, st.none(), st.integers(0, 13))
)
def test_all_actions_about_irregularities(action):
    data = json.loads(json.dumps(action.to_data()))
    assert action_from(action.kind, action.seat, data) == action
    with pytest.raises(NotationError):
        action_from(action.kind, action.seat, {})


@pytest.mark.parametrize("kind", [kind for kind, field in FIELDS.items() if field and kind != "end"])
@pytest.mark.parametrize("value", NOT_TEXT, ids=repr)
def test_wrong_types_in_the_data_of_an_action(kind, value):
    if type(value) is int and kind in ("announce", "claim"):
        return
    if type(value) is bool and kind.startswith("answer"):
        return
    with pytest.raises(NotationError):
        action_from(kind, Seat.N, data_for(kind, value))


@pytest.mark.parametrize("kind", FIELDS)
@pytest.mark.parametrize(
    "data", [None, True, 0, 1.5, "", "SQ", [], ["card", "SQ"], [["card", "SQ"]]], ids=repr
)
def test_data_that_is_no_mapping(kind, data):
    with pytest.raises(NotationError):
        action_from(kind, Seat.N, data)


@pytest.mark.parametrize("kind", [kind for kind, field in FIELDS.items() if field and kind != "end"])
def test_a_missing_field(kind):
    with pytest.raises(NotationError):
        action_from(kind, Seat.N, {})


@pytest.mark.parametrize("kind", [*JUNK, "Card", "CARD", "card ", "__class__", "PlayCard", "kind"], ids=repr)
def test_unknown_kinds(kind):
    with pytest.raises(NotationError):
        action_from(kind, Seat.N, {"card": "SQ"})


@pytest.mark.parametrize(
    "seat", [value for value in JUNK if value is not None] + ["n", "North", "NS"], ids=repr
)
def test_unknown_seats(seat):
    with pytest.raises(NotationError):
        action_from("card", seat, {"card": "SQ"})


def test_only_the_table_acts_without_a_seat():
    for kind in FIELDS:
        if kind != "end":
            with pytest.raises(NotationError):
                action_from(kind, None, data_for(kind, good_values(kind)[0]))


@given(st.sampled_from([*FIELDS, "nonsense"]) | any_json, st.sampled_from(SEATS) | any_json, st.data())
def test_action_from_never_raises_anything_but_notation_error(kind, seat, data):
    fields = [field for field in FIELDS.values() if field]
    content = data.draw(any_json | st.dictionaries(st.sampled_from(fields), any_json, max_size=2))
    try:
        action = action_from(kind, seat, content)
    except NotationError:
        return
    assert action_from(action.kind, action.seat, action.to_data()) == action


@given(rule_sets())
def test_rule_sets(rules):
    stored = rules.to_dict()
    assert RuleSet.from_dict(json.loads(json.dumps(stored))) == rules
    assert all(type(value) in (str, int, bool) for value in stored.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    assert RuleSet.from_dict(PRESETS[preset].to_dict()) == PRESETS[preset]


@given(contracts)
def test_a_game_is_worth_a_hundred_below_the_line(contract):
    each = {"C": 20, "D": 20}.get(contract.denomination.value, 30)
    bid_tricks = contract.level * each + 10 * (contract.denomination is Denomination.NOTRUMP)
    times = 2 ** [Doubling.UNDOUBLED, Doubling.DOUBLED, Doubling.REDOUBLED].index(contract.doubling)
    assert contract.is_game == (bid_tricks * times >= 100)
