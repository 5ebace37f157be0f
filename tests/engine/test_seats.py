import pytest

from minibridge.engine.errors import NotationError
from minibridge.engine.seats import SEATS, Seat, Side


def test_seats_go_round_clockwise():
    assert SEATS == (Seat.N, Seat.E, Seat.S, Seat.W)
    assert [seat.next for seat in SEATS] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert Seat.W.clockwise == (Seat.W, Seat.N, Seat.E, Seat.S)


@pytest.mark.parametrize("seat", SEATS)
def test_neighbours_of_a_seat_agree_with_each_other(seat):
    assert seat.lho is seat.next
    assert seat.lho.rho is seat
    assert seat.partner is seat.next.next
    assert seat.partner.partner is seat


@pytest.mark.parametrize("seat", SEATS)
def test_partners_are_a_side(seat):
    assert seat.side is seat.partner.side
    assert seat.side is seat.lho.side.other
    assert seat in seat.side.seats
    assert seat.side.value == "".join(one.value for one in seat.side.seats)


def test_a_seat_is_read_from_its_letter():
    assert [Seat.parse(letter) for letter in "NESW"] == list(SEATS)


@pytest.mark.parametrize("text", ["", "n", "NS", "North", "O", None, 1, ["N"]])
def test_anything_else_is_no_seat(text):
    with pytest.raises(NotationError):
        Seat.parse(text)


def test_there_are_two_sides():
    assert [side.other for side in Side] == [Side.EW, Side.NS]
