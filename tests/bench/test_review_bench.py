"""The measurement of reviews measures what it says."""

import asyncio
from random import Random

import pytest

from minibridge.analysis import carrier
from tests.bench.review import measure, played


def test_the_deals_are_whole_and_come_again():
    work = played(Random(1))
    assert len(work.played.cards) == 52
    assert work.played.is_whole
    assert work.contract_question() is not None
    assert [one.card for one in played(Random(1)).played.cards] == [one.card for one in work.played.cards]


@pytest.mark.soak
def test_a_deal_is_judged_and_timed():
    if carrier.find() is None:
        pytest.skip("endplay is not installed")
    [one] = asyncio.run(measure(1))
    assert one.choices > 5
    assert 0 < one.deal < 60
    assert 0 < one.cards < 90
