"""What a card cost, and whether that could be known: finesses and guesses as the books have them."""

import json
from dataclasses import replace
from random import Random

import pytest

from minibridge.analysis import BadRequest, Position, carrier
from minibridge.analysis.solver import card_tricks
from minibridge.bots.card_cost import CardCost, card_cost, card_cost_request, equals, is_choice, is_riskier
from minibridge.bots.evidence import Evidence
from minibridge.bots.hindsight import Hindsight
from minibridge.bots.jobs import JOBS
from minibridge.bots.outcomes import Outcome
from minibridge.bots.verdict import unhurried
from minibridge.engine import (
    PRESETS,
    Board,
    Card,
    Contract,
    Deal,
    MakeCall,
    PlayCard,
    Seat,
    Suit,
    Trick,
    Vulnerability,
    apply,
    parse_call,
    start,
    view_for,
)
from tests.analysis import naive

from .endings import ending, hand
from .slices import finish
from .test_evidence import evidence, worked

needs_solver = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")


def by_trying_everything(positions):
    return [naive.card_tricks(position) for position in positions]


def cost_of(played, *, hands=None, solve=by_trying_everything, samples=1000, **options) -> CardCost:
    """Of a card in an ending that lies as the options say."""
    known = ending(**options)
    position = Position(
        dict(
            zip(Seat, map(hand, (options[seat] for seat in ("north", "east", "south", "west"))), strict=True)
        ),
        known.trump,
        known.trick,
    )
    played = Card.parse(played)
    return finish(card_cost(known, position, played, Random(0), solve, samples=samples, time_left=unhurried))


# South has led a small spade towards ace and queen, and West has followed small; of the three unseen cards
# East has two, so that the king is with East twice as often.
TOWARDS_ACE_QUEEN = {"table": "S3 S2", "leader": Seat.S, "south": ".2..", "north": "AQ..."}
KING_WITH_EAST = {"west": "..A.", "east": "K...A"}
KING_WITH_WEST = {"west": "K...", "east": "..A.A"}


def test_a_card_that_loses_to_what_is_likely_could_be_known():
    found = cost_of("SQ", **TOWARDS_ACE_QUEEN, **KING_WITH_EAST)
    assert (found.cost, found.hindsight, found.other) == (2, Hindsight.KNOWABLE, Card.parse("SA"))
    assert (found.comparison.better, found.comparison.worse, found.comparison.samples) == (2, 1, 3)
    assert found.tricks[Card.parse("SA")] - found.tricks[Card.parse("SQ")] == 2


def test_the_same_card_that_wins_was_lucky():
    found = cost_of("SQ", **TOWARDS_ACE_QUEEN, **KING_WITH_WEST)
    assert (found.cost, found.hindsight, found.other) == (0, Hindsight.LUCKY, Card.parse("SA"))


def test_the_likelier_card_that_loses_was_unlucky():
    found = cost_of("SA", **TOWARDS_ACE_QUEEN, **KING_WITH_WEST)
    assert (found.cost, found.hindsight, found.other) == (1, Hindsight.UNLUCKY, Card.parse("SQ"))


def test_the_likelier_card_that_wins_was_fine():
    found = cost_of("SA", **TOWARDS_ACE_QUEEN, **KING_WITH_EAST)
    assert (found.cost, found.hindsight) == (0, Hindsight.FINE)


def test_where_the_points_place_the_king_it_could_be_known():
    """The same ace that was unlucky above: the totals told say where the king is."""
    found = cost_of("SA", **TOWARDS_ACE_QUEEN, **KING_WITH_WEST, told=True)
    assert (found.cost, found.hindsight) == (1, Hindsight.KNOWABLE)


@pytest.mark.parametrize("solve", [by_trying_everything, pytest.param(card_tricks, marks=needs_solver)])
def test_the_solver_and_trying_everything_agree(solve):
    """A second opinion on every number that is told."""
    for lies in (KING_WITH_EAST, KING_WITH_WEST):
        for played in ("SA", "SQ"):
            expected = cost_of(played, **TOWARDS_ACE_QUEEN, **lies)
            assert cost_of(played, **TOWARDS_ACE_QUEEN, **lies, solve=solve) == expected


