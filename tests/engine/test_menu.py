import pytest

from minibridge.engine.cards import SUITS
from minibridge.engine.menu import advise, level_from_points, menu
from minibridge.engine.rules import PRESETS, RuleSet

FOUR_DEALS = RuleSet()
FLAT = (7, 7, 6, 6)


def lengths(*four):
    return dict(zip(SUITS, four, strict=True))


def offered(rules, points=22, shape=FLAT):
    return " ".join(map(str, menu(rules, points, lengths(*shape))))


PARTSCORES = "1C 1D 1H 1S 1NT"
GAMES = "3NT 4H 4S 5C 5D"


@pytest.mark.parametrize("points", [21, 24, 25, 37])
def test_partscore_and_game_are_offered_whatever_the_points(points):
    assert offered(RuleSet(), points) == f"{PARTSCORES} {GAMES}"


def test_slams_are_offered_where_the_rules_say():
    assert offered(RuleSet(menu="partscore_game_small_slam")) == f"{PARTSCORES} {GAMES} 6C 6D 6H 6S 6NT"
    assert offered(RuleSet(menu="partscore_game_slams")).endswith("6NT 7C 7D 7H 7S 7NT")


def test_all_35_contracts_are_offered_with_free_levels():
    assert len(offered(RuleSet(menu="levels")).split()) == 35


def test_game_is_mandatory_from_25_points_and_forbidden_below():
    rules = RuleSet(menu="mandatory_game")
    assert offered(rules, 24) == PARTSCORES
    assert offered(rules, 25) == GAMES


def test_an_imposed_level_leaves_the_denomination_to_declarer():
    assert offered(PRESETS["decision_table_fr"], 28) == "4C 4D 4H 4S 4NT"
    assert offered(PRESETS["target"], 27) == "3C 3D 3H 3S 3NT"


def test_nothing_is_offered_where_tricks_are_counted():
    assert offered(PRESETS["count_tricks"]) == ""


@pytest.mark.parametrize(
    ("minimum", "shape", "expected"),
    [
        ("eight", (8, 7, 6, 5), "1S 1NT 3NT 4S"),
        ("eight", (7, 7, 6, 6), "1NT 3NT"),
        ("eight", (5, 5, 8, 8), "1C 1D 1NT 3NT 5C 5D"),
        ("eight_major_nine_minor", (5, 5, 8, 8), "1NT 3NT"),
        ("eight_major_nine_minor", (8, 4, 9, 5), "1D 1S 1NT 3NT 4S 5D"),
    ],
)
def test_a_suit_needs_enough_trumps(minimum, shape, expected):
    assert offered(RuleSet(trump_minimum=minimum), shape=shape) == expected


FRENCH = [1] * 3 + [2] * 2 + [3] * 2 + [4] * 3 + [5] * 3 + [6] * 4 + [7] * 4
TARGET = [1] * 3 + [2] * 2 + [3] * 3 + [4] * 3 + [5] * 3 + [6] * 4 + [7] * 3


@pytest.mark.parametrize(("table", "levels"), [("french", FRENCH), ("target", TARGET)])
def test_levels_from_20_to_40_points(table, levels):
    assert [level_from_points(table, points) for points in range(20, 41)] == levels


def advised(points, shape, rules=FOUR_DEALS):
    one = advise(rules, menu(rules, points, lengths(*shape)), points, lengths(*shape))
    return f"{one.code} {one.contract}"


@pytest.mark.parametrize(
    ("points", "shape", "expected"),
    [
        (25, (9, 6, 5, 6), "major_fit 4S"),
        (24, (9, 6, 5, 6), "major_fit 1S"),
        (25, (5, 8, 8, 5), "major_fit 4H"),
        (25, (8, 8, 5, 5), "major_fit 4S"),
        (25, (8, 9, 5, 4), "major_fit 4H"),
        (25, (7, 7, 6, 6), "notrump 3NT"),
        (24, (7, 7, 6, 6), "notrump 1NT"),
        (24, (5, 5, 8, 8), "notrump 1NT"),
        (24, (4, 5, 8, 9), "minor_fit 1C"),
        (26, (4, 5, 8, 9), "notrump 3NT"),
        (27, (4, 4, 9, 9), "minor_fit 5D"),
        (22, (5, 5, 7, 9), "notrump 1NT"),
    ],
)
def test_the_usual_advice(points, shape, expected):
    assert advised(points, shape) == expected


@pytest.mark.parametrize(
    ("points", "menu_", "contract"),
    [
        (33, "partscore_game", "4S"),
        (33, "partscore_game_small_slam", "6S"),
        (37, "partscore_game_small_slam", "6S"),
        (36, "partscore_game_slams", "6S"),
        (37, "partscore_game_slams", "7S"),
        (24, "levels", "1S"),
        (30, "levels", "4S"),
        (24, "mandatory_game", "1S"),
        (34, "mandatory_game", "4S"),
    ],
)
def test_slams_are_advised_where_they_are_offered(points, menu_, contract):
    assert advised(points, (9, 6, 5, 6), RuleSet(menu=menu_)) == f"major_fit {contract}"


def test_a_table_of_points_advises_its_own_level():
    assert advised(26, (9, 6, 5, 6), RuleSet(menu="levels", points_table="french")) == "major_fit 3S"
    assert advised(26, (9, 6, 5, 6), RuleSet(points_table="french")) == "major_fit 1S"
    assert advised(27, (9, 6, 5, 6), RuleSet(points_table="french")) == "major_fit 4S"
    assert advised(31, (9, 6, 5, 6), PRESETS["target"]) == "major_fit 5S"


def test_advice_gives_its_reasons():
    rules = RuleSet()
    one = advise(rules, menu(rules, 28, lengths(4, 4, 9, 9)), 28, lengths(4, 4, 9, 9))
    assert one.params == {"points": 28, "goal": "game", "suit": "D", "length": 9, "weak": "H"}


@pytest.mark.parametrize("rules", [*PRESETS.values(), RuleSet(menu="levels", trump_minimum="eight")])
def test_only_what_is_offered_is_advised(rules):
    for points in range(20, 41):
        for shape in ((9, 6, 5, 6), (7, 7, 6, 6), (3, 3, 10, 10), (5, 5, 8, 8), (13, 13, 0, 0)):
            choices = menu(rules, points, lengths(*shape))
            if choices:
                assert advise(rules, choices, points, lengths(*shape)).contract in choices
