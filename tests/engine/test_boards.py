import pytest

from minibridge.engine.boards import (
    Vulnerability,
    chicago_vulnerability,
    dealer_of,
    rubber_vulnerability,
    vulnerability_of,
)
from minibridge.engine.seats import SEATS, Seat, Side


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


@pytest.mark.parametrize(
    ("number", "dealer", "vulnerability"),
    [
        (17, "N", "None"),
        (20, "W", "All"),
        (32, "W", "EW"),
        (33, "N", "None"),
        (36, "W", "All"),
        (100, "W", "All"),
    ],
)
def test_boards_beyond_sixteen_repeat_the_cycle(number, dealer, vulnerability):
    assert dealer_of(number).value == dealer
    assert vulnerability_of(number).value == vulnerability


@pytest.mark.parametrize("number", range(1, 200))
def test_board_number_n_is_like_board_n_plus_16(number):
    assert (dealer_of(number + 16), vulnerability_of(number + 16)) == (
        dealer_of(number),
        vulnerability_of(number),
    )


def test_each_seat_deals_once_at_each_vulnerability_in_sixteen_boards():
    assert len({(dealer_of(number), vulnerability_of(number)) for number in range(1, 17)}) == 16


@pytest.mark.parametrize("vulnerability", Vulnerability)
def test_a_vulnerability_is_found_by_its_sides(vulnerability):
    sides = [side for side in Side if vulnerability.includes(side)]
    assert Vulnerability.of(sides) is vulnerability
    assert Vulnerability.of({*sides}) is vulnerability
    assert Vulnerability.of([*sides, *sides]) is vulnerability


@pytest.mark.parametrize("dealer", SEATS)
def test_in_chicago_the_dealers_side_is_vulnerable_on_deals_two_and_three(dealer):
    own, theirs = dealer.side.value, dealer.side.other.value
    assert [chicago_vulnerability(n, dealer).value for n in range(1, 5)] == ["None", own, own, "All"]
    swapped = [chicago_vulnerability(n, dealer, opponents=True).value for n in range(1, 5)]
    assert swapped == ["None", theirs, theirs, "All"]
    assert [chicago_vulnerability(n + 4, dealer) for n in range(1, 5)] == [
        chicago_vulnerability(n, dealer) for n in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("games", "vulnerability"),
    [
        ([], "None"),
        ([Side.EW], "EW"),
        ([Side.NS], "NS"),
        ([Side.NS, Side.EW], "All"),
        ([Side.EW, Side.NS], "All"),
    ],
)
def test_in_a_rubber_a_side_with_a_game_is_vulnerable(games, vulnerability):
    assert rubber_vulnerability(games).value == vulnerability
