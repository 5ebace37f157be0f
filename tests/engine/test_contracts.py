import pytest

from minibridge.engine.cards import Suit
from minibridge.engine.contracts import GAME_LEVEL, Contract, Denomination, Doubling
from minibridge.engine.errors import NotationError

ALL = [
    Contract(level, one, doubling) for level in range(1, 8) for one in Denomination for doubling in Doubling
]


def test_a_contract_is_read_as_it_is_written():
    assert [Contract.parse(str(contract)) for contract in ALL] == ALL
    assert Contract.parse("4SXX") == Contract(4, Denomination.S, Doubling.REDOUBLED)
    assert str(Contract(3, Denomination.NOTRUMP)) == "3NT"


@pytest.mark.parametrize(
    "text",
    ["", "8S", "0S", "4", "S4", "3N", "7NNX", "3nt", "4SXXX", "4S X", "4X", "4S\n", "Pass", "４S", None, 4],
)
def test_anything_else_is_no_contract(text):
    with pytest.raises(NotationError):
        Contract.parse(text)


def test_a_level_is_from_one_to_seven():
    for level in (0, 8, -1):
        with pytest.raises(ValueError, match="level"):
            Contract(level, Denomination.C)


def test_contracts_are_ordered_by_level_then_denomination():
    undoubled = [contract for contract in ALL if contract.doubling is Doubling.UNDOUBLED]
    assert sorted(undoubled, reverse=True)[::-1] == undoubled
    assert Contract.parse("1NT") < Contract.parse("2C") < Contract.parse("2S")


def test_trump_is_the_suit_of_the_contract():
    assert Contract.parse("4H").trump is Suit.H
    assert Contract.parse("3NT").trump is None


def test_a_contract_needs_six_tricks_more_than_its_level():
    assert [Contract.parse(f"{level}D").tricks_needed for level in range(1, 8)] == [7, 8, 9, 10, 11, 12, 13]


def test_games_begin_where_the_tricks_are_worth_a_hundred():
    for denomination, level in GAME_LEVEL.items():
        assert Contract(level, denomination).trick_points >= 100
        assert Contract(level, denomination).is_game
        assert not Contract(level - 1, denomination).is_game


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1S", "partscore"),
        ("4D", "partscore"),
        ("3NT", "game"),
        ("5C", "game"),
        ("6H", "small_slam"),
        ("7C", "grand_slam"),
    ],
)
def test_the_kind_of_a_contract(text, kind):
    assert Contract.parse(text).kind == kind


def test_a_doubled_partscore_can_be_worth_a_game():
    assert not Contract.parse("3H").is_game
    assert Contract.parse("3HX").is_game
    assert not Contract.parse("2DX").is_game
    assert Contract.parse("2DXX").is_game
