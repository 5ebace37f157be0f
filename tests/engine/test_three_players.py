"""Three at a table: who speaks, who declares, who moves, what each sees, and what each writes."""

from dataclasses import replace

import pytest
from hypothesis import given

from minibridge.engine.actions import AnnouncePoints, AnswerClaim, ChooseContract, ClaimTricks, PlayCard
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.cards import Card, Suit
from minibridge.engine.contracts import Contract
from minibridge.engine.deals import Deal
from minibridge.engine.errors import DummyMayNot, ImpossiblePoints, NotYourTurn
from minibridge.engine.match import BoardOutcome, MatchOver, NextDeal, next_in_match
from minibridge.engine.rules import PRESETS, RuleSet, phases
from minibridge.engine.scoring import BoardResult
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat, Side
from minibridge.engine.state import Phase, apply, legal_actions, may, start
from minibridge.engine.three_players import Move, empty_chair, move_for, next_chairs, scores_of_players

from . import naive
from .strategies import effort, random_deals, seats
from .worked_deal import BOARD, DEAL, TOTALS

FRENCH = PRESETS["three_french"]
FOURTH = PRESETS["three_fourth_dummy"]


def deal_by(dealer, deal=DEAL):
    return Board(1, Seat(dealer), Vulnerability.NONE, deal)


def say(state, *points):
    for one in points:
        state = apply(state, AnnouncePoints(state.actor, one))
    return state


def choose(state, text):
    return apply(state, ChooseContract(state.actor, Contract.parse(text)))


def seen(state, viewer):
    """The hands that lie open to a viewer."""
    return {seat.value for seat, held in view_for(state, viewer).hands.items() if held is not None}


def refused(state, action, kind):
    with pytest.raises(kind) as refusal:
        apply(state, action)
    return refusal.value.params


# The chairs


def test_the_chair_on_the_dealers_right_is_empty():
    assert {seat.value: empty_chair(seat).value for seat in SEATS} == {"N": "W", "E": "N", "S": "E", "W": "S"}


def test_after_the_deal_who_had_the_empty_chair_on_his_left_takes_it_and_deals():
    for dealer in SEATS:
        ((mover, chair),) = next_chairs(dealer).items()
        assert (mover.next, chair) == (empty_chair(dealer), empty_chair(dealer))
        assert empty_chair(chair) is mover, "the chair he left is at the new dealer's right"


def test_each_of_three_deals_once_in_three_deals():
    player_at = {Seat.N: "A", Seat.E: "B", Seat.S: "C"}
    dealer, dealers = Seat.N, []
    for _ in range(6):
        dealers.append(player_at[dealer])
        ((mover, chair),) = next_chairs(dealer).items()
        player_at[chair] = player_at.pop(mover)
        dealer = chair
    assert sorted(dealers[:3]) == ["A", "B", "C"]
    assert dealers[3:] == dealers[:3]


# The French rule


def test_the_player_opposite_tells_the_dealer_who_adds_up():
    """South deals; North has 9, South 16; East's chair is empty."""
    state = start(deal_by("S"), FRENCH)
    assert (state.phase, state.actor) == (Phase.ANNOUNCEMENT, Seat.N)
    assert refused(state, AnnouncePoints(Seat.S, 16), NotYourTurn)["actor"] == "N"
    assert refused(state, AnnouncePoints(Seat.N, 38), ImpossiblePoints) == {"points": 38}
    state = say(state, 9)
    assert state.actor is Seat.S
    assert len(legal_actions(state)) == 41
    state = say(state, 25)
    assert (state.phase, state.declarer, state.declarer_reason) == (Phase.CONTRACT, Seat.S, "dealer")


def test_a_wrong_total_is_counted_again_by_both():
    state = say(start(deal_by("S"), FRENCH), 8, 24)
    assert (state.phase, state.actor, state.wrong) == (Phase.ANNOUNCEMENT, Seat.N, {Seat.N, Seat.S})
    one = say(start(deal_by("S"), replace(FRENCH, recount="wrong_only")), 9, 24)
    assert (one.actor, one.wrong) == (Seat.S, {Seat.S})
    assert say(one, 25).declarer is Seat.S


