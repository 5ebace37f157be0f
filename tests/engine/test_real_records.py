"""Real files of many programs: how many boards they hold, and the faults that are their own."""

from collections import Counter
from dataclasses import replace

import pytest

from minibridge.engine.contracts import Contract
from minibridge.engine.lin import read_lin, write_lin
from minibridge.engine.pbn import read_pbn, write_pbn
from minibridge.engine.scoring import score
from minibridge.engine.seats import SEATS, Seat

from . import naive
from .record_files import in_folder, real_folder

PATHS = in_folder(real_folder(), ".pbn", ".lin")
SUITE = "wrong on purpose: each board says how"

BOARDS = {
    "ben_2H-3H.PBN": 55,
    "ben_BW_INT-BEN3.pbn": 40,
    "ben_alphamju_test.pbn": 35,
    "bridgebots_usbf_sf_14502.lin": 30,
    "endplay_example1.lin": 8,
    "pbntools_PCH1003.pbn": 570,
    "pbntools_aba_17901_aba_pairs.pbn": 56,
    "pbntools_annamar_1538_pairs_untitled.pbn": 57,
    "pbntools_sky_club_2196_pairs_sky_club_jackpot_2000.pbn": 44,
    "pbntools_sm0807.pbn": 108,
    "pbntools_wb120802.pbn": 216,
    "ref_correct_20.pbn": 46,
    "ref_correct_21.pbn": 2,
    "trickster_defensive_play.pbn": 44,
    "trickster113_blank_line_between_tags.pbn": 1,
    "zdenecek_bigdeal.pbn": 14,
    "zdenecek_empty.pbn": 0,
    "zdenecek_large1.pbn": 100,
}
FAULTS = {
    "ben_jordan.pbn": ({"tag_contradicted": 1}, "two Room tags, the second meant for Scoring"),
    "endplay_example4.pbn": (
        {"declarer_differs": 1, "not_in_hand": 4},
        "the auction is North's, the declarer East; one row of the play is in the order of play",
    ),
    "lin_vugraph_variants.lin": ({"calls_unfinished": 2}, "the auctions stop before their last passes"),
    "trickster_defensive_play.pbn": (
        {"not_in_hand": 20, "played_twice": 1},
        "lessons about two hands, in whose plays the others show cards of those",
    ),
    "ref_errors_10.pbn": (None, SUITE),
    "ref_errors_20.pbn": (None, SUITE),
    "ref_errors_21.pbn": (None, SUITE),
}

pytestmark = pytest.mark.skipif(not PATHS, reason="no real files: set BRIDGE_RECORDS to a folder of them")


def read(path):
    return (read_lin if path.suffix.lower() == ".lin" else read_pbn)(path.read_bytes())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_every_board_is_read_and_nothing_but_the_files_own_faults_is_told(path):
    file = read(path)
    assert len(file.records) == BOARDS.get(path.name, len(file.records))
    faults = Counter(
        problem.code for record in file.records for problem in record.problems if not problem.is_harmless
    )
    expected, _ = FAULTS.get(path.name, ({}, ""))
    assert expected is None or faults == expected


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_real_boards_are_written_stably_in_both_formats(path):
    records = read(path).records
    for export in (True, False):
        text = write_pbn(records, export)
        again = read_pbn(text).records
        assert len(again) == len(records)
        assert write_pbn(again, export) == text
    text = write_lin(records)
    assert write_lin(read_lin(text).records) == text


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_facts_survive_being_written_as_pbn(path):
    facts = (
        *("label", "dealer", "vulnerability", "deal", "contract", "declarer", "tricks", "score_ns"),
        *("played", "auction_ending", "tables"),
    )
    for record in read(path).records:
        again = read_pbn(write_pbn([record])).records[0]
        if path.name not in FAULTS:
            for fact in facts:
                assert getattr(again, fact) == getattr(record, fact), (record.label, fact)
            assert [call.call for call in again.calls or ()] == [call.call for call in record.calls or ()]


def test_lin_files_survive_being_written_as_pbn_and_back():
    for path in PATHS:
        if path.suffix.lower() == ".lin":
            records = read_lin(path.read_bytes()).records
            through = read_pbn(write_pbn(records)).records
            assert [replace(record, problems=()) for record in through] == [
                replace(record, problems=()) for record in records
            ]
            assert write_lin(through) == write_lin(records)


def test_plays_agree_with_a_second_opinion():
    """Each card by the naive rules: whose turn it is, that he holds it, and who wins."""
    cards = tricks = whole = 0
    for path in PATHS:
        for record in read(path).records if path.name not in FAULTS else ():
            deal, denomination = record.deal, record.final_denomination
            if deal is None or deal.whole is None or not record.plays or denomination is None:
                continue
            trump = None if denomination.trump is None else denomination.trump.value
            hands = {seat: {str(card) for card in deal[seat]} for seat in SEATS}
            turn, on_table = record.opening_leader, []
            for seat, card in record.plays:
                assert seat is turn, (path.name, record.label)
                led = on_table[0][0] if on_table else None
                assert str(card) in naive.may_follow(hands[seat], led)
                hands[seat].discard(str(card))
                on_table.append(str(card))
                turn = turn.next
                if len(on_table) == 4:
                    turn = Seat(naive.trick_taker(turn.value, on_table, trump))
                    on_table, tricks = [], tricks + 1
            cards += len(record.plays)
            whole += len(record.plays) == 52
    assert cards > 9000
    assert tricks > 2200
    assert whole > 120


def test_results_agree_with_the_plays_and_scores_with_the_results():
    scored = 0
    for path in PATHS:
        for record in read(path).records if path.name not in FAULTS else ():
            contract, declarer = record.final_contract, record.final_declarer
            if not isinstance(contract, Contract) or declarer is None or record.tricks is None:
                continue
            if len(record.plays) == 52:
                assert record.tricks_played(declarer.side) == record.tricks
            if record.score_ns is not None and record.vulnerability is not None:
                vulnerable = record.vulnerability.includes(declarer.side)
                points = score(contract, vulnerable, record.tricks)
                assert record.score_ns == (points if declarer.side.value == "NS" else -points), path.name
                scored += 1
    assert scored > 15
