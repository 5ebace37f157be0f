"""Every cell of the published score tables (tests/fixtures/scores_*.csv)."""

import csv
from pathlib import Path

import pytest

from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.rules import PRESETS
from minibridge.engine.scoring import score, score_lines

FIXTURES = Path(__file__).parents[1] / "fixtures"
STRAINS = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "NT"}
GAMES = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
CALLED = {"partscore": 1, "small_slam_opt800": 6, "grand_slam_opt1300": 7}


def rows(name):
    with (FIXTURES / name).open() as table:
        return list(csv.DictReader(table))


def test_all_duplicate_cells():
    cells = rows("scores_duplicate.csv")
    assert len(cells) == 35 * 3 * 2 * 14
    for cell in cells:
        contract = Contract.parse(cell["level"] + STRAINS[cell["strain"]] + cell["doubling"].upper())
        got = score(contract, cell["vulnerable"] == "1", int(cell["declarer_tricks"]))
        assert got == int(cell["score_for_declarer_side"]), cell


def test_all_minibridge_cells():
    cells = rows("scores_minibridge.csv")
    assert len(cells) == 4 * 5 * 14
    for cell in cells:
        level = CALLED.get(cell["contract"]) or GAMES[cell["strain"]]
        contract = Contract(level, Denomination(STRAINS[cell["strain"]]))
        got = score(contract, False, int(cell["declarer_tricks"]))
        assert got == int(cell["score_for_declarer_side"]), cell


def undoubled():
    return [Contract(level, denomination) for level in range(1, 8) for denomination in Denomination]


def what_each_writes(lines):
    """(declarer's side, defenders), summed from the lines."""
    return tuple(
        sum(line.points for line in lines if line.to_defenders is theirs) for theirs in (False, True)
    )


@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if rules.scoring == "standard"])
def test_the_spelled_out_lines_sum_to_the_score(preset):
    for contract in undoubled():
        for tricks in range(14):
            total = score(contract, False, tricks)
            lines = score_lines(contract, tricks, PRESETS[preset])
            assert what_each_writes(lines) == (max(total, 0), max(-total, 0)), (contract, tricks)
            assert all(line.points > 0 for line in lines), (contract, tricks)


def test_the_lines_of_counted_tricks_sum_to_the_tricks():
    for tricks in range(14):
        assert what_each_writes(score_lines(None, tricks, PRESETS["count_tricks"])) == (tricks, 13 - tricks)


def test_slam_premiums_replace_the_game_premium():
    """800 and 1,300 contain the 300 for game; they are not paid on top of it."""
    made = {str(c): score(c, False, c.level + 6) for c in undoubled() if c.level >= 6}
    assert made["6C"] == 120 + 800
    assert made["7C"] == 140 + 1300
    assert made["6NT"] == 190 + 800
    assert score(Contract.parse("6C"), False, 13) == 940
    assert score(Contract.parse("7C"), False, 12) == -50


@pytest.mark.parametrize(
    ("text", "vulnerable", "tricks", "points"),
    [
        ("7C", False, 13, 1440),
        ("7NT", False, 13, 1520),
        ("7NT", True, 13, 2220),
        ("3HX", False, 9, 530),
        ("3HX", True, 9, 730),
        ("7NTX", False, 13, 1790),
        ("7NTX", False, 12, -100),
        ("4CX", False, 0, -2600),
        ("5CXX", False, 4, -3400),
        ("4SX", False, 10, 590),
    ],
)
def test_scores_that_other_programs_got_wrong(text, vulnerable, tricks, points):
    assert score(Contract.parse(text), vulnerable, tricks) == points


@pytest.mark.parametrize("doubling", list(Doubling))
def test_a_trick_more_never_costs(doubling):
    for level in range(1, 8):
        for denomination in Denomination:
            contract = Contract(level, denomination, doubling)
            results = [score(contract, False, tricks) for tricks in range(14)]
            assert results == sorted(results)