def test_the_dealers_partner_takes_the_empty_chair_and_leaves_his_hand_as_dummy():
    state = say(start(deal_by("S"), FRENCH), 9, 25)
    assert (state.move, state.dummy, state.vacant) == (Move(Seat.N, Seat.E, with_cards=False), Seat.N, Seat.N)
    assert seen(state, Seat.E) == {"E", "N"}, "he was dealt North's hand, and defends with East's"
    assert (seen(state, Seat.S), seen(state, Seat.W), seen(state, Seat.N)) == ({"S"}, {"W"}, set())
    assert seen(state, Watcher.OUTSIDE) == set()
    state = choose(state, "3NT")
    assert (state.actor, may(state, Seat.N)) == (Seat.W, frozenset())
    state = apply(apply(state, PlayCard(Seat.W, Card.parse("HQ"))), PlayCard(Seat.S, Card.parse("HK")))
    assert state.actor is Seat.E
    assert refused(state, ClaimTricks(Seat.N, 3), DummyMayNot) == {"actor": "S"}
    assert apply(state, PlayCard(Seat.E, Card.parse("H2"))).actor is Seat.S


def test_with_fewer_than_20_the_player_on_the_left_declares_with_the_empty_chairs_hand():
    """East deals and has 15 with West; South is on his left, and North's chair is empty."""
    state = say(start(deal_by("E"), FRENCH), 10, 15)
    assert (state.declarer, state.declarer_reason, state.dummy) == (Seat.S, "left_of_dealer", Seat.N)
    assert (state.move, state.vacant) == (None, Seat.N)
    view = view_for(state, Seat.S)
    assert view.combined_points == 25
    assert {str(contract) for contract in view.menu} == {"3NT", "3S"}
    assert sum(view.lengths[Seat.N].values()) == 13
    assert view_for(state, Seat.E).lengths[Seat.N] == view.lengths[Seat.N]


def test_all_have_heard_two_totals_and_the_sum():
    view = view_for(say(start(deal_by("E"), FRENCH), 10, 15), Seat.S)
    assert {seat.value: points for seat, points in view.points.items()} == {
        "N": None,
        "E": 5,
        "S": None,
        "W": 10,
    }
    assert (view.side_reason, view.declarer_reason) == ("more_points", "left_of_dealer")


@pytest.mark.parametrize(
    ("dealer", "declarer", "level"), [("S", "S", 3), ("N", "N", 3), ("E", "S", 3), ("W", "N", 3)]
)
def test_the_level_comes_from_the_decision_table_notrump_first(dealer, declarer, level):
    state = start(deal_by(dealer), FRENCH)
    opposite = TOTALS[Seat(dealer).partner]
    state = say(state, opposite, opposite + TOTALS[Seat(dealer)])
    assert state.declarer is Seat(declarer)
    assert {contract.level for contract in state.menu} == {level}
    lengths = state.combined_lengths(state.declarer)
    fits = {suit for suit in Suit if lengths[suit] >= 8}
    assert {contract.trump for contract in state.menu} == {None, *fits}


def test_20_points_are_enough_for_the_dealer():
    even = Deal.parse("N:J5.QT6.J53.A9532 K83.AJ942.T82.QJ 964.53.AKQ64.KT8 AQT72.K87.97.764")
    state = say(start(deal_by("N", even), FRENCH), 12, 20)
    assert (state.declarer, state.side_reason) == (Seat.N, "dealer_side")
    assert {contract.level for contract in state.menu} == {1}
    again = replace(FRENCH, balanced="redeal")
    assert say(start(deal_by("N", even), again), 12, 20).result.outcome == "balanced"


