import random
from collections import Counter

import pytest

from minibridge.engine.cards import DECK
from minibridge.engine.deals import Deal
from minibridge.engine.errors import NotationError
from minibridge.engine.seats import SEATS, Seat

WORKED = "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"


def test_a_deal_is_read_and_written_in_pbn():
    deal = Deal.parse(WORKED)
    assert str(deal) == WORKED
    assert sorted(map(str, deal[Seat.E])) == sorted("S3 H7 H5 H2 DJ DT D9 D6 D3 D2 CA CT C4".split())


def test_the_first_hand_may_be_anybodys():
    hands = WORKED[2:].split()
    turned = "W:" + " ".join([hands[3], *hands[:3]])
    assert Deal.parse(turned) == Deal.parse(WORKED)


def test_a_void_is_written_as_nothing():
    text = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    assert str(Deal.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N",
        "X:" + WORKED[2:],
        WORKED[2:],
        WORKED[:-3],
        WORKED.rsplit(" ", 1)[0],
        WORKED + " -",
        WORKED.replace("AT52", "AT5"),
        WORKED.replace("AT52", "AT55"),
        WORKED.replace("AT52", "ATK2"),
        WORKED.replace("AT52", "A1052"),
        WORKED.replace("AT52", "at52"),
        WORKED.replace(".", ","),
        "N:- - - -",
        None,
        42,
    ],
)
def test_anything_but_a_whole_pack_is_no_deal(text):
    with pytest.raises(NotationError):
        Deal.parse(text)


def test_a_deal_cannot_be_built_from_hands_that_share_a_card():
    hand = frozenset(DECK[:13])
    with pytest.raises(ValueError, match="one hand only"):
        Deal(hand, hand, hand, hand)
    with pytest.raises(ValueError, match="13 cards"):
        Deal(frozenset(DECK), frozenset(), frozenset(), frozenset())


def test_random_deals_come_from_the_given_source_alone():
    assert Deal.random(random.Random(5)) == Deal.random(random.Random(5))
    assert Deal.random(random.Random(5)) != Deal.random(random.Random(6))


def test_random_deals_give_every_seat_each_card_about_as_often():
    rng = random.Random(11)
    spade_aces = Counter(seat for _ in range(2000) for seat in SEATS if DECK[51] in Deal.random(rng)[seat])
    assert sum(spade_aces.values()) > 2000 * 0.9
    assert min(spade_aces.values()) > 400
