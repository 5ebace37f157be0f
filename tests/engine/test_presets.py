"""House rules: every option does what its sources say, presets play to an end, contradictions are refused."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.deals import Deal
from minibridge.engine.errors import ContradictoryRules, MustFollowSuit, NotADeclarerCandidate
from minibridge.engine.match import BoardOutcome, MatchOver, NextDeal, next_in_match, totals
from minibridge.engine.rules import AXES, PRESETS, RULES_VERSION, RuleSet, phases
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat, Side
from minibridge.engine.state import Phase, apply, replay, start

from . import naive
from .strategies import (
    MINIBRIDGE,
    OPTIONS,
    SPECIAL_DEALS,
    deal_where,
    effort,
    naive_of,
    play_on,
    seeds,
    to_action,
)

WORKED = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")
BALANCED, TEN_EACH, TIED, SLAM = (Deal.parse(text) for text in SPECIAL_DEALS[:4])
FOUR_DEALS = {
    "players": "four",
    "bidding": "announcement",
    "points": "shown",
    "recount": "everybody",
    "balanced": "redeal",
    "tie": "first_announcer",
    "dummy_faced": "before_contract",
    "menu": "partscore_game",
    "trump_minimum": "none",
    "points_table": "twenty_five",
    "scoring": "standard",
    "vulnerability": "ignored",
    "length": "deals",
    "deals": 4,
    "draw": "drawn",
    "takeback": "opponents",
    "revokes": "refused",
    "out_of_turn": "refused",
    "insufficient_bids": "refused",
    "dummy_sees_declarer": False,
    "claims": True,
}
AUCTION = {"bidding": "auction", "points": "hidden", "menu": "levels", "dummy_faced": "after_lead"}
PROMISED = {
    "four_deals": {},
    "ebu": {"points": "announced"},
    "nbb": {"menu": "mandatory_game", "trump_minimum": "eight"},
    "ebu_slam": {"menu": "partscore_game_small_slam"},
    "decision_table_fr": {"menu": "imposed_level", "points_table": "french"},
    "target": {"menu": "imposed_level", "points_table": "target"},
    "count_tricks": {"menu": "none", "scoring": "tricks"},
    "shape_first": {"dummy_faced": "shape_first"},
    "dummy_after_lead": {"dummy_faced": "after_lead"},
    "bridge": {
        "bidding": "auction",
        "points": "hidden",
        "menu": "levels",
        "dummy_faced": "after_lead",
        "vulnerability": "board",
    },
    "three_french": {
        "players": "three_french",
        "points": "announced",
        "balanced": "dealer_side",
        "dummy_faced": "shape_first",
        "menu": "imposed_level",
        "trump_minimum": "eight",
        "points_table": "french",
    },
    "three_fourth_dummy": {"players": "three_fourth_dummy", "points": "announced"},
}


def board(deal, dealer=Seat.N):
    return Board(1, dealer, Vulnerability.NONE, deal)


def do(state, *steps):
    for step in steps:
        state = apply(state, to_action(*step))
    return state


def menu_of(rules, deal, dealer=Seat.N):
    view = view_for(start(board(deal, dealer), rules), Watcher.OUTSIDE)
    return {str(c) for c in view_for(start(board(deal, dealer), rules), view.declarer).menu}


# The catalogue


def test_the_axes_are_those_that_the_sources_differ_on():
    assert {axis: set(options) for axis, options in AXES.items()} == {
        axis: set(options) for axis, options in OPTIONS.items()
    }


def test_presets_are_what_their_names_promise():
    assert list(PRESETS) == list(PROMISED)
    assert RuleSet() == PRESETS["four_deals"]
    assert {key: PRESETS["four_deals"].to_dict()[key] for key in FOUR_DEALS} == FOUR_DEALS
    for name, promised in PROMISED.items():
        rules = PRESETS[name].to_dict()
        assert promised.items() <= rules.items()
        same = FOUR_DEALS.keys() - promised.keys() - {"points"}
        assert {key: rules[key] for key in same} == {key: FOUR_DEALS[key] for key in same}
    assert RULES_VERSION == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "CONTRACT PLAY FINISHED"),
        ({"points": "announced"}, "ANNOUNCEMENT CONTRACT PLAY FINISHED"),
        ({"tie": "agree"}, "DECLARER CONTRACT PLAY FINISHED"),
        ({"points": "announced", "tie": "agree"}, "ANNOUNCEMENT DECLARER CONTRACT PLAY FINISHED"),
        ({"menu": "none", "scoring": "tricks"}, "PLAY FINISHED"),
        (AUCTION, "AUCTION PLAY FINISHED"),
        (AUCTION | {"draw": "extra_deal"}, "AUCTION PLAY FINISHED"),
    ],
)
def test_the_phases_follow_from_the_rules(changes, expected):
    assert [phase.name for phase in phases(RuleSet(**changes))] == expected.split()


@pytest.mark.parametrize("axis", OPTIONS)
@pytest.mark.parametrize("value", ["nonsense", "", None, True, 0, 1.5, [], {}, ("shown",)], ids=repr)
def test_unknown_options_are_refused(axis, value):
    with pytest.raises(ValueError, match=axis):
        RuleSet(**{axis: value})


@pytest.mark.parametrize("number", ["deals", "target_points", "minutes"])
@pytest.mark.parametrize("value", [0, -1, 10**9, "4", 4.0, None, True, []], ids=repr)
def test_numbers_out_of_range_or_of_another_type_are_refused(number, value):
    with pytest.raises(ValueError, match=number):
        RuleSet(**{number: value})
    with pytest.raises(ValueError, match=number):
        RuleSet.from_dict({number: value})


def test_a_match_has_1_to_32_deals():
    assert (RuleSet(deals=1).deals, RuleSet(deals=32).deals) == (1, 32)
    with pytest.raises(ValueError, match="deals"):
        RuleSet(deals=33)


@pytest.mark.parametrize("data", [{"colour": "red"}, {"menu": "bidding"}, [], None, "ebu", {1: 2}], ids=repr)
def test_rules_that_do_not_exist_are_refused(data):
    with pytest.raises(ValueError):
        RuleSet.from_dict(data)


@pytest.mark.parametrize(
    "changes",
    [
        *(
            {"tie": "first_correct", "points": points}
            for points in OPTIONS["points"]
            if points != "announced"
        ),
        {"tie": "agree", "points": "hidden"},
        {"menu": "none"},
        {"scoring": "tricks"},
        {"menu": "none", "scoring": "tricks", "trump_minimum": "eight"},
        {"menu": "none", "scoring": "tricks", "trump_minimum": "eight_major_nine_minor"},
        {"menu": "none", "scoring": "tricks", "length": "points"},
        {"menu": "imposed_level", "points_table": "twenty_five"},
        {"menu": "mandatory_game", "points": "hidden"},
        {"menu": "imposed_level", "points_table": "french", "points": "hidden"},
        {"bidding": "auction"},
        {"bidding": "auction", "menu": "levels"},
        {"bidding": "auction", "dummy_faced": "after_lead"},
        {"bidding": "auction", "menu": "levels", "dummy_faced": "after_lead", "points": "announced"},
        {"bidding": "auction", "menu": "levels", "dummy_faced": "after_lead", "points": "shown"},
        {"bidding": "auction", "menu": "levels", "dummy_faced": "after_lead", "points": "partners"},
        {"out_of_turn": "laws", "takeback": "off"},
        {"insufficient_bids": "laws", "takeback": "off"},
        {"revokes": "laws"},
        {"revokes": "laws", "takeback": "free"},
        {"players": "three_french", "bidding": "auction", "menu": "levels", "dummy_faced": "after_lead"},
        {"players": "three_french", "points": "partners"},
        {"players": "three_fourth_dummy", "tie": "agree"},
        {"players": "three_fourth_dummy", "revokes": "one_trick"},
        {"players": "three_french", "length": "points"},
        {"players": "three_french", "draw": "extra_deal"},
        {"bidding": "auction", "menu": "levels", "dummy_faced": "after_lead", "trump_minimum": "eight"},
    ],
    ids=lambda changes: " ".join(changes.values()),
)
def test_contradictions_are_refused_by_name(changes):
    with pytest.raises(ContradictoryRules) as refusal:
        RuleSet(**changes)
    assert isinstance(refusal.value.code, str)
    assert refusal.value.code
    with pytest.raises(ContradictoryRules):
        RuleSet.from_dict(changes)


# Whole boards


def play_whole_boards(rules, seed, number=3):
    rng = random.Random(seed)
    for _ in range(number):
        vulnerability = rng.choice(list(Vulnerability))
        dealt = Board(1, rng.choice(SEATS), vulnerability, Deal.random(rng))
        model = naive_of(dealt, rules)
        state = replay(dealt, rules, play_on(model, rng))
        result = view_for(state, Watcher.OUTSIDE).result
        assert state.phase is Phase.FINISHED
        assert (result.outcome, result.tricks) == (model.outcome, model.declarer_tricks)
        assert {side.value: points for side, points in result.points.items()} == model.points
        if result.tricks is None:
            continue
        us, them = (result.points[side] for side in (result.declarer.side, result.declarer.side.other))
        assert {
            sum(line.points for line in result.lines if line.to_defenders is whose) for whose in (True, False)
        } == {us, them}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_plays_whole_boards_to_an_end(preset):
    play_whole_boards(PRESETS[preset], seed=preset)


@pytest.mark.parametrize(("axis", "option"), [(axis, option) for axis in OPTIONS for option in OPTIONS[axis]])
def test_every_option_plays_whole_boards_to_an_end(axis, option):
    needs = {
        "first_correct": {"points": "announced"},
        "imposed_level": {"points_table": "french"},
        "none": {"scoring": "tricks"} if axis == "menu" else {},
        "tricks": {"menu": "none"},
        "auction": AUCTION,
        "laws": AUCTION | {"takeback": "off"},
    }
    play_whole_boards(RuleSet(**{axis: option} | needs.get(option, {})), seed=option, number=2)


@effort(15)
@given(st.sampled_from(list(PRESETS.values())), seeds)
def test_a_match_ends_under_every_preset(rules, seed):
    rng = random.Random(seed)
    first, outcomes = rng.choice(SEATS), []
    following = next_in_match(rules, first, outcomes)
    while isinstance(following, NextDeal):
        assert len(outcomes) < 60
        model = naive_of(board(Deal.random(rng), following.dealer), rules)
        dealer = following.dealer.value
        by_sides = not model.has_auction and model.three != "fourth_dummy"
        balanced = by_sides and not naive.declaring_side(dealer, model.dealt, model.rules)
        points = {Side.NS: 0 if balanced else rng.choice([0, 420]), Side.EW: 0}
        outcomes.append(outcome(following, "balanced" if balanced else "played", points))
        following = next_in_match(rules, first, outcomes)
    assert sum(one.outcome != "balanced" for one in outcomes) == 4
    assert following.totals == totals(outcomes)


# Each option


def announced(rules, deal, *totals_, dealer=Seat.N):
    state = start(board(deal, dealer), rules)
    for points in totals_:
        state = do(state, (state.actor.value, "announce", points))
    return state


def test_points_announced_go_round_from_the_dealer():
    state = start(board(WORKED, Seat.E), PRESETS["ebu"])
    assert (state.phase, state.actor) == (Phase.ANNOUNCEMENT, Seat.E)
    state = announced(PRESETS["ebu"], WORKED, 5, 16, 10, 9, dealer=Seat.E)
    assert state.phase is Phase.CONTRACT
    assert view_for(state, Seat.W).declarer is Seat.S


@pytest.mark.parametrize("points", ["shown", "written", "partners", "hidden"])
def test_points_that_the_site_counts_begin_with_the_contract(points):
    state = start(board(WORKED), RuleSet(points=points))
    assert (state.phase, state.n, state.actor) == (Phase.CONTRACT, 0, Seat.S)


def test_everybody_recounts_though_errors_cancel():
    state = announced(PRESETS["ebu"], WORKED, 9, 6, 15, 10)
    assert (state.phase, state.actor) == (Phase.ANNOUNCEMENT, Seat.N)
    assert view_for(state, Seat.N).announcements == ()
    state = do(
        state, *[(seat, "announce", points) for seat, points in zip("NESW", (9, 5, 16, 10), strict=True)]
    )
    assert state.phase is Phase.CONTRACT


def test_only_the_wrong_recount():
    rules = replace(PRESETS["ebu"], recount="wrong_only")
    state = announced(rules, WORKED, 9, 6, 15, 10)
    assert state.actor is Seat.E
    state = do(state, ("E", "announce", 5))
    assert state.actor is Seat.S
    state = do(state, ("S", "announce", 15))
    assert (state.phase, state.actor) == (Phase.ANNOUNCEMENT, Seat.S)
    assert do(state, ("S", "announce", 16)).phase is Phase.CONTRACT


@pytest.mark.parametrize("preset", MINIBRIDGE)
def test_twenty_each_is_dealt_again(preset):
    state = start(board(BALANCED), PRESETS[preset])
    if state.phase is Phase.ANNOUNCEMENT:
        state = announced(PRESETS[preset], BALANCED, 8, 11, 12, 9)
    result = view_for(state, Watcher.OUTSIDE).result
    assert (state.phase, result.outcome) == (Phase.FINISHED, "balanced")
    assert (result.declarer, result.contract, result.tricks) == (None, None, None)
    assert set(result.points.values()) == {0}


@pytest.mark.parametrize(("dealer", "declarer"), [("N", "S"), ("E", "E"), ("S", "S"), ("W", "E")])
def test_twenty_is_enough_for_the_dealers_side(dealer, declarer):
    state = start(board(BALANCED, Seat(dealer)), RuleSet(balanced="dealer_side"))
    assert view_for(state, Watcher.OUTSIDE).declarer is Seat(declarer)


@pytest.mark.parametrize("table", ["french", "target"])
def test_twenty_points_of_the_dealers_side_are_level_one(table):
    rules = RuleSet(balanced="dealer_side", menu="imposed_level", points_table=table)
    assert menu_of(rules, BALANCED) == {f"1{denomination}" for denomination in naive.DENOMINATIONS}


@pytest.mark.parametrize(("dealer", "declarer"), [("N", "N"), ("E", "S"), ("S", "S"), ("W", "N")])
def test_of_equal_hands_the_first_from_the_dealer_declares(dealer, declarer):
    """North and South hold twelve each."""
    for points in ("shown", "announced"):
        state = start(board(TIED, Seat(dealer)), RuleSet(points=points))
        if points == "announced":
            right = [
                naive.hcp(frozenset(map(str, TIED[seat]))) for seat in (Seat(dealer), Seat(dealer).next) * 2
            ]
            state = announced(RuleSet(points=points), TIED, *right, dealer=Seat(dealer))
        view = view_for(state, Seat.E)
        assert (view.declarer, view.declarer_reason) == (Seat(declarer), "first_announcer")


def test_of_equal_hands_the_first_who_counted_right_declares():
    rules = RuleSet(points="announced", tie="first_correct")
    right = (12, 8, 12, 8)
    assert view_for(announced(rules, TIED, *right), Seat.E).declarer is Seat.N
    state = announced(rules, TIED, 11, 9, 12, 8, *right)
    view = view_for(state, Seat.E)
    assert (view.declarer, view.declarer_reason) == (Seat.S, "first_correct")
    loose = announced(replace(rules, tie="first_announcer"), TIED, 11, 9, 12, 8, *right)
    assert view_for(loose, Seat.E).declarer is Seat.N


def test_equal_partners_agree_and_the_latest_word_counts():
    state = start(board(TIED), RuleSet(tie="agree"))
    assert state.phase is Phase.DECLARER
    for seat in ("E", "W"):
        assert view_for(state, Seat(seat)).may - {"end"} == set()
    with pytest.raises(NotADeclarerCandidate):
        do(state, ("N", "agree", "E"))
    state = do(state, ("N", "agree", "S"), ("S", "agree", "N"))
    assert state.phase is Phase.DECLARER
    state = do(state, ("N", "agree", "N"))
    assert state.phase is Phase.CONTRACT
    assert view_for(state, Seat.W).declarer is Seat.N
    assert view_for(state, Seat.W).declarer_reason == "agreed"


def test_partners_who_are_not_equal_have_nothing_to_agree():
    state = start(board(WORKED), RuleSet(tie="agree"))
    assert (state.phase, state.actor) == (Phase.CONTRACT, Seat.S)


GAMES = {"3NT", "4H", "4S", "5C", "5D"}
ONES = {"1NT", "1H", "1S", "1C", "1D"}


@pytest.mark.parametrize(
    ("menu", "expected"),
    [
        ("partscore_game", ONES | GAMES),
        ("partscore_game_small_slam", ONES | GAMES | {c.replace("1", "6") for c in ONES}),
        ("partscore_game_slams", ONES | GAMES | {level + c[1:] for level in "67" for c in ONES}),
        ("levels", {level + c[1:] for level in "1234567" for c in ONES}),
    ],
)
def test_menus(menu, expected):
    assert menu_of(RuleSet(menu=menu), WORKED) == expected


def deal_with(points, seed=0):
    """A deal in which North and South have so many points together."""
    return deal_where(lambda hands: naive.hcp(hands["N"]) + naive.hcp(hands["S"]) == points, seed)


@pytest.mark.parametrize("points", [21, 24, 25, 28])
def test_game_is_mandatory_with_25_and_forbidden_below(points):
    expected = GAMES if points >= 25 else ONES
    assert menu_of(RuleSet(menu="mandatory_game"), deal_with(points)) == expected


@pytest.mark.parametrize(
    ("table", "levels"),
    [
        ("french", {21: 1, 22: 1, 23: 2, 24: 2, 25: 3, 26: 3, 27: 4, 29: 4, 30: 5, 32: 5}),
        ("target", {21: 1, 22: 1, 23: 2, 24: 2, 25: 3, 27: 3, 28: 4, 30: 4, 31: 5}),
    ],
)
def test_the_level_is_imposed_by_the_combined_points(table, levels):
    rules = RuleSet(menu="imposed_level", points_table=table)
    for points, level in levels.items():
        assert menu_of(rules, deal_with(points)) == {f"{level}{c}" for c in naive.DENOMINATIONS}


@pytest.mark.parametrize(("table", "level"), [("french", 6), ("target", 5)])
def test_the_slam_deal_has_33_points(table, level):
    assert menu_of(RuleSet(menu="imposed_level", points_table=table), SLAM) == {
        f"{level}{c}" for c in naive.DENOMINATIONS
    }


@pytest.mark.parametrize("points", [33, 34, 36, 37])
def test_the_level_of_rare_hands(points):
    """Both tables at the top: 33-36 and 37 against 34-37."""
    rare = top_heavy(points)
    assert menu_of(RuleSet(menu="imposed_level", points_table="french"), rare) == {
        f"{7 if points >= 37 else 6}{c}" for c in naive.DENOMINATIONS
    }
    assert menu_of(RuleSet(menu="imposed_level", points_table="target"), rare) == {
        f"{6 if points >= 34 else 5}{c}" for c in naive.DENOMINATIONS
    }


def top_heavy(points):
    """North and South share the honours but for a few of East's, which are worth 40 - points."""
    give = {33: "SK SQ HQ", 34: "SK SQ SJ", 36: "SK SJ", 37: "SK"}[points].split()
    honours = [suit + rank for suit in naive.SUITS for rank in "AKQJ" if suit + rank not in give]
    small = sorted(naive.PACK - set(honours) - set(give))
    north_south = honours + small[: 26 - len(honours)]
    rest = sorted(naive.PACK - set(north_south))
    hands = north_south[::2], rest[::2], north_south[1::2], rest[1::2]
    return Deal.parse("N:" + " ".join(pbn(hand) for hand in hands))


