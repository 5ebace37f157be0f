"""A bot cannot know what it does not see: two deals that look the same from its chair get the same answer."""

import random

import pytest

from minibridge.bots import Level, choose, hint
from minibridge.engine import PRESETS, SEATS, Board, Deal, IllegalAction, Phase, hcp, replay, view_for

from .table import play_board, random_board, random_rules, table_of


def another_deal(state, viewer, rng):
    """The deal with some cards exchanged between hands that *viewer* does not see, card for card of the same
    points, of those still held.
    """
    view = view_for(state, viewer)
    hidden = [seat for seat in SEATS if view.hands[seat] is None]
    hands = {seat: set(state.board.deal[seat]) for seat in SEATS}
    if len(hidden) < 2 or state.board.deal != Deal(*(frozenset(state.original[seat]) for seat in SEATS)):
        return None
    held = {seat: list(state.hands[seat]) for seat in hidden}
    for _ in range(12):
        one, other = rng.sample(hidden, 2)
        first, second = rng.choice(held[one] or [None]), rng.choice(held[other] or [None])
        if first is None or second is None or hcp([first]) != hcp([second]):
            continue
        held[one][held[one].index(first)], held[other][held[other].index(second)] = second, first
        hands[one].symmetric_difference_update((first, second))
        hands[other].symmetric_difference_update((first, second))
    return Deal(*(frozenset(hands[seat]) for seat in SEATS))


def compare(board, rules, rng):
    """Plays a board; at each action looks for a second world, and compares what all levels say in both."""
    log, states = [], []
    play_board(board, rules, table_of(Level.HARD, Level.MEDIUM), watch=lambda *one: states.append(one))
    compared = 0
    for state, decision in states:
        viewer = decision.action.seat
        deal = another_deal(state, viewer, rng)
        if deal is not None and deal != board.deal:
            other = Board(board.number, board.dealer, board.vulnerability, deal)
            try:
                twin = replay(other, rules, log)
            except IllegalAction:
                twin = None
            if twin is not None and view_for(twin, viewer) == view_for(state, viewer):
                compared += 1
                here, there = view_for(state, viewer), view_for(twin, viewer)
                for level in Level:
                    assert choose(here, level, 3) == choose(there, level, 3)
                assert hint(here, 3) == hint(there, 3)
        log.append(decision.action)
    return compared


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_view_gets_the_same_answer(preset):
    rng = random.Random(preset)
    compared = 0
    while compared < 5:
        compared += compare(random_board(rng), PRESETS[preset], rng)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_the_same_view_gets_the_same_answer_under_any_rules(seed):
    rng = random.Random(seed)
    for _ in range(4):
        compare(random_board(rng), random_rules(rng), rng)


def test_the_answer_depends_on_nothing_else():
    """The same view gives the same decision twice, and EXPERT's is HARD's."""
    rng = random.Random(6)
    seen = []

    def watch(state, decision):
        view = view_for(state, decision.action.seat)
        for seed in (0, 1):
            assert choose(view, Level.EASY, seed) == choose(view, Level.EASY, seed)
            assert choose(view, Level.EXPERT, seed) == choose(view, Level.HARD, seed)
        seen.append(choose(view, Level.EASY, 0) != choose(view, Level.EASY, 1))

    state = play_board(random_board(rng), PRESETS["count_tricks"], table_of(Level.EASY, Level.EASY), 0, watch)
    assert state.phase is Phase.FINISHED
    assert any(seen)
