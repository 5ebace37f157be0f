"""The measurement measures what it says."""

import json

import pytest

from minibridge.bots import Level
from minibridge.engine import Denomination, Phase, Seat, Side, start, view_for
from tests.bots.table import play_board, table_of

from . import double_dummy
from .choosers import CHOOSERS
from .deals import RULES, board
from .measures import as_declarer, as_defenders, compared, contract_choice
from .results import Results
from .run import lines, measure, sample

solver = pytest.mark.skipif(not double_dummy.is_available(), reason="endplay is not installed")


def test_boards_are_the_same_in_every_run_and_never_balanced():
    assert board(0, 3) == board(0, 3) != board(1, 3)
    assert all(start(board(0, number), RULES).phase is not Phase.FINISHED for number in range(40))


def test_a_level_is_level_with_itself():
    numbers = [compared(CHOOSERS["hard"], CHOOSERS["hard"], board(0, number)) for number in range(5)]
    assert numbers == [{"points": 0, "tricks": 0}] * 5


def test_a_comparison_is_the_difference_of_two_tables():
    one, other = Level.HARD, Level.EASY
    first = play_board(board(0, 1), RULES, table_of(one, other), 1)
    second = play_board(board(0, 1), RULES, table_of(other, one), 1)
    numbers = compared(CHOOSERS["hard"], CHOOSERS["easy"], board(0, 1))
    assert numbers["tricks"] == first.tricks_won[Side.NS] + second.tricks_won[Side.EW] - 13
    assert numbers == {
        key: -value for key, value in compared(CHOOSERS["easy"], CHOOSERS["hard"], board(0, 1)).items()
    }


def test_a_run_that_was_stopped_goes_on(tmp_path):
    path = tmp_path / "results.json"
    measure(["easy", "medium"], 2, 0, path, solve=False)
    kept = json.loads(path.read_text())
    kept["boards"]["medium v. easy"]["0"]["points"] = 12345
    path.write_text(json.dumps(kept))
    results = measure(["easy", "medium"], 3, 0, path, solve=False)
    assert results.boards["medium v. easy"]["0"]["points"] == 12345
    assert set(json.loads(path.read_text())["boards"]["medium v. easy"]) == {"0", "1", "2"}
    assert Results(path, seed=1).boards == {}


def test_the_verdict_counts_standard_errors():
    results = Results(None, 0)
    for number, points in enumerate((10, 12, 14)):
        results.add("hard v. medium", number, {"points": points, "tricks": (-1) ** number})
    points, tricks = lines(results, ["medium", "hard"], 3)
    assert results.mean("hard v. medium", "points", 3) == pytest.approx((12, 2 / 3**0.5))
    assert "+12.00 points" in points and ": more than two" in points
    assert "NOT more than two" in tricks


def test_a_sample_gives_figures():
    assert set(sample(deals=2)) == {"medium v. easy", "hard v. medium"}


@solver
def test_the_solver_agrees_with_a_deal_of_one_suit_each():
    one_suit_each = board(0, 0).deal.parse(
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )
    table = double_dummy.table_of(one_suit_each)
    assert table[Denomination.S, Seat.N] == 13 and table[Denomination.H, Seat.N] == 0
    assert table[Denomination.NOTRUMP, Seat.N] == 0 and table[Denomination.NOTRUMP, Seat.S] == 0


@solver
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_nobody_beats_double_dummy_play(level):
    assert as_declarer(CHOOSERS[level], board(0, 0))["tricks"] <= 0
    assert as_defenders(CHOOSERS[level], board(0, 0))["tricks"] <= 0


@solver
def test_a_contract_that_misses_nothing_is_good():
    for number in range(3):
        numbers = contract_choice(CHOOSERS["hard"], board(0, number))
        assert numbers["missed"] >= 0 and numbers["good"] == (numbers["missed"] <= 20)


@solver
def test_worth_of_cards_is_of_the_legal_cards():
    def watch(state, decision):
        if state.phase is Phase.PLAY:
            worth = double_dummy.worth_of_cards(state)
            assert set(worth) == set(view_for(state, state.actor).legal_cards)
            assert worth[double_dummy.best_card(state)] == max(worth.values()) <= state.remaining

    play_board(board(0, 2), RULES, table_of(Level.EASY, Level.EASY), watch=watch)
