"""Bots answer everything that can be asked of them, and nothing else."""

import random

import pytest

from minibridge.bots import Level, choose
from minibridge.engine import PRESETS, Board, Deal, Phase, Vulnerability, Watcher, start, view_for
from minibridge.engine.seats import SEATS

from .table import play_board, table_of


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", Level)
def test_a_board_is_played_to_its_end(preset, level):
    rng = random.Random(f"{preset}{level}")
    board = Board(1, rng.choice(SEATS), Vulnerability.NONE, Deal.random(rng))
    state = play_board(board, PRESETS[preset], table_of(level, level))
    assert state.phase is Phase.FINISHED
    assert state.result.outcome in ("played", "balanced", "passed_out")


def test_nothing_is_asked_of_a_watcher():
    board = Board(1, SEATS[0], Vulnerability.NONE, Deal.random(random.Random(1)))
    state = start(board, PRESETS["ebu"])
    assert choose(view_for(state, Watcher.OPEN), Level.HARD, 1) is None
    assert [choose(view_for(state, seat), Level.HARD, 1) is None for seat in SEATS] == [
        False,
        True,
        True,
        True,
    ]
