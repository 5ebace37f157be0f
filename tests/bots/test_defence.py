"""What defenders lead at HARD once dummy lies open."""

import pytest

from minibridge.bots import Level
from minibridge.engine import (
    PRESETS,
    Board,
    Deal,
    PlayCard,
    RuleSet,
    Seat,
    Vulnerability,
    apply,
    legal_actions,
    start,
    view_for,
)

from .table import deal_with, decides, position

SHOWN = PRESETS["four_deals"]


def test_masters_are_cashed_when_they_defeat_the_contract():
    deal = deal_with(W="AKQJT2.432.43.43", N="53.AQ5.KQ76.J765", S="94.KJT9.AJ85.AKQ", E="876.876.T92.T982")
    state = position(deal, "3NT", "S", "SA S3 S6 S4")
    assert decides(state) == ("SK", "cashes_to_set")


def test_nothing_is_said_of_the_contract_when_it_is_beaten_already():
    """West wins the first five tricks, and has nothing but winners left."""
    deal = deal_with(W="AKQJT98765432...", N=".AQ52.KQ76.J7653", S=".KJT9.AJ85.AKQT9")
    cards = "SA C3 C2 C9 SK C5 C4 CT SQ C6 C8 CQ"
    assert decides(position(deal, "3NT", "S", cards)) == ("SJ", "cashes_to_set")
    cards += " SJ C7 H3 CK ST CJ H4 CA"
    assert decides(position(deal, "3NT", "S", cards)) == ("S9", "cashes_master")


def test_nor_where_there_is_no_contract():
    rules = RuleSet(menu="none", scoring="tricks")
    deal = Deal.parse(deal_with(W="AKQJT98765432...", S=".AKQJT.AKQJ.AKQJ"))
    state = start(Board(1, Seat.S, Vulnerability.NONE, deal), rules)
    while state.actor is not Seat.W:
        state = apply(state, legal_actions(state)[0])
    codes = set()
    while state.remaining > 5:
        codes.add(decides(state)[1])
        state = apply(state, PlayCard(Seat.W, max(state.hands[Seat.W])))
        while state.actor is not Seat.W:
            assert state.actor is not None
            state = apply(state, PlayCard(state.actor, view_for(state, state.actor).legal_cards[0]))
    assert codes == {"top_of_sequence", "cashes_master"}


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_partners_suit_is_returned(level):
    deal = deal_with(W="KJ852.432.43.432", N="93.AQ5.KQ76.J765", S="QT4.KJT9.AJ85.AK", E="A76.876.T92.QT98")
    state = position(deal, "3NT", "S", "S5 S3 SA S4")
    assert decides(state, level) == ("S7", "returns_partners_suit")


def test_partner_gets_his_ruff():
    deal = deal_with(W="6.9832.K9843.T97", N="Q953.AKQ.65.J652", S="KJ2.JT76.AQJ.AQ4", E="AT874.54.T72.K83")
    state = position(deal, "4H", "S", "S6 S3 SA S2 S4 SJ H2 S5 C7 C2 CK C4")
    assert decides(state) == ("S7", "gives_ruff")


def test_the_suit_in_which_partner_must_have_the_ace():
    """The points told place every honour: West, with two aces, has nothing else."""
    deal = deal_with(N="AKQ.K54.AKJ5.Q42", S="J32.Q76.8432.K53", W="T98.A832.T97.A97", E="7654.JT9.Q6.JT86")
    state = position(deal, "3NT", "N", "S4 S2 S8 SA D5 DQ D2 D7", SHOWN)
    card, code = decides(state)
    assert card[0] in "HC" and code in ("top_of_sequence", "leads_low")


def test_aces_are_not_cashed_at_once():
    """West is on lead with two bare aces and nothing urgent: he leads his sequence."""
    deal = deal_with(W="QJT9.A432.A32.K2", N="K32.KQ5.KQ76.J76", S="A84.J76.J984.AQT", E="765.T98.T5.98543")
    state = position(deal, "3NT", "S", "SQ S2 S5 S4")
    assert decides(state)[0][0] == "S"
