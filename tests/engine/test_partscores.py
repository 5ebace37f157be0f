import pytest

from minibridge.engine.auction import BIDS
from minibridge.engine.contracts import Contract, Doubling
from minibridge.engine.partscores import NO_PARTSCORES, Partscores
from minibridge.engine.seats import Side


def test_a_partscore_of_sixty_makes_two_hearts_a_game():
    """Who has 60 below the line has nothing to gain by bidding on over two hearts."""
    partscores = Partscores(ns=60)
    assert partscores.missing(Side.NS) == 40
    assert partscores.makes_game(Side.NS, Contract.parse("2H"))
    assert not partscores.makes_game(Side.EW, Contract.parse("2H"))
    assert not partscores.makes_game(Side.NS, Contract.parse("1H"))


def test_partscores_add_up_until_a_game_cuts_off_both():
    one = NO_PARTSCORES.after(Side.NS, Contract.parse("2S"))
    both = one.after(Side.EW, Contract.parse("3D"))
    assert both == Partscores(ns=60, ew=60)
    assert both.after(Side.NS, Contract.parse("1D")) == Partscores(ns=80, ew=60)
    assert both.after(Side.EW, Contract.parse("1NT")) == NO_PARTSCORES


def test_a_doubled_partscore_counts_doubled():
    assert NO_PARTSCORES.after(Side.EW, Contract.parse("1HX")) == Partscores(ew=60)
    assert NO_PARTSCORES.makes_game(Side.EW, Contract.parse("2HX"))
    assert NO_PARTSCORES.makes_game(Side.EW, Contract.parse("1SXX"))


@pytest.mark.parametrize("bid", BIDS, ids=str)
@pytest.mark.parametrize("doubling", list(Doubling))
def test_without_a_partscore_game_is_what_duplicate_calls_game(bid, doubling):
    contract = Contract(bid.level, bid.denomination, doubling)
    assert all(NO_PARTSCORES.makes_game(side, contract) == contract.is_game for side in Side)


@pytest.mark.parametrize("carried", range(0, 100, 10))
def test_every_partscore_completes_exactly_the_contracts_that_bring_it_to_a_hundred(carried):
    for bid in BIDS:
        contract = Contract(bid.level, bid.denomination)
        makes_game = carried + contract.trick_points >= 100
        assert Partscores(ew=carried).makes_game(Side.EW, contract) == makes_game
        after = Partscores(ns=90, ew=carried).after(Side.EW, contract)
        expected = (0, 0) if makes_game else (90, carried + contract.trick_points)
        assert (after[Side.NS], after[Side.EW]) == expected