@needs_solver
@pytest.mark.parametrize("seed", range(8))
def test_random_endings_are_judged_alike(seed):
    """Of the worked deal's last three tricks, whatever was played before."""
    rng = Random(seed)
    state = worked(0)
    while len(state.tricks) < 10:
        view = view_for(state, state.actor)
        state = apply(state, PlayCard(state.actor, rng.choice(view.legal_cards)))
    while state.actor is not None and len(state.hands[state.turn]) > 1:
        view = view_for(state, state.actor)
        position = Position(state.hands, state.trump, state.trick)
        known, played = Evidence.of(view), rng.choice(view.legal_cards)
        costs = [
            finish(card_cost(known, position, played, Random(1), solve, samples=5, time_left=unhurried))
            for solve in (card_tricks, by_trying_everything)
        ]
        assert costs[0] == costs[1]
        best = max if state.turn.side is Seat.S.side else min
        assert costs[0].cost == abs(best(costs[0].tricks.values()) - costs[0].tricks[played])
        state = apply(state, PlayCard(state.actor, played))


@pytest.mark.parametrize(("contract", "expected"), [("1NT", False), ("2NT", True), ("3NT", False)])
def test_who_gives_up_an_overtrick_for_safety_plays_well(contract, expected):
    """The queen brings nine tricks, but seven now and then; the ace eight, always."""
    known = replace(evidence(32), contract=Contract.parse(contract))
    queen, ace = Card.parse("CQ"), Card.parse("CA")
    outcomes = [Outcome(1.0, {queen: tricks, ace: 8}) for tricks in (9, 9, 9, 7)]
    assert is_riskier(known, outcomes, queen, ace) is expected
    assert not is_riskier(replace(known, contract=None), outcomes, queen, ace)


@needs_solver
def test_where_every_card_is_worth_the_same_nothing_is_sampled():
    """To the queen of hearts dummy may play king, eight, four or three: ten tricks each time."""
    state = worked(1)
    position = Position(state.hands, state.trump, state.trick)
    known, played = Evidence.of(view_for(state, Seat.S)), Card.parse("HK")
    found = finish(card_cost(known, position, played, Random(0), card_tricks, time_left=unhurried))
    assert set(found.tricks.values()) == {10}
    assert (found.cost, found.comparison, found.hindsight) == (0, None, Hindsight.FINE)


# --- equal cards ------------------------------------------------------------------------------------


def position_of(north: str, table: str = "", leader: Seat = Seat.N, **others: str) -> Position:
    hands = {Seat.N: hand(north), **{Seat[seat]: hand(text) for seat, text in others.items()}}
    return Position(hands, Suit.S, Trick(leader, tuple(map(Card.parse, table.split()))))


@pytest.mark.parametrize(
    ("card", "expected"),
    [("SK", "SK SQ SJ"), ("SQ", "SK SQ SJ"), ("S9", "S9 S8"), ("S2", "S2"), ("H2", "H2")],
)
def test_touching_cards_are_equals(card, expected):
    position = position_of("KQJ982.2..", E="AT43..65.2", S="7.3.43.KQ3", W="6..AKQJ.A9")
    assert [one.text for one in equals(position, Card.parse(card))] == expected.split()


def test_cards_that_were_played_do_not_part_equals():
    """The nine is gone, so that ten and eight touch."""
    position = position_of("T8...", E="A7...", S="65...", W="KJ...")
    assert [one.text for one in equals(position, Card.parse("ST"))] == ["ST", "S8"]
    assert not is_choice(position, hand("T8..."))
    assert is_choice(position_of("T8...", E="A9...", S="65...", W="KJ..."), hand("T8..."))


def test_a_card_on_the_table_parts_equals():
    position = position_of("T8...", "S9", Seat.W, E="A7...", S="65...", W="K...")
    assert [one.text for one in equals(position, Card.parse("ST"))] == ["ST"]


# --- deals that others have published ---------------------------------------------------------------


def bridge_deal(deal: str, declarer: Seat, contract: str, cards: str):
    """The state after these cards, at a contract that declarer has opened with."""
    board = Board(1, declarer, Vulnerability.NONE, Deal.parse(deal))
    state = start(board, PRESETS["bridge"])
    for call in (contract, "Pass", "Pass", "Pass"):
        state = apply(state, MakeCall(state.actor, parse_call(call)))
    for card in cards.split():
        state = apply(state, PlayCard(state.actor, Card.parse(card)))
    return state


SETTING_ACE = (
    "E:KQ95.T82.JT97.QJ J84.KJ6.A854.964 T6.A97.63.AK8532 A732.Q543.KQ2.T7",
    Seat.W,
    "3C",
    "DK D7 D4 D3 H3 H2 HJ HA C2 C7 CJ C4 CQ C6 C3 CT H8 H6 H7 HQ H4 HT HK H9 DA D6 D2 D9 D5 C5 DQ DT CA",
)


