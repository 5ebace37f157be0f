"""The measurement of the wall measures what it says."""

from __future__ import annotations

import asyncio

from tests.bench.wall import measure, percentile


def test_percentiles() -> None:
    assert percentile([0.3, 0.1, 0.2], 50) == 0.2
    assert percentile([0.1] * 95 + [0.9] * 5, 95) == 0.9


def test_a_small_class_is_measured() -> None:
    found = asyncio.run(measure(tables=2, cards=3, said=2))
    assert (found.tables, found.pupils, found.cards) == (2, 8, 6)
    assert 0 < found.card_p50 <= found.card_p95 < 10
    assert 0 < found.all_p50 <= found.all_p95 < 10
    assert 0 < found.pause_p50 <= found.pause_p95 < 10
    assert found.page_ms > 0 and 0 < found.page_queries < 25
