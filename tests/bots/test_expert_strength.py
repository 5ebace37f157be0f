"""How strong the expert is, on dozens of deals."""

import statistics
from functools import partial
from random import Random

import pytest

from minibridge.analysis import carrier
from minibridge.bots import Level, choose
from minibridge.bots.expert import expert_decision, expert_request
from minibridge.bots.jobs import expert
from minibridge.engine import PRESETS, Phase, apply, start, view_for
from tests.strength.deals import board
from tests.strength.expert_player import ExpertPlayer
from tests.strength.measures import as_declarer, as_defenders, compared, contract_choice

from .slices import finish
from .worlds import next_action, random_board

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed"),
]


def mean(measure, samples, deals, number):
    """The average of one of the numbers of a measure."""
    player = ExpertPlayer(samples)
    return statistics.mean(measure(player, board(0, deal))[number] for deal in range(deals))


def test_declarer_loses_few_tricks_to_defenders_who_see_all_cards():
    assert mean(as_declarer, samples=40, deals=40, number="tricks") >= -0.4


def test_defenders_lose_few_tricks_to_a_declarer_who_sees_all_cards():
    assert mean(as_defenders, samples=20, deals=40, number="tricks") >= -0.6


def test_the_contract_is_mostly_as_good_as_any():
    assert mean(contract_choice, samples=20, deals=60, number="good") >= 0.75


def test_the_expert_is_ahead_of_hard():
    player, hard = ExpertPlayer(20), partial(choose_by, Level.HARD)
    ahead = [compared(player, hard, board(0, deal))["points"] for deal in range(40)]
    assert statistics.mean(ahead) > 0


def choose_by(level, view, seed):
    return choose(view, level, seed)


@pytest.mark.parametrize("name", PRESETS)
def test_experts_play_whole_boards_under_all_rules(name):
    rng, rules = Random(name), PRESETS[name]
    for _ in range(2):
        state = start(random_board(rng, rules), rules)
        while state.phase is not Phase.FINISHED:
            if state.phase not in (Phase.CONTRACT, Phase.PLAY):
                state = apply(state, next_action(state, rng))
                continue
            view = view_for(state, state.actor)
            answer = finish(expert(expert_request(view, state.n, most_samples=3), lambda: 1.0))
            state = apply(state, expert_decision(view, answer).action)
        assert state.result.outcome in ("played", "passed_out")