def pbn(hand):
    return ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC")


def test_the_twenty_five_table_gives_advice_and_imposes_nothing():
    for points, advised in ((24, 1), (25, 3)):
        deal = deal_where(
            lambda hands, wanted=points: (
                naive.hcp(hands["N"] | hands["S"]) == wanted
                and max(naive.lengths(hands["N"] | hands["S"]).values()) == 7
            )
        )
        state = start(board(deal), RuleSet(points_table="twenty_five"))
        declarer = view_for(state, Watcher.OUTSIDE).declarer
        view = view_for(state, declarer)
        assert (view.advice.contract.level, view.advice.contract.denomination.value) == (advised, "NT")
        assert {str(c) for c in view.menu} == ONES | GAMES


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("minimum", ["none", "eight", "eight_major_nine_minor"])
def test_trump_suits_must_be_long_enough(minimum, seed):
    deal = deal_with(22 + seed % 5, seed)
    both = frozenset(str(card) for seat in (Seat.N, Seat.S) for card in deal[seat])
    needed = {"none": (0, 0), "eight": (8, 8), "eight_major_nine_minor": (8, 9)}[minimum]
    long_enough = {
        suit for suit, held in naive.lengths(both).items() if held >= needed[0 if suit in "HS" else 1]
    }
    assert {c[1:] for c in menu_of(RuleSet(trump_minimum=minimum), deal)} == long_enough | {"NT"}


