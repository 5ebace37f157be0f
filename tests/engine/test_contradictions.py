"""Records that come from no file: what in them contradicts itself or the Laws."""

from dataclasses import replace

from hypothesis import given

from minibridge.engine.auction import PASS
from minibridge.engine.board_record import Annotation, Ending, RecordedTrick
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract
from minibridge.engine.contradictions import contradictions
from minibridge.engine.seats import Seat

from .record_strategies import PLAYED, played_records
from .strategies import effort


def codes(record):
    return [problem.code for problem in contradictions(record)]


@effort(30)
@given(played_records())
def test_boards_that_were_played_by_the_laws_have_none(record):
    assert codes(record) == []


@effort(30)
@given(played_records())
def test_another_contract_declarer_or_result_has(record):
    if record.contract == PASS:
        assert codes(replace(record, declarer=Seat.N)) == ["declarer_of_passed_out"]
        assert codes(replace(record, tricks=5)) == ["result_of_passed_out"]
        return
    other = Contract(record.contract.level % 7 + 1, record.contract.denomination)
    assert "contract_differs" in codes(replace(record, contract=other))
    assert "declarer_differs" in codes(replace(record, declarer=record.declarer.next))
    if len(record.plays) == 52:
        wrong = (record.tricks + 1) % 14
        assert codes(replace(record, tricks=wrong)) == ["tricks_differ"]
        assert codes(replace(record, tricks=wrong, tricks_misagreed=True)) == []
        assert codes(replace(record, tricks_misagreed=True)) == ["no_irregularity"]


@effort(30)
@given(played_records())
def test_the_same_play_with_two_hands_exchanged_is_impossible(record):
    deal = record.deal
    swapped = replace(record, deal=replace(deal, north=deal.east, east=deal.north))
    shown = {seat for seat, _ in record.plays} & {Seat.N, Seat.E}
    assert ("not_in_hand" in codes(swapped)) is bool(shown)
    hidden = replace(record, deal=replace(deal, north=None, east=None))
    assert codes(hidden) == []


def test_a_leader_who_did_not_win_the_trick_before():
    tricks = (PLAYED.played[0], RecordedTrick(Seat.W, (None, None, None, Card.parse("S6"))))
    problems = contradictions(replace(PLAYED, played=tricks))
    assert [(problem.code, problem.text, problem.params) for problem in problems] == [
        ("leader_differs", "W", {"right": "S"})
    ]
    marked = replace(tricks[1], annotations={Seat.W: Annotation(marks="L")})
    assert codes(replace(PLAYED, played=(tricks[0], marked))) == []


def test_a_play_to_be_continued_may_have_any_result_so_far():
    assert codes(replace(PLAYED, tricks=0)) == ["tricks_impossible"]
    assert codes(replace(PLAYED, tricks=0, play_ending=Ending.OPEN)) == []
    assert codes(replace(PLAYED, tricks=0, tricks_misagreed=True)) == []


def test_a_problem_of_no_file_has_no_line():
    problem = contradictions(replace(PLAYED, contract=Contract.parse("4H")))[0]
    assert problem.line == 0
    assert str(problem) == "line 0: contract_differs '4H' (Law 22B, auction=4S)"
