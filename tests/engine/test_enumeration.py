import pickle

import pytest

from minibridge.engine.cards import Rank, Suit
from minibridge.engine.enumeration import Enumeration
from minibridge.engine.seats import Seat


class Colour(Enumeration):
    RED = "r"
    BLUE = "b"


def test_members_are_ordered_as_written():
    assert Colour.RED < Colour.BLUE
    assert Colour.BLUE >= Colour.BLUE > Colour.RED
    assert Colour.RED <= Colour.BLUE
    assert [member.order for member in Colour] == [0, 1]


def test_members_of_different_kinds_have_no_order():
    with pytest.raises(TypeError):
        assert Suit.C < Rank.TWO  # type: ignore[operator]


def test_members_print_as_their_stored_letters():
    assert f"{Colour.RED}{Seat.W}" == "rW"


def test_a_pickled_member_is_the_same_member():
    assert pickle.loads(pickle.dumps(Seat.W)) is Seat.W
    assert {Seat.W: 1}[pickle.loads(pickle.dumps(Seat.W))] == 1