def test_dummy_tells_his_shape_and_is_faced_with_the_contract():
    state = say(start(deal_by("S"), FRENCH), 9, 25)
    assert view_for(state, Seat.W).hands[Seat.N] is None
    assert view_for(state, Seat.W).lengths[Seat.N] is not None
    assert view_for(choose(state, "3S"), Seat.W).hands[Seat.N] is not None


# The fourth hand as dummy


def test_three_announce_and_the_rest_of_40_is_the_fourth_hands():
    state = start(deal_by("E"), FOURTH)
    assert state.actor is Seat.E
    state = say(state, 5, 16)
    assert state.actor is Seat.W
    state = say(state, 10)
    assert (state.declarer, state.declarer_reason, state.move) == (Seat.S, "more_points", None)
    assert view_for(state, Seat.W).points == TOTALS
    assert view_for(state, Seat.W).side_reason == "fourth_hand"


def test_who_sits_opposite_declarer_moves_with_his_cards():
    """North deals: West's chair is empty. South has most points; North takes his cards to West's chair."""
    state = say(start(deal_by("N"), FOURTH), 9, 5, 16)
    assert (state.declarer, state.move) == (Seat.S, Move(Seat.N, Seat.W, with_cards=True))
    assert set(state.hands[Seat.W]) == DEAL[Seat.N]
    assert set(state.hands[Seat.N]) == DEAL[Seat.W]
    assert (state.totals[Seat.W], state.totals[Seat.N]) == (9, 10)
    assert seen(state, Seat.W) == {"W", "N"}, "dummy is faced in this rule set"
    blind = say(start(deal_by("N"), replace(FOURTH, dummy_faced="after_lead")), 9, 5, 16)
    assert (seen(blind, Seat.W), seen(blind, Seat.S)) == ({"W"}, {"S"})
    assert view_for(state, Seat.S).combined_points == 26
    state = choose(state, "3NT")
    assert state.actor is Seat.W
    assert apply(state, PlayCard(Seat.W, Card.parse("SA"))).actor is Seat.S


def test_the_dealer_moves_when_his_partner_declares():
    state = say(start(deal_by("S"), replace(FOURTH, points="announced")), 16, 10, 9)
    assert (state.declarer, state.move) == (Seat.S, Move(Seat.N, Seat.E, with_cards=True))
    north = Deal.parse("N:KQJ84.A6.KQ5.J73 3.752.JT9632.AT4 AT52.K843.7.Q962 976.QJT9.A84.K85")
    state = say(start(deal_by("S", north), FOURTH), 9, 10, 16)
    assert (state.declarer, state.move) == (Seat.N, Move(Seat.S, Seat.E, with_cards=True))


def test_of_level_players_the_first_announcer_or_the_first_who_was_right():
    level = Deal.parse("N:AQ52.K43.752.QJ9 JT9.QJT9.A84.K85 8764.A86.KJ3.AT3 K3.752.QT96.7642")
    assert say(start(deal_by("N", level), FOURTH), 12, 11, 12).declarer is Seat.N
    assert say(start(deal_by("E", level), FOURTH), 11, 12, 5).declarer is Seat.S
    right = replace(FOURTH, tie="first_correct")
    state = say(start(deal_by("N", level), right), 11, 11, 12, 12, 11, 12)
    assert (state.declarer, state.declarer_reason) == (Seat.S, "first_correct")


def test_a_claim_is_answered_from_the_new_chair():
    state = choose(say(start(deal_by("N"), FOURTH), 9, 5, 16), "3NT")
    state = apply(state, ClaimTricks(Seat.S, 9))
    assert state.claim_answerers == {Seat.W, Seat.E}
    state = apply(apply(state, AnswerClaim(Seat.W, True)), AnswerClaim(Seat.E, True))
    assert state.result.points == {Side.NS: 400, Side.EW: 0}


