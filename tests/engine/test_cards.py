import copy
import pickle

import pytest

from minibridge.engine.cards import DECK, SUITS, Card, Rank, Suit
from minibridge.engine.errors import NotationError


def test_a_pack_has_52_different_cards_in_ascending_order():
    assert len(set(DECK)) == 52
    assert list(DECK) == sorted(DECK)
    assert (DECK[0].text, DECK[12].text, DECK[13].text, DECK[51].text) == ("C2", "CA", "D2", "SA")


def test_a_card_is_written_suit_first():
    assert str(Card(Suit.S, Rank.QUEEN)) == "SQ"
    assert Card.parse("DT") is Card(Suit.D, Rank.TEN)
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["", "S", "QS", "sq", "S10", "SX", "SQ ", None, 7, ["SQ"], b"SQ"])
def test_anything_else_is_no_card(text):
    with pytest.raises(NotationError):
        Card.parse(text)


def test_equal_cards_are_one_object_even_after_a_copy_or_a_pickle():
    card = Card.parse("HK")
    assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        Card.parse("HK").rank = Rank.ACE  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del Card.parse("HK").rank


def test_cards_are_not_compared_with_other_things():
    assert Card.parse("HK") != "HK"
    with pytest.raises(TypeError):
        assert Card.parse("HK") < "HK"  # type: ignore[operator]


def test_suits_and_ranks_have_their_order():
    assert Suit.C < Suit.D < Suit.H < Suit.S
    assert tuple(sorted(Suit, reverse=True)) == SUITS
    assert "".join(rank.value for rank in sorted(Rank)) == "23456789TJQKA"
