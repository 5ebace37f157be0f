import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.boards import vulnerability_of
from minibridge.engine.contracts import Contract
from minibridge.engine.imps import butler, cross_imp_lines, cross_imps, datum, imp_line, imps
from minibridge.engine.played_deal import PlayedDeal
from minibridge.engine.scoring import ScoreLine
from minibridge.engine.seats import Seat, Side

from . import naive_scoring

TEAM_MATCH = Path(__file__).parents[1] / "fixtures" / "team_match.csv"

scores = st.one_of(
    st.sampled_from([-1100, -620, -50, 0, 90, 140, 400, 420, 430, 620]), st.integers(-760, 298)
).map(lambda score: score if score % 10 == 0 else score * 10)
travellers = st.lists(st.one_of(scores, scores, scores, st.none()), max_size=14)


@pytest.mark.parametrize(
    ("difference", "points"),
    [
        *((0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (420, 9), (430, 10), (490, 10), (500, 11), (590, 11)),
        *(
            (600, 12),
            (3990, 23),
            (4000, 24),
            (420 - 170, 6),
            (620 + 100, 12),
            (3000, 22),
            (2490, 20),
            (15200, 24),
        ),
    ],
)
def test_a_difference_is_flattened_by_the_scale(difference, points):
    assert imps(difference) == points
    assert imps(-difference) == -points


def test_every_difference_that_can_be():
    for difference in range(-15_210, 15_211, 10):
        assert imps(difference) == naive_scoring.imps(difference)


@pytest.mark.parametrize("difference", [1, 15, -5, 425])
def test_a_difference_that_no_two_scores_have_is_refused(difference):
    with pytest.raises(ValueError, match="multiple of 10"):
        imps(difference)


def test_a_comparison_is_spelled_out():
    params = {"own": 420, "other": 170, "difference": 250, "count": 3, "each": 6}
    assert imp_line(420, 170, 3) == ScoreLine("imps", params, 18)
    assert imp_line(-100, 620).points == -12


def result(word, number):
    """`4SWx-4` as vugraph files write a result: contract, declarer, doubling, and how it went."""
    stem = word.rstrip("=+-0123456789")
    went = word[len(stem) :]
    doubling = "".join(letter for letter in stem if letter == "x").upper()
    level, denomination, declarer = stem[0], stem[1], stem[2]
    contract = Contract.parse(level + denomination.replace("N", "NT") + doubling)
    tricks = contract.tricks_needed + (0 if went == "=" else int(went))
    deal = PlayedDeal(Seat.parse(declarer), contract, tricks)
    return deal.score_for(Side.NS, vulnerability_of(number))


def test_fifteen_boards_of_a_match_of_teams():
    """Results and vulnerabilities of a real match; the scores and IMPs beside them were worked out apart."""
    with TEAM_MATCH.open() as rows:
        boards = list(csv.DictReader(rows))
    assert len(boards) == 15
    for board in boards:
        number = int(board["board"])
        open_room, closed_room = (result(board[room], number) for room in ("open", "closed"))
        assert (open_room, closed_room) == (int(board["open_ns"]), int(board["closed_ns"])), number
        assert imps(open_room - closed_room) == int(board["imps"]), number
    assert sum(max(int(board["imps"]), 0) for board in boards) == 30
    assert sum(max(-int(board["imps"]), 0) for board in boards) == 41


# Four scores (slidegur.com 40803), and six, of which two are minus (bridge55.fi).
def test_the_average_of_the_comparisons_with_every_other_table():
    assert cross_imps([430, 400, 150, -50])[0] == 6
    others = [450, -100, -200, 400, 590]
    assert cross_imps([420, *others])[0] == Fraction(18, 5)
    assert [imps(420 - other) for other in others] == [-1, 11, 12, 1, -5]


def test_two_tables_have_the_whole_difference():
    assert cross_imps([400, -50]) == [10, -10]


def test_thirds_stay_thirds():
    assert cross_imps([420, 400, 400, 420]) == [
        Fraction(2, 3),
        Fraction(-2, 3),
        Fraction(-2, 3),
        Fraction(2, 3),
    ]


@pytest.mark.parametrize("alone", [[], [None], [420], [None, 420, None]])
def test_a_table_without_another_has_no_average(alone):
    assert cross_imps(alone) == [None] * len(alone)


def test_a_table_without_a_score_is_compared_with_nobody():
    assert cross_imps([420, None, -50, None]) == [10, None, -10, None]


def test_the_comparisons_of_a_table_are_spelled_out_the_highest_score_first():
    lines = cross_imp_lines([-50, 420, None, 420, 620], 1)
    assert [(line.params["other"], line.params["count"], line.points) for line in lines] == [
        (620, 1, -5),
        (420, 1, 0),
        (-50, 1, 10),
    ]
    assert [line.params["count"] for line in cross_imp_lines([0, 90, 90, 90], 0)] == [3]
    assert cross_imp_lines([420, None], 1) == ()


@given(travellers)
def test_cross_imps_by_comparing_one_by_one(field):
    averages = cross_imps(field)
    assert averages == naive_scoring.cross_imps(field)
    for table, average in enumerate(averages):
        lines = cross_imp_lines(field, table)
        compared = sum(line.params["count"] for line in lines)
        assert average == (Fraction(sum(line.points for line in lines), compared) if compared else None)


@given(travellers)
def test_the_cross_imps_of_all_tables_sum_to_zero_and_east_west_have_the_opposite(field):
    north_south = cross_imps(field)
    east_west = cross_imps([None if score is None else -score for score in field])
    assert sum(average for average in north_south if average is not None) == 0
    assert east_west == [None if average is None else -average for average in north_south]


# Twenty-two tables of a world championship (bridgebase.com, topic 48693).
def test_a_real_datum_and_the_imps_against_it():
    field = [980] * 3 + [480] * 11 + [450] * 7 + [-50]
    assert datum(field) == 510
    assert [butler(field)[index] for index in (0, 3, 14, 21)] == [10, -1, -2, -11]


@pytest.mark.parametrize(
    ("field", "rounded"),
    [
        ([420, 430], 420),
        ([430, 440], 440),
        ([-420, -430], -420),
        ([-430, -440], -440),
        ([480, 470, 480, 480], 480),
        ([110, 110, 100], 110),
        ([100, 100, 110], 100),
        ([0], 0),
        ([50, -50], 0),
        ([10, -20], 0),
        ([10, -40], -20),
    ],
)
def test_the_datum_is_rounded_to_ten_and_a_five_to_the_even_ten(field, rounded):
    assert datum(field) == rounded


def test_extreme_scores_may_be_left_out_of_the_datum_but_are_compared_with_it():
    field = [1430, 620, 620, 620, -100]
    assert datum(field) == 640
    assert datum(field, dropped=1) == 620
    assert butler(field, dropped=1) == [13, 0, 0, 0, -12]
    assert datum(field, dropped=2) == 620


@pytest.mark.parametrize(
    ("field", "dropped"), [([], 0), ([None], 0), ([420, 400], 1), ([420], 1), ([420], 3)]
)
def test_there_may_be_no_datum(field, dropped):
    assert datum(field, dropped) is None
    assert butler(field, dropped) == [None] * len(field)


def test_a_negative_number_of_scores_cannot_be_dropped():
    with pytest.raises(ValueError, match="dropped"):
        datum([420], -1)


@given(travellers, st.integers(0, 3))
def test_butler_by_decimal_arithmetic_and_for_both_sides(field, dropped):
    middle = naive_scoring.datum(field, dropped)
    assert datum(field, dropped) == middle
    expected = [
        None if score is None or middle is None else naive_scoring.imps(score - middle) for score in field
    ]
    assert butler(field, dropped) == expected
    turned = butler([None if score is None else -score for score in field], dropped)
    assert turned == [None if points is None else -points for points in expected]
