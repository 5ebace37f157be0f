"""Written records played again: what they say, and what the rules find."""

from dataclasses import replace

import pytest

from minibridge.engine.board_record import BoardRecord
from minibridge.engine.lin import read_lin
from minibridge.engine.pbn import read_pbn
from minibridge.engine.replayed_record import Difference, replay_record

from . import naive
from .record_files import FIXTURES, in_folder, real_folder
from .worked_deal import LINE

HEAD = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"]
"""
BID = '[Auction "N"]\nPass Pass 1S Pass\n4S Pass Pass Pass\n'
SAID = '[Declarer "S"]\n[Contract "4S"]\n'


def record_of(text: str) -> BoardRecord:
    (record,) = read_pbn(text).records
    return record


def differences(text: str) -> list[tuple[str, str]]:
    return [(one.what, one.found) for one in replay_record(record_of(text)).differences]


def test_a_true_record_differs_in_nothing():
    played = replay_record(record_of(HEAD + SAID + '[Result "10"]\n[Score "NS 420"]\n' + BID))
    assert (played.calls, played.cards, played.differences) == (8, 0, ())


def rows_of(line: str) -> list[str]:
    """Cards in the order played, as PBN has them: a column for each seat from West."""
    cards, leader, rows = line.split(), "W", []
    for n in range(0, 52, 4):
        trick = cards[n : n + 4]
        played = {naive.after(leader, place): card for place, card in enumerate(trick)}
        rows.append(" ".join(played[seat] for seat in "WNES"))
        leader = naive.trick_taker(leader, trick, "S")
    return rows


@pytest.mark.parametrize(
    "result, found", [("10", []), ("11", ["the play gives 10"]), ("9", ["the play gives 10"])]
)
def test_every_card_of_a_whole_deal_is_played(result, found):
    text = HEAD + SAID + f'[Result "{result}"]\n' + BID + '[Play "W"]\n' + "\n".join(rows_of(LINE)) + "\n"
    played = replay_record(record_of(text))
    assert played.cards == 52
    assert [one.found for one in played.differences] == found


@pytest.mark.parametrize(
    "calls, call",
    [
        ("1S 1H", "1H by E"),
        ("1S X X", "X by S"),
        ("1S XX", "XX by E"),
        ("1S Pass X", "X by S"),
        ("X", "X by N"),
        ("7NT 7NT", "7NT by E"),
    ],
)
def test_an_illegal_call_ends_the_replay(calls, call):
    record = record_of(HEAD + f'[Auction "N"]\n{calls}\n')
    found = replay_record(record)
    assert found.calls == len(calls.split()) - 1
    assert [one.said for one in found.differences] == [call]


@pytest.mark.parametrize(
    "said, what, found",
    [
        ('[Declarer "S"]\n[Contract "3S"]\n', "contract", "the auction ends in 4S"),
        ('[Declarer "S"]\n[Contract "4SX"]\n', "contract", "the auction ends in 4S"),
        ('[Declarer "N"]\n[Contract "4S"]\n', "declarer", "it is S by the auction"),
        ('[Contract "Pass"]\n', "contract", "the auction ends in 4S"),
        (SAID + '[Result "14"]\n', None, ""),
        (SAID + '[Result "10"]\n[Score "NS 450"]\n', "score", "it is 420"),
        (SAID + '[Result "9"]\n[Score "NS 50"]\n', "score", "it is -50"),
        (SAID + '[Result "9"]\n[Score "EW 50"]\n', None, ""),
    ],
)
def test_what_is_said_is_compared_with_the_auction_and_the_score(said, what, found):
    expected = [(what, found)] if what else []
    assert differences(HEAD + said + BID) == expected


def test_the_vulnerable_side_pays_and_earns_more():
    text = (
        HEAD.replace('"None"', '"EW"') + '[Declarer "W"]\n[Contract "1NTX"]\n[Result "6"]\n[Score "NS 200"]\n'
    )
    assert differences(text) == []
    assert differences(text.replace('"NS 200"', '"NS 100"')) == [("score", "it is 200")]


def test_an_auction_that_stops_is_a_difference_where_a_contract_is_said():
    assert differences(HEAD + SAID + '[Auction "N"]\nPass Pass 1S\n') == [
        ("auction", "the auction is not over")
    ]
    assert differences(HEAD + SAID + '[Auction "N"]\nPass Pass 1S *\n') == []
    assert differences(HEAD + '[Auction "N"]\nPass Pass 1S\n') == []


def test_passed_out_scores_nothing():
    out = HEAD + '[Contract "Pass"]\n[Auction "N"]\nPass Pass Pass Pass\n'
    assert differences(out) == []
    assert differences(out.replace('"Pass"]', '"Pass"]\n[Score "NS 100"]')) == [("score", "it is 0")]


# West leads; each row of a play has the columns West, North, East, South.
@pytest.mark.parametrize(
    "rows, cards, found",
    [
        (["HQ HK H2 H6", "S6 S2 S3 SK"], 8, None),
        (["HQ HK H2 S4"], 3, "must_follow_suit (suit=H)"),
        (["HQ HK CK"], 2, "not_in_hand (card=CK, hand=E)"),
        (["HQ HK H2 H6", "S7 S2 S3 SK", "D4 D7 D2 SK"], 8, "not_in_hand (card=SK, hand=S)"),
    ],
)
def test_a_card_that_the_rules_refuse_ends_the_replay(rows, cards, found):
    record = record_of(HEAD + SAID + BID + '[Play "W"]\n' + "\n".join(rows) + "\n*\n")
    played = replay_record(record)
    assert played.cards == cards
    assert [one.found for one in played.differences] == ([found] if found else [])


def test_without_an_auction_the_shortest_is_made():
    text = HEAD + '[Declarer "S"]\n[Contract "4SXX"]\n[Result "10"]\n[Play "W"]\nHQ HK H2 H6\n*\n'
    played = replay_record(record_of(text))
    assert (played.calls, played.cards, played.differences) == (0, 4, ())


def test_a_lead_from_the_wrong_hand_is_no_turn():
    record = record_of(HEAD + SAID + BID + '[Play "E"]\nH2 - - -\n*\n')
    assert [one.what for one in replay_record(record).differences] == ["card"]


@pytest.mark.parametrize("tricks, fits", [(0, False), (1, True), (13, True)])
def test_a_claim_may_give_the_rest_to_either_side(tricks, fits):
    text = HEAD + SAID + f'[Result "{tricks}"]\n' + BID + '[Play "W"]\nHQ HK H2 H6\n*\n'
    assert [what for what, _ in differences(text)] == ([] if fits else ["tricks"])


def test_what_is_unknown_differs_from_nothing():
    assert replay_record(BoardRecord()).differences == ()
    assert replay_record(record_of('[Deal "N:- 3.752.JT9632.AT4 - -"]\n' + SAID)).differences == ()
    known = record_of(HEAD + SAID + '[Score "NS 999"]\n')
    assert replay_record(replace(known, vulnerability=None)).differences == ()


def test_a_difference_reads_as_a_sentence():
    assert str(Difference("score", "450 for NS", "it is 420")) == "score: 450 for NS, but it is 420"


def files(folder):
    for path in in_folder(folder, ".pbn", ".lin"):
        reader = read_lin if path.suffix.lower() == ".lin" else read_pbn
        yield from ((path.name, record) for record in reader(path.read_bytes()).records)


def test_the_files_of_this_project_differ_in_nothing():
    replayed = [(name, replay_record(record)) for name, record in files(FIXTURES)]
    assert not [(name, one.differences) for name, one in replayed if one.differences]
    assert sum(one.cards for _, one in replayed) > 100
    assert sum(one.calls for _, one in replayed) > 50


def test_reader_and_rules_find_the_same_boards_wrong():
    """The reader compares places of the text; the replay goes through the states of a table."""
    if not real_folder().is_dir():
        pytest.skip("no real files: set BRIDGE_RECORDS to a folder of them")
    compared = 0
    for name, record in files(real_folder()):
        if record.deal is None or record.deal.whole is None or record.calls is None:
            continue
        compared += 1
        contradictions = [one for one in record.problems if one.is_contradiction]
        found = replay_record(record).differences
        if found:
            assert any(not one.is_harmless for one in record.problems), (name, record.label, found)
        elif not name.startswith("ref_errors"):
            assert not contradictions, (name, record.label, contradictions)
    assert compared > 200
