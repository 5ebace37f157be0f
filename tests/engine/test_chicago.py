"""Four-deal bridge: the official scoring with carried partscores, and the popular one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.chicago import CHICAGO_DEALS, Chicago
from minibridge.engine.honours import Honours
from minibridge.engine.partscores import NO_PARTSCORES, Partscores
from minibridge.engine.played_deal import Unplayed
from minibridge.engine.seats import Seat, Side

from . import naive_scoring
from .scored import any_deals, by_name, down, in_naive_words, made, points
from .strategies import effort, seats


def round_of(*deals, first=Seat.N, **options):
    chicago = Chicago(first, **options)
    for deal in deals:
        chicago = chicago.after(deal)
    return chicago


NOTHING = down("N", "1C", 1)


def test_four_deals_scored_officially():
    """60 and 40 are a game of North-South, not vulnerable on deal 2: 300. East-West's notrump game is not
    vulnerable either: 300. The partscore of deal 4 is worth 100 more."""
    chicago = round_of(made("N", "2S"), made("S", "2D"), made("E", "3NT"), made("N", "1NT"))
    assert chicago.totals == points(60 + 40 + 300 + 40 + 100, 100 + 300)
    assert (chicago.is_over, chicago.winner) == (True, Side.NS)


def test_the_same_deals_scored_popularly():
    deals = (made("N", "2S"), made("S", "2D"), made("E", "3NT"), made("N", "1NT"))
    chicago = round_of(*deals, carries_partscores=False)
    assert chicago.totals == points(110 + 90 + 90, 400)
    assert chicago.partscores == NO_PARTSCORES


def test_a_partscore_with_an_overtrick_is_worth_90_and_no_more():
    assert round_of(made("N", "2S", 1)).totals == points(90, 0)


def test_the_vulnerability_follows_the_dealer():
    rounds = [round_of(*[NOTHING] * n, first=Seat.E) for n in range(4)]
    assert [one.vulnerability.value for one in rounds] == ["None", "NS", "EW", "All"]
    assert [one.dealer.value for one in rounds] == list("ESWN")


def test_the_dealers_opponents_may_be_vulnerable_instead():
    rounds = [round_of(*[NOTHING] * n, opponents_vulnerable=True) for n in range(4)]
    assert [one.vulnerability.value for one in rounds] == ["None", "NS", "EW", "All"]


@pytest.mark.parametrize(
    ("opponents_vulnerable", "declarer", "bonus"),
    [(False, "E", 500), (False, "N", 300), (True, "E", 300), (True, "N", 500)],
)
def test_a_game_earns_its_bonus_by_the_vulnerability_of_the_deal(opponents_vulnerable, declarer, bonus):
    chicago = round_of(Unplayed.UNFINISHED, opponents_vulnerable=opponents_vulnerable)
    after = chicago.after(made(declarer, "4H"))
    assert after.entries[-1].line.code == "game_bonus"
    assert sum(after.totals.values()) == 120 + bonus


def test_a_game_completed_on_a_later_deal_counts_at_the_vulnerability_of_that_deal():
    not_yet = round_of(made("E", "3S"), NOTHING, NOTHING)
    assert not_yet.after(made("W", "1C")).totals[Side.EW] == 90 + 20 + 500 + not_yet.totals[Side.EW] - 90


def test_a_game_cancels_the_partscores_of_both_sides():
    chicago = round_of(made("N", "2S"), made("E", "4S"))
    assert chicago.partscores == NO_PARTSCORES
    third = chicago.after(made("N", "1NT"))
    assert third.partscores == Partscores(ns=40)
    assert [entry.line.code for entry in third.entries].count("game_bonus") == 1


@pytest.mark.parametrize("carried", [[], [made("N", "1C")], [made("E", "1C")], [made("E", "2C"), NOTHING]])
def test_a_partscore_on_the_last_deal_is_worth_100_whoever_else_has_one(carried):
    before = round_of(*carried, *[NOTHING] * (3 - len(carried)))
    after = before.after(made("N", "1NT"))
    assert after.totals[Side.NS] - before.totals[Side.NS] == 40 + 100
    assert after.entries[-1].line.code == "last_deal_partscore_bonus"


def test_a_partscore_on_the_last_deal_that_completes_a_game_earns_the_game_bonus_alone():
    before = round_of(made("N", "2S"), NOTHING, NOTHING)
    after = before.after(made("S", "1NT"))
    assert after.totals[Side.NS] - before.totals[Side.NS] == 40 + 500


def test_a_contract_that_fails_on_the_last_deal_earns_nothing():
    before = round_of(NOTHING, NOTHING, NOTHING)
    after = before.after(down("N", "1NT", 1))
    assert after.totals == points(0, 50 + 50 + 100 + 100)


def test_a_deal_passed_out_is_dealt_again_by_the_same_dealer():
    before = round_of(made("N", "2S"))
    again = before.after(Unplayed.PASSED_OUT)
    assert again == before
    assert (again.number, again.dealer, again.vulnerability.value) == (2, Seat.E, "EW")


def test_a_deal_that_the_table_ended_counts_without_points():
    chicago = round_of(Unplayed.UNFINISHED)
    assert (chicago.number, chicago.dealer, chicago.totals) == (2, Seat.E, points(0, 0))


def test_honours_count_where_partscores_are_carried():
    deal = made("N", "4S", honours=Honours(Seat.E, 4, of_trumps=True))
    assert round_of(deal).totals == points(120 + 300, 100)
    assert round_of(deal, carries_partscores=False).totals == points(420, 0)


def test_a_round_has_four_deals():
    chicago = round_of(*[NOTHING] * CHICAGO_DEALS)
    with pytest.raises(ValueError, match="over"):
        chicago.after(NOTHING)
    with pytest.raises(ValueError, match="over"):
        chicago.after(Unplayed.PASSED_OUT)
    assert round_of(NOTHING).winner is None


def test_a_level_round_has_no_winner():
    assert round_of(*[Unplayed.UNFINISHED] * 4).winner is None


options = {"carries_partscores": st.booleans(), "opponents_vulnerable": st.booleans()}


def fold(chicago, deals):
    for deal in deals:
        if not chicago.is_over:
            chicago = chicago.after(deal)
    return chicago


@given(st.builds(Chicago, seats, **options), st.lists(any_deals, max_size=7))
@effort(200)
def test_any_round_is_scored_as_on_paper(chicago, deals):
    counted = [deal for deal in deals if deal is not Unplayed.PASSED_OUT][:CHICAGO_DEALS]
    totals = naive_scoring.chicago(
        [in_naive_words(deal) for deal in counted],
        chicago.first_dealer.value,
        chicago.carries_partscores,
        chicago.opponents_vulnerable,
    )
    assert by_name(fold(chicago, deals).totals) == totals


@given(st.builds(Chicago, seats, **options), st.lists(any_deals, max_size=6), st.integers(0, 6))
def test_a_round_may_be_folded_in_two_parts(chicago, deals, cut):
    whole = fold(chicago, deals)
    assert fold(fold(chicago, deals[:cut]), deals[cut:]) == whole
    assert sum(whole.totals.values()) == sum(entry.points for entry in whole.entries)


@given(seats, st.lists(any_deals, max_size=6))
def test_popular_scoring_is_duplicate_deal_by_deal(first, deals):
    chicago, balance = Chicago(first, carries_partscores=False), 0
    for deal in deals:
        if chicago.is_over:
            break
        if not isinstance(deal, Unplayed):
            balance += deal.score_for(Side.NS, chicago.vulnerability)
        chicago = chicago.after(deal)
    assert chicago.totals[Side.NS] - chicago.totals[Side.EW] == balance
