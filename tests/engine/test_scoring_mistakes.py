"""What other bridge software has got wrong about scores, contracts and results: each input that was reported,
and all others of its kind."""

import copy
import pickle
from dataclasses import replace
from itertools import permutations

import pytest

from minibridge.engine.auction import BIDS, PASS, Auction, Bid, parse_call
from minibridge.engine.boards import Vulnerability
from minibridge.engine.chicago import Chicago
from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.errors import NotationError
from minibridge.engine.imps import butler, cross_imps
from minibridge.engine.matchpoints import matchpoints
from minibridge.engine.played_deal import PlayedDeal, Unplayed
from minibridge.engine.rubber import Rubber
from minibridge.engine.scoring import duplicate_lines, result_without_score, score
from minibridge.engine.seats import SEATS, Seat, Side

ALL_CONTRACTS = [
    Contract(level, denomination, doubling)
    for level in range(1, 8)
    for denomination in Denomination
    for doubling in Doubling
]


def auction_of(dealer, calls):
    words = ("Pass" if word == "P" else word for word in calls.split())
    return Auction(Seat.parse(dealer), tuple(map(parse_call, words)))


def score_of(auction, tricks, vulnerability):
    """What North-South score on the contract that an auction led to."""
    deal = PlayedDeal(auction.declarer, auction.contract, tricks)
    return deal.score_for(Side.NS, Vulnerability(vulnerability))


def premiums(contract, vulnerable):
    lines = duplicate_lines(contract, vulnerable, contract.tricks_needed)
    return {line.code: line.points for line in lines if line.code.endswith("bonus")}


# dominicprice/endplay issue 34: a grand slam that was not vulnerable had the wrong bonus.
@pytest.mark.parametrize(
    ("contract", "vulnerable", "points"), [("7C", False, 1440), ("7NT", False, 1520), ("7NT", True, 2220)]
)
def test_a_grand_slam_has_the_bonus_of_its_vulnerability(contract, vulnerable, points):
    assert score(Contract.parse(contract), vulnerable, 13) == points


@pytest.mark.parametrize("contract", ALL_CONTRACTS, ids=str)
def test_every_contract_has_the_premiums_of_its_level_and_vulnerability(contract):
    for vulnerable in (False, True):
        expected = {"partscore_bonus": 50}
        if contract.trick_points >= 100:
            expected = {"game_bonus": 500 if vulnerable else 300}
        if contract.level == 6:
            expected["small_slam_bonus"] = 750 if vulnerable else 500
        if contract.level == 7:
            expected["grand_slam_bonus"] = 1500 if vulnerable else 1000
        if contract.doubling is not Doubling.UNDOUBLED:
            insult = {"X": ("doubled_bonus", 50), "XX": ("redoubled_bonus", 100)}
            code, points = insult[contract.doubling.value]
            expected[code] = points
        assert premiums(contract, vulnerable) == expected


# bridge-craftwork/Practice-Bidding-Scenarios issue 83: three hearts doubled and made was called a loss.
def test_a_doubled_partscore_of_more_than_a_hundred_is_a_game():
    auction = auction_of("S", "2H P P 3D P P 3H P P X P P P")
    assert (auction.contract, auction.declarer) == (Contract.parse("3HX"), Seat.S)
    assert score_of(auction, 9, "None") == 530
    assert score_of(auction, 9, "NS") == 730


def test_exactly_these_partscores_become_games_by_doubling():
    low = [bid for bid in BIDS if not Contract(bid.level, bid.denomination).is_game]
    doubled = {str(bid) for bid in low if Contract(bid.level, bid.denomination, Doubling.DOUBLED).is_game}
    redoubled = {str(bid) for bid in low if Contract(bid.level, bid.denomination, Doubling.REDOUBLED).is_game}
    assert doubled == {"2H", "2S", "2NT", "3C", "3D", "3H", "3S", "4C", "4D"}
    assert redoubled == {str(bid) for bid in low} - {"1C", "1D"}


# anntzer/redeal issue 28: letters in another order lost the double in silence.
def test_seven_notrump_doubled():
    contract = Contract.parse("7NTX")
    assert (score(contract, False, 13), score(contract, False, 12)) == (1790, -100)


@pytest.mark.parametrize("contract", ALL_CONTRACTS, ids=str)
def test_a_contract_is_read_in_one_order_of_its_letters_only(contract):
    pieces = [str(contract.level), contract.denomination.value, *contract.doubling.value]
    orders = {"".join(order) for order in permutations(pieces)}
    broken = {str(contract).replace("T", "N") + "X", str(contract) + "N"}
    for text in (orders | broken) - set(map(str, ALL_CONTRACTS)):
        with pytest.raises(NotationError):
            Contract.parse(text)
    assert orders & set(map(str, ALL_CONTRACTS)) == {str(contract)}


