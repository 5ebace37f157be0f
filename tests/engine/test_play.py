import pytest

from minibridge.engine.cards import DECK, Card, Suit
from minibridge.engine.play import Trick, legal_cards, trick_winner
from minibridge.engine.seats import Seat


def cards(text):
    return tuple(Card.parse(word) for word in text.split())


def test_the_leader_may_play_anything():
    hand = cards("SA H3 D7")
    assert legal_cards(hand, None) == hand
    assert legal_cards(hand, Trick(Seat.N)) == hand


def test_a_player_follows_suit_if_he_can():
    assert legal_cards(cards("SA S2 H3 D7"), Trick(Seat.N, cards("S5"))) == cards("SA S2")


def test_a_player_who_cannot_follow_may_play_anything():
    hand = cards("SA H3 D7")
    assert legal_cards(hand, Trick(Seat.N, cards("C5 S2"))) == hand


@pytest.mark.parametrize(
    ("played", "trump", "winner"),
    [
        ("S5 S9 S2 SK", None, Seat.S),
        ("S5 HA DA CA", None, Seat.W),
        ("S5 HA H2 S6", Suit.H, Seat.N),
        ("S5 H2 HA S6", Suit.H, Seat.E),
        ("H5 S2 HA S3", Suit.S, Seat.S),
        ("H5 HK H2 D9", Suit.D, Seat.S),
        ("C2 CT CJ C9", Suit.C, Seat.E),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(played, trump, winner):
    assert trick_winner(Trick(Seat.W, cards(played)), trump) is winner


def test_a_trick_under_way_has_a_winner_so_far():
    assert trick_winner(Trick(Seat.N, cards("S5")), None) is Seat.N
    assert trick_winner(Trick(Seat.N, cards("S5 S9")), None) is Seat.E


def test_nobody_wins_an_empty_trick():
    with pytest.raises(ValueError, match="without cards"):
        trick_winner(Trick(Seat.N), None)


def test_a_trick_knows_whose_card_is_whose():
    trick = Trick(Seat.S, cards("S5 S9 S2"))
    assert trick.plays == tuple(zip((Seat.S, Seat.W, Seat.N), cards("S5 S9 S2"), strict=True))
    assert trick.seat_of(Card.parse("S2")) is Seat.N
    assert not trick.is_complete
    assert trick.led is Suit.S
    with pytest.raises(ValueError, match="not in tuple"):
        trick.seat_of(DECK[0])


def test_a_trick_of_four_cards_is_complete():
    assert Trick(Seat.S, cards("S5 S9 S2 SA")).is_complete
    assert Trick(Seat.S).led is None
