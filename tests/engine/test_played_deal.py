import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.boards import Vulnerability
from minibridge.engine.contracts import Contract
from minibridge.engine.played_deal import PlayedDeal
from minibridge.engine.seats import Seat, Side

from . import naive_scoring
from .scored import down, made, played_deals


def test_a_contract_is_made_with_the_tricks_it_needs():
    assert made("N", "4S").is_made
    assert made("N", "4S", 3).is_made
    assert not down("N", "4S", 1).is_made


@pytest.mark.parametrize("tricks", [-1, 14])
def test_thirteen_tricks_are_the_most(tricks):
    with pytest.raises(ValueError, match="13 tricks"):
        PlayedDeal(Seat.N, Contract.parse("1C"), tricks)


def test_the_score_depends_on_who_is_vulnerable_and_who_looks():
    game = made("E", "4H")
    assert game.score_for(Side.EW, Vulnerability.EW) == 620
    assert game.score_for(Side.EW, Vulnerability.NS) == 420
    assert game.score_for(Side.NS, Vulnerability.BOTH) == -620
    assert down("S", "3NTX", 2).score_for(Side.EW, Vulnerability.NS) == 500


@given(played_deals(), st.sampled_from(list(Vulnerability)))
def test_what_one_side_scores_the_other_loses(deal, vulnerability):
    scores = {side: deal.score_for(side, vulnerability) for side in Side}
    assert scores[Side.NS] == -scores[Side.EW]
    declaring = deal.declarer.side
    vulnerable = vulnerability.value in (declaring.value, "All")
    assert scores[declaring] == naive_scoring.duplicate(str(deal.contract), vulnerable, deal.tricks)