# lorserker/ben issue 39: a cue bid doubled and passed out, no trick won. The next is a game of that project.
def test_a_doubled_cue_bid_ten_down():
    auction = auction_of("N", "1S P 2S P 4C X P P P")
    assert (auction.contract, auction.declarer) == (Contract.parse("4CX"), Seat.N)
    assert score_of(auction, 0, "EW") == -2600


def test_a_wild_redoubled_auction():
    auction = auction_of("N", "1NT X 2D P 2H 3D 3H P P 4S P 5C X P P XX P P P")
    assert (auction.contract, auction.declarer) == (Contract.parse("5CXX"), Seat.W)
    assert score_of(auction, 4, "NS") == 3400


@pytest.mark.parametrize("contract", ALL_CONTRACTS, ids=str)
def test_each_further_undertrick_costs_what_the_table_says(contract):
    """Doubled: 100, 200, 200, 300 … or 200, 300 …; redoubled the double of it (Law 77)."""
    steps = {
        ("", False): [50] * 13,
        ("", True): [100] * 13,
        ("X", False): [100, 200, 200, *[300] * 10],
        ("X", True): [200, *[300] * 12],
        ("XX", False): [200, 400, 400, *[600] * 10],
        ("XX", True): [400, *[600] * 12],
    }
    for vulnerable in (False, True):
        for undertricks in range(1, contract.tricks_needed + 1):
            cost = sum(steps[contract.doubling.value, vulnerable][:undertricks])
            assert score(contract, vulnerable, contract.tricks_needed - undertricks) == -cost


# bridgeextra.com/unfinished-boards: both sides had an average, however clear the result.
def test_a_board_that_was_not_finished_has_no_score_and_no_average():
    contract = Contract.parse("4S")
    result = result_without_score("unfinished", Seat.S, contract)
    assert (result.declarer, result.contract, result.tricks) == (Seat.S, contract, None)
    assert result.points == {Side.NS: 0, Side.EW: 0}
    field = [420, None, -50, 420]
    assert matchpoints(field) == [3, None, 0, 3]
    assert cross_imps(field)[1] is None
    assert butler(field)[1] is None


@pytest.mark.parametrize(
    "sheet", [Rubber(Seat.N), Chicago(Seat.N), Chicago(Seat.N, carries_partscores=False)]
)
def test_a_deal_that_was_not_finished_leaves_a_score_sheet_as_it_was(sheet):
    after = sheet.after(Unplayed.UNFINISHED)
    assert (after.entries, after.partscores) == (sheet.entries, sheet.partscores)
    assert (after.number, after.dealer) == (2, Seat.E)


# dominicprice/endplay: the contract was lost if North dealt, because the first seat counted as none.
def test_one_notrump_by_a_north_who_dealt():
    auction = auction_of("N", "1NT P P P")
    assert (auction.contract, auction.declarer) == (Contract.parse("1NT"), Seat.N)


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_whoever_deals_and_whatever_he_bids_has_his_contract(dealer, bid):
    for passes in range(4):
        auction = Auction(dealer, (*[PASS] * passes, bid, PASS, PASS, PASS))
        assert auction.declarer is dealer.clockwise[passes]
        assert auction.contract == Contract(bid.level, bid.denomination)


def test_no_member_of_an_enumeration_counts_as_none():
    for enumeration in (Seat, Side, Denomination, Doubling, Vulnerability, Unplayed):
        assert all(enumeration)
    assert all(bid for bid in BIDS if isinstance(bid, Bid))


# dominicprice/endplay: a copy of a contract took its double from the undertricks.
@pytest.mark.parametrize("contract", ALL_CONTRACTS, ids=str)
def test_a_copy_of_a_contract_is_the_contract(contract):
    copies = (
        copy.copy(contract),
        copy.deepcopy(contract),
        pickle.loads(pickle.dumps(contract)),
        replace(contract),
        Contract.parse(str(contract)),
    )
    for other in copies:
        assert other == contract
        assert other.doubling is contract.doubling
        assert [score(other, True, n) for n in range(14)] == [score(contract, True, n) for n in range(14)]


def test_a_copy_of_a_deal_keeps_its_score():
    for text, tricks, points in (("4S", 9, -50), ("4SX", 10, 590)):
        deal = PlayedDeal(Seat.N, Contract.parse(text), tricks)
        for other in (copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal)), replace(deal)):
            assert other == deal
            assert other.score_for(Side.NS, Vulnerability.NONE) == points
