"""Contracts as a sensible declarer chooses them, from both hands or from what he is told."""

import random

import pytest

from minibridge.bots import Level, choose, hint
from minibridge.bots.contract_choice import both_hands, expected_tricks
from minibridge.engine import (
    PRESETS,
    SEATS,
    Board,
    ChooseContract,
    Contract,
    Deal,
    Denomination,
    Phase,
    RuleSet,
    Vulnerability,
    start,
    view_for,
)

from .table import deal_with, random_board

PRESET = PRESETS["four_deals"]

HANDS = [
    # South and North, together; what South, who has more points, chooses and why.
    ("KQJ54.A3.KQ7.A64", "A832.K72.A85.J73", "4S", "major_fit"),
    ("KQJ54.A3.Q72.Q64", "A832.762.K85.J73", "1S", "major_fit"),
    ("AQ4.KJ3.KQ75.A64", "K72.Q72.A862.J73", "3NT", "notrump"),
    ("AQ4.KJ3.KT75.J64", "K72.AT2.Q62.T973", "1NT", "notrump"),
    ("A4.3.KQ8754.AQ64", "72.652.AJ962.K73", "5D", "minor_fit"),
    ("4.A63.KQ875.AQ84", "J72.542.AJ96.973", "1D", "minor_fit"),
]


def decided(south, north, rules=PRESET):
    board = Board(1, SEATS[2], Vulnerability.NONE, Deal.parse(deal_with(S=south, N=north)))
    state = start(board, rules)
    return choose(view_for(state, state.declarer), Level.HARD, 0)


@pytest.mark.parametrize(("south", "north", "contract", "code"), HANDS)
def test_the_contract(south, north, contract, code):
    decision = decided(south, north)
    assert str(decision.action.contract) == contract
    assert decision.reason.code == code


def test_slams_are_for_slam_hands():
    slams = RuleSet(menu="partscore_game_slams")
    assert str(decided("AKQJ5.AK3.KQ7.64", "T8432.Q72.AJ.AK3", slams).action.contract) == "7S"
    assert str(decided("AKQ54.A32.KQ7.64", "JT83.K74.A85.A73", slams).action.contract) == "6S"
    assert str(decided("AKQ54.A32.KQ7.64", "JT83.K74.A85.A73").action.contract) == "4S"


def test_of_equal_scores_the_lower_level_is_chosen():
    decision = decided("KQJ54.A3.KQ7.964", "A832.K72.A85.J73", RuleSet(menu="levels"))
    assert str(decision.action.contract) == "4S"
    decision = decided("AQ4.KJ3.KT75.J64", "K72.AT2.Q62.T973", RuleSet(menu="levels"))
    assert str(decision.action.contract) == "1NT"


@pytest.mark.parametrize("points", ["shown", "hidden", "written", "partners"])
@pytest.mark.parametrize("dummy", ["before_contract", "declarer_first", "after_lead", "shape_first"])
def test_a_long_major_is_chosen_whatever_is_told(points, dummy):
    rules = RuleSet(points=points, dummy_faced=dummy)
    decision = decided("AKQJ954.A3.K7.A6", "832.K72.A85.J732", rules)
    assert str(decision.action.contract) == "4S"


def test_what_is_hidden_is_guessed():
    board = Board(
        1, SEATS[2], Vulnerability.NONE, Deal.parse(deal_with(S="AKQ54.A32.KQ7.64", N="J832.K74.A85.A73"))
    )
    rules = RuleSet(points="hidden", dummy_faced="after_lead")
    hands = both_hands(view_for(start(board, rules), SEATS[2]), SEATS[2])
    assert hands.points == 18 + 22 / 3 and hands.dummy is None
    shown = both_hands(view_for(start(board, PRESET), SEATS[2]), SEATS[2])
    assert shown.points == 30 and sum(shown.lengths.values()) == 26


def test_more_points_and_more_trumps_promise_more_tricks():
    rng = random.Random(1)
    for _ in range(200):
        state = start(random_board(rng), PRESET)
        if state.phase is not Phase.CONTRACT:
            continue
        hands = both_hands(view_for(state, state.declarer), state.declarer)
        estimates = [expected_tricks(hands, one) for one in Denomination]
        assert all(-1 < tricks < 16 for tricks in estimates)


def test_vulnerable_games_are_bid_more_often():
    """A vulnerable game that fails costs more, but one that makes brings much more."""
    rules = RuleSet(vulnerability="board")
    chosen = {}
    for vulnerability in (Vulnerability.NONE, Vulnerability.BOTH):
        games = 0
        for seed in range(150):
            board = Board(1, SEATS[seed % 4], vulnerability, Deal.random(random.Random(seed)))
            state = start(board, rules)
            if state.phase is Phase.CONTRACT:
                games += choose(view_for(state, state.declarer), Level.HARD, 0).action.contract.is_game
        chosen[vulnerability] = games
    assert chosen[Vulnerability.BOTH] > chosen[Vulnerability.NONE] > 20


def test_a_hint_offers_contracts_that_are_worth_the_same():
    offered = []
    for seed in range(60):
        state = start(random_board(random.Random(seed)), RuleSet(menu="levels"))
        if state.phase is Phase.CONTRACT:
            view = view_for(state, state.declarer)
            options = hint(view, 0).options
            assert options[0] == choose(view, Level.HARD, 0).action
            assert all(isinstance(one, ChooseContract) and one.contract in view.menu for one in options)
            offered.append(len(options))
    assert min(offered) == 1 < max(offered)


def test_imposed_levels_leave_the_denomination():
    decision = decided("KQJ54.A3.KQ7.A64", "A832.K72.A85.J73", PRESETS["decision_table_fr"])
    assert decision.action.contract == Contract.parse("5S")
