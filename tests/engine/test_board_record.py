from dataclasses import FrozenInstanceError, replace

import pytest

from minibridge.engine.auction import DOUBLE, PASS, parse_call
from minibridge.engine.board_record import (
    MOST_CALLS,
    Annotation,
    BoardRecord,
    Ending,
    RecordedCall,
    RecordedTrick,
    cards_of,
    passes_to_end,
)
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract, Denomination
from minibridge.engine.seats import SEATS, Seat, Side

from . import naive


def trick(leader, text):
    cards = dict(zip(leader.clockwise, map(Card.parse, text.split()), strict=False))
    return RecordedTrick(leader, cards_of(cards))


def calls(dealer, text):
    return tuple(
        RecordedCall(dealer.clockwise[n % 4], parse_call(word)) for n, word in enumerate(text.split())
    )


def test_nothing_is_known_of_an_empty_record():
    record = BoardRecord()
    known = (
        *(
            record.number,
            record.auction,
            record.final_contract,
            record.final_declarer,
            record.final_denomination,
        ),
        *(record.final_tricks, record.calls, record.played, record.deal, record.player(Seat.N)),
    )
    assert set(known) == {None}
    assert record.plays == ()
    assert not record.is_passed_out
    assert not record.is_claimed
    assert record.tricks_played(Side.NS) == 0


def test_a_record_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        BoardRecord().tricks = 3


@pytest.mark.parametrize(
    ("label", "number"),
    [("7", 7), ("007", 7), ("33", 33), (None, None), ("", None), ("7a", None), ("٣", None), ("1" * 20, None)],
)
def test_a_label_is_a_number_or_not(label, number):
    assert BoardRecord(label=label).number == number


def test_cards_are_in_the_order_of_play_up_to_a_gap():
    whole = trick(Seat.W, "HQ H3 H2 HA")
    assert [str(card) for card in whole.cards] == ["H3", "H2", "HA", "HQ"]
    assert [(seat.value, str(card)) for seat, card in whole.plays] == [
        ("W", "HQ"),
        ("N", "H3"),
        ("E", "H2"),
        ("S", "HA"),
    ]
    gap = replace(whole, cards=(Card.parse("H3"), None, Card.parse("HA"), Card.parse("HQ")))
    assert len(gap.plays) == 2
    assert gap.winner(Denomination.S) is None
    assert replace(whole, leader=None).plays == ()
    assert replace(whole, leader=None).winner(Denomination.S) is None


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize("text", ["HQ H3 H2 HA", "HQ S2 H2 HA", "HQ S2 S3 D4", "HQ D2 C2 D4"])
def test_the_winner_is_whom_a_second_opinion_names(leader, text):
    one, words = trick(leader, text), text.split()
    for denomination in Denomination:
        trump = None if denomination is Denomination.NOTRUMP else denomination.value
        assert one.winner(denomination).value == naive.trick_taker(leader.value, words, trump)
    all_follow = len({word[0] for word in words}) == 1
    assert (one.winner(None) is not None) is all_follow


def test_what_is_said_comes_before_what_the_auction_shows():
    shown = BoardRecord(dealer=Seat.N, calls=calls(Seat.N, "1C X 1H Pass Pass Pass"))
    assert (shown.final_contract, shown.final_declarer) == (Contract.parse("1H"), Seat.S)
    said = replace(shown, contract=Contract.parse("2D"), declarer=Seat.W)
    assert (said.final_contract, said.final_declarer) == (Contract.parse("2D"), Seat.W)
    unfinished = replace(shown, calls=shown.calls[:4])
    assert unfinished.final_contract is unfinished.final_declarer is None
    assert unfinished.auction.contract == Contract.parse("1H")
    assert replace(unfinished, denomination=Denomination.D).final_denomination is Denomination.D


def test_a_board_is_passed_out_by_word_or_by_auction():
    assert BoardRecord(contract=PASS).is_passed_out
    assert BoardRecord(contract=PASS).final_contract is None
    assert BoardRecord(dealer=Seat.N, calls=calls(Seat.N, "Pass Pass Pass Pass")).is_passed_out
    assert not BoardRecord(dealer=Seat.N, calls=calls(Seat.N, "Pass Pass Pass")).is_passed_out
    assert not BoardRecord(dealer=Seat.N, calls=()).is_passed_out


def test_calls_out_of_rotation_make_no_auction():
    record = BoardRecord(dealer=Seat.N, calls=(RecordedCall(Seat.N, PASS), RecordedCall(Seat.S, PASS)))
    assert record.auction is None
    marked = RecordedCall(Seat.N, PASS, Annotation(marks="S"))
    assert BoardRecord(dealer=Seat.W, calls=(marked,)).auction is None
    assert BoardRecord(dealer=Seat.E, calls=()).auction.turn is Seat.E
    assert BoardRecord(calls=()).auction is None


def test_thirteen_tricks_show_the_result():
    spades = [f"S{rank}" for rank in "AKQJT98765432"]
    tricks = tuple(trick(Seat.W, f"S{s[1]} H{s[1]} D{s[1]} C{s[1]}") for s in spades)
    record = BoardRecord(contract=Contract.parse("7NT"), declarer=Seat.S, played=tricks)
    assert (record.tricks_played(Side.EW), record.final_tricks, len(record.plays)) == (13, 0, 52)
    assert replace(record, tricks=2).final_tricks == 2
    assert replace(record, played=tricks[:12]).final_tricks is None
    assert replace(record, declarer=None).final_tricks is None


def test_a_claim_is_a_result_without_all_cards():
    record = BoardRecord(play_ending=Ending.CLOSED, tricks=9, played=())
    assert record.is_claimed
    assert not replace(record, tricks=None).is_claimed
    assert not replace(record, play_ending=Ending.UNSAID).is_claimed


@pytest.mark.parametrize(
    ("made", "passes"),
    [
        ([], 4),
        ([PASS], 3),
        ([PASS] * 3, 1),
        ([PASS] * 4, 0),
        ([DOUBLE], 3),
        ([DOUBLE, PASS], 2),
        ([DOUBLE, *[PASS] * 3], 0),
    ],
)
def test_how_many_passes_end_an_auction(made, passes):
    assert passes_to_end(made) == passes


def test_the_longest_auction():
    # Three passes, each bid, its double and its redouble with two passes after each, and one more at the end.
    assert MOST_CALLS == 3 + 35 * 3 * 3 + 1
