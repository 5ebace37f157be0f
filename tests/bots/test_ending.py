"""Endings are played out exactly: as by trying every card of every hand."""

import random

import pytest

from minibridge.bots import Level
from minibridge.bots.ending import layouts, worth_of_cards
from minibridge.bots.knowledge import Knowledge
from minibridge.engine import DECK, PRESETS, SEATS, SUITS, Trick, legal_cards, trick_winner, view_for

from .table import play_board, random_board, table_of


def tried(hands, trump, trick, side):
    """The tricks of *side* from here on, by trying everything."""
    if trick.is_complete:
        winner = trick_winner(trick, trump)
        won = int(winner.side is side)
        return won + (tried(hands, trump, Trick(winner), side) if hands[winner] else 0)
    turn = trick.leader.clockwise[len(trick.cards)]
    results = []
    for card in legal_cards(hands[turn], trick):
        left = {**hands, turn: tuple(one for one in hands[turn] if one is not card)}
        results.append(tried(left, trump, Trick(trick.leader, (*trick.cards, card)), side))
    return max(results) if turn.side is side else min(results)


def ending(seed):
    """Hands of up to three cards, and perhaps some cards of a trick."""
    rng = random.Random(seed)
    size = rng.choice([1, 2, 3, 3])
    pack = rng.sample(DECK[: rng.choice([20, 52])], 4 * size)
    hands = {seat: tuple(pack[n * size : (n + 1) * size]) for n, seat in enumerate(SEATS)}
    trick, trump = Trick(rng.choice(SEATS)), rng.choice([None, *SUITS])
    for turn in trick.leader.clockwise[: rng.randint(0, 3)]:
        card = rng.choice(legal_cards(hands[turn], trick))
        hands[turn] = tuple(one for one in hands[turn] if one is not card)
        trick = Trick(trick.leader, (*trick.cards, card))
    return hands, trump, trick


@pytest.mark.parametrize("seed", range(150))
def test_an_ending_is_worth_what_trying_everything_gives(seed):
    hands, trump, trick = ending(seed)
    turn = trick.leader.clockwise[len(trick.cards)]
    legal = legal_cards(hands[turn], trick)
    for card, worth in worth_of_cards(hands, trump, trick, legal).items():
        left = {**hands, turn: tuple(one for one in hands[turn] if one is not card)}
        assert worth == tried(left, trump, Trick(trick.leader, (*trick.cards, card)), turn.side), card


def test_the_true_deal_is_among_the_layouts():
    found = []

    def watch(state, decision):
        if decision.action.kind == "card" and state.remaining <= 4:
            known = Knowledge(view_for(state, state.actor), state.actor)
            possible = list(layouts(known))
            true = {seat: set(held) for seat, held in state.hands.items()}
            assert any(true == {seat: set(held) for seat, held in one.items()} for one in possible)
            assert all(sum(map(len, layout.values())) == 4 * 13 - len(played(state)) for layout in possible)
            found.append(len(possible))

    for seed in range(6):
        rng = random.Random(seed)
        play_board(random_board(rng), PRESETS["four_deals"], table_of(Level.EASY, Level.HARD), watch=watch)
    assert min(found) == 1 < max(found) <= 70


def played(state):
    return [card for trick in (*state.tricks, state.trick) for card in trick.cards]


def test_a_squeeze_is_found():
    """When South leads his last spade, East must throw a heart honour or the ace of diamonds."""
    texts = {"N": "HA HJ D3", "E": "HK HQ DA", "S": "S2 H4 DK", "W": "C2 C3 C4"}
    hands = {seat: tuple(card for card in DECK if str(card) in texts[seat.value].split()) for seat in SEATS}
    worth = worth_of_cards(hands, None, Trick(SEATS[2]), hands[SEATS[2]])
    assert {str(card): tricks for card, tricks in worth.items()} == {"S2": 3, "H4": 1, "DK": 1}
