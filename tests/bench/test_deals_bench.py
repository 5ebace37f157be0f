"""The long list that is measured is a list as people have it, only longer."""

from __future__ import annotations

import pytest

from tables.models import RecordPlayer

from .deals import PAGES, costs, deals_make, facts_of


@pytest.mark.django_db
def test_each_page_and_filter_is_measured_and_costs_few_queries() -> None:
    person = deals_make(60)
    assert RecordPlayer.objects.filter(user=person).count() == 60
    found = {cost.what: cost for cost in costs(person, rounds=1)}
    assert len(found) == 2 * len(PAGES) - 2  # totals have no pages
    assert all(cost.queries <= 7 and cost.milliseconds > 0 for cost in found.values())


@pytest.mark.django_db
def test_the_rows_hold_what_the_end_of_a_deal_would_store() -> None:
    person = deals_make(8)
    for row in RecordPlayer.objects.filter(user=person).select_related("record__match__table"):
        for name, value in facts_of(row.record)[row.seat].items():
            assert getattr(row, name) == value
