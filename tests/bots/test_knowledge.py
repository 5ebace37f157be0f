"""What a bot knows is true, and is what counting every possible hand one by one gives."""

import random
from itertools import combinations

import pytest

from minibridge.bots import Level
from minibridge.bots.knowledge import Knowledge, beats
from minibridge.engine import (
    DECK,
    PRESETS,
    SEATS,
    SUITS,
    Card,
    RuleSet,
    Seat,
    Trick,
    hcp,
    trick_winner,
    view_for,
)

from .table import deal_with, play_board, position, random_board, table_of

TOLD = RuleSet(points="written")


def positions(rules, seed, level=Level.MEDIUM):
    """Every state of a board in which a card is played, with what its player knows."""
    found = []

    def watch(state, decision):
        if decision.action.kind == "card":
            found.append((state, Knowledge(view_for(state, state.actor), state.actor)))

    play_board(random_board(random.Random(seed)), rules, table_of(level, level), watch=watch)
    return found


def counted_one_by_one(known, seat):
    """All hands that *seat* may have, each looked at."""
    able = {
        one: {card for card in known.unseen if known.length_left(one, card.suit) != 0} for one in known.hidden
    }
    others = set().union(*(able[one] for one in known.hidden if one is not seat))
    hands = []
    for hand in combinations(known.unseen, known.view.counts[seat]):
        lengths = {suit: sum(card.suit is suit for card in hand) for suit in SUITS}
        told = {suit: known.length_left(seat, suit) for suit in SUITS}
        if (
            able[seat] - others <= set(hand) <= able[seat]
            and known.points_left(seat) in (None, hcp(hand))
            and all(told[suit] in (None, lengths[suit]) for suit in SUITS)
        ):
            hands.append(hand)
    return hands


@pytest.mark.parametrize(
    "rules", [PRESETS["four_deals"], PRESETS["count_tricks"], TOLD, RuleSet(points="hidden")]
)
def test_chances_are_those_counted_one_by_one(rules):
    compared = 0
    for seed in range(4):
        for _, known in positions(rules, seed):
            if not 2 <= len(known.unseen) <= 10:
                continue
            for seat in known.hidden:
                hands = counted_one_by_one(known, seat)
                for card in known.unseen:
                    share = sum(card in hand for hand in hands) / len(hands)
                    assert known.chance(seat, card) == pytest.approx(share)
                    compared += 1
    assert compared > 200


@pytest.mark.parametrize("preset", ["four_deals", "shape_first", "three_french", "three_fourth_dummy"])
def test_what_is_certain_is_true(preset):
    for seed in range(3):
        for state, known in positions(PRESETS[preset], seed, Level.EASY):
            for seat in known.hidden:
                for card in known.unseen:
                    holds = card in state.hands[seat]
                    assert known.chance(seat, card) > 0 if holds else known.chance(seat, card) < 1
            for card in known.held:
                higher = [one for one in DECK if one.suit is card.suit and one > card]
                foes = {*state.hands[known.lho], *state.hands[known.rho]}
                assert not (known.is_master(card) and foes.intersection(higher))


def test_the_points_place_an_honour():
    """East opens the play with no points left for the king: West, who has 3 of them, must hold it."""
    deal = deal_with(N="AQ3.AK4.Q876.A53", S="J542.QJ3.AKJ.K64", W="K97.985.T95.J972", E="T86.T762.432.QT8")
    rules = PRESETS["four_deals"]
    state = position(deal, "3NT", "N", "S6", rules)
    known = Knowledge(view_for(state, Seat.N), Seat.N)
    assert {known.points_left(Seat.W), known.points_left(Seat.E)} == {4, 2}
    assert known.chance(Seat.W, Card.parse("SK")) == 1
    assert known.chance(Seat.E, Card.parse("CQ")) == 1
    assert known.chance(Seat.E, Card.parse("CJ")) == 0


def test_trumps_out_are_counted():
    deal = deal_with(N="AQ32...", S="KJ54...", W="T98...", E="76...")
    state = position(deal, "4S", "S")
    known = Knowledge(view_for(state, Seat.W), Seat.W, Seat.W)
    assert known.trumps_out == 10  # Dummy is not faced: for all West knows his partner has none.


@pytest.mark.parametrize("seed", range(50))
def test_the_winning_card_is_the_engines(seed):
    rng = random.Random(seed)
    cards, trump = rng.sample(DECK, 4), rng.choice([None, *SUITS])
    best = cards[0]
    for card in cards[1:]:
        best = card if beats(card, best, trump) else best
    trick = Trick(SEATS[0], tuple(cards))
    assert trick.seat_of(best) is trick_winner(trick, trump)
