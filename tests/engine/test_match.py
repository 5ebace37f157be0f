import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.boards import dealer_of, vulnerability_of
from minibridge.engine.match import BoardOutcome, MatchOver, NextDeal, next_in_match, totals
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seats import Seat, Side

from .scored import played_deals

FOUR = RuleSet()


def played(number, dealer, ns=0, ew=0, outcome="played"):
    return BoardOutcome(number, dealer, outcome, {Side.NS: ns, Side.EW: ew})


def four(*scores, first=Seat.W):
    return [
        played(i + 1, first.clockwise[i % 4], max(score, 0), max(-score, 0)) for i, score in enumerate(scores)
    ]


def test_a_match_begins_with_the_drawn_dealer():
    assert next_in_match(FOUR, Seat.W, []) == NextDeal(1, Seat.W)


def test_the_deal_passes_to_the_left():
    assert next_in_match(FOUR, Seat.W, four(420)) == NextDeal(2, Seat.N)
    assert next_in_match(FOUR, Seat.W, four(420, 0, -50)) == NextDeal(4, Seat.S)


def test_a_balanced_board_is_dealt_again_by_the_same_dealer():
    outcomes = [*four(420), played(2, Seat.N, outcome="balanced")]
    assert next_in_match(FOUR, Seat.W, outcomes) == NextDeal(2, Seat.N)
    again = [*outcomes, played(2, Seat.N, outcome="balanced")]
    assert next_in_match(FOUR, Seat.W, again) == NextDeal(2, Seat.N)
    assert next_in_match(FOUR, Seat.W, [*again, played(2, Seat.N, 90)]) == NextDeal(3, Seat.E)


def test_a_passed_out_board_is_a_deal_like_the_others():
    outcomes = [*four(420), played(2, Seat.N, outcome="passed_out")]
    assert next_in_match(PRESETS["bridge"], Seat.W, outcomes) == NextDeal(3, Seat.E)
    four_times = [played(i + 1, dealer, outcome="passed_out") for i, dealer in enumerate(Seat.W.clockwise)]
    assert isinstance(next_in_match(PRESETS["bridge"], Seat.W, four_times), MatchOver)


def test_balanced_boards_do_not_shorten_a_match():
    outcomes = [played(1, Seat.W, outcome="balanced"), *four(420, 90, -50)]
    assert next_in_match(FOUR, Seat.W, outcomes) == NextDeal(4, Seat.S)


def test_after_four_deals_the_side_with_more_points_has_won():
    assert next_in_match(FOUR, Seat.W, four(420, -50, 90, -100)) == MatchOver(
        {Side.NS: 510, Side.EW: 150}, Side.NS
    )
    over = next_in_match(FOUR, Seat.W, four(0, -50, 0, 0))
    assert isinstance(over, MatchOver)
    assert over.winner is Side.EW


def test_equal_totals_are_a_draw():
    assert next_in_match(FOUR, Seat.W, four(90, -90, 0, 0)) == MatchOver({Side.NS: 90, Side.EW: 90}, None)


def test_extra_deals_decide_where_the_rules_say_so():
    rules = RuleSet(draw="extra_deal")
    level = four(90, -90, 0, 0)
    assert next_in_match(rules, Seat.W, level) == NextDeal(5, Seat.W)
    still = [*level, played(5, Seat.W, outcome="unfinished")]
    assert next_in_match(rules, Seat.W, still) == NextDeal(6, Seat.N)
    over = next_in_match(rules, Seat.W, [*still, played(6, Seat.N, 0, 50)])
    assert isinstance(over, MatchOver)
    assert over.winner is Side.EW


def test_a_board_that_the_table_ended_counts_as_a_deal():
    outcomes = [*four(90, 0, 0), played(4, Seat.S, outcome="unfinished")]
    assert next_in_match(FOUR, Seat.W, outcomes) == MatchOver({Side.NS: 90, Side.EW: 0}, Side.NS)


def test_a_match_to_points_ends_when_a_side_has_them():
    rules = RuleSet(length="points", target_points=500)
    assert next_in_match(rules, Seat.W, four(420, -300, -100, 70)) == NextDeal(5, Seat.W)
    over = next_in_match(rules, Seat.W, four(420, -300, 80))
    assert over == MatchOver({Side.NS: 500, Side.EW: 300}, Side.NS)


def test_a_board_that_was_passed_out_counts_as_a_deal():
    passed = [*four(420), played(2, Seat.N, outcome="passed_out")]
    assert next_in_match(FOUR, Seat.W, passed) == NextDeal(3, Seat.E)
    last = [*four(420, 0, 0), played(4, Seat.S, outcome="passed_out")]
    assert next_in_match(FOUR, Seat.W, last) == MatchOver({Side.NS: 420, Side.EW: 0}, Side.NS)
    to_points = RuleSet(length="points", target_points=500)
    assert next_in_match(to_points, Seat.W, last) == NextDeal(5, Seat.W)


@given(st.lists(played_deals(), min_size=1, max_size=12), st.integers(100, 3000))
def test_a_match_to_an_agreed_score_ends_when_a_side_first_has_it(deals, target):
    """Whatever is bid, doubled and vulnerable: the totals are those of duplicate, deal by deal."""
    rules, outcomes, written = RuleSet(length="points", target_points=target), [], {Side.NS: 0, Side.EW: 0}
    for number, deal in enumerate(deals, start=1):
        assert next_in_match(rules, Seat.N, outcomes) == NextDeal(number, dealer_of(number))
        ns = deal.score_for(Side.NS, vulnerability_of(number))
        outcomes.append(played(number, dealer_of(number), max(ns, 0), max(-ns, 0)))
        written[Side.NS if ns > 0 else Side.EW] += abs(ns)
        reached = [side for side in Side if written[side] >= target]
        if reached:
            assert next_in_match(rules, Seat.N, outcomes) == MatchOver(written, reached[0])
            return
    assert next_in_match(rules, Seat.N, outcomes) == NextDeal(len(deals) + 1, dealer_of(len(deals) + 1))


def test_a_match_by_time_ends_with_the_deal_in_which_it_is_up():
    rules = RuleSet(length="time")
    assert next_in_match(rules, Seat.W, four(420, 0, 0, 0, 0, 0)) == NextDeal(7, Seat.E)
    assert isinstance(next_in_match(rules, Seat.W, four(420), time_is_up=True), MatchOver)
    assert next_in_match(rules, Seat.W, [], time_is_up=True) == NextDeal(1, Seat.W)


def test_when_the_time_is_up_level_sides_play_an_extra_deal_if_the_rules_say_so():
    rules = RuleSet(length="time", draw="extra_deal")
    assert next_in_match(rules, Seat.W, four(90, -90), time_is_up=True) == NextDeal(3, Seat.E)


def test_time_does_not_end_a_match_of_deals():
    assert next_in_match(FOUR, Seat.W, four(420), time_is_up=True) == NextDeal(2, Seat.N)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_ends_after_four_deals(name):
    assert isinstance(next_in_match(PRESETS[name], Seat.N, four(8, -5, 8, -5)), MatchOver)


def test_totals_add_what_each_side_wrote():
    assert totals(four(420, -50, 90)) == {Side.NS: 510, Side.EW: 50}
    assert totals([]) == {Side.NS: 0, Side.EW: 0}
