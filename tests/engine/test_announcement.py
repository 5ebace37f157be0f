import pytest

from minibridge.engine.announcement import choose_declarer, declaring_side
from minibridge.engine.rules import RuleSet
from minibridge.engine.seats import SEATS, Seat, Side

SHOWN = RuleSet()
DEALER_SIDE = RuleSet(balanced="dealer_side")
FIRST_CORRECT = RuleSet(points="announced", tie="first_correct")
AGREE = RuleSet(tie="agree")


def totals(*points):
    return dict(zip(SEATS, points, strict=True))


@pytest.mark.parametrize(
    ("points", "side"),
    [
        ((9, 5, 16, 10), Side.NS),
        ((9, 10, 10, 11), Side.EW),
        ((21, 0, 0, 19), Side.NS),
        ((0, 11, 19, 10), Side.EW),
    ],
)
def test_the_side_with_more_points_declares(points, side):
    assert declaring_side(totals(*points), Seat.N, SHOWN) is side


def test_a_balanced_board_is_dealt_again_or_goes_to_the_dealers_side():
    balanced = totals(12, 7, 8, 13)
    assert declaring_side(balanced, Seat.E, SHOWN) is None
    assert declaring_side(balanced, Seat.E, DEALER_SIDE) is Side.EW
    assert declaring_side(balanced, Seat.S, DEALER_SIDE) is Side.NS


@pytest.mark.parametrize("rules", [SHOWN, FIRST_CORRECT, AGREE])
def test_the_partner_with_more_points_is_declarer_under_any_rule(rules):
    assert choose_declarer(Side.NS, totals(9, 5, 16, 10), Seat.N, rules) == (Seat.S, "more_points")
    assert choose_declarer(Side.EW, totals(9, 12, 8, 11), Seat.N, rules) == (Seat.E, "more_points")


@pytest.mark.parametrize(
    ("dealer", "declarer"), [(Seat.N, Seat.N), (Seat.E, Seat.S), (Seat.S, Seat.S), (Seat.W, Seat.N)]
)
def test_level_partners_declare_in_turn_from_the_dealer(dealer, declarer):
    assert choose_declarer(Side.NS, totals(12, 7, 12, 9), dealer, SHOWN) == (declarer, "first_announcer")


def test_of_level_partners_the_first_who_was_right_declares():
    order = (Seat.W, Seat.S, Seat.E, Seat.N)
    chosen = choose_declarer(Side.NS, totals(12, 7, 12, 9), Seat.N, FIRST_CORRECT, order)
    assert chosen == (Seat.S, "first_correct")


def test_level_partners_may_have_to_agree():
    assert choose_declarer(Side.NS, totals(12, 7, 12, 9), Seat.N, AGREE) == (None, None)
