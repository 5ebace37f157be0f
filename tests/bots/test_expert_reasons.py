"""Each reason of the expert is given, with just the values that are listed."""

from dataclasses import replace

import pytest

from minibridge.analysis import carrier
from minibridge.analysis.solver import card_tricks, declarer_tricks
from minibridge.bots import OPEN, SAMPLED_REASONS
from minibridge.bots.evidence import Evidence
from minibridge.bots.expert import decide
from minibridge.engine import PRESETS, Contract, Seat, start, view_for
from tests.engine.worked_deal import BOARD

from .endings import ending
from .slices import finish
from .test_evidence import worked

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")


def evidence(plays):
    state = worked(plays)
    return Evidence.of(view_for(state, state.actor))


CHOOSING = Evidence.of(view_for(start(BOARD, PRESETS["four_deals"]), Seat.S))
CASES = {
    "only_card": evidence(5),
    "only_contract": replace(CHOOSING, menu=(Contract.parse("4S"),)),
    # Dummy has thrown a heart on West's spade, and holds the ace.
    "cannot_tell": ending(
        "A...", "...A", "53...", "..A.", leader=Seat.W, table="S2 H2 S4", seen_by="declarer"
    ),
    "all_alike": evidence(21),
    "makes_most_often": evidence(34),
    "beats_most_often": evidence(38),
    "among_best": evidence(19),
    "best_on_average": ending("AQ...", "..A.A", ".2..", "K...", table="S3 S2"),
    "made_in_samples": CHOOSING,
}


@pytest.mark.parametrize("code", SAMPLED_REASONS)
def test_each_reason_is_given_with_the_values_that_are_listed(code):
    # A difference that is hardly one takes many samples to show.
    samples = 25 if code == "among_best" else 10
    verdict = finish(decide(CASES[code], 0, card_tricks, declarer_tricks, most_samples=samples))
    reason = verdict.decision.reason
    assert reason.code == code
    assert set(reason.params) == set(SAMPLED_REASONS[code])


def test_none_is_told_during_the_play():
    assert OPEN.isdisjoint(SAMPLED_REASONS)
