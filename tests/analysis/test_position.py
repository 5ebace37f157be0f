"""A position is whole and legal, or it is none: nothing else may reach the solver."""

from random import Random

import pytest

from minibridge.analysis import NotAPosition, Position
from minibridge.engine import Seat, Suit

from .positions import ending, in_play, position

ENDING = position("N:Q2..6.A 5.632.. A..A.Q8 K4...K9", "H", "W", "SK").to_data()


def test_it_is_the_same_after_the_journey():
    rng = Random(1)
    for _ in range(50):
        one = in_play(rng, rng.randrange(52))
        assert Position.from_data(one.to_data()) == one


def test_it_knows_whose_turn_it_is_and_how_much_is_left():
    one = Position.from_data(ENDING)
    assert one.turn is Seat.N
    assert one.tricks_left == 4
    assert one.trump is Suit.H
    assert ending(Random(2), 5, 0).tricks_left == 5


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hands": {**ENDING["hands"], "W": ["S4", "CK"]}}, "hand_sizes"),
        ({"hands": {**ENDING["hands"], "N": ["SQ", "S2", "D6", "CA", "C2"]}}, "hand_sizes"),
        ({"hands": {seat: [] for seat in "NESW"}, "trick": []}, "hand_sizes"),
        ({"hands": {**ENDING["hands"], "N": ["SQ", "SQ", "D6", "CA"]}}, "card_twice"),
        ({"hands": {**ENDING["hands"], "N": ["SK", "S2", "D6", "CA"]}}, "card_twice"),
        ({"hands": {seat: ENDING["hands"][seat] for seat in "NES"}}, "notation"),
        ({"hands": None}, "notation"),
        ({"hands": {**ENDING["hands"], "N": ["QS", "S2", "D6", "CA"]}}, "notation"),
        ({"hands": {**ENDING["hands"], "N": 4}}, "notation"),
        ({"trump": "NT"}, "notation"),
        ({"trump": 9}, "notation"),
        ({"leader": 7}, "notation"),
        ({"leader": "n"}, "notation"),
        ({"trick": ["SK", "SK"]}, "hand_sizes"),
        ({"trick": "SK"}, "notation"),
        ({"trick": ["SK", "S3", "S6", "S7"]}, "trick_complete"),
    ],
)
def test_it_rejects_what_cannot_lie_like_this(change, code):
    with pytest.raises(NotAPosition) as refused:
        Position.from_data({**ENDING, **change})
    assert refused.value.code == code


def test_it_rejects_a_revoke_in_the_trick():
    hands = {"N": ["S2", "D6"], "E": ["S5"], "S": ["SA", "DA"], "W": ["S4"]}
    data = {"hands": hands, "trump": "", "leader": "W", "trick": ["SK", "H3"]}
    with pytest.raises(NotAPosition):
        Position.from_data(data)
    data["hands"] = {"N": ["S2"], "E": ["S5", "D6"], "S": ["SA", "DA"], "W": ["S4"]}
    with pytest.raises(NotAPosition) as refused:
        Position.from_data(data)
    assert refused.value.code == "revoke"


@pytest.mark.parametrize("data", [None, [], "x", 7, {}, [1, 2], {"hands": []}])
def test_it_rejects_other_shapes(data):
    with pytest.raises(NotAPosition):
        Position.from_data(data)
