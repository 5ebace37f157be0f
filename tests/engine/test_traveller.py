import pytest

from minibridge.engine.cards import Card
from minibridge.engine.deals import Deal
from minibridge.engine.seats import SEATS
from minibridge.engine.traveller import doubtful_results, is_lead_possible

from .scored import down, made

DEAL = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")


@pytest.mark.parametrize("declarer", SEATS)
def test_the_lead_must_come_from_the_hand_at_declarers_left(declarer):
    """A contract keyed for the wrong side shows in a lead that the leader does not hold."""
    for holder in SEATS:
        for card in DEAL[holder]:
            assert is_lead_possible(DEAL, declarer, card) == (holder is declarer.next)


def test_a_lead_from_declarers_own_hand_is_noticed():
    assert not is_lead_possible(DEAL, SEATS[0], Card.parse("SA"))
    assert is_lead_possible(DEAL, SEATS[3], Card.parse("SA"))


# The next three are those of a scoring program's help page (support.bridgemate.com, suspicious contracts).
def test_one_result_against_nine_is_doubtful():
    results = [made("E", "4S", 1)] * 7 + [made("E", "4S")] * 2 + [made("N", "4S", 1)]
    assert doubtful_results(results) == (9,)


def test_both_are_doubtful_if_nothing_tells_which_is_wrong():
    assert doubtful_results([made("N", "6H"), made("W", "6H")]) == (0, 1)


def test_a_third_result_tells_which_is_wrong():
    assert doubtful_results([made("N", "6H"), made("W", "6H"), made("S", "4H", 2)]) == (1,)


def test_both_sides_may_declare_in_one_denomination():
    assert doubtful_results([made("N", "2H"), made("W", "2H"), down("E", "3H", 2)]) == ()


def test_the_same_tricks_in_different_denominations_are_no_contradiction():
    assert doubtful_results([made("N", "6H"), made("W", "6S")]) == ()
    assert doubtful_results([made("N", "6NT"), made("W", "6S")]) == ()


def test_the_limit_is_the_teachers():
    results = [made("N", "2S", 1), made("E", "2S")]
    assert doubtful_results(results) == (0, 1)
    assert doubtful_results(results, suit_limit=17) == ()
    assert doubtful_results([made("N", "1NT", 1), made("E", "1NT")], notrump_limit=14) == (0, 1)


def test_notrump_has_a_higher_limit():
    assert doubtful_results([made("N", "2NT"), made("E", "3NT")]) == ()
    assert doubtful_results([made("N", "2S"), made("E", "3S")]) == (0, 1)
    assert doubtful_results([made("N", "3NT"), made("E", "3NT")]) == (0, 1)


def test_results_of_one_side_never_contradict_each_other():
    assert doubtful_results([made("N", "7S"), made("S", "7S"), made("N", "6S", 1)]) == ()
    assert doubtful_results([]) == ()
