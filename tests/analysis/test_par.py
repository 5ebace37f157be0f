"""Par against lists of results and public bug reports."""

import pytest

from minibridge.analysis import NotATable, Par, carrier, par_of, table_from_data
from minibridge.analysis.solver import tricks_table
from minibridge.engine import SEATS, Deal, Denomination, Seat, Side, Vulnerability, score

from .dds_lists import FIXTURE, Solved, read, real_list

NOBODY = dict.fromkeys([(seat, denomination) for seat in SEATS for denomination in Denomination], 6)


def written(par: Par) -> set[str]:
    """The contracts as the lists write them: ``2C-NS+2``, ``3C*-EW-1``, ``4N-W+1``."""
    return {
        str(one.contract).replace("NT", "N").replace("X", "*")
        + "-"
        + (one.declarers[0].value if len(one.declarers) == 1 else one.declarers[0].side.value)
        + (f"{one.overtricks:+}" if one.overtricks else "")
        for one in par.contracts
    }


def check(solved: Solved) -> None:
    par = par_of(solved.table, solved.dealer, solved.vulnerability)
    assert par.score == solved.par_score
    assert written(par) == solved.contracts


@pytest.mark.parametrize("solved", list(read(FIXTURE)), ids=range(10))
def test_score_and_contracts_are_those_of_the_list(solved):
    check(solved)


@pytest.mark.parametrize("name", ["list100.txt", "list300.txt", "largest.txt", "thomas1.txt", "thomas2.txt"])
def test_score_and_contracts_are_those_of_the_long_lists(name):
    for solved in real_list(name):
        check(solved)


def test_each_contract_is_worth_the_score():
    for solved in read(FIXTURE):
        for dealer in SEATS:
            for vulnerability in Vulnerability:
                par = par_of(solved.table, dealer, vulnerability)
                assert par.contracts
                for one in par.contracts:
                    side = one.declarers[0].side
                    tricks = one.contract.tricks_needed + one.overtricks
                    points = score(one.contract, vulnerability.includes(side), tricks)
                    assert par.score == (points if side is Side.NS else -points)
                    assert {solved.table[seat, one.contract.denomination] for seat in one.declarers} == {
                        tricks
                    }


@pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
@pytest.mark.parametrize(("vulnerability", "points"), [(Vulnerability.NS, 620), (Vulnerability.NONE, 420)])
def test_denominations_keep_their_order(vulnerability, points):
    deal = Deal.parse("N:J652.A74..KT9642 AT9873.KJ5.T82.8 4.QT982.AKQ93.AJ KQ.63.J7654.Q753")
    par = par_of(tricks_table(deal), Seat.N, vulnerability)
    assert par.score == points
    assert written(par) == {"4H-NS"}


def test_when_nobody_makes_anything_the_deal_is_passed_out():
    for dealer in SEATS:
        assert par_of(NOBODY, dealer, Vulnerability.BOTH) == Par(0, ())


def test_what_both_sides_make_goes_to_the_dealer():
    table = NOBODY | {(seat, Denomination.NOTRUMP): 7 for seat in SEATS}
    assert par_of(table, Seat.S, Vulnerability.BOTH).score == 90
    assert par_of(table, Seat.W, Vulnerability.BOTH).score == -90


def test_a_seat_that_wins_fewer_tricks_than_its_partner_does_not_declare():
    table = NOBODY | {(Seat.W, Denomination.S): 9, (Seat.E, Denomination.S): 8}
    assert written(par_of(table, Seat.N, Vulnerability.NONE)) == {"2S-W+1"}


def test_it_is_told_in_plain_values():
    table = NOBODY | {(Seat.W, Denomination.S): 9}
    assert par_of(table, Seat.N, Vulnerability.NONE).to_data() == {
        "score": -140,
        "contracts": [{"contract": "2S", "declarers": ["W"], "overtricks": 1}],
    }
    assert par_of(NOBODY, Seat.N, Vulnerability.NONE).to_data() == {"score": 0, "contracts": []}


def test_a_table_that_is_none_gives_no_par():
    with pytest.raises(NotATable):
        par_of(table_from_data({"N": {"C": 100}}), Seat.N, Vulnerability.NONE)
