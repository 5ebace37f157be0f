"""What a contract cost, and whether that could be known."""

import json
from random import Random

import pytest

from minibridge.analysis import BadRequest, carrier
from minibridge.analysis.solver import declarer_tricks
from minibridge.bots.contract_cost import (
    ContractCost,
    contract_cost,
    contract_cost_request,
    menu_scores,
)
from minibridge.bots.evidence import Evidence
from minibridge.bots.hindsight import Hindsight, compare
from minibridge.bots.jobs import JOBS
from minibridge.bots.verdict import unhurried
from minibridge.engine import PRESETS, Contract, Denomination, Seat, start, view_for
from tests.engine.worked_deal import BOARD, DEAL

from .slices import finish

needs_solver = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
MADE = {"C": 9, "D": 5, "H": 8, "S": 10, "NT": 8}


def view(rules: str = "four_deals"):
    return view_for(start(BOARD, PRESETS[rules]), Seat.S)


def cost_of(chosen: str, samples: int = 30, seed: int = 1) -> ContractCost:
    known = Evidence.of(view())
    work = contract_cost(
        known,
        DEAL,
        Contract.parse(chosen),
        Random(seed),
        declarer_tricks,
        samples=samples,
        time_left=unhurried,
    )
    return finish(work)


@needs_solver
def test_game_in_spades_was_right_and_three_notrump_fails():
    found = cost_of("4S")
    assert found.cost == 0
    assert found.hindsight is Hindsight.FINE
    assert found.scores[Contract.parse("4S")] == 420
    assert found.scores[Contract.parse("3NT")] == -50
    made = {Denomination(letter): tricks for letter, tricks in MADE.items()}
    assert found.scores == menu_scores(view().menu, False, made)


@needs_solver
@pytest.mark.parametrize(
    ("chosen", "cost", "hindsight"),
    [
        ("3NT", 470, Hindsight.KNOWABLE),
        ("5D", 720, Hindsight.KNOWABLE),
        # Game is made in about half of the layouts: as much as partscore brings on average.
        ("1S", 250, Hindsight.UNLUCKY),
    ],
)
def test_other_choices_are_judged_by_what_could_be_known(chosen, cost, hindsight):
    found = cost_of(chosen)
    assert (found.cost, found.hindsight) == (cost, hindsight)


@needs_solver
def test_late_it_samples_less_but_something():
    known = Evidence.of(view())
    chosen = Contract.parse("4S")
    work = contract_cost(known, DEAL, chosen, Random(1), declarer_tricks, time_left=lambda: 0.0)
    assert finish(work).comparison.samples == 4


@needs_solver
def test_it_crosses_to_another_process_and_back():
    request = contract_cost_request(view(), DEAL, Contract.parse("4S"), 3) | {"samples": 3}
    answer = json.loads(json.dumps(finish(JOBS["contract_cost"](json.loads(json.dumps(request)), unhurried))))
    assert ContractCost.from_data(answer).to_data() == answer
    assert answer["scores"]["4S"] == 420


@needs_solver
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"evidence": None}, "contract"),
        ({"deal": "N:x"}, "contract"),
        ({"chosen": "7NTXX"}, "contract"),
        ({"chosen": "2S"}, "contract"),
        ({"seed": "1"}, "seed"),
        ({"samples": 1000}, "samples"),
    ],
)
def test_nonsense_is_refused_before_anything_is_solved(change, code):
    request = contract_cost_request(view(), DEAL, Contract.parse("4S"), 3)
    with pytest.raises(BadRequest) as refused:
        next(JOBS["contract_cost"]({**request, **change}, unhurried))
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], {}, {"chosen": "4S"}])
def test_nonsense_from_the_other_process_is_refused(data):
    with pytest.raises(ValueError, match="cost"):
        ContractCost.from_data(data)


def test_scores_follow_vulnerability():
    menu = (Contract.parse("4S"), Contract.parse("3NT"))
    made = {Denomination.S: 10, Denomination.NOTRUMP: 8}
    assert list(menu_scores(menu, True, made).values()) == [620, -100]
    assert list(menu_scores(menu, False, made).values()) == [420, -50]


# --- comparing --------------------------------------------------------------------------------------


def test_a_comparison_is_the_mean_with_its_error():
    found = compare([1, 1, 0, -1], [1, 1, 1, 1], are_all=False)
    assert found.gain == pytest.approx(0.25)
    assert found.error == pytest.approx((2.75 / 3 / 4) ** 0.5)
    assert (found.better, found.worse, found.samples) == (2, 1, 4)


def test_weights_count():
    found = compare([1, -1], [3, 1], are_all=True)
    assert (found.gain, found.error) == (0.5, 0.0)
    assert (found.better, found.worse) == (2, 0), "of two layouts, one and a half: rounded"


@pytest.mark.parametrize(
    ("leads", "are_all", "expected"),
    [
        ([1] * 10 + [0] * 10, False, True),
        ([1] * 10 + [0] * 10 + [-1] * 8, False, False),  # hardly ahead
        ([1, 0, 0], False, False),  # by accident, perhaps
        ([1, 0, 0], True, True),  # there are no others
        ([5] + [-1] * 3, True, False),  # better more rarely than worse
        ([0] * 20, False, False),
        ([-1] * 20, False, False),
    ],
)
def test_better_is_what_is_ahead_beyond_accident(leads, are_all, expected):
    assert compare(leads, [1.0] * len(leads), are_all=are_all).is_better(0.25) is expected
