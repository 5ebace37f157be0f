"""The contract that scores best on average, as the double-dummy solver and the score table have it."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from minibridge.analysis import carrier
from minibridge.analysis.solver import declarer_tricks
from minibridge.bots.decision import Reason
from minibridge.bots.evidence import Evidence
from minibridge.bots.expected_contract import FEWEST, expected_contract
from minibridge.bots.verdict import unhurried
from minibridge.engine import PRESETS, Board, Contract, Deal, RuleSet, Seat, Vulnerability, start, view_for
from tests.engine import naive
from tests.engine.strategies import SPECIAL_DEALS
from tests.engine.worked_deal import BOARD

from .slices import finish

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
GAME, PARTSCORE = (
    Board(1, Seat.N, Vulnerability.NONE, Deal.parse(text))
    for text in (
        "N:T952.KQ3.74.AQ62 J7.T985.AJ63.T98 AKQ84.A6.KQ5.J73 63.J742.T982.K54",
        "N:T952.Q43.74.A962 J7.KT98.AJ63.QT8 AKQ84.65.KQ5.J73 63.AJ72.T982.K54",
    )
)
SLAM = Board(1, Seat.N, Vulnerability.NONE, Deal.parse(SPECIAL_DEALS[3]))


def evidence(board, rules):
    state = start(board, rules)
    return Evidence.of(view_for(state, state.declarer))


def choose(known, solve=declarer_tricks, most_samples=5, seed=0, time_left=unhurried):
    deliberation = expected_contract(
        known, Random(seed), solve, most_samples=most_samples, time_left=time_left
    )
    return finish(deliberation)


def chosen(verdict):
    return str(verdict.decision.action.contract)


def test_game_with_thirty_points_and_nine_trumps():
    verdict = choose(evidence(GAME, PRESETS["four_deals"]))
    assert verdict.decision.action.contract.is_game
    assert verdict.values[chosen(verdict)] == max(verdict.values.values())
    made = verdict.decision.reason.params["made"]
    contract = {"contract": chosen(verdict)}
    assert verdict.decision.reason == Reason("made_in_samples", {**contract, "made": made, "samples": 5})
    assert made > 2


def test_no_game_with_a_bare_majority():
    """The same spades, with 21 points."""
    verdict = choose(evidence(PARTSCORE, PRESETS["four_deals"]))
    assert chosen(verdict) == "1S"


@pytest.mark.parametrize(("menu", "level"), [("partscore_game_small_slam", 6), ("levels", 7)])
def test_a_slam_that_lies_on_the_table_is_taken_where_it_is_offered(menu, level):
    known = evidence(SLAM, RuleSet(menu=menu))
    verdict = choose(known)
    assert verdict.decision.action.contract.level == level
    assert verdict.decision.reason.params["made"] == verdict.samples


def test_of_an_imposed_level_only_the_denomination_is_chosen():
    verdict = choose(evidence(BOARD, PRESETS["decision_table_fr"]), most_samples=3)
    assert chosen(verdict) == "3S"


def test_values_are_what_the_score_table_says():
    """All layouts that were solved are scored again by the golden table."""
    known = replace(evidence(BOARD, RuleSet(vulnerability="board")), vulnerable=True)
    tricks = {}

    def solve(deal, declarer, denomination):
        won = declarer_tricks(deal, declarer, denomination)
        tricks.setdefault(denomination.value, []).append(won)
        return won

    verdict = choose(known, solve, most_samples=4)
    assert len(verdict.values) > 3
    for text, value in verdict.values.items():
        won = tricks[text[1:]]
        assert len(won) == 4
        assert value == sum(naive.scores()[text, True, each] for each in won) / 4


def test_denominations_that_are_behind_are_given_up():
    solved = Counter()

    def solve(deal, declarer, denomination):
        solved[denomination.value] += 1
        return declarer_tricks(deal, declarer, denomination)

    verdict = choose(evidence(BOARD, PRESETS["four_deals"]), solve, most_samples=14)
    assert sorted(solved.values()) == [4, 4, 12, 14, 14]
    assert solved["S"] == 14
    assert {text[1:] for text in verdict.values} == {one for one, times in solved.items() if times == 14}


def test_time_cuts_the_samples_but_never_to_none():
    known = evidence(BOARD, PRESETS["four_deals"])
    assert choose(known, time_left=lambda: 0).samples == FEWEST
    left = iter([1, 0])
    assert choose(known, time_left=lambda: next(left)).samples == 3


def test_the_same_seed_chooses_the_same():
    known = evidence(BOARD, PRESETS["four_deals"])
    one, two, other = (choose(known, most_samples=2, seed=seed) for seed in (1, 1, 2))
    assert one == two
    assert one.values != other.values


def test_the_only_contract_needs_no_solver():
    def nobody(deal, declarer, denomination):
        raise AssertionError("nothing is to be solved")

    known = evidence(BOARD, PRESETS["four_deals"])
    only = replace(known, menu=(Contract.parse("3NT"),))
    verdict = choose(only, nobody)
    assert (chosen(verdict), verdict.samples, verdict.values) == ("3NT", 0, {})
    assert verdict.decision.reason == Reason("only_contract")


@pytest.mark.parametrize("name", ["shape_first", "dummy_after_lead"])
def test_a_dummy_that_is_not_seen_is_dealt_as_well(name):
    deals = set()

    def solve(deal, declarer, denomination):
        deals.add(deal)
        return declarer_tricks(deal, declarer, denomination)

    verdict = choose(evidence(BOARD, PRESETS[name]), solve, most_samples=3)
    assert verdict.decision.action.contract.denomination.value == "S"
    assert len({deal.north for deal in deals}) > 1
    for deal in deals:
        assert naive.lengths({card.text for card in deal.north}) == {"S": 4, "H": 4, "D": 1, "C": 4}
        assert naive.hcp(frozenset(card.text for card in deal.north)) == 9