def test_counting_tricks_names_declarer_and_dummy_and_plays_notrump():
    state = start(board(WORKED), PRESETS["count_tricks"])
    view = view_for(state, Seat.E)
    assert (state.phase, view.declarer, view.dummy, view.turn) == (Phase.PLAY, Seat.S, Seat.N, Seat.W)
    assert view.contract is None
    assert view.hands[Seat.N] is not None
    state = do(state, ("W", "card", "S6"), ("S", "card", "S2"), ("E", "card", "S3"), ("S", "card", "S8"))
    state = do(state, ("S", "card", "HA"))
    with pytest.raises(MustFollowSuit) as refusal:
        do(state, ("W", "card", "S7"))
    assert refusal.value.params["suit"] == "H"


# The length of a match


def outcome(deal, how="played", points=None):
    return BoardOutcome(deal.number, deal.dealer, how, points or {Side.NS: 0, Side.EW: 0})


def match(rules, *results, first=Seat.N, time_is_up=False):
    """What follows results such as 420, -50 (to East and West), "balanced", "unfinished"."""
    outcomes = []
    following = next_in_match(rules, first, outcomes)
    for result in results:
        assert isinstance(following, NextDeal)
        points = result if isinstance(result, int) else 0
        how = result if isinstance(result, str) else "played"
        outcomes.append(outcome(following, how, {Side.NS: max(points, 0), Side.EW: max(-points, 0)}))
        following = next_in_match(rules, first, outcomes, time_is_up and len(outcomes) == len(results))
    return following


