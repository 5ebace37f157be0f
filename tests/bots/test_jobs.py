"""The expert as a job of the analysis process: from plain data to plain data."""

import json
from functools import partial

import pytest

from minibridge.analysis import Analysis, BadRequest, carrier
from minibridge.analysis.jobs import JOBS as ANALYSIS
from minibridge.bots.best_card import FEWEST
from minibridge.bots.expert import expert_decision, expert_request
from minibridge.bots.jobs import JOBS
from minibridge.engine import PRESETS, Seat, start, view_for
from tests.analysis.conftest import AnalysisProcess
from tests.engine.worked_deal import BOARD

from .slices import finish
from .test_evidence import worked

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
CARD = view_for(worked(22), Seat.E)


def done(request, seconds=1.0):
    """Runs the job to its end, as data that has crossed and crosses back."""
    request = json.loads(json.dumps(request))
    return json.loads(json.dumps(finish(JOBS["expert"](request, lambda: seconds))))


def test_the_jobs_of_the_analysis_are_there_too():
    assert ANALYSIS.items() <= JOBS.items()
    assert set(JOBS) - set(ANALYSIS) == {"expert", "card_cost", "contract_cost"}


def test_a_card_is_asked_for_and_answered():
    answer = done(expert_request(CARD, 3))
    decision = expert_decision(CARD, answer)
    assert decision.action.card in CARD.legal_cards
    assert set(answer["values"]) == {card.text for card in CARD.legal_cards}
    assert answer["samples"] >= FEWEST
    assert done(expert_request(CARD, 3)) == answer


def test_a_contract_is_asked_for_and_answered():
    view = view_for(start(BOARD, PRESETS["decision_table_fr"]), Seat.S)
    decision = expert_decision(view, done(expert_request(view, 3, most_samples=3)))
    assert decision.action.contract in view.menu


def test_the_preferred_card_is_played_if_it_is_as_good():
    requests = ({**expert_request(CARD, 3), "preferred": card.text} for card in CARD.legal_cards)
    answers = {done(request)["action"]["data"]["card"] for request in requests}
    assert answers == {card.text for card in CARD.legal_cards}


def test_without_time_it_answers_from_the_first_layouts():
    assert done(expert_request(CARD, 3), seconds=0)["samples"] == FEWEST


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"evidence": None}, "evidence"),
        ({"evidence": {}}, "evidence"),
        ({"evidence": {"seat": "N"}}, "evidence"),
        ({"preferred": "H1"}, "evidence"),
        ({"seed": -1}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": "1"}, "seed"),
        ({"most_samples": 0}, "most_samples"),
        ({"most_samples": 10**6}, "most_samples"),
        ({"most_samples": 4.0}, "most_samples"),
    ],
)
def test_nonsense_is_refused_before_anything_is_solved(change, code):
    request = {**expert_request(CARD, 3), **change}
    with pytest.raises(BadRequest) as refused:
        next(JOBS["expert"](request, lambda: 1.0))
    assert refused.value.code == code


@pytest.mark.parametrize("request_", [None, [], "x", 5, {}])
def test_what_is_no_request_is_refused(request_):
    with pytest.raises(BadRequest):
        next(JOBS["expert"](request_, lambda: 1.0))


def test_a_card_that_is_not_legal_is_not_preferred():
    answer = done({**expert_request(CARD, 3), "preferred": "SA"})
    assert answer["action"]["data"]["card"] in {card.text for card in CARD.legal_cards}


def test_the_analysis_process_serves_it(tmp_path):
    """The whole way: the same answer from another process, and an error for nonsense."""
    process = AnalysisProcess(tmp_path, jobs="minibridge.bots.jobs")
    try:
        analysis = Analysis(tmp_path)
        ask = partial(analysis.ask_now, "expert", priority=0, seconds=60.0, patience=60)
        request = expert_request(CARD, 3)
        assert ask(request) == done(request)
        with pytest.raises(BadRequest) as refused:
            ask({**request, "seed": None})
        assert refused.value.code == "seed"
    finally:
        process.end()
