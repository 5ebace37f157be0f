"""Rubbers: whole ones from public examples, every rule by itself, and a second opinion on any other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.boards import Vulnerability
from minibridge.engine.honours import Honours
from minibridge.engine.partscores import NO_PARTSCORES, Partscores
from minibridge.engine.played_deal import Unplayed
from minibridge.engine.rubber import GameWon, Rubber
from minibridge.engine.seats import Seat, Side

from . import naive_scoring
from .scored import any_deals, by_name, down, in_naive_words, made, points
from .strategies import effort, seats

# Nine deals of a published slide show (slideplayer.com 2812193); the same deals are the synopsis of the Perl
# module Games::Cards::Bridge::Rubber.
NINE_DEALS = (
    made("N", "2H", 2),
    down("E", "4SX", 2),
    made("E", "3NT", 1),
    made("W", "3S"),
    down("W", "2D", 2),
    made("S", "6HX", 1),
    made("E", "1NT", 1),
    made("N", "3C"),
    made("W", "3H"),
)


def rubber_of(*deals, first=Seat.N):
    rubber = Rubber(first)
    for deal in deals:
        rubber = rubber.after(deal)
    return rubber


def codes(rubber):
    return [entry.line.code for entry in rubber.entries]


def test_a_rubber_of_nine_deals_won_by_one_side_and_its_points_by_the_other():
    rubber = rubber_of(*NINE_DEALS)
    assert rubber.is_over
    assert [game.side for game in rubber.games] == [Side.EW, Side.NS, Side.EW]
    assert rubber.totals == points(60 + 60 + 300 + 200 + 360 + 100 + 50 + 500 + 60, 880)
    assert rubber.winner is Side.NS


def test_each_deal_of_that_rubber_is_scored_at_the_vulnerability_of_its_time():
    seen = [rubber_of(*NINE_DEALS[:n]).vulnerability.value for n in range(9)]
    assert seen == ["None", "None", "None", "EW", "EW", "EW", "All", "All", "All"]


def test_the_line_is_drawn_after_the_deals_that_made_game():
    rubber = rubber_of(*NINE_DEALS)
    assert rubber.games == (GameWon(Side.EW, 3), GameWon(Side.NS, 6), GameWon(Side.EW, 9))


def test_a_partscore_and_one_notrump_win_the_rubber_in_two_games():
    """North-South have a game of 100, 70 below and 20 above, East-West 60 and 60; one notrump gives 930 to
    120 (highlaneu3a.org.uk, question 29)."""
    rubber = rubber_of(
        made("E", "2S", 2),
        made("N", "5C", 1),
        made("S", "1H"),
        made("N", "2D"),
    )
    assert rubber.partscores == Partscores(ns=70)
    ended = rubber.after(made("S", "1NT"))
    assert ended.totals == points(100 + 70 + 40 + 20 + 700, 120)
    assert (ended.is_over, ended.winner) == (True, Side.NS)


def test_partscores_are_carried_and_cut_off_by_the_game_of_either_side():
    rubber = rubber_of(made("N", "2S"), made("E", "3D"))
    assert rubber.partscores == Partscores(ns=60, ew=60)
    assert rubber.partscores.makes_game(Side.NS, made("N", "2H").contract)
    game = rubber.after(made("N", "2H"))
    assert game.partscores == NO_PARTSCORES
    assert (game.games_of(Side.NS), game.games_of(Side.EW)) == (1, 0)
    assert game.totals == points(120, 60)
    assert game.after(made("E", "2C")).partscores == Partscores(ew=40)


def test_a_deal_earns_no_bonus_for_partscore_or_game():
    assert rubber_of(made("N", "2S")).totals == points(60, 0)
    assert rubber_of(made("N", "4S")).totals == points(120, 0)


def test_overtricks_do_not_count_towards_game():
    rubber = rubber_of(made("N", "1C", 6))
    assert rubber.totals == points(140, 0)
    assert rubber.partscores == Partscores(ns=20)


def test_a_doubled_partscore_may_be_a_game():
    rubber = rubber_of(made("E", "2HX"))
    assert rubber.games == (GameWon(Side.EW, 1),)
    assert rubber.totals == points(0, 120 + 50)


@pytest.mark.parametrize(
    ("before", "bonus"),
    [([], 700), ([made("E", "3NT")], 500), ([made("E", "2S"), down("N", "4S", 3)], 700)],
)
def test_the_rubber_is_worth_700_or_500(before, bonus):
    rubber = rubber_of(*before, made("N", "3NT"), made("S", "4H"))
    last = rubber.entries[-1]
    assert (last.line.code, last.side, last.points) == ("rubber_bonus", Side.NS, bonus)
    assert last.line.params == {"games_lost": 0 if bonus == 700 else 1}
    assert codes(rubber).count("rubber_bonus") == 1


def test_undertricks_cost_more_once_a_side_has_a_game():
    assert rubber_of(down("N", "4SX", 2)).totals == points(0, 300)
    assert rubber_of(made("S", "4S"), down("N", "4SX", 2)).totals == points(120, 500)
    assert rubber_of(made("E", "4S"), down("N", "4SX", 2)).totals == points(0, 120 + 300)


def test_slams_are_worth_more_to_a_vulnerable_side():
    assert rubber_of(made("N", "6S")).totals == points(180 + 500, 0)
    assert rubber_of(made("N", "3NT"), made("N", "7S")).totals == points(100 + 210 + 1500 + 700, 0)


def test_honours_belong_to_the_side_that_holds_them_whatever_the_result():
    held_by_declarer = made("S", "4S", honours=Honours(Seat.N, 4, of_trumps=True))
    assert rubber_of(held_by_declarer).totals == points(120 + 100, 0)
    held_by_defender = made("S", "4S", -1, honours=Honours(Seat.E, 5, of_trumps=True))
    rubber = rubber_of(held_by_defender)
    assert rubber.totals == points(0, 50 + 150)
    assert [entry.holder for entry in rubber.entries] == [None, Seat.E]
    assert rubber.partscores == NO_PARTSCORES


@pytest.mark.parametrize("unplayed", list(Unplayed))
def test_the_next_dealer_deals_after_a_deal_without_score(unplayed):
    rubber = rubber_of(unplayed, first=Seat.W)
    assert (rubber.number, rubber.dealer, rubber.entries) == (2, Seat.N, ())


def test_the_deal_passes_to_the_left():
    rubbers = [rubber_of(*[down("N", "1C", 1)] * n, first=Seat.S) for n in range(6)]
    assert [rubber.dealer.value for rubber in rubbers] == list("SWNESW")
    assert [rubber.number for rubber in rubbers] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("deal", [made("N", "1C"), Unplayed.PASSED_OUT])
def test_nothing_is_added_to_a_rubber_that_is_over(deal):
    for rubber in (rubber_of(*NINE_DEALS), Rubber(Seat.N).abandoned()):
        with pytest.raises(ValueError, match="over"):
            rubber.after(deal)
        with pytest.raises(ValueError, match="over"):
            rubber.abandoned()


def test_a_rubber_in_progress_has_no_winner():
    assert rubber_of(made("N", "4S")).winner is None


UNFINISHED = [
    ([], (0, 0)),
    ([made("N", "4S")], (300, 0)),
    ([made("N", "4S"), made("E", "3NT")], (0, 0)),
    ([made("E", "2S")], (0, 100)),
    ([made("E", "2S"), made("N", "1C")], (0, 0)),
    ([made("N", "4S"), made("N", "1C")], (400, 0)),
    ([made("N", "4S"), made("E", "1C")], (300, 100)),
    ([made("N", "4S"), made("N", "2C"), made("E", "1C")], (300, 0)),
    ([made("N", "4S"), made("E", "3NT"), made("E", "1C")], (0, 100)),
    ([made("E", "2S"), made("N", "4S")], (300, 0)),
]


@pytest.mark.parametrize(("deals", "bonuses"), UNFINISHED)
def test_an_unfinished_rubber_pays_the_only_game_and_the_only_partscore(deals, bonuses):
    rubber = rubber_of(*deals)
    ended = rubber.abandoned()
    assert ended.is_over
    assert ended.totals == points(*(rubber.totals[side] + bonuses[side.order] for side in Side))
    assert ended.winner in (None, max(Side, key=lambda side: ended.totals[side]))


def test_the_figures_of_an_unfinished_rubber_are_the_tables():
    rubber = rubber_of(made("N", "4S"), made("E", "1C"))
    assert rubber.abandoned(partscore_bonus=50).totals == points(120 + 300, 20 + 50)
    assert rubber.abandoned(game_bonus=250, partscore_bonus=0).totals == points(120 + 250, 20)


def test_a_level_rubber_has_no_winner():
    rubber = rubber_of(made("N", "4S"), made("E", "4S")).abandoned()
    assert (rubber.is_over, rubber.winner) == (True, None)


def fold(rubber, deals):
    for deal in deals:
        if not rubber.is_over:
            rubber = rubber.after(deal)
    return rubber


@given(seats, st.lists(any_deals, max_size=25))
@effort(200)
def test_any_rubber_is_scored_as_on_paper(first, deals):
    rubber, played = Rubber(first), []
    for deal in deals:
        if rubber.is_over:
            break
        rubber = rubber.after(deal)
        played.append(in_naive_words(deal))
    paper = naive_scoring.rubber(played)
    assert by_name(rubber.totals) == naive_scoring.rubber_totals(played)
    assert [game.side.value for game in rubber.games] == paper["games"]
    assert {side.value: rubber.partscores[side] for side in Side} == paper["leg"]
    below = {
        side.value: sum(one.points for one in rubber.entries if one.is_below and one.side is side)
        for side in Side
    }
    assert below == paper["below"]
    assert rubber.is_over == (2 in map(paper["games"].count, ("NS", "EW")))


@given(st.lists(any_deals, max_size=12), st.integers(0, 12))
def test_a_rubber_may_be_folded_in_two_parts(deals, cut):
    whole = fold(Rubber(Seat.E), deals)
    parts = fold(fold(Rubber(Seat.E), deals[:cut]), deals[cut:])
    assert parts == whole
    assert hash(parts) == hash(whole)


@given(st.lists(any_deals, max_size=12))
def test_the_sheet_of_a_rubber_only_grows(deals):
    rubber = Rubber(Seat.N)
    for deal in deals:
        if rubber.is_over:
            break
        longer = rubber.after(deal)
        assert longer.entries[: len(rubber.entries)] == rubber.entries
        assert {entry.deal for entry in longer.entries[len(rubber.entries) :]} <= {rubber.number}
        assert all(entry.points > 0 for entry in longer.entries)
        rubber = longer


@given(st.lists(any_deals, max_size=12))
def test_sides_are_vulnerable_once_they_have_a_game(deals):
    rubber = fold(Rubber(Seat.N), deals)
    won = {game.side for game in rubber.games}
    assert {side for side in Side if rubber.vulnerability.includes(side)} == won
    assert (rubber.vulnerability is Vulnerability.NONE) == (not won)