@effort(40)
@given(random_deals, seats)
def test_dummy_lies_opposite_declarer_and_the_others_have_a_hand_each(deal, dealer):
    for rules in (replace(FRENCH, points="shown"), replace(FOURTH, points="shown")):
        state = start(Board(1, dealer, Vulnerability.NONE, deal), rules)
        empty = empty_chair(dealer)
        people = {seat for seat in SEATS if seat is not empty}
        if state.move is not None:
            people = (people - {state.move.start}) | {state.move.end}
        assert people == set(SEATS) - {state.dummy}
        assert state.move == move_for(state.declarer, dealer, rules)
        if rules.players == "three_fourth_dummy":
            assert set(state.hands[state.dummy]) == deal[empty]
            most = max(naive.hcp(frozenset(map(str, deal[seat]))) for seat in SEATS if seat is not empty)
            assert state.totals[state.declarer] == most
        else:
            assert set(state.hands[state.dummy]) == deal[state.dummy]
            assert state.declarer in (dealer, dealer.lho)


# The rest


def test_the_phases_are_those_of_minibridge():
    for rules in (FRENCH, FOURTH):
        assert phases(rules) == (Phase.ANNOUNCEMENT, Phase.CONTRACT, Phase.PLAY, Phase.FINISHED)


def test_where_the_site_counts_nobody_speaks():
    state = start(BOARD, replace(FOURTH, points="hidden"))
    assert (state.phase, state.declarer) == (Phase.CONTRACT, Seat.S)
    view = view_for(state, Seat.W)
    assert (view.declarer_reason, view.side_reason) == ("untold", "fourth_hand")


def outcome(number, dealer, how="played"):
    return BoardOutcome(number, Seat(dealer), how, {Side.NS: 0, Side.EW: 0})


def test_a_match_of_three_goes_round_the_other_way():
    rules = replace(FRENCH, deals=3)
    assert next_in_match(rules, Seat.N, []) == NextDeal(1, Seat.N)
    second = next_in_match(rules, Seat.N, [outcome(1, "N")])
    assert second == NextDeal(2, Seat.W, {Seat.S: Seat.W})
    third = next_in_match(rules, Seat.N, [outcome(1, "N"), outcome(2, "W")])
    assert third == NextDeal(3, Seat.S, {Seat.E: Seat.S})
    again = next_in_match(rules, Seat.N, [outcome(1, "N", "balanced")])
    assert again == NextDeal(1, Seat.N)
    over = next_in_match(rules, Seat.N, [outcome(1, "N"), outcome(2, "W"), outcome(3, "S")])
    assert isinstance(over, MatchOver)
    assert over.winner is None


def written(declarer, ours, theirs, outcome="played"):
    seat = Seat(declarer)
    points = {side: ours if side is seat.side else theirs for side in Side}
    return BoardResult(outcome, seat, None, 9, points)


def test_each_player_writes_what_his_side_of_the_deal_writes():
    """A deals from N with B on E and C on S; C moves to W and deals; then B to S."""
    results = [
        (Seat.N, written("N", 400, 0)),  # A declares
        (Seat.W, written("N", 0, 100)),  # left of the dealer: A again, who fails
        (Seat.S, written("S", 120, 0)),  # B deals and declares
    ]
    assert scores_of_players(results[:1]) == {Seat.N: 400, Seat.E: 0, Seat.S: 0}
    assert scores_of_players(results[:2]) == {Seat.N: 400, Seat.E: 100, Seat.S: 100}
    assert scores_of_players(results) == {Seat.N: 400, Seat.E: 220, Seat.S: 100}
    assert scores_of_players([]) == {}


def test_a_deal_without_declarer_gives_nobody_anything():
    nothing = BoardResult("balanced", None, None, None, dict.fromkeys(Side, 0))
    assert scores_of_players([(Seat.N, nothing), (Seat.N, written("N", 90, 0))]) == {
        Seat.N: 90,
        Seat.E: 0,
        Seat.S: 0,
    }


def test_four_players_have_no_empty_chair():
    state = start(BOARD, RuleSet())
    assert (state.vacant, state.move) == (None, None)
