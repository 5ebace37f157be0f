import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.matchpoints import (
    matchpoint_lines,
    matchpoints,
    mean_percentage,
    neuberg,
    percentages,
    top,
)
from minibridge.engine.scoring import ScoreLine

from . import naive_scoring

TRAVELLER = Path(__file__).parents[1] / "fixtures" / "traveller_155_tables.csv"

scores = st.sampled_from([-620, -100, -50, 0, 90, 110, 140, 400, 420, 430, 980])
travellers = st.lists(st.one_of(scores, scores, scores, st.none()), max_size=14)


def test_two_for_every_table_beaten_and_one_for_every_equal():
    assert matchpoints([420, 450, 420, -50]) == [3, 6, 3, 0]
    assert matchpoints([90, 90, 90]) == [2, 2, 2]
    assert matchpoints([-100, -50, -200]) == [2, 4, 0]


def test_percentages_are_exact():
    assert percentages([420, 450, 420, -50]) == [50, 100, 50, 0]
    assert percentages([90, 90, 110, 140])[0] == Fraction(50, 3)


def test_a_percentage_is_rounded_by_whoever_shows_it():
    assert round(Fraction(50, 3), 2) == Fraction("16.67")
    assert round(Fraction(125, 1000), 2) == Fraction("0.12")
    assert round(Fraction(135, 1000), 2) == Fraction("0.14")


def test_tables_without_a_score_are_left_out():
    assert matchpoints([420, None, 400, None]) == [2, None, 0, None]
    assert percentages([420, None, 400, None]) == [100, None, 0, None]


@pytest.mark.parametrize("alone", [[], [None], [420], [None, -50]])
def test_a_table_without_another_has_no_percentage(alone):
    assert percentages(alone) == [None] * len(alone)
    assert [points for points in matchpoints(alone) if points is not None] in ([], [0])


@pytest.mark.parametrize(("results", "most"), [(0, 0), (1, 0), (2, 2), (11, 20)])
def test_the_top_is_two_for_every_other_result(results, most):
    assert top(results) == most


def test_matchpoints_are_spelled_out():
    field = [420, 450, 420, -50, None]
    assert matchpoint_lines(field, 0) == (
        ScoreLine("beaten", {"count": 1, "each": 2}, 2),
        ScoreLine("equalled", {"count": 1, "each": 1}, 1),
    )
    assert matchpoint_lines(field, 3) == ()
    assert matchpoint_lines(field, 4) == ()


def test_a_board_with_155_results():
    """The published percentages of this board count each result as half equal to itself: (points + 1) / 2n,
    which is Neuberg's formula for a field without end."""
    with TRAVELLER.open() as rows:
        lines = [
            (int(row["score_ns"]), int(row["tables"]), row["percentage_ns"]) for row in csv.DictReader(rows)
        ]
    field = [score for score, tables, _ in lines for _ in range(tables)]
    assert len(field) == 155
    found = dict(zip(field, matchpoints(field), strict=True))
    for score, _, published in lines:
        percentage = Fraction(100 * (found[score] + 1), 2 * 155)
        assert abs(percentage - Fraction(published)) <= Fraction(5, 100), score
        endless = neuberg(found[score], 155, 10**9) * 100 / top(10**9)
        assert abs(endless - percentage) < Fraction(1, 10**6), score


@given(travellers)
def test_matchpoints_by_comparing_one_by_one(field):
    points = matchpoints(field)
    assert points == naive_scoring.matchpoints(field)
    for table, own in enumerate(points):
        assert sum(line.points for line in matchpoint_lines(field, table)) == (own or 0)


@given(travellers)
def test_the_matchpoints_of_all_tables_sum_to_n_times_n_minus_one(field):
    given_scores = [score for score in field if score is not None]
    points = [one for one in matchpoints(field) if one is not None]
    assert sum(points) == len(given_scores) * (len(given_scores) - 1)
    assert all(0 <= one <= top(len(given_scores)) for one in points)


@given(travellers)
def test_east_west_have_what_is_missing_to_the_top(field):
    most = top(sum(score is not None for score in field))
    turned = matchpoints([None if score is None else -score for score in field])
    assert turned == [None if points is None else most - points for points in matchpoints(field)]


@given(travellers, st.randoms())
def test_the_order_of_the_tables_does_not_matter(field, rng):
    order = list(range(len(field)))
    rng.shuffle(order)
    points = matchpoints(field)
    assert matchpoints([field[n] for n in order]) == [points[n] for n in order]


def test_a_session_counts_every_board_alike():
    assert mean_percentage([Fraction(50), None, Fraction(100, 3)]) == Fraction(125, 3)
    assert mean_percentage([None, None]) is None
    assert mean_percentage([]) is None


# A board played seven times in one form and three times in another, and one played ten times of eleven
# (ebu.co.uk, Laws and Ethics: scoring of fouled boards; the Neuberg formula, the principle).
@pytest.mark.parametrize(
    ("results", "expected", "rounded"),
    [
        (7, 10, "0.4 3.3 6.1 9 11.9 14.7 17.6"),
        (3, 10, "2.3 9 15.7"),
        (10, 11, "0.1 2.3 4.5 6.7 8.9 11.1 13.3 15.5 17.7 19.9"),
        (8, 16, "1 5 9 13 17 21 25 29"),
    ],
)
def test_neubergs_formula_stretches_a_board_with_fewer_results(results, expected, rounded):
    points = [neuberg(2 * n, results, expected) for n in range(results)]
    assert [round(one, 1) for one in points] == [Fraction(one) for one in rounded.split()]
    assert sum(points) == results * (expected - 1)


def test_neubergs_formula_leaves_a_full_board_alone():
    assert [neuberg(points, 5, 5) for points in range(9)] == list(range(9))
    assert neuberg(0, 1, 8) == 7


@pytest.mark.parametrize(("results", "expected"), [(0, 5), (6, 5)])
def test_neubergs_formula_needs_results_but_no_more_than_expected(results, expected):
    with pytest.raises(ValueError, match="expected"):
        neuberg(0, results, expected)
