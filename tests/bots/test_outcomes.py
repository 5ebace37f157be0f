"""Averages by weight, leads with their standard errors, and when enough is enough."""

import pytest

from minibridge.bots.outcomes import Outcome, are_settled, lead_over, mean_tricks, share_with
from minibridge.engine import Card


def outcomes(*tricks):
    """The tricks of two cards in each layout."""
    return [Outcome(1.0, {Card.parse("SA"): one, Card.parse("S2"): other}) for one, other in tricks]


def test_averages_count_by_weight():
    ace, two = Card.parse("SA"), Card.parse("S2")
    some = [*outcomes((9, 8), (7, 9)), Outcome(2.0, {ace: 10, two: 6})]
    assert mean_tricks(some, ace) == 9
    assert mean_tricks(some, two) == 7.25
    assert share_with(some, ace, 9) == 0.75
    assert share_with(some, two, 9) == 0.25
    lead, error = lead_over(some, ace, two)
    assert lead == pytest.approx(9 - 7.25)
    # One, minus two, and four that counts double, of four in all: 3/4, -6/4 and 24/4.
    assert error == pytest.approx(
        (((0.75 - 1.75) ** 2 + (-1.5 - 1.75) ** 2 + (6 - 1.75) ** 2) / 2 / 3) ** 0.5
    )


def test_enough_is_enough():
    assert are_settled(outcomes(*[(9, 8)] * 29, (8, 9)))
    assert are_settled(outcomes(*[(9, 9), (8, 8)] * 15))
    assert not are_settled(outcomes(*[(9, 8)] * 29))
    assert not are_settled(outcomes(*[(9, 8), (8, 9)] * 15))
    assert not are_settled(outcomes(*[(9, 9)] * 29, (8, 9)))
