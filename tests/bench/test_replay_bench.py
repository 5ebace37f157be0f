"""The measurement of the replay measures whole steps."""

import pytest

from tests.bench.replay import QUERIES, lines


@pytest.mark.django_db
def test_each_line_tells_time_and_queries():
    told = list(lines(rounds=1))
    assert len(told) == len(QUERIES) + 3
    assert all(" ms CPU, " in line and not line.endswith(" 0 queries") for line in told)