def test_each_deals_once_in_four_deals():
    rules = RuleSet()
    assert match(rules) == NextDeal(1, Seat.N)
    assert match(rules, 420) == NextDeal(2, Seat.E)
    assert match(rules, 420, 80, first=Seat.W) == NextDeal(3, Seat.E)
    assert match(rules, 420, 80, -50, 110) == MatchOver({Side.NS: 610, Side.EW: 50}, Side.NS)


@pytest.mark.parametrize("deals", [1, 2, 8, 32])
def test_as_many_deals_as_agreed(deals):
    assert isinstance(match(RuleSet(deals=deals), *[50] * (deals - 1)), NextDeal)
    assert match(RuleSet(deals=deals), *[50] * deals) == MatchOver({Side.NS: 50 * deals, Side.EW: 0}, Side.NS)


def test_a_balanced_deal_is_dealt_again_by_the_same_dealer_and_counts_for_nothing():
    assert match(RuleSet(), 420, "balanced") == NextDeal(2, Seat.E)
    assert match(RuleSet(), 420, "balanced", "balanced", 80) == NextDeal(3, Seat.S)
    assert isinstance(match(RuleSet(deals=1), "balanced"), NextDeal)


def test_an_unfinished_deal_counts_without_points():
    assert match(RuleSet(), 420, "unfinished") == NextDeal(3, Seat.S)
    assert match(RuleSet(deals=2), -50, "unfinished") == MatchOver({Side.NS: 0, Side.EW: 50}, Side.EW)


