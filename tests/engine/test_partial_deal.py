import pytest

from minibridge.engine.cards import Card
from minibridge.engine.deals import Deal
from minibridge.engine.partial_deal import PartialDeal
from minibridge.engine.seats import SEATS, Seat

WHOLE = "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"
DEAL = Deal.parse(WHOLE)


def test_a_whole_deal_is_known():
    partial = PartialDeal.of(DEAL)
    assert partial.whole == DEAL
    assert str(partial) == WHOLE
    assert all(partial[seat] == DEAL[seat] for seat in SEATS)
    assert not partial.is_ending


def test_it_is_written_from_any_seat():
    hands = WHOLE[2:].split()
    assert PartialDeal.of(DEAL).text_from(Seat.W) == "W:" + " ".join([hands[3], *hands[:3]])


def test_a_hand_that_is_unknown_stays_so():
    partial = PartialDeal(north=DEAL.north, south=DEAL.south)
    assert str(partial) == "N:AT52.K843.7.Q962 - KQJ84.A6.KQ5.J73 -"
    assert partial[Seat.E] is None
    assert partial.whole is None
    three = PartialDeal(DEAL.north, DEAL.east, DEAL.south)
    assert three.whole is None
    assert three[Seat.W] is None


def test_an_ending_has_fewer_cards():
    partial = PartialDeal(*(frozenset(sorted(DEAL[seat])[:4]) for seat in SEATS))
    assert partial.is_ending
    assert partial.whole is None


def test_who_holds_a_card():
    partial = PartialDeal(north=DEAL.north, east=DEAL.east)
    assert partial.holder(Card.parse("SA")) is Seat.N
    assert partial.holder(Card.parse("CA")) is Seat.E
    assert partial.holder(Card.parse("SK")) is None


def test_deals_that_differ_in_one_hand_differ():
    swapped = Deal(DEAL.north, DEAL.south, DEAL.east, DEAL.west)
    assert PartialDeal.of(DEAL) != PartialDeal.of(swapped)
    assert PartialDeal.of(DEAL) == PartialDeal.of(Deal.parse(WHOLE))
    assert len({PartialDeal.of(DEAL), PartialDeal.of(swapped), PartialDeal.of(DEAL)}) == 2


@pytest.mark.parametrize(
    "hands",
    [
        (),
        (DEAL.north, DEAL.north),
        (DEAL.north | DEAL.east,),
    ],
)
def test_impossible_deals_cannot_be_built(hands):
    with pytest.raises(ValueError):
        PartialDeal(*hands)
