"""What a seat knows: nothing that is hidden, everything that it has seen, and the same in plain data."""

import copy
import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.bots.evidence import Evidence
from minibridge.engine import (
    PRESETS,
    SUITS,
    Card,
    ChooseContract,
    Contract,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
    Watcher,
    apply,
    sorted_hand,
    start,
    view_for,
)
from tests.engine.strategies import effort, rule_sets, seeds
from tests.engine.worked_deal import BOARD, LINE

from .worlds import random_board, random_play

WORKED = [Card.parse(text) for text in LINE.split()]


def cards(text):
    return tuple(map(Card.parse, text.split()))


def worked(plays, rules=PRESETS["four_deals"], contract="4S"):
    """The worked deal after so many cards."""
    state = apply(start(BOARD, rules), ChooseContract(Seat.S, Contract.parse(contract)))
    for card in WORKED[:plays]:
        state = apply(state, PlayCard(state.actor, card))
    return state


def evidence(plays, **options):
    state = worked(plays, **options)
    return Evidence.of(view_for(state, state.actor))


def test_a_defender_sees_his_hand_and_dummy():
    known = evidence(2)
    assert known.seat is known.turn is Seat.E
    assert set(known.hands) == {Seat.E, Seat.N}
    assert len(known.unseen) == 25
    assert known.points == {Seat.N: 9, Seat.E: 5, Seat.S: 16, Seat.W: 10}
    assert known.played[Seat.W] == cards("HQ")
    assert known.legal == cards("H7 H5 H2")


def test_declarer_plays_for_dummy():
    known = evidence(1)
    assert (known.seat, known.turn, known.declarer) == (Seat.S, Seat.N, Seat.S)
    assert set(known.hands) == {Seat.N, Seat.S}


def test_who_does_not_follow_has_shown_his_void():
    assert evidence(11).voids == {seat: set() for seat in Seat}
    assert evidence(12).voids == {seat: {SUITS[0]} if seat is Seat.E else set() for seat in Seat}
    for plays in range(12, 51):
        for seat, suits in evidence(plays).voids.items():
            assert not suits & {card.suit for card in worked(plays).hands[seat]}


def test_the_contract_is_chosen_with_the_menu_in_hand():
    state = start(BOARD, PRESETS["four_deals"])
    known = Evidence.of(view_for(state, Seat.S))
    assert known.menu == state.menu
    assert known.turn is Seat.W
    assert known.legal == ()


def test_only_who_has_to_decide_has_evidence():
    state = worked(2)
    for viewer in (Seat.N, Seat.S, Seat.W, *Watcher):
        with pytest.raises(ValueError, match="no card to play"):
            Evidence.of(view_for(state, viewer))


def test_a_penalty_card_is_known_though_the_hand_is_not():
    rules = replace(PRESETS["bridge"], revokes="laws", takeback="off")
    found = 0
    for seed in range(10):
        rng = Random(seed)
        for state, _ in random_play(random_board(rng, rules), rules, rng):
            faults = state.irregularities
            view = view_for(state, state.actor)
            if faults is None or not faults.penalty_cards or not view.legal_cards:
                continue
            known = Evidence.of(view)
            for one in faults.penalty_cards:
                assert one.card in (*known.hands.get(one.hand, ()), *known.shown.get(one.hand, ()))
                found += one.hand in known.shown
    assert found


@pytest.mark.parametrize("name", PRESETS)
def test_it_crosses_as_plain_data(name):
    rng = Random(name)
    board = random_board(rng, PRESETS[name])
    for state, _ in random_play(board, PRESETS[name], rng):
        known = Evidence.of(view_for(state, state.actor))
        assert Evidence.from_data(json.loads(json.dumps(known.to_data()))) == known


@effort(60)
@given(rule_sets(), seeds)
def test_it_knows_what_the_view_shows_and_no_more(rules, seed):
    rng = Random(seed)
    for state, _ in random_play(random_board(rng, rules), rules, rng):
        view = view_for(state, state.actor)
        known = Evidence.of(view)
        seen = {seat for seat in Seat if view.hands[seat] is not None}
        assert set(known.hands) == seen
        hidden = {card for seat in set(Seat) - seen for card in state.hands[seat]}
        assert set(known.unseen) == hidden
        assert known.legal == view.legal_cards
        assert Evidence.from_data(json.loads(json.dumps(known.to_data()))) == known


