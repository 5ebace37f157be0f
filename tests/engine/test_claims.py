import pytest

from minibridge.engine.claims import Claim, who_answers
from minibridge.engine.seats import Seat


@pytest.mark.parametrize("tricks", [0, 3, 5])
def test_declarers_claim_is_answered_by_both_defenders(tricks):
    assert who_answers(Claim(Seat.S, tricks), Seat.S, 5) == {Seat.W, Seat.E}


def test_a_defender_who_claims_all_is_answered_by_declarer():
    assert who_answers(Claim(Seat.W, 5), Seat.S, 5) == {Seat.S}


@pytest.mark.parametrize("tricks", [0, 4])
def test_a_defender_who_concedes_is_answered_by_his_partner_too(tricks):
    assert who_answers(Claim(Seat.W, tricks), Seat.S, 5) == {Seat.S, Seat.E}


def test_whoever_has_accepted_is_not_asked_again():
    assert who_answers(Claim(Seat.W, 4, frozenset({Seat.S})), Seat.S, 5) == {Seat.E}
