"""Boards that are wrong, each in one way: what is told of it, and what is read all the same."""

import re
from pathlib import Path

import pytest

from minibridge.engine.pbn import read_pbn
from minibridge.engine.problems import HARMLESS, MOST_PROBLEMS, RULES

from .record_files import real_folder

DEAL = "W:KQT2.AT.J6542.85 .63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4"
FOUR_SUITS = "W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
PLAY = f'[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "5HX"]\n[Play "W"]\n'
SUITS = f'[Deal "{FOUR_SUITS}"]\n[Declarer "S"]\n[Contract "7NT"]\n[Play "W"]\n'
AUCTION = '[Dealer "N"]\n[Auction "W"]\n'

FAULTS = [
    # Tags
    ("[Event]", "1 tag_malformed"),
    ("[Event No_quotes]", "1 tag_malformed"),
    ('[Event "never closed]', "1 tag_malformed"),
    ('[Event "two\nlines"]', "1 tag_malformed, 2 stray_text, 2 stray_text, 2 stray_text"),
    ('[Event "a" "b"] [Site "c"]', "1 tag_malformed"),
    ('[[[[[Event "a"]', "1 tag_malformed"),
    ('[ [ [ [Event "a"]', "1 tag_malformed"),
    ('[Event "Here is a tab\t"]', "1 control_character"),
    ('[Event "x"]\n"', "2 stray_text"),
    ('[Event "x"]\nbad characters', "2 stray_text"),
    ('[Event "x"] {a {b} c}', "1 stray_text"),
    ('[Event "x"] {a {b} }', "1 brace_nested"),
    ('[Event "x"]\n{ not closed', "2 comment_not_closed"),
    ('[Site "x"]\n[Site "x"]', "2 tag_repeated"),
    ('[Site "x"]\n[Site "y"]', "2 tag_contradicted"),
    ('[Dealer "N"]\n[Auction "N"]\n1C AP\n[Auction "N"]\n1D AP', "4 tag_contradicted"),
    ('[Round "&"]', "1 value_form"),
    ('[Round "-1"]', "1 value_form"),
    ('[Date "1995.o6.10"]', "1 value_form"),
    ('[Date "95.06.10"]', "1 value_form"),
    ('[Date "2013-11-23 11:23"]', "1 value_form"),
    ('[Board "0"]', "1 value_form"),
    ('[Board "x"]', "1 value_form"),
    ('[Time "9:00"]', "1 value_form"),
    ('[Room "IMP"]', "1 value_form"),
    ('[Hidden "XY"]', "1 value_form"),
    ('[ScoreIMP "10.a"]\n[ScoreMP "a"]', "1 value_form, 2 value_form"),
    ('[ScorePercentage "-10"]\n[ScorePercentage "50.5"]', "1 value_form, 2 tag_contradicted"),
    ('[ScoreRubber "10"]', "1 value_form"),
    ('[OptimumScore "100"]', "1 value_form"),
    ('[OptimumScore "EW"]', "1 value_form"),
    ('[Score "10. 10"]', "1 value_unreadable"),
    ('[Dealer "Black"]', "1 value_unreadable"),
    ('[Declarer "White"]', "1 value_unreadable"),
    ('[Vulnerable "E"]', "1 value_unreadable"),
    ('[Vulnerable "N-S"]', "1 spelling"),
    ('[Contract "5Hearts"]', "1 value_unreadable"),
    ('[Declarer "S"]\n[Contract "3N"]', "2 spelling"),
    ('[Declarer "S"]\n[Result "C-2"]', "2 value_unreadable"),
    ('[Declarer "S"]\n[Result "NS 9 EW 2"]', "2 tricks_sum"),
    ('[Result "9"]', "1 tag_missing"),
    *((f'[{name} "#"]', "1 inheritance_forbidden") for name in ("Dealer", "Vulnerable", "Deal", "Contract")),
    ('[Deal "##N:- - - -"]', "1 inheritance_forbidden"),
    ('[Vulnerable "All"]\n[ScoreRubberHistory "NS 0 0 / 100 0 EW 0 0 / 0 0"]', "2 vulnerability_differs"),
    (
        '[ScoreRubberHistory "NS 0 0 / 100 0 0 EW 0 0 / 0 100 0"]\n[Vulnerable "None"]',
        "1 vulnerability_differs",
    ),
    ('[ScoreRubberHistory "NS 0 0 / 100 0 EW 0 0 / 0 0"]\n[Vulnerable "NS"]', ""),
    # Deals
    ('[Deal "W:vQT2.AT.J6542.85 - - -"]', "1 rank_unreadable"),
    ('[Deal "W:KQT2.AT.J6542 - - -"]', "1 rank_unreadable"),
    (f'[Deal "{DEAL.replace(" .63", " K.63").replace("A9732", "A973")}"]', "1 card_twice"),
    ('[Deal "W:KQT22.AT.J6542.8 - - -"]', "1 card_twice"),
    (f'[Deal "{DEAL.replace("542.85", "542.852").replace("A9732", "A973")}"]', "1 hand_size"),
    (f'[Deal "{DEAL.replace("KQT2", "QT2")}"]', "1 hand_size"),
    ('[Deal "W:QT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]', "1 hand_size"),
    ('[Deal "W:KQT2.AT.J6542.852 - - -"]', "1 hand_size"),
    ('[Deal "W:KQT2.AT.J6542.85  - - -"]', "1 deal_spaces"),
    ('[Deal "W:- - - -"]', "1 deal_empty"),
    ('[Deal "W:... ... ... ..."]', "1 deal_empty"),
    ('[Deal "KQT2.AT.J6542.85 - - -"]', "1 deal_hands"),
    ('[Deal "W:KQT2.AT.J6542.85 - -"]', "1 deal_hands"),
    ('[Deal "X:KQT2.AT.J6542.85 - - -"]', "1 deal_hands"),
    # Auctions
    ('[Auction "W"]', "1 tag_missing"),
    ('[Dealer "N"]\n[Auction "X"]\n1C AP', "2 value_unreadable"),
    ('[Auction ""]\n1C AP', "1 calls_unplaced, 1 tag_missing"),
    (AUCTION + "1D AP", "3 first_call"),
    (AUCTION + "- - 1D AP", "3 first_call"),
    (AUCTION + "- 1", "3 call_unreadable"),
    (AUCTION + "- 1H Passt Pass", "3 call_unreadable"),
    (AUCTION + "- 1N AP", "3 spelling"),
    (AUCTION + "- 1D\n1C AP", "4 illegal_call"),
    (AUCTION + "- 1D 1D AP", "3 illegal_call"),
    (AUCTION + "- 1D Pass X Pass", "3 illegal_call"),
    (AUCTION + "- X", "3 illegal_call"),
    (AUCTION + "- 1D X Pass\nXX", "4 illegal_call"),
    (AUCTION + "- 1D X X", "3 illegal_call"),
    (AUCTION + "- 1D XX", "3 illegal_call"),
    (AUCTION + "- 1D ^I 1S Pass", "3 no_irregularity"),
    (AUCTION + "- 1D ^I Pass Pass", "3 no_irregularity"),
    (AUCTION + "- 1D ^R Pass", "3 mark_unreadable"),
    (AUCTION + "- 1D ^ Pass", "3 mark_unreadable"),
    (AUCTION + "- 1D - 2C", "3 call_missing"),
    (AUCTION + "- 1D AP\n1S", "4 auction_over"),
    (AUCTION + "- AP Pass", "3 auction_over"),
    (AUCTION + "- Pass Pass Pass Pass 1C", "3 auction_over"),
    (AUCTION + "- 1D * 1S", "3 call_after_end"),
    (AUCTION + "- 1D + Pass", "3 call_after_end"),
    (AUCTION + "- 1D + +", "3 call_after_end"),
    (AUCTION + "- ! 1D", "3 call_unreadable"),
    (AUCTION + "- 1C !!!", "3 suffix_twice"),
    (AUCTION + "- 1C ! !", "3 suffix_twice"),
    (AUCTION + "- 1C ! $3", "3 glyph_twice"),
    (AUCTION + "- 1C $3 !", "3 glyph_twice"),
    (AUCTION + "- 1C $40 $40", "3 glyph_twice"),
    (AUCTION + "- 1C $7", "3 glyph_number"),
    (AUCTION + "- 1C $256", "3 glyph_number"),
    (AUCTION + "- 1C $a", "3 glyph_number"),
    (AUCTION + "- 1C =a=", "3 note_number"),
    (AUCTION + "- 1C =0=", "3 note_number"),
    (AUCTION + '- 1C =44=\n[Note "44:x"]', "3 note_number, 4 note_number"),
    (AUCTION + "- 1C =3=", "3 note_missing"),
    (AUCTION + '- 1C =1= =2=\n[Note "1:x"]\n[Note "2:y"]', "3 note_twice, 5 note_unused"),
    (AUCTION + '- 1C =1=\n[Note "1:x"]\n[Note "1:y"]', "5 note_twice"),
    (AUCTION + '- 1C\n[Note "a:x"]\n[Note ""]', "4 note_number, 5 note_number"),
    ('[Event "x"]\n[Note "1:nowhere"]', "2 note_misplaced, 2 note_unused"),
    # Contract, declarer and result beside the auction
    ('[Dealer "S"]\n[Declarer "N"]\n[Contract "1C"]\n[Auction "S"]\n1C AP', "2 declarer_differs"),
    ('[Dealer "S"]\n[Declarer "W"]\n[Contract "1C"]\n[Auction "S"]\n1C AP', "2 declarer_differs"),
    ('[Dealer "S"]\n[Declarer "^S"]\n[Contract "1C"]\n[Auction "S"]\n1C AP', "2 declarer_differs"),
    ('[Dealer "S"]\n[Declarer "S"]\n[Contract "1D"]\n[Auction "S"]\n1C AP', "3 contract_differs"),
    ('[Dealer "S"]\n[Declarer "S"]\n[Contract "1CX"]\n[Auction "S"]\n1C AP', "3 contract_differs"),
    ('[Dealer "S"]\n[Declarer "S"]\n[Contract "1C"]\n[Auction "S"]\n1C X AP', "3 contract_differs"),
    ('[Dealer "S"]\n[Contract "Pass"]\n[Auction "S"]\n1C AP', "2 contract_differs"),
    ('[Dealer "S"]\n[Declarer "S"]\n[Contract "1C"]\n[Auction "S"]\nAP', "3 contract_differs"),
    ('[Dealer "S"]\n[Declarer "S"]\n[Contract "1C"]\n[Auction "S"]\n1C Pass', "5 calls_unfinished"),
    ('[Contract "Pass"]\n[Declarer "S"]', "2 declarer_of_passed_out"),
    ('[Contract "Pass"]\n[Result "1"]', "2 result_of_passed_out"),
    # Plays
    ('[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nSA', "3 tag_missing"),
    (f'[Deal "{DEAL}"]\n[Contract "5HX"]\n[Play "W"]\nSK', "3 tag_missing"),
    (f'[Deal "{DEAL}"]\n[Declarer "S"]\n[Play "W"]\nSK', "3 tag_missing"),
    (PLAY.replace('"W"]\n', '"N"]\n') + "H3", "5 leader_differs"),
    (PLAY + "SA", "5 not_in_hand"),
    (PLAY + "SK H3 S4 S3\nCQ", "6 not_in_hand"),
    (PLAY + "SK H3 S4 S3\nCA", "6 row_layout"),
    (PLAY + "SK H3 S4 SK", "5 played_twice"),
    (PLAY + "SK H3 H5 S3", "5 revoke"),
    (PLAY + "^R SK H3 S4 S3", "5 no_irregularity"),
    (PLAY + "SK ^R H3 S4 S3", "5 no_irregularity"),
    (PLAY + "^L SK H3 S4 S3", "5 no_irregularity"),
    (PLAY + "^R ^R SK", "5 mark_unreadable, 5 no_irregularity"),
    (PLAY + "^R ^L SK", "5 mark_unreadable, 5 no_irregularity"),
    (PLAY + "^X SK", "5 mark_unreadable"),
    (PLAY + "S1 H3 S4 S3", "5 card_unreadable"),
    (PLAY + "HHT", "5 card_unreadable"),
    (PLAY + "KT", "5 card_unreadable"),
    (PLAY + "! SK", "5 card_unreadable"),
    (PLAY + "SK H3 S4 S3\n* C5", "6 card_after_end"),
    (PLAY + "SK H3 S4 S3\n* +", "6 card_after_end"),
    (PLAY + "SK H3 S4 S3\n+ + - CK", "6 card_after_end, 6 card_after_end"),
    (PLAY + "SK H3 S4 S3\nC5 + C6 CK", "6 card_after_end"),
    (PLAY + "SK ! !", "5 suffix_twice"),
    (PLAY + "SK $9 !", "5 glyph_twice"),
    (PLAY + "SK $1", "5 glyph_number"),
    (PLAY + "SK =1=", "5 note_missing"),
    (SUITS + "SA HA DA CA\nSK HK DK CK\nHA", "7 played_twice"),
    (PLAY + "SK H3 S4 S3\nC5 C2 C6 CK\nS2 H6 S5 S7\n*\n" + '[Result "1"]', "9 tricks_impossible"),
    (SUITS + '*\n[Result "14"]', "6 value_unreadable"),
    # Tables
    ('[ActionTable "Rank;Call\\"]', "1 quote_not_escaped, 1 table_columns"),
    ('[ActionTable "Rank;Call\\ ]', "1 tag_malformed, 1 table_columns"),
    ('[ActionTable "Rank;Call\\L"]', "1 table_columns"),
    ('[ActionTable ""]', "1 table_columns"),
    ('[ActionTable "Rank;Call"]\n1 4H ; none here', "2 comment_misplaced"),
    ('[ActionTable "Rank;Call"]\n1 %', "2 table_element"),
    ('[ActionTable "Rank;Call"]\n1 [', "2 tag_malformed, 2 table_row"),
    ('[ActionTable "Rank;Call"]\n1 ]', "2 table_element"),
    ('[ActionTable "Rank;Call"]\n1 {', "2 comment_not_closed, 2 table_row, 2 comment_misplaced"),
    ('[ActionTable "Rank;Call"]\n1 }', "2 table_element"),
    ('[ActionTable "Rank;Call"]\n1 4H\n2', "3 table_row"),
    ('[ScoreTable "-Rank;+Score_NS"]\n1 500\n3 470\n2 470\n4 480', "4 table_order, 5 table_order"),
    ('[ScoreTable "-Rank;+Score_NS"]\n- 1e9\n1 50\n- 50\n1 -50', ""),
    ('[ActionTable "Rank;Call"]\n1 "', "2 stray_text, 2 table_row"),
]