SPOILT = {
    "no seat": lambda data: data.pop("seat"),
    "wrong seat": lambda data: data.update(seat="X"),
    "wrong rules": lambda data: data["rules"].update(menu="everything"),
    "contradictory rules": lambda data: data["rules"].update(scoring="tricks"),
    "a card twice": lambda data: data["hands"]["E"].__setitem__(0, data["hands"]["E"][1]),
    "a card played and held": lambda data: data["hands"]["E"].__setitem__(0, "HQ"),
    "a card too many": lambda data: data["hands"]["E"].append("S2"),
    "no card": lambda data: data["hands"]["E"].append("S1"),
    "a hand that is no list": lambda data: data["hands"].update(E="S2"),
    "counts that do not add up": lambda data: data["counts"].update(W=13),
    "a count that is a text": lambda data: data["counts"].update(W="12"),
    "no count": lambda data: data["counts"].pop("W"),
    "too many points": lambda data: data["points"].update(W=41),
    "points that are true": lambda data: data["points"].update(W=True),
    "fourteen cards told": lambda data: data["lengths"].update(W={"S": 5, "H": 3, "D": 3, "C": 3}),
    "a suit not told": lambda data: data["lengths"].update(W={"S": 7, "H": 3, "D": 3}),
    "another hand's turn": lambda data: data.update(turn="N"),
    "another hand's card": lambda data: data["legal"].append("SA"),
    "nothing to choose": lambda data: data.update(legal=[]),
    "a menu in the play": lambda data: data.update(menu=["4S"]),
    "no contract": lambda data: data.update(contract="8S"),
    "a complete trick": lambda data: data["trick"]["cards"].extend(["H2", "H6"]),
    "an unfinished trick": lambda data: data["tricks"].append(data["trick"]),
    "vulnerable perhaps": lambda data: data.update(vulnerable=1),
    "a hidden hand shown whole": lambda data: data["shown"].update(W=["S9"] * 13),
    "a seen hand shown": lambda data: data["shown"].update(E=["H5"]),
    "no tricks": lambda data: data.update(tricks=None),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_nonsense_is_refused(spoil):
    data = copy.deepcopy(evidence(2).to_data())
    spoil(data)
    with pytest.raises(ValueError):
        Evidence.from_data(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


@effort(300)
@given(st.sampled_from(sorted(evidence(2).to_data())), JSON)
def test_whatever_is_sent_it_is_evidence_or_a_value_error(key, value):
    data = {**evidence(2).to_data(), key: value}
    try:
        known = Evidence.from_data(data)
    except ValueError:
        return
    assert Evidence.from_data(known.to_data()) == known


@given(JSON)
def test_anything_else_is_refused(value):
    with pytest.raises(ValueError):
        Evidence.from_data(value)


def test_where_points_are_hidden_the_declarer_tells_of_them():
    rules = RuleSet(points="hidden", dummy_faced="after_lead")
    state = start(BOARD, rules)
    known = Evidence.of(view_for(state, Seat.S))
    hands = dict(state.hands)
    assert known.explains_choices(hands)
    # North would declare with South's hand.
    assert not known.explains_choices({**hands, Seat.N: hands[Seat.S], Seat.S: hands[Seat.N]})
    # East-West would declare.
    turned = {seat: hands[seat.next] for seat in Seat}
    assert not known.explains_choices(turned)


def test_where_trumps_need_eight_cards_the_contract_tells_of_them():
    rules = RuleSet(trump_minimum="eight")
    known = evidence(2, rules=rules)
    hands = dict(worked(2, rules=rules).hands)
    assert known.explains_choices(hands)
    # South gives his spades for clubs and hearts of West: less than eight in both hands.
    spades = [card for card in hands[Seat.S] if card.suit is SUITS[0]]
    others = [card for card in hands[Seat.W] if card.suit is not SUITS[0]][: len(spades)]
    south = sorted_hand({*hands[Seat.S], *others} - set(spades))
    west = sorted_hand({*hands[Seat.W], *spades} - set(others))
    assert not known.explains_choices({**hands, Seat.S: south, Seat.W: west})
    assert evidence(2).explains_choices({**hands, Seat.S: south, Seat.W: west})
    assert Phase.PLAY is worked(2).phase
