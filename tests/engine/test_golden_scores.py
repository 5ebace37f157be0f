"""Every cell of the score tables, and the scores that others have published (tests/fixtures/scores_*.csv)."""

import csv
from itertools import pairwise
from pathlib import Path

import pytest

from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.scoring import duplicate_lines, result_of, score, score_lines
from minibridge.engine.seats import Seat

from . import naive_scoring

FIXTURES = Path(__file__).parents[1] / "fixtures"
STRAINS = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "NT"}
GAMES = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
CALLED = {"partscore": 1, "small_slam_opt800": 6, "grand_slam_opt1300": 7}


def rows(name):
    with (FIXTURES / name).open() as table:
        return list(csv.DictReader(table))


def duplicate_cells():
    """(contract, vulnerable, tricks, score) of each of the 2,940 cells."""
    return [
        (
            Contract.parse(cell["level"] + STRAINS[cell["strain"]] + cell["doubling"].upper()),
            cell["vulnerable"] == "1",
            int(cell["declarer_tricks"]),
            int(cell["score_for_declarer_side"]),
        )
        for cell in rows("scores_duplicate.csv")
    ]


def test_all_duplicate_cells():
    cells = duplicate_cells()
    assert len({cell[:3] for cell in cells}) == 35 * 3 * 2 * 14
    for contract, vulnerable, tricks, points in cells:
        assert score(contract, vulnerable, tricks) == points, (contract, vulnerable, tricks)


def test_a_second_opinion_on_all_duplicate_cells():
    for contract, vulnerable, tricks, points in duplicate_cells():
        assert naive_scoring.duplicate(str(contract), vulnerable, tricks) == points


def test_all_duplicate_cells_are_spelled_out():
    for contract, vulnerable, tricks, points in duplicate_cells():
        lines = duplicate_lines(contract, vulnerable, tricks)
        assert what_each_writes(lines) == (max(points, 0), max(-points, 0)), (contract, vulnerable, tricks)
        for line in lines:
            assert line.points == line.params.get("count", 1) * line.params.get("each", line.points) > 0


def test_all_duplicate_cells_are_written_by_the_right_side():
    for contract, vulnerable, tricks, points in duplicate_cells():
        for declarer in (Seat.S, Seat.W):
            result = result_of("played", declarer, contract, tricks, RuleSet(), vulnerable)
            own, theirs = result.points[declarer.side], result.points[declarer.side.other]
            assert (own, theirs) == (max(points, 0), max(-points, 0))


def test_the_scores_that_others_have_published():
    published = rows("scores_published.csv")
    assert len(published) == 76
    for row in published:
        contract, vulnerable = Contract.parse(row["contract"]), row["vulnerable"] == "1"
        assert score(contract, vulnerable, int(row["tricks"])) == int(row["score"]), row


def test_1430_has_three_shapes_and_plus_100_none():
    """So says the test suite of qoobaa/bridge."""
    cells = duplicate_cells()
    found = {(str(c), v, tricks) for c, v, tricks, _ in cells if score(c, v, tricks) == 1430}
    assert found == {
        *((minor + "XX", True, 10) for minor in ("1C", "1D")),
        *((minor + "XX", False, 13) for minor in ("1C", "1D")),
        *((major, True, 12) for major in ("6H", "6S")),
    }
    assert not any(score(c, v, tricks) == 100 for c, v, tricks, _ in cells)


def test_vulnerability_changes_premiums_and_penalties_but_no_trick_points():
    """The same tricks whoever is vulnerable: only what they are worth may differ."""
    by_vulnerability = ("game_bonus", "small_slam_bonus", "grand_slam_bonus", "undertricks")
    for contract, vulnerable, tricks, _ in duplicate_cells():
        if vulnerable:
            continue
        without, with_it = (duplicate_lines(contract, v, tricks) for v in (False, True))
        for code in {line.code for line in (*without, *with_it)}:
            sums = [sum(line.points for line in lines if line.code == code) for lines in (without, with_it)]
            grows = code in by_vulnerability or (
                code == "overtricks" and contract.doubling is not Doubling.UNDOUBLED
            )
            assert (sums[0] < sums[1]) if grows else (sums[0] == sums[1]), (contract, tricks, code)


PUBLISHED_MINIBRIDGE = """
    1C 8 90, 1D 7 70, 1H 8 110, 1S 10 170, 1S 13 260, 1NT 7 90, 1NT 9 150, 1C 13 190, 1H 6 -50, 1D 5 -100,
    1S 0 -350, 3NT 9 400, 3NT 10 430, 3NT 8 -50, 4S 10 420, 4S 9 -50, 4S 8 -100, 4S 13 510, 5C 11 400,
    5D 12 420, 5D 10 -50, 5C 7 -200, 6S 12 980, 6NT 12 990, 6C 13 940, 6NT 11 -50, 7C 13 1440, 7C 12 -50
"""


@pytest.mark.parametrize("example", PUBLISHED_MINIBRIDGE.split(","))
def test_the_examples_of_the_minibridge_sources(example):
    """Partscores are called at level 1, games and slams where they need their tricks."""
    contract, tricks, points = example.split()
    assert score(Contract.parse(contract), False, int(tricks)) == int(points)


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
        ("4S", False, 9, -50),
        ("5HXX", True, 7, -2200),
    ],
)
def test_scores_that_other_programs_got_wrong(text, vulnerable, tricks, points):
    assert score(Contract.parse(text), vulnerable, tricks) == points


@pytest.mark.parametrize("doubling", list(Doubling))
def test_every_trick_more_is_worth_something(doubling):
    for level in range(1, 8):
        for denomination in Denomination:
            contract = Contract(level, denomination, doubling)
            for vulnerable in (False, True):
                results = [score(contract, vulnerable, tricks) for tricks in range(14)]
                assert all(fewer < more for fewer, more in pairwise(results)), contract
