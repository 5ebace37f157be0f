"""What two hands can cash: long suits may be blocked, and need an entry."""

import random
from itertools import product

import pytest

from minibridge.bots.knowledge import Knowledge
from minibridge.bots.sure_tricks import cashed, sure_tricks
from minibridge.engine import DECK, Seat, Suit, view_for

from .table import deal_with, position
from .test_claim_answers import answer

CLUB = "C6 D2 C2 CT"
"""West leads a club, on which dummy has none, and South wins with the ten."""


def three_notrump(south: str, north: str):
    return position(deal_with(S=south, N=north, W="...6", E="...2"), "3NT", "S", CLUB)


def sure(state) -> int:
    return sure_tricks(Knowledge(view_for(state, Seat.S), Seat.S))


BLOCKED = ("AKQ.A65.54.AKQJT", "98765432.432.32.")


@pytest.mark.parametrize(
    ("south", "north", "tricks"),
    [
        (*BLOCKED, 3 + 1 + 4),
        # The ace of hearts is an entry to dummy, or South's fourth spade leads there.
        ("AKQ.765.54.AKQJT", "98765432.A43.32.", 8 + 1 + 4),
        ("AKQ2.A65.7.AKQJT", "987654.432.5432.", 6 + 1 + 4),
        # A third spade leads to the king; with two the queen would be wasted on it, and the jack is out.
        ("AQ3.A65.54.AKQJT", "K987654.432.632.", 7 + 1 + 4),
        ("AQ.A654.54.AKQJT", "K9876543.32.632.", 2 + 1 + 4),
        # The hand on lead has the long suit, and comes back to it with the ace of hearts or not at all.
        ("98765432.A.4.AKT", "AKQ.432.9876532.", 8 + 1 + 2),
        ("98765432..4.AKQT", "AKQ.5432.987532.", 3 + 0 + 3),
        # Dummy's winners are out of reach: South has no spade.
        (".A6543.543.AKQJT", "AKQJ987.2.98762.", 0 + 1 + 4),
    ],
)
def test_small_cards_count_where_they_can_be_reached(south, north, tricks):
    assert sure(three_notrump(south, north)) == tricks


@pytest.mark.parametrize("defender", ["W", "E"])
def test_a_claim_of_a_blocked_suit_is_refused(defender):
    state = three_notrump(*BLOCKED)
    assert answer(state, "S", 12, defender) == (False, "refuses_claim")
    assert answer(state, "S", 8, defender) == (True, "accepts_claim")


def tried(hands, leader, entries, opponents):
    """The tricks cashed of one suit before the first is lost, by trying every card of all four hands."""
    most = 0
    for at in {leader, *entries}:
        for led, other in product(hands[at], hands[1 - at] or [None]):
            top = led if other is None or other < led else other
            fewest = min(
                0
                if any(card is not None and card > top for card in played)
                else 1
                + tried(
                    [[card for card in held if card not in (led, other)] for held in hands],
                    at if top is led else 1 - at,
                    entries,
                    [[card for card in held if card not in played] for held in opponents],
                )
                for played in product(*(held or [None] for held in opponents))
            )
            most = max(most, fewest)
    return most


@pytest.mark.parametrize("seed", range(150))
def test_a_suit_brings_as_much_as_trying_every_card_does(seed):
    """The opponents' cards are in one hand: lying otherwise they do no more harm."""
    rng = random.Random(seed)
    suit = rng.sample([card for card in DECK if card.suit is Suit.S], 10)
    here, there, out = rng.randint(0, 4), rng.randint(0, 3), rng.randint(0, 3)
    hands = [sorted(held, reverse=True) for held in (suit[:here], suit[here : here + there])]
    others = sorted(suit[10 - out :], reverse=True)
    entries = rng.choice([(), (0,), (1,), (0, 1)])
    found = cashed((tuple(hands[0]), tuple(hands[1])), 0, entries, tuple(others))
    assert found == tried(hands, 0, entries, [others, []])
    assert found <= tried(hands, 0, entries, [others[::2], others[1::2]])
