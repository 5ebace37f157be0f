"""Dates as each language writes them: the day first, twenty-four hours."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

MOMENT = datetime(2026, 11, 30, 15, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("en", "DATE_FORMAT", "30 November 2026"),
        ("en", "SHORT_DATE_FORMAT", "30/11/2026"),
        ("en", "TIME_FORMAT", "15:05"),
        ("en", "SHORT_DATETIME_FORMAT", "30/11/2026 15:05"),
        ("fr", "DATE_FORMAT", "30 novembre 2026"),
        ("fr", "SHORT_DATE_FORMAT", "30/11/2026"),
    ],
)
def test_dates_begin_with_the_day(language: str, kind: str, said: str):
    with override(language):
        assert date_format(MOMENT, kind) == said
