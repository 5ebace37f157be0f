import pytest

from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.scoring import (
    TRICK_CODES,
    ScoreLine,
    duplicate_lines,
    result_of,
    result_without_score,
    score,
    score_lines,
)
from minibridge.engine.seats import Seat, Side


def lines(text, tricks):
    return score_lines(Contract.parse(text), tricks, RuleSet())


def test_a_made_game_is_spelled_out():
    assert lines("4S", 10) == (
        ScoreLine("trick_points", {"count": 4, "each": 30}, 120),
        ScoreLine("game_bonus", {}, 300),
    )


def test_the_first_trick_at_notrump_has_its_own_line():
    assert lines("3NT", 10) == (
        ScoreLine("first_trick", {"each": 40}, 40),
        ScoreLine("trick_points", {"count": 2, "each": 30}, 60),
        ScoreLine("game_bonus", {}, 300),
        ScoreLine("overtricks", {"count": 1, "each": 30}, 30),
    )
    assert [line.code for line in lines("1NT", 7)] == ["first_trick", "partscore_bonus"]


def test_undertricks_are_written_by_the_defenders():
    assert lines("4S", 8) == (ScoreLine("undertricks", {"count": 2, "each": 50}, 100, to_defenders=True),)


def test_doubled_undertricks_are_grouped_by_price():
    failed = score_lines(Contract.parse("4SX"), 5, RuleSet())
    assert [(line.params["count"], line.params["each"]) for line in failed] == [(1, 100), (2, 200), (2, 300)]


def test_slam_bonuses_are_added_to_the_game_bonus():
    assert [(line.code, line.points) for line in lines("6C", 13)] == [
        ("trick_points", 120),
        ("game_bonus", 300),
        ("small_slam_bonus", 500),
        ("overtricks", 20),
    ]
    assert [line.code for line in lines("7C", 13)] == ["trick_points", "game_bonus", "grand_slam_bonus"]


def spelled_out(text, tricks):
    """The lines of a vulnerable declarer, in short."""
    return [
        (line.code, line.params.get("count"), line.params.get("each"), line.points)
        for line in duplicate_lines(Contract.parse(text), True, tricks)
    ]


def test_a_vulnerable_slam_redoubled_is_spelled_out():
    assert spelled_out("6NTXX", 13) == [
        ("first_trick", None, 160, 160),
        ("trick_points", 5, 120, 600),
        ("game_bonus", None, None, 500),
        ("small_slam_bonus", None, None, 750),
        ("redoubled_bonus", None, None, 100),
        ("overtricks", 1, 400, 400),
    ]
    assert spelled_out("7D", 13) == [
        ("trick_points", 7, 20, 140),
        ("game_bonus", None, None, 500),
        ("grand_slam_bonus", None, None, 1500),
    ]


def test_a_partscore_that_doubling_makes_a_game_is_spelled_out():
    assert spelled_out("2SX", 9) == [
        ("trick_points", 2, 60, 120),
        ("game_bonus", None, None, 500),
        ("doubled_bonus", None, None, 50),
        ("overtricks", 1, 200, 200),
    ]
    assert spelled_out("1SX", 7) == [
        ("trick_points", 1, 60, 60),
        ("partscore_bonus", None, None, 50),
        ("doubled_bonus", None, None, 50),
    ]


def test_vulnerable_undertricks_are_spelled_out():
    assert spelled_out("3NT", 7) == [("undertricks", 2, 100, 200)]
    assert spelled_out("3NTX", 6) == [("undertricks", 1, 200, 200), ("undertricks", 2, 300, 600)]
    assert spelled_out("3NTXX", 7) == [("undertricks", 1, 400, 400), ("undertricks", 1, 600, 600)]


@pytest.mark.parametrize("denomination", Denomination)
def test_the_lines_of_the_tricks_are_the_trick_points_of_the_contract(denomination):
    for level in range(1, 8):
        for doubling in Doubling:
            contract = Contract(level, denomination, doubling)
            tricks = [line for line in duplicate_lines(contract, False, 13) if line.code in TRICK_CODES]
            assert sum(line.points for line in tricks) == contract.trick_points


def test_a_vulnerable_board_has_its_score():
    result = result_of("claimed", Seat.N, Contract.parse("4H"), 10, RuleSet(), vulnerable=True)
    assert result.points == {Side.NS: 620, Side.EW: 0}
    assert result.lines == score_lines(Contract.parse("4H"), 10, RuleSet(), vulnerable=True)


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("denomination", Denomination)
def test_the_lines_add_up_to_the_score(level, denomination):
    for doubling in Doubling:
        contract = Contract(level, denomination, doubling)
        for tricks in range(14):
            parts = score_lines(contract, tricks, RuleSet())
            assert {line.to_defenders for line in parts} == {tricks < contract.tricks_needed}
            assert sum(line.points for line in parts) == abs(score(contract, False, tricks))
            for line in parts:
                assert line.points == line.params.get("count", 1) * line.params.get("each", line.points)


@pytest.mark.parametrize(
    ("text", "vulnerable", "tricks", "points"),
    [
        ("7C", False, 13, 1440),
        ("7NT", True, 13, 2220),
        ("3HX", False, 9, 530),
        ("3HX", True, 9, 730),
        ("7NTX", False, 13, 1790),
        ("7NTX", False, 12, -100),
        ("4CX", False, 0, -2600),
        ("5CXX", False, 4, -3400),
        ("1CXX", True, 10, 1430),
        ("6S", True, 12, 1430),
    ],
)
def test_scores_others_have_got_wrong(text, vulnerable, tricks, points):
    assert score(Contract.parse(text), vulnerable, tricks) == points


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_side_wins_thirteen_tricks_at_most(tricks):
    with pytest.raises(ValueError, match="13 tricks"):
        score(Contract.parse("1C"), False, tricks)


def test_what_is_made_is_written_by_declarers_side_and_what_fails_by_the_defenders():
    made = result_of("played", Seat.E, Contract.parse("4S"), 10, RuleSet())
    assert made.points == {Side.NS: 0, Side.EW: 420}
    failed = result_of("played", Seat.E, Contract.parse("4S"), 8, RuleSet())
    assert failed.points == {Side.NS: 100, Side.EW: 0}


def test_counting_tricks_gives_each_side_its_own():
    result = result_of("played", Seat.W, None, 8, PRESETS["count_tricks"])
    assert result.points == {Side.NS: 5, Side.EW: 8}
    assert [(line.points, line.to_defenders) for line in result.lines] == [(8, False), (5, True)]


@pytest.mark.parametrize("outcome", ["balanced", "passed_out", "unfinished"])
def test_a_board_without_score_gives_nobody_anything(outcome):
    result = result_without_score(outcome, None, None)
    assert result.points == {Side.NS: 0, Side.EW: 0}
    assert (result.tricks, result.lines) == (None, ())