def told(text):
    problems = read_pbn(text).records[0].problems
    return ", ".join(f"{problem.line} {problem.code}" for problem in problems)


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_each_fault_is_told_with_its_line(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize("text", [text for text, _ in FAULTS])
def test_the_boards_around_a_wrong_one_are_read(text):
    good = f'[Board "7"]\n[Deal "{DEAL}"]\n[Dealer "W"]\n[Auction "W"]\nPass 1D AP\n[Result "8"]'
    alone = read_pbn(good).records[0]
    file = read_pbn(f"{good}\n\n{text}\n\n{good}")
    assert len(file.records) == 3
    for record in (file.records[0], file.records[2]):
        assert (record.deal, record.calls, record.tricks) == (alone.deal, alone.calls, alone.tricks)


def test_every_kind_of_problem_has_a_rule_and_the_faults_above_show_most_of_them():
    assert set(RULES) >= HARMLESS
    shown = set(re.findall(r"\d (\w+)", " ".join(expected for _, expected in FAULTS)))
    elsewhere = {code for code in RULES if RULES[code].startswith(("LIN", "encoding", "none"))}
    in_other_tests = {
        *("line_too_long", "boards_not_separated", "lines_doubled", "suit_letters", "table_in_value"),
        *("cards_unplaced", "tricks_differ"),
    }
    assert set(RULES) - shown - elsewhere - in_other_tests == set()


def test_a_card_that_is_held_twice_is_named():
    problem = (
        read_pbn(f'[Deal "{DEAL.replace(" .63", " K.63").replace("A9732", "A973")}"]').records[0].problems[0]
    )
    assert problem.params == {"tag": "Deal", "card": "SK"}
    assert str(problem).startswith("line 1: card_twice 'W:KQT2")
    assert problem.rule == "Law 1"
    assert not problem.is_harmless


def test_a_deal_that_is_unreadable_stays_as_text():
    text = DEAL.replace("KQT2", "QT2")
    record = read_pbn(f'[Deal "{text}"]').records[0]
    assert record.deal is None
    assert record.tags == {"Deal": text}


def test_an_opening_lead_from_the_wrong_hand_is_told():
    record = read_pbn(PLAY + "DA D3 D2 DT").records[0]
    assert [(problem.code, problem.text, problem.params) for problem in record.problems] == [
        ("not_in_hand", "DA", {"seat": "W"}),
        ("not_in_hand", "D3", {"seat": "N"}),
        ("not_in_hand", "D2", {"seat": "E"}),
        ("not_in_hand", "DT", {"seat": "S"}),
    ]


def test_a_card_of_one_hand_that_another_plays_is_named():
    text = '[Deal "N:46K.8JQA.2.3459A - - -"]\n[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\nC7 C3 CA C2'
    problem = read_pbn(text).records[0].problems[0]
    assert (problem.line, problem.code, problem.text, problem.params) == (
        5,
        "not_in_hand",
        "CA",
        {"seat": "E"},
    )


def test_habits_of_a_file_are_told_once_a_board():
    record = read_pbn('[Dealer "N"]\n[Auction "N"]\n1N P 2N P\n3N P P P').records[0]
    assert [str(problem) for problem in record.problems] == ["line 3: spelling '1N' (PBN 3.11)"]


def test_endless_faults_are_not_listed_without_end():
    record = read_pbn('[Dealer "N"]\n[Auction "N"]\n1C ' + "$a " * 500).records[0]
    assert len(record.problems) == MOST_PROBLEMS + 1
    assert "more_problems" in {problem.code for problem in record.problems}
    file = read_pbn("stray\n\n" * 500)
    assert len(file.problems) == MOST_PROBLEMS


def test_a_text_quoted_in_a_problem_is_short():
    assert len(read_pbn(f'[Dealer "{"x" * 500}"]').records[0].problems[0].text) == 60


# The suites that come with the standard: one without faults, one in which each board has its own.


def reference(name):
    path = real_folder() / name
    if not path.is_file():
        pytest.skip("no reference files: set BRIDGE_RECORDS to a folder with them")
    return path


@pytest.mark.parametrize("name", ["ref_correct_20.pbn", "ref_correct_21.pbn"])
def test_nothing_is_wrong_with_the_correct_suites(name):
    file = read_pbn(reference(name).read_bytes())
    assert file.problems == ()
    assert [problem for record in file.records for problem in record.problems] == []


# What those suites call wrong and the standard does not: tags of one's own (4.9), other scorings (3.4.12);
# and a board in which declarer has won all tricks so far, and all of them by its result.
NOT_WRONG = {"ref_errors_10.pbn": {1, 61, 70}, "ref_errors_20.pbn": {1, 2}, "ref_errors_21.pbn": set()}


def headed_boards(path: Path):
    """Each board of a suite with its number, from the line over it."""
    text = path.read_bytes().decode("latin-1")
    parts = re.split(r"^% =+ game (\d+) =+\n", text, flags=re.MULTILINE)
    return [(int(number), board) for number, board in zip(parts[1::2], parts[2::2], strict=True)]


@pytest.mark.parametrize("name", NOT_WRONG)
def test_something_is_wrong_with_each_board_of_the_faulty_suites(name):
    for number, board in headed_boards(reference(name)):
        file = read_pbn(board)
        wrong = [*file.problems, *(problem for record in file.records for problem in record.problems)]
        assert bool(wrong) is (number not in NOT_WRONG[name]), (number, wrong)