def test_a_tie_is_drawn():
    assert match(RuleSet(deals=2), 420, -420) == MatchOver({Side.NS: 420, Side.EW: 420}, None)


def test_a_tie_asks_for_an_extra_deal():
    rules = RuleSet(deals=2, draw="extra_deal")
    assert match(rules, 420, -420) == NextDeal(3, Seat.S)
    assert match(rules, 420, -420, "balanced") == NextDeal(3, Seat.S)
    assert match(rules, 420, -420, "unfinished") == NextDeal(4, Seat.W)
    assert match(rules, 420, -420, -50) == MatchOver({Side.NS: 420, Side.EW: 470}, Side.EW)


def test_the_first_side_to_reach_the_target_wins():
    rules = RuleSet(length="points", target_points=1000)
    assert match(rules, 420, 420, -980) == NextDeal(4, Seat.W)
    assert match(rules, 420, 420, -980, 160) == MatchOver({Side.NS: 1000, Side.EW: 980}, Side.NS)
    assert match(rules, 420, 420, 80, 70) == NextDeal(5, Seat.N)


def test_no_new_deal_begins_when_the_time_is_up():
    rules = RuleSet(length="time")
    assert isinstance(match(rules, *[50] * 40), NextDeal)
    assert match(rules, 50, -80, time_is_up=True) == MatchOver({Side.NS: 50, Side.EW: 80}, Side.EW)


