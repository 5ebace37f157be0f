"""How declarer plays a suit at HARD, and that MEDIUM plays by rules of thumb."""

from minibridge.bots import Level
from minibridge.bots.finesses import finesse_towards
from minibridge.bots.knowledge import Knowledge
from minibridge.bots.prospects import prospects, quick_tricks
from minibridge.bots.sure_tricks import sure_tricks
from minibridge.engine import PRESETS, Seat, Suit, view_for

from .table import deal_with, decides, position

SHOWN = PRESETS["four_deals"]


def known_at(state):
    return Knowledge(view_for(state, state.actor), state.actor)


def test_trumps_are_drawn_while_the_opponents_have_some():
    deal = deal_with(S="AKQJ5.A3.K72.A64", N="T832.K72.A85.J73", W="76.QJT9.QJ4.Q982", E="94.8654.T963.KT5")
    state = position(deal, "4S", "S", "HQ H2 H4 HA")
    assert decides(state) == ("SA", "draws_trumps")
    state = position(deal, "4S", "S", "HQ H2 H4 HA SA S6 S2 S4 SK S7 S3 S9")
    card, code = decides(state)
    assert code not in ("draws_trumps", "random_card") and card[0] != "S"


def test_a_master_trump_is_left_to_the_opponents():
    deal = deal_with(S="KQJT5.A3.K72.A64", N="9832.K72.A85.J73", W="A76.QJT9.QJ4.Q98", E="4.8654.T963.KT52")
    cards = "HQ H2 H4 HA SK S6 S2 S4 SQ S7 S3 C2"
    card, code = decides(position(deal, "4S", "S", cards))
    assert code != "draws_trumps" and card[0] != "S"


def test_a_low_card_is_led_to_the_tenace_and_the_lower_honour_played():
    deal = deal_with(N="AQ3.AK4.Q876.A53", S="J542.QJ3.AKJ.K64", W="K97.985.T95.J972", E="T86.T762.432.QT8")
    state = position(deal, "3NT", "N", "", SHOWN)
    finesse = finesse_towards(
        known_at(position(deal, "3NT", "N", "H2 H3 H8 HA D6 D2 DA D5", SHOWN)), Suit.S, Seat.N
    )
    assert (str(finesse.card), str(finesse.missing), finesse.chance) == ("S2", "SK", 1.0)
    state = position(deal, "3NT", "N", "H2 H3 H8 HA D6 D2 DA D5 S2 S7", SHOWN)
    assert decides(state) == ("SQ", "finesse")


def test_no_finesse_into_the_hand_that_must_have_the_king():
    deal = deal_with(N="AQ3.AK4.Q876.A53", S="J542.QJ3.AKJ.K64", E="K97.985.T95.J972", W="T86.T762.432.QT8")
    state = position(deal, "3NT", "N", "H9 HJ H2 H4 S2 S6", SHOWN)
    card, code = decides(state)
    assert (card, code) != ("SQ", "finesse")


def test_touching_honours_drive_out_the_ace():
    deal = deal_with(S="A43.AK2.KQJT.A43", N="K52.Q43.9876.K52", W="QJT9.JT9.A54.QJT", E="876.8765.32.9876")
    state = position(deal, "3NT", "S", "SQ S2 S6 SA")
    card, code = decides(state)
    assert card[0] == "D" and code == "develops_suit"


def test_the_only_stopper_is_held_up():
    deal = deal_with(S="A43.AK2.KJT9.A43", N="52.Q43.Q876.KQ52", W="KQJT9.JT9.A5.876", E="876.8765.432.JT9")
    assert decides(position(deal, "3NT", "S", "SK S2 S6")) == ("S3", "holds_up")


def test_declarer_does_not_hold_up_what_makes_the_contract():
    deal = deal_with(S="A43.AK2.KJT9.A43", N="52.Q43.AQ76.KQ52", W="KQJT9.JT98.5.876", E="876.765.8432.JT9")
    state = position(deal, "3NT", "S", "SK S2 S6 S3 SQ S5 S7 S4 SJ D6 S8")
    assert decides(state) == ("SA", "only_card")


def test_a_loser_is_ruffed_in_the_short_hand_before_trumps_are_drawn():
    deal = deal_with(S="AKQ54.A32.K72.64", N="873.4.A8543.A875", W="JT9.KQJ9.QJ.QJ93", E="62.T8765.T96.KT2")
    state = position(deal, "4S", "S", "HK H4 H5 HA")
    assert decides(state) == ("H2", "ruffs_loser")


def test_the_honours_of_the_short_hand_are_played_first():
    deal = deal_with(S="AK3.A92.KQ.A8743", N="854.KQJT.AJ32.K2", W="QJT9.8765.T98.QT", E="762.43.7654.J965")
    state = position(deal, "3NT", "S", "SQ S4 S2 SA")
    known = known_at(state)
    assert prospects(known, Suit.D).quick == 4
    assert prospects(known, Suit.H).quick == 4
    assert quick_tricks(known) >= sure_tricks(known) >= 11
    card, code = decides(state)
    assert code in ("cashes_master", "crosses", "develops_suit")
    assert card not in ("H9", "H2") or code == "crosses"


def test_a_suit_divides_as_it_usually_does():
    deal = deal_with(S="AK3.A92.K5.A8743", N="854.KQ3.A32.K652", W="QJT9.87654.T98.T", E="762.JT.QJ764.QJ9")
    state = position(deal, "3NT", "S", "SQ S4 S2 SA")
    clubs = prospects(known_at(state), Suit.C)
    assert (clubs.quick, clubs.long, clubs.losses, clubs.gain) == (2, 4, 1, 2)


def test_medium_draws_trumps_while_somebody_follows():
    deal = deal_with(S="AKQJ5.A3.K72.A64", N="T832.K72.A85.J73", W="76.QJT9.QJ4.Q982", E="94.8654.T963.KT5")
    state = position(deal, "4S", "S", "HQ H2 H4 HA")
    assert decides(state, Level.MEDIUM) == ("SA", "draws_trumps_first")
    state = position(deal, "4S", "S", "HQ H2 H4 HA SA S6 S2 S4 SK S7 S3 S9 SQ H9 S8 H5")
    assert decides(state, Level.MEDIUM)[0][0] != "S"
    deal = deal_with(S="AKQJ5.A3.K72.A64", N="T842.K72.A85.J73", W="763.QJT.QJ4.Q982", E="9.98654.T963.KT5")
    state = position(deal, "4S", "S", "HQ H2 H4 HA SA S3 S2 S9 SK S6 S4 D3")
    assert decides(state, Level.MEDIUM) == ("SQ", "draws_trumps_again")


def test_medium_leads_its_longest_suit():
    deal = deal_with(S="A43.AK2.KQJT.A43", N="K52.Q43.9876.K52", W="QJT9.JT9.A54.QJT", E="876.8765.32.9876")
    state = position(deal, "3NT", "S", "SQ S2 S6 SA")
    assert decides(state, Level.MEDIUM) == ("DK", "develops_suit")


def test_a_blocking_honour_is_played_under_the_ace():
    deal = deal_with(S="A43.AK32.K2.A432", N="K2.Q4.AQJT63.K65", W="QJT9.JT9.75.QJT9", E="8765.8765.984.87")
    cards = "SQ SK S5 S3 DA D4"
    assert decides(position(deal, "3NT", "S", cards)) == ("DK", "unblocks")
