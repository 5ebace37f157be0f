"""The expert from a view to its decision: the same for all that its seat cannot see, and always allowed."""

import itertools
import json
from dataclasses import replace
from random import Random

import pytest

from minibridge.analysis import carrier
from minibridge.analysis.solver import card_tricks, declarer_tricks
from minibridge.bots import Level, choose
from minibridge.bots.decision import Decision, Reason
from minibridge.bots.evidence import Evidence
from minibridge.bots.expert import answer_of, decide, expert_decision, expert_hint, expert_request
from minibridge.bots.layouts import layouts
from minibridge.engine import (
    PRESETS,
    Card,
    ChooseContract,
    Contract,
    PlayCard,
    Seat,
    Watcher,
    replay,
    start,
    view_for,
)
from tests.engine.worked_deal import BOARD

from .slices import finish
from .test_evidence import worked
from .worlds import dealt_otherwise, random_board, random_play

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")


def decided(known, seed=0, **options):
    return finish(decide(known, seed, card_tricks, declarer_tricks, **{"most_samples": 12, **options}))


def asked(view, seed=0, **options):
    """As it goes over the wire and back."""
    request = json.loads(json.dumps(expert_request(view, seed, **options)))
    verdict = decided(Evidence.from_data(request["evidence"]), request["seed"])
    return json.loads(json.dumps(answer_of(verdict)))


@pytest.mark.parametrize("name", PRESETS)
def test_it_plays_the_last_tricks_under_all_rules(name):
    rng, rules = Random(name), PRESETS[name]
    decisions = 0
    for state, _ in random_play(random_board(rng, rules), rules, rng):
        view = view_for(state, state.actor)
        if len(state.tricks) < 7:
            continue
        answer = asked(view)
        decision = expert_decision(view, answer)
        assert decision.action.card in view.legal_cards
        assert set(answer["values"]) in (set(), {card.text for card in view.legal_cards})
        decisions += 1
    assert decisions == 24


def test_other_worlds_make_no_difference():
    """Whatever the hidden cards are, the same is asked, and so the same is decided."""
    rng, rules = Random(2), PRESETS["ebu"]
    board = random_board(rng, rules)
    for state, actions in itertools.islice(random_play(board, rules, rng), 3, None, 8):
        view = view_for(state, state.actor)
        for layout in itertools.islice(layouts(Evidence.of(view), rng), 3):
            world = replay(dealt_otherwise(state, layout), rules, actions)
            assert expert_request(view_for(world, state.actor), 7) == expert_request(view, 7)


def test_the_same_seed_decides_the_same():
    known = Evidence.of(view_for(worked(21), worked(21).actor))
    one, two, other = (decided(known, seed) for seed in (4, 4, 5))
    assert one == two
    assert one.values != other.values


def test_of_equals_the_card_of_hard_is_preferred():
    view = view_for(worked(2), Seat.E)
    request = expert_request(view, 1, most_samples=20)
    assert (request["seed"], request["most_samples"]) == (1, 20)
    assert request["preferred"] == choose(view, Level.HARD, 1).action.card.text
    choosing = start(BOARD, PRESETS["four_deals"])
    assert "preferred" not in expert_request(view_for(choosing, Seat.S), 1)


def test_nothing_is_asked_for_whoever_has_nothing_to_decide():
    for viewer in (Seat.W, Seat.N, Watcher.OPEN):
        with pytest.raises(ValueError, match="no card to play"):
            expert_request(view_for(worked(2), viewer), 1)


def answer(kind="card", **data):
    return {
        "action": {"kind": kind, "data": data},
        "reason": {"code": "all_alike"},
        "values": {},
        "samples": 3,
    }


def test_the_answer_is_read():
    view = view_for(worked(2), Seat.E)
    decision = expert_decision(view, answer(card="H5"))
    assert decision == Decision(PlayCard(Seat.E, Card.parse("H5")), Reason("all_alike"))
    choosing = replace(view, menu=(Contract.parse("4S"),))
    decision = expert_decision(choosing, answer("contract", contract="4S"))
    assert decision.action == ChooseContract(Seat.E, Contract.parse("4S"))


@pytest.mark.parametrize(
    "wrong",
    [
        answer(card="H6"),
        answer(card="S3"),
        answer(card="H"),
        answer(card=5),
        answer(),
        answer("contract", contract="4S"),
        answer("claim", tricks=3),
        answer("dance", card="H5"),
        {**answer(card="H5"), "reason": "because"},
        {**answer(card="H5"), "action": None},
        {},
        [],
        None,
        "H5",
    ],
    ids=str,
)
def test_an_answer_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError):
        expert_decision(view_for(worked(2), Seat.E), wrong)


def test_a_hint_names_what_is_nearly_as_good():
    view = view_for(worked(2), Seat.E)
    values = {"H7": 2.95, "H5": 3.0, "H2": 2.8}
    hint = expert_hint(view, {**answer(card="H7"), "values": values})
    assert [action.card.text for action in hint.options] == ["H7", "H5"]
    assert hint.reason == Reason("all_alike")
    forced = expert_hint(view, answer(card="H2"))
    assert [action.card.text for action in forced.options] == ["H2"]


def test_a_hint_for_a_contract_goes_by_points():
    view = view_for(start(BOARD, PRESETS["four_deals"]), Seat.S)
    values = {"4S": 300.0, "3NT": 295.5, "1S": 289.0}
    hint = expert_hint(view, {**answer("contract", contract="4S"), "values": values})
    assert [str(action.contract) for action in hint.options] == ["4S", "3NT"]


@pytest.mark.parametrize("values", [None, [], {"H5": "3"}, {"H5": None}])
def test_a_hint_without_values_is_refused(values):
    with pytest.raises(ValueError):
        expert_hint(view_for(worked(2), Seat.E), {**answer(card="H5"), "values": values})
