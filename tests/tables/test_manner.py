"""How a reader looks at a deal, in the address and in the cookie."""

from itertools import product
from urllib.parse import parse_qsl

import pytest

from minibridge.engine import SEATS, Seat
from tables.manner import Manner, manner_of

READERS = (None, *SEATS)
MANNERS = [
    Manner(bottom, eyes, hides, mine)
    for bottom, eyes, hides, mine in product(SEATS, (None, *SEATS), (False, True), READERS)
]


def words(query: str) -> dict[str, str]:
    return dict(parse_qsl(query.removeprefix("?")))


@pytest.mark.parametrize("mine", READERS)
def test_every_manner_is_read_back_from_its_address(mine: Seat | None) -> None:
    for manner in MANNERS:
        if manner.mine is mine:
            address = words(manner.at(12))
            assert address.pop("step") == "12"
            assert address == manner.fields
            assert manner_of(address, "", mine) == manner


def test_north_is_up_all_hands_lie_open_and_all_is_told_unless_asked_otherwise() -> None:
    assert manner_of({}, "", Seat.W) == Manner(Seat.S, None, False, Seat.W)
    for nonsense in ({"seat": "Q", "hands": "", "hide": "yes"}, {"seat": "next", "hands": "value"}):
        assert manner_of(nonsense, "", None) == Manner()


def test_the_own_seat_is_kept_for_the_next_deal_another_players_eyes_are_not() -> None:
    kept = Manner(Seat.W, Seat.W, True, Seat.W).kept
    assert manner_of({}, kept, Seat.N) == Manner(Seat.N, Seat.N, True, Seat.N)
    assert manner_of({}, kept, None) == Manner(wants_surprise=True)
    assert manner_of({}, Manner(eyes=Seat.E, mine=Seat.W).kept, Seat.W).eyes is None


def test_the_address_goes_before_the_cookie() -> None:
    cookie = Manner(Seat.E, None, True).kept
    assert manner_of({"seat": "N"}, cookie, None) == Manner(Seat.N, None, True)
    assert manner_of({"hide": "0"}, cookie, None) == Manner(Seat.E)


@pytest.mark.parametrize("cookie", ["%", "&" * 150, "seat", "=" * 100, "é", "x" * 10_000, "a=1&" * 40])
def test_any_cookie_is_survived(cookie: str) -> None:
    assert manner_of({}, cookie, Seat.N) == Manner(mine=Seat.N)


def test_through_somebodys_eyes_what_comes_is_kept_back() -> None:
    assert [manner.hides for manner in (Manner(), Manner(eyes=Seat.N), Manner(wants_surprise=True))] == [
        False,
        True,
        True,
    ]
