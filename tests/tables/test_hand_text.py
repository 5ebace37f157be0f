"""Hands as people type them."""

from __future__ import annotations

from random import Random

import pytest
from django.utils.translation import override

from minibridge.engine import SEATS, Deal, Seat
from tables.hand_text import Unreadable, cards_read, cards_written, hand_read, hand_written

from .cast import WORKED_DEAL

SOUTH = WORKED_DEAL[Seat.S]


@pytest.mark.parametrize(
    "text",
    [
        "KQJ84.A6.KQ5.J73",
        "RDV84.A6.RD5.V73",
        "  r d v 8 4 . a 6 . r d 5 . v 7 3 ",
        "KQJ84,A6,KQ5,J73",
        "KQJ84/A6/KQ5/J73",
        "KQJ84\nA6\nKQ5\nJ73",
        "♠KQJ84 ♥A6 ♦KQ5 ♣J73",
        "♣ V 7 3 ♠ RDV84 ♦ RD5 ♥ A6",
        "♠\ufe0fKQJ84♥\ufe0fA6♦\ufe0fKQ5♣\ufe0fJ73",
    ],
)
def test_one_hand_in_many_ways(text: str):
    assert hand_read(text) == SOUTH


@pytest.mark.parametrize("letters", ["fr", "en"])
def test_what_is_written_is_read_again(letters: str):
    for seed in range(20):
        deal = Deal.random(Random(seed))
        for seat in SEATS:
            assert hand_read(hand_written(deal[seat], letters)) == deal[seat]


def test_tens_and_voids():
    assert sorted(map(str, hand_read("10...X"))) == ["CT", "ST"]
    assert hand_written(hand_read("-.T.–.10"), "fr") == ".10..10"
    assert hand_read("") == frozenset()
    assert hand_written((), "fr") == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("KQJ84 A6 KQ5 J73", "four suits"),
        ("KQJ84.A6.KQ5", "four suits"),
        ("4 ♠KQJ", "four suits"),
        ("KQZ.A6.KQ5.J73", "“Z” is no card"),
        ("KQJ1.A6.KQ5.J73", "“1” is no card"),
        ("KQK.A6.KQ5.J73", "king of spades is there twice"),
        ("AKQJT98765432.A..", "these are 14"),
        ("A" * 301, "too long"),
        ("😀...", "is no card"),
    ],
)
def test_what_is_no_hand_is_told_in_a_sentence(text: str, word: str):
    with override("en"), pytest.raises(Unreadable) as caught:
        hand_read(text)
    assert word in str(caught.value)


def test_first_cards_in_their_order():
    assert [str(card) for card in cards_read("♠D, ♠2 H10 cT dD")] == ["SQ", "S2", "HT", "CT", "DQ"]
    assert cards_written(["SQ", "HT"], "fr") == "♠D ♥10"
    assert cards_read(" ") == ()
    for wrong in ("Q", "♠", "S1", "XX", "SQ2"):
        with pytest.raises(Unreadable):
            cards_read(wrong)