@needs_solver
@pytest.mark.parametrize(("card", "cost"), [("SA", 1), ("S7", 0), ("S3", 0), ("S2", 0), ("H5", 0)])
def test_only_the_discard_of_the_setting_ace_costs(card, cost):
    state = bridge_deal(*SETTING_ACE)
    assert state.turn is Seat.N
    view = view_for(state, Seat.N)
    position = Position(state.hands, state.trump, state.trick)
    request = card_cost_request(view, position, Card.parse(card), 1)
    found = CardCost.from_data(finish(JOBS["card_cost"](json.loads(json.dumps(request)), unhurried)))
    assert found.cost == cost
    # Declarer's side gets nine tricks, and a tenth if the ace is gone.
    assert {one.text: tricks for one, tricks in found.tricks.items()} == {
        "SA": 9,
        "S7": 8,
        "S3": 8,
        "S2": 8,
        "H5": 8,
    }


@needs_solver
def test_equal_cards_have_a_worth_too():
    """A solver may answer −2 where only equal cards are left."""
    deal = "N:T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4"
    state = bridge_deal(deal, Seat.W, "3NT", "D5 D2")
    view = view_for(state, Seat.S)
    assert [card.text for card in view.legal_cards] == ["DQ", "DJ"]
    position = Position(state.hands, state.trump, state.trick)
    assert not is_choice(position, view.legal_cards)
    known = Evidence.of(view)
    found = finish(
        card_cost(known, position, Card.parse("DJ"), Random(0), card_tricks, samples=3, time_left=unhurried)
    )
    assert {one.text: tricks for one, tricks in found.tricks.items()} == {"DQ": 9, "DJ": 9}
    assert (found.cost, found.comparison) == (0, None)


# --- the worked deal --------------------------------------------------------------------------------


@needs_solver
def test_trick_nine_of_the_worked_deal():
    """Only ♣9 keeps ten tricks; that was no better guess than ♣6 by what declarer could see."""
    state = worked(32)
    view = view_for(state, Seat.S)
    position = Position(state.hands, state.trump, state.trick)
    costs = {
        card.text: finish(
            card_cost(
                Evidence.of(view), position, card, Random(1), card_tricks, samples=40, time_left=unhurried
            )
        )
        for card in view.legal_cards
    }
    assert {text: found.cost for text, found in costs.items()} == {
        "H8": 1,
        "CQ": 1,
        "C9": 0,
        "C6": 1,
        "C2": 1,
    }
    assert costs["C9"].hindsight is Hindsight.FINE
    assert costs["C6"].hindsight is Hindsight.UNLUCKY
    assert costs["CQ"].hindsight is Hindsight.KNOWABLE
    assert costs["CQ"].other == Card.parse("C9")


@needs_solver
def test_late_it_samples_less_but_something():
    state = worked(32)
    view = view_for(state, Seat.S)
    position = Position(state.hands, state.trump, state.trick)
    work = card_cost(
        Evidence.of(view), position, Card.parse("C9"), Random(1), card_tricks, time_left=lambda: 0.0
    )
    assert finish(work).comparison.samples == 6


# --- the job ----------------------------------------------------------------------------------------


def card_request():
    state = worked(32)
    position = Position(state.hands, state.trump, state.trick)
    return card_cost_request(view_for(state, Seat.S), position, Card.parse("C9"), 7)


@needs_solver
def test_it_crosses_to_another_process_and_back():
    answer = json.loads(json.dumps(finish(JOBS["card_cost"](card_request(), unhurried))))
    assert CardCost.from_data(answer).to_data() == answer
    assert answer["cost"] == 0


@needs_solver
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"evidence": {}}, "card"),
        ({"position": {}}, "card"),
        ({"played": "SA"}, "card"),
        ({"played": "X"}, "card"),
        ({"seed": -1}, "seed"),
        ({"samples": 0}, "samples"),
        ({"samples": 101}, "samples"),
        ({"samples": None}, "samples"),
    ],
)
def test_nonsense_is_refused_before_anything_is_solved(change, code):
    with pytest.raises(BadRequest) as refused:
        next(JOBS["card_cost"]({**card_request(), **change}, unhurried))
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], {}, {"played": "SA"}, {"played": "SA", "tricks": 3}])
def test_nonsense_from_the_other_process_is_refused(data):
    with pytest.raises(ValueError, match="cost"):
        CardCost.from_data(data)