def test_counted_tricks_are_totalled_too():
    outcomes = [
        BoardOutcome(1, Seat.N, "played", {Side.NS: 8, Side.EW: 5}),
        BoardOutcome(2, Seat.E, "claimed", {Side.NS: 3, Side.EW: 10}),
    ]
    assert totals(outcomes) == {Side.NS: 11, Side.EW: 15}


# Random deals


@pytest.fixture(scope="module")
def ten_thousand():
    rng = random.Random(20)
    return [
        {seat.value: [str(card) for card in deal[seat]] for seat in SEATS}
        for deal in (Deal.random(rng) for _ in range(10_000))
    ]


def test_random_deals_are_reproducible_and_different():
    assert Deal.random(random.Random(1)) == Deal.random(random.Random(1))
    assert len({str(Deal.random(random.Random(seed))) for seed in range(200)}) == 200


def test_one_deal_in_twelve_is_20_20(ten_thousand):
    balanced = sum(naive.hcp(frozenset(d["N"] + d["S"])) == 20 for d in ten_thousand)
    assert 0.075 < balanced / 10_000 < 0.090  # 8.222 % exactly; three standard deviations are 0.8 %


def test_points_are_dealt_fairly_to_every_seat(ten_thousand):
    for seat in naive.SEATS:
        mean = sum(naive.hcp(frozenset(deal[seat])) for deal in ten_thousand) / 10_000
        assert 9.8 < mean < 10.2


def test_every_card_falls_to_every_seat_equally_often(ten_thousand):
    where = Counter((card, seat) for deal in ten_thousand for seat in naive.SEATS for card in deal[seat])
    assert len(where) == 52 * 4
    assert min(where.values()) > 2250
    assert max(where.values()) < 2750


def test_hand_shapes_are_as_frequent_as_they_should_be(ten_thousand):
    shapes = Counter(
        "".join(map(str, sorted(naive.lengths(deal[seat]).values(), reverse=True)))
        for deal in ten_thousand
        for seat in naive.SEATS
    )
    expected = {
        "4432": 0.2155,
        "5332": 0.1552,
        "5431": 0.1293,
        "5422": 0.1058,
        "4333": 0.1054,
        "6322": 0.0564,
    }
    for shape, share in expected.items():
        assert abs(shapes[shape] / 40_000 - share) < 0.01, shape


def test_no_pack_comes_sorted(ten_thousand):
    for deal in ten_thousand:
        for seat in naive.SEATS:
            assert max(naive.lengths(deal[seat]).values()) < 11
