from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.boards import Vulnerability
from minibridge.engine.honours import Honours
from minibridge.engine.score_sheet import (
    SheetEntry,
    carried_entries,
    duplicate_entries,
    leading_side,
    sheet_totals,
)
from minibridge.engine.scoring import ScoreLine
from minibridge.engine.seats import Seat, Side

from . import naive_scoring
from .scored import down, made, played_deals, points


def test_a_made_contract_is_split_by_the_line():
    """Four spades just made with four honours: 120 below, 100 above."""
    deal = made("S", "4S", honours=Honours(Seat.N, 4, of_trumps=True))
    assert list(carried_entries(3, deal, False)) == [
        SheetEntry(3, Side.NS, ScoreLine("trick_points", {"count": 4, "each": 30}, 120), is_below=True),
        SheetEntry(3, Side.NS, ScoreLine("trump_honours", {"count": 4}, 100), holder=Seat.N),
    ]


def test_a_slam_doubled_is_spelled_out_above_the_line():
    entries = list(carried_entries(1, made("E", "6NTX", 1), True))
    assert [(entry.line.code, entry.points, entry.is_below) for entry in entries] == [
        ("first_trick", 80, True),
        ("trick_points", 300, True),
        ("small_slam_bonus", 750, False),
        ("doubled_bonus", 50, False),
        ("overtricks", 200, False),
    ]
    assert {entry.side for entry in entries} == {Side.EW}


def test_undertricks_and_the_honours_of_a_defender_stand_above_the_line():
    deal = down("W", "2HX", 2)
    honours = Honours(Seat.S, 5, of_trumps=True)
    entries = list(carried_entries(1, type(deal)(deal.declarer, deal.contract, deal.tricks, honours), False))
    assert [(entry.line.code, entry.points, entry.holder) for entry in entries] == [
        ("undertricks", 100, None),
        ("undertricks", 200, None),
        ("trump_honours", 150, Seat.S),
    ]
    assert {entry.side for entry in entries} == {Side.NS}
    assert not any(entry.is_below for entry in entries)


def test_four_aces_have_words_of_their_own():
    deal = made("N", "1NT", honours=Honours(Seat.E, 4, of_trumps=False))
    entry = list(carried_entries(1, deal, False))[-1]
    assert (entry.line.code, entry.points, entry.side) == ("four_aces", 150, Side.EW)


def test_a_deal_scored_for_itself_knows_no_line_and_no_honours():
    deal = made("N", "2S", 1, honours=Honours(Seat.N, 5, of_trumps=True))
    entries = list(duplicate_entries(2, deal, False))
    assert [entry.line.code for entry in entries] == ["trick_points", "partscore_bonus", "overtricks"]
    assert not any(entry.is_below for entry in entries)
    assert sheet_totals(entries) == points(140, 0)


def test_the_side_that_has_written_more_leads():
    entries = [SheetEntry(1, side, ScoreLine("overtricks", {"count": 1, "each": 30}, 30)) for side in Side]
    assert leading_side([]) is None
    assert leading_side(entries) is None
    assert leading_side([*entries, entries[1]]) is Side.EW


@given(played_deals(), st.booleans())
def test_what_stands_below_is_the_contract_and_what_stands_above_the_rest(deal, vulnerable):
    entries = list(carried_entries(1, deal, vulnerable))
    contract = str(deal.contract)
    below = sum(entry.points for entry in entries if entry.is_below)
    above = sum(entry.points for entry in entries if not entry.is_below and entry.holder is None)
    if deal.is_made:
        assert below == naive_scoring.trick_points(contract)
        assert above == naive_scoring.extras(contract, vulnerable, deal.tricks)
    else:
        assert below == 0
        assert above == naive_scoring.penalty(contract, vulnerable, deal.tricks)


@given(played_deals(), st.sampled_from(list(Vulnerability)))
def test_entries_scored_for_themselves_sum_to_the_duplicate_score(deal, vulnerability):
    entries = duplicate_entries(1, deal, vulnerability.includes(deal.declarer.side))
    totals = sheet_totals(entries)
    assert totals[Side.NS] - totals[Side.EW] == deal.score_for(Side.NS, vulnerability)
    assert 0 in totals.values()
