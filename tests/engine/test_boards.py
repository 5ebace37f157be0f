import pytest

from minibridge.engine.boards import Vulnerability, dealer_of, vulnerability_of
from minibridge.engine.seats import Seat, Side


def test_the_deal_passes_clockwise():
    assert [dealer_of(number) for number in (1, 2, 3, 4, 5, 16, 17)] == [
        Seat.N,
        Seat.E,
        Seat.S,
        Seat.W,
        Seat.N,
        Seat.W,
        Seat.N,
    ]


def test_vulnerability_follows_the_sixteen_boards_of_law_2():
    sixteen = "None NS EW All NS EW All None EW All None NS All None NS EW".split()
    assert [vulnerability_of(number).value for number in range(1, 33)] == sixteen * 2


@pytest.mark.parametrize(
    ("vulnerability", "sides"),
    [
        (Vulnerability.NONE, set()),
        (Vulnerability.NS, {Side.NS}),
        (Vulnerability.EW, {Side.EW}),
        (Vulnerability.BOTH, set(Side)),
    ],
)
def test_a_vulnerability_includes_its_sides(vulnerability, sides):
    assert {side for side in Side if vulnerability.includes(side)} == sides
