"""Following suit, ruffing and discarding at MEDIUM and HARD, in positions as bridge players write them."""

import pytest

from minibridge.bots import Level

from .table import deal_with, decides, position

BOTH = [Level.MEDIUM, Level.HARD]


@pytest.mark.parametrize("level", BOTH)
def test_second_hand_plays_low(level):
    deal = deal_with(W="AQ5.J752.K84.J92", N="764.T863.Q753.53", S="KJ2.AQ.A92.AKQ64")
    assert decides(position(deal, "3NT", "S", "H2 H3 H4 HA D2"), level) == ("D4", "second_hand_low")


@pytest.mark.parametrize("level", BOTH)
def test_an_honour_is_covered(level):
    deal = deal_with(W="AQ5.J752.K84.J92", N="764.T863.A753.53", S="KJ2.AQ.QT9.AKQ64")
    assert decides(position(deal, "3NT", "S", "H2 H3 H4 HA DQ"), level) == ("DK", "covers_honour")


def test_the_first_of_touching_honours_in_dummy_is_not_covered():
    deal = deal_with(N="764.T863.QJT5.A3", E="AQ5.752.K84.J982", S="KJ2.AQ.A93.KQ764")
    before = position(deal, "3NT", "S", "HJ H3 H2 HA C4 C5 CA C2")
    assert before.turn.value == "N"
    assert decides(position(deal, "3NT", "S", "HJ H3 H2 HA C4 C5 CA C2 DQ")) == ("D4", "second_hand_low")


def test_second_hand_splits_its_honours():
    deal = deal_with(W="A85.J752.KQ4.J92", N="764.T863.AT53.53", S="KQJ.AQ.962.AKQ64")
    assert decides(position(deal, "3NT", "S", "H2 H3 H4 HA D2")) == ("DQ", "splits_honours")


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(
    ("east", "card"),
    [
        ("KJ5.J75.984.J982", "SK"),  # third hand high
        ("QJ5.J75.984.J982", "SJ"),  # of touching cards the lowest
        ("AQ5.J75.984.J982", "SA"),
    ],
)
def test_third_hand_plays_high(east, card, level):
    deal = deal_with(E=east, N="764.AT86.AT53.53")
    west = deal.split()[3]
    lead = west.split(".")[0][-1]
    played = position(deal, "3NT", "S", f"S{lead} S4")
    assert decides(played, level) in ((card, "third_hand_high"), (card, "wins_cheaply"))


def test_third_hand_finesses_against_dummy():
    """Dummy's queen has nothing over it but the king: the jack will do as well."""
    deal = deal_with(E="KJ5.J75.984.J982", N="Q64.AT86.AT53.53", W="T8732...")
    assert decides(position(deal, "3NT", "S", "S3 S4")) == ("SJ", "third_hand_high")


@pytest.mark.parametrize("level", BOTH)
def test_third_hand_leaves_partners_winner(level):
    deal = deal_with(W="AK72.943.Q62.Q75", N="864.AT86.AT53.KT", E="Q95.J75.984.J982")
    assert decides(position(deal, "4H", "S", "SA S4"), level) == ("S5", "leaves_to_partner")


@pytest.mark.parametrize("level", BOTH)
def test_fourth_hand_wins_as_cheaply_as_it_can(level):
    deal = deal_with(W="T8732...", N="Q64.AT8.AT53.532", E="95.J975.984.J984", S="AKJ.Q643.KJ2.AKQ")
    assert decides(position(deal, "3NT", "S", "S3 S4 S9"), level) == ("SJ", "wins_cheaply")


@pytest.mark.parametrize("level", BOTH)
def test_a_void_ruffs_low_and_overruffs_as_cheaply_as_it_can(level):
    deal = deal_with(W="AKQ72...", N=".T864.AT532.K975", E="9543.Q.984.J8642", S="JT86.AKJ532.K.AQ")
    assert decides(position(deal, "4H", "S", "SA"), level) == ("H4", "ruffs")


@pytest.mark.parametrize("level", BOTH)
def test_nobody_ruffs_partners_winner(level):
    deal = deal_with(W="AKQJ72...", N="953.T86.AT53.K97", E=".Q92.98764.J8642", S="T864.AKJ53.K.AQT")
    played = position(deal, "4H", "S", "SA S3")
    card, code = decides(played, level)
    assert code == "discards_low" and card[0] in "DC"


def test_hard_ruffs_what_partner_will_lose():
    """Dummy leads the queen; West must have the ace over it, for South has nothing left to beat it with."""
    deal = deal_with(W="A9...", E="KT8742.532.98.J8", N="QJ653.T86.A53.K9", S=".AKQJ97.KJ42.AQ7")
    played = position(deal, "4H", "S", "D6 DA D8 D2 SQ SK")
    assert decides(played) == ("H7", "ruffs")


def test_hard_keeps_the_guard_of_an_honour():
    """East has to find discards on dummy's long clubs: not a heart from king and one small."""
    deal = deal_with(E="97642.K5.98432.4", N="J3.642.K5.AKQJ93", S="AKQ.A97.AQJ.T752", W="T85...")
    played = position(deal, "3NT", "S", "S5 S3 S9 SA C5 C6 CA C4 CK")
    card, code = decides(played)
    assert code == "discards_low" and card[0] in "SD"


def test_an_only_card_needs_no_reason():
    deal = deal_with(W="AKQ72...", N="953.T864.AT5.K97", E="4.Q9.98732.J8642", S="JT86.AKJ532.K.AQ")
    assert decides(position(deal, "4H", "S", "SA S3")) == ("S4", "only_card")
