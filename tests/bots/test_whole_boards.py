"""Whole boards under any rules, with a person in one chair who claims, takes back and errs at random."""

import random

import pytest

from minibridge.bots import REASONS, Level
from minibridge.engine import (
    PRESETS,
    SEATS,
    Board,
    BoardOutcome,
    BoardState,
    Deal,
    MatchOver,
    Phase,
    RuleSet,
    Vulnerability,
    apply,
    next_in_match,
    start,
)

from .table import RandomPerson, chooser, next_decision, random_board, random_rules

MOST_STEPS = 600


def play_with_a_person(board: Board, rules: RuleSet, rng: random.Random) -> BoardState:
    """Plays a board of three bots and a person; every action of a bot is accepted, and the board ends."""
    person = RandomPerson(rng.choice(SEATS), rng)
    bots = {seat: chooser(rng.choice(list(Level))) for seat in SEATS if seat is not person.seat}
    state = start(board, rules)
    for _ in range(MOST_STEPS):
        if state.phase is Phase.FINISHED:
            return state
        after = person.acts(state) if rng.random() < 0.5 else None
        decision = None if after is not None else next_decision(state, bots, rng.randint(0, 9))
        if decision is not None:
            assert set(decision.reason.params) == set(REASONS[decision.reason.code])
            after = apply(state, decision.action)
        state = after or person.acts(state) or state
    raise AssertionError(f"stuck: {rules} {board} {state}")


def play_match(rules: RuleSet, rng: random.Random) -> None:
    outcomes: list[BoardOutcome] = []
    first = rng.choice(SEATS)
    while len(outcomes) < 4:
        ahead = next_in_match(rules, first, outcomes)
        if isinstance(ahead, MatchOver):
            return
        board = Board(ahead.number, ahead.dealer, rng.choice(list(Vulnerability)), Deal.random(rng))
        result = play_with_a_person(board, rules, rng).result
        outcomes.append(BoardOutcome(board.number, board.dealer, result.outcome, result.points))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_under_a_preset(preset):
    play_match(PRESETS[preset], random.Random(preset))


@pytest.mark.parametrize("seed", range(28))
def test_a_board_under_mixed_rules(seed):
    rng = random.Random(seed)
    play_with_a_person(random_board(rng), random_rules(rng), rng)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000))
def test_a_match_under_any_rules(seed):
    rng = random.Random(f"match {seed}")
    play_match(random_rules(rng), rng)
