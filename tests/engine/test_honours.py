import pytest
from hypothesis import given

from minibridge.engine.contracts import Denomination
from minibridge.engine.deals import Deal
from minibridge.engine.honours import Honours, honours_in
from minibridge.engine.seats import SEATS, Seat

from .strategies import deals

# East has five honours in spades, South four in hearts, West all aces but one, North four in clubs.
HONOURS = Deal.parse("N:2.432.6543.AKQT9 AKQJT.65.987.543 43.KQJT9.KT2.J87 98765.A87.AQJ.62")
FOUR_ACES = Deal.parse("N:AT52.A843.A.A962 3.752.JT9632.KT4 KQJ84.K6.KQ5.J73 976.QJT9.874.Q85")


@pytest.mark.parametrize(
    ("denomination", "seat", "count", "points"),
    [("S", Seat.E, 5, 150), ("H", Seat.S, 4, 100), ("C", Seat.N, 4, 100)],
)
def test_trump_honours_count_in_one_hand_only(denomination, seat, count, points):
    found = honours_in(HONOURS, Denomination(denomination))
    assert found == Honours(seat, count, of_trumps=True)
    assert found.points == points


def test_three_honours_are_worth_nothing():
    assert honours_in(HONOURS, Denomination.D) is None


def test_at_notrump_only_four_aces_in_one_hand_count():
    assert honours_in(HONOURS, Denomination.NOTRUMP) is None
    found = honours_in(FOUR_ACES, Denomination.NOTRUMP)
    assert found == Honours(Seat.N, 4, of_trumps=False)
    assert found.points == 150


def test_four_aces_are_no_honours_in_a_suit():
    assert honours_in(FOUR_ACES, Denomination.H) is None


def test_ace_king_queen_jack_without_the_ten_are_worth_a_hundred():
    deal = Deal.parse("N:AKQJ.432.6543.92 T98.65.987.AKQT5 432.KQJT9.KT2.J8 765.A87.AQJ.7643")
    assert honours_in(deal, Denomination.S) == Honours(Seat.N, 4, of_trumps=True)


@given(deals)
def test_honours_are_found_as_by_counting_letters(deal):
    hands = {seat.value: {str(card) for card in deal[seat]} for seat in SEATS}
    for denomination in Denomination:
        wanted = {suit + "A" for suit in "SHDC"}
        if denomination is not Denomination.NOTRUMP:
            wanted = {denomination.value + rank for rank in "AKQJT"}
        counts = {seat: len(hand & wanted) for seat, hand in hands.items() if len(hand & wanted) >= 4}
        found = honours_in(deal, denomination)
        assert counts == ({} if found is None else {found.seat.value: found.count})
