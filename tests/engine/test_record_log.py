"""From what files say to logs that the rules allow, and from states back to what files say."""

import pytest
from hypothesis import given

from minibridge.engine.auction import Auction, legal_calls
from minibridge.engine.board_record import BoardRecord, Ending
from minibridge.engine.contracts import Contract
from minibridge.engine.lin import read_lin
from minibridge.engine.pbn import read_pbn, write_pbn
from minibridge.engine.record_log import LARGEST_NUMBER, RULES, log_of, shortest_auction
from minibridge.engine.seats import SEATS
from minibridge.engine.state import replay
from minibridge.engine.state_record import record_of

from .record_files import FIXTURES, in_folder, real_folder
from .strategies import contracts, seats
from .test_records import RECORDS, action_of, load, read_line

HEAD = """[Board "7"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"]
"""
BID = '[Auction "S"]\n1S X 3S Pass\n4S Pass Pass X\nAP\n'
PLAY = '[Play "W"]\nHQ HK H2 H6\nS6 S2 S3 SK\n'


def said(text: str) -> BoardRecord:
    (record,) = read_pbn(HEAD + text).records
    return record


def ended(text: str):
    log = log_of(said(text))
    return log, replay(log.board, RULES, log.actions)


def test_a_bid_doubled_and_vulnerable_board_scores_as_the_laws_say():
    log, state = ended(BID + '[Result "10"]\n' + PLAY + "*\n")
    assert not log.auction_is_made_up
    assert (state.result.outcome, state.result.tricks) == ("assigned", 10)
    assert list(state.result.points.values()) == [790, 0]
    assert len(state.tricks) == 2


def test_a_result_without_play_or_auction_is_kept():
    log, state = ended('[Declarer "E"]\n[Contract "3DXX"]\n[Result "7"]\n')
    assert log.auction_is_made_up
    assert [str(call) for call in state.auction.calls] == "Pass Pass Pass 3D X XX Pass Pass Pass".split()
    assert (str(state.contract), state.declarer.value) == ("3DXX", "E")
    assert list(state.result.points.values()) == [1000, 0]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", "unfinished"),
        ('[Auction "S"]\n1S Pass\n*\n', "unfinished"),
        (BID + PLAY + "+\n", "unfinished"),
        ('[Auction "S"]\nAP\n', "passed_out"),
        ('[Contract "Pass"]\n', "passed_out"),
    ],
)
def test_what_is_not_known_is_not_guessed(text: str, outcome: str):
    _log, state = ended(text)
    assert state.result.outcome == outcome
    assert state.result.tricks is None


def test_the_play_is_kept_up_to_the_card_that_the_rules_refuse():
    log, state = ended(BID + '[Result "9"]\n[Play "W"]\nHQ HK H2 H6\nC5 C2 CA C3\nDA C6 D2 DK\n*\n')
    assert [str(card) for card in state.trick.cards] == ["D2", "DK", "DA"]
    assert (len(state.tricks), state.result.tricks) == (2, 9)
    assert [one.what for one in log.differences] == ["card"]


def test_an_auction_that_does_not_lead_to_the_contract_is_replaced():
    log, state = ended('[Declarer "N"]\n[Contract "2H"]\n[Result "8"]\n' + BID)
    assert log.auction_is_made_up
    assert (str(state.contract), state.declarer.value) == ("2H", "N")
    assert {one.what for one in log.differences} == {"contract", "declarer"}


def test_nothing_is_replayed_without_all_cards():
    assert log_of(BoardRecord(label="1")) is None
    (record,) = read_pbn('[Board "1"]\n[Deal "N:AT52.K843.7.Q962 - - -"]\n').records
    assert log_of(record) is None


@pytest.mark.parametrize(
    ("label", "number"), [("12", 12), ("0", 5), ("A1", 5), ("1000000", 5), (str(LARGEST_NUMBER), 999999)]
)
def test_a_label_that_is_no_number_has_the_place_in_the_file(label: str, number: int):
    text = HEAD.replace('"7"', f'"{label}"').replace('[Dealer "S"]\n', "")
    (record,) = read_pbn(text).records
    log = log_of(record, 5)
    assert log.board.number == number
    assert log.board.dealer is SEATS[(number - 1) % 4]


@given(contracts, seats, seats)
def test_the_shortest_auction_is_legal_and_leads_there(contract: Contract, declarer, dealer):
    made, auction = Auction(dealer), shortest_auction(contract, declarer, dealer)
    for call in auction.calls:
        assert call in legal_calls(made)
        made = made.after(call)
    assert made.is_over
    assert (made.contract, made.declarer) == (contract, declarer)


@pytest.mark.parametrize("folder", [FIXTURES, real_folder()], ids=["fixtures", "real"])
def test_every_board_of_every_file_comes_to_an_end(folder):
    files = in_folder(folder, ".pbn", ".lin")
    if not files:
        pytest.skip("no real files: set BRIDGE_RECORDS to a folder of them")
    for path in files:
        read = read_pbn if path.suffix.lower() == ".pbn" else read_lin
        for record in read(path.read_bytes()).records:
            log = log_of(record)
            assert (log is None) == (record.deal is None or record.deal.whole is None)
            if log is not None:
                result = replay(log.board, RULES, log.actions).result
                assert result.tricks in (None, record.final_tricks) or log.differences
                if record.final_declarer is not None:
                    assert result.contract == record.final_contract or log.differences


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_was_played_is_written_down_and_read_without_a_problem(path):
    for board, rules, run in load(path):
        state = replay(board, rules, [action_of(*read_line(line)) for line in run["actions"]])
        record = record_of(state, {"Event": "Minibridge", "South": "Émile"})
        (back,) = read_pbn(write_pbn([record])).records
        assert back.problems == ()
        assert (back.contract, back.declarer, back.tricks, back.plays) == (
            record.contract,
            record.declarer,
            record.tricks,
            record.plays,
        )
        assert back.deal == record.deal
        assert len(record.plays) == 52 - sum(map(len, state.hands.values()))
        assert (record.play_ending is Ending.UNSAID) == (len(record.plays) in (0, 52))


def test_a_board_in_play_is_not_written_down():
    log = log_of(said(BID))
    with pytest.raises(ValueError, match="in play"):
        record_of(replay(log.board, RULES, log.actions[:-1]))


@pytest.mark.parametrize("text", ["", BID, BID + PLAY, '[Result "9"]\n' + BID + PLAY + "*\n"])
def test_a_log_written_down_leads_to_the_same_end(text: str):
    log = log_of(said(text))
    state = replay(log.board, RULES, log.actions)
    again = log_of(read_pbn(write_pbn([record_of(state)])).records[0])
    assert (again.board, again.actions) == (log.board, log.actions)
