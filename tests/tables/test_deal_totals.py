"""What a person's deals come to: sums, periods, pictures and the page that shows them."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from minibridge.engine import Seat
from tables.charts import BOTTOM, LEFT, RIGHT, TOP, Chart, chart, round_up
from tables.deal_filter import DealFilter
from tables.deal_totals import Totals, start_of, starts, totals_of, unit_for
from tables.models import Board, BoardRecord, Match, RecordPlayer, Table

from .cast import WORKED_DEAL, Room, guest, reader

EVERYTHING = DealFilter()


def rows_make(person: User, count: int, rng: random.Random, days: int) -> list[RecordPlayer]:
    match = Match.objects.create(table=Table.objects.create(), number=1, rules={}, first_dealer="N")
    board = Board.objects.create(number=1, dealer="N", deal=str(WORKED_DEAL))
    rows = []
    for position in range(count):
        record = BoardRecord.objects.create(
            match=match, board=board, position=position, rules={}, finished=match.started
        )
        has_result = rng.random() < 0.8
        row = RecordPlayer(record=record, seat="S", user=person, outcome="played")
        row.day = date(2026, 1, 1) + timedelta(days=rng.randrange(days))
        row.role = rng.choice(("", *RecordPlayer.Role.values))
        row.goal = rng.choice(("", *RecordPlayer.Goal.values))
        row.over = rng.choice((-3, -1, 0, 2)) if has_result and row.goal else None
        row.score = rng.choice((420, -50, 110, -620, 0)) if has_result else None
        row.tricks_lost = rng.choice((None, 0, 1, 3))
        rows.append(row)
    return RecordPlayer.objects.bulk_create(rows)


def counted(rows: list[RecordPlayer]) -> Totals:
    """The second opinion: one row after the other."""
    declared = [row for row in rows if row.role in ("declarer", "both") and row.over is not None]
    games = [row for row in declared if row.goal in ("game", "slam")]
    scored = [row for row in rows if row.score is not None and row.goal]
    judged = [row.tricks_lost for row in rows if row.tricks_lost is not None]
    return Totals(
        deals=len(rows),
        declared=len(declared),
        made=sum(row.over >= 0 for row in declared),
        games=len(games),
        games_made=sum(row.over >= 0 for row in games),
        scored=len(scored),
        points=sum(row.score for row in scored),
        judged=len(judged),
        lost=sum(judged),
    )


@pytest.mark.parametrize(("days", "unit"), [(1, "week"), (60, "week"), (400, "month"), (2000, "year")])
def test_sums_are_those_of_a_plain_loop(db: None, days: int, unit: str) -> None:
    ada = guest("Ada")
    rows = rows_make(ada, 120, random.Random(days), days)
    rows_make(guest("Bob"), 10, random.Random(1), days)
    found = totals_of(ada, EVERYTHING)
    assert found.unit == unit
    assert found.totals == counted(rows)
    for period in found.periods:
        inside = [row for row in rows if start_of(unit, row.day) == period.start]
        assert period.totals == counted(inside)
    assert sum((period.totals for period in found.periods), Totals()) == found.totals


def test_a_filter_holds_for_the_sums_too(db: None) -> None:
    ada = guest("Ada")
    rows = rows_make(ada, 80, random.Random(5), 30)
    found = totals_of(ada, DealFilter(role="declarer", goal="game"))
    assert found.totals == counted([row for row in rows if (row.role, row.goal) == ("declarer", "game")])


def test_nothing_comes_to_nothing(db: None) -> None:
    found = totals_of(guest("Ada"), EVERYTHING)
    assert found.totals == Totals()
    assert found.periods == ()
    assert found.totals.made_percent is found.totals.points_per_deal is found.totals.lost_per_deal is None


# --- periods ---------------------------------------------------------------------------------------


@given(st.dates(date(1990, 1, 1), date(2050, 1, 1)), st.integers(0, 4000))
def test_periods_leave_no_day_out_and_are_few(first: date, days: int) -> None:
    last = first + timedelta(days=days)
    unit = unit_for(first, last)
    found = list(starts(unit, first, last))
    assert len(found) == len(set(found)) <= 30
    assert found == sorted(found)
    for day in (first, last, first + timedelta(days=days // 2)):
        start = start_of(unit, day)
        assert start in found
        assert start <= day
        assert not any(start < other <= day for other in found)


def test_a_week_begins_on_monday() -> None:
    assert start_of("week", date(2026, 11, 29)) == date(2026, 11, 23)
    assert start_of("month", date(2026, 11, 29)) == date(2026, 11, 1)
    assert start_of("year", date(2026, 11, 29)) == date(2026, 1, 1)


# --- pictures --------------------------------------------------------------------------------------

COUNTS = st.integers(0, 300)
COLUMNS = st.lists(
    st.one_of(
        st.tuples(st.integers(0, 300), st.integers(0, 300)).map(
            lambda two: [("made", two[0]), ("down", two[1])]
        ),
        st.floats(-700, 700).map(lambda value: [("made" if value > 0 else "down", value)]),
    ),
    min_size=1,
    max_size=30,
)


@given(COLUMNS)
def test_bars_stay_in_their_field_and_are_as_long_as_their_values(
    columns: list[list[tuple[str, float]]],
) -> None:
    drawn: Chart = chart(columns)
    values = [value for column in columns for _kind, value in column if value]
    assert [bar.kind for bar in drawn.bars] == [kind for column in columns for kind, value in column if value]
    marks = {mark.value: float(mark.y) for mark in drawn.marks}
    top, low = max(marks), min(marks)
    assert 0 in marks
    scale = (BOTTOM - TOP) / (top - low) if top > low else 0
    for bar, value in zip(drawn.bars, values, strict=True):
        x, y, width, height = map(float, (bar.x, bar.y, bar.width, bar.height))
        assert x >= LEFT - 0.1
        assert x + width <= RIGHT + 0.1
        assert y >= TOP - 0.1
        assert y + height <= BOTTOM + 0.2
        assert height == pytest.approx(abs(value) * scale, abs=0.06)
        assert (y + height <= marks[0] + 0.2) if value > 0 else (y >= marks[0] - 0.1)


def test_parts_of_a_column_lie_upon_each_other() -> None:
    lower, upper = chart([[("made", 30), ("down", 20)]]).bars
    assert float(upper.y) + float(upper.height) == pytest.approx(float(lower.y), abs=0.11)
    assert float(upper.y) == TOP


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(0, 0), (0.3, 1), (1, 1), (1.1, 2), (3, 5), (6, 10), (51, 100), (620, 1000), (-4, 0)],
)
def test_the_scale_ends_at_a_round_number(value: float, rounded: int) -> None:
    assert round_up(value) == rounded


# --- the page --------------------------------------------------------------------------------------

TOTALS = "/deals/totals/"


def test_the_page_says_in_figures_what_it_draws(played: Room) -> None:
    RecordPlayer.objects.filter(seat="S").update(tricks_lost=1)
    page = reader(played.people[Seat.S]).get(TOTALS)
    assert page.status_code == 200
    assert re.search(r"Contracts you played</dt><dd><b>1</b> made: 1 \(100%\)", page.text)
    assert "<b>+420</b>" in page.text
    assert "<b>1.0</b> in 1 deal looked at" in page.text
    assert page.text.count('<svg viewBox="0 0 320 170"') == 3
    assert page.text.count("<title id=") == page.text.count("<desc id=") == 3
    assert "style=" not in page.text


def test_defenders_have_no_contracts_to_draw(played: Room) -> None:
    page = reader(played.people[Seat.E]).get(TOTALS).text
    assert "Contracts you played" not in page
    assert "On average 420 points fewer than the other side." in page


def test_numbers_of_a_picture_have_points_in_french_too(played: Room) -> None:
    RecordPlayer.objects.filter(seat="S").update(tricks_lost=1)
    browser = reader(played.people[Seat.S])
    page = browser.get(TOTALS, headers={"accept-language": "fr"}).text
    assert "Où en suis-je" in page
    numbers = re.findall(r'<rect[^>]* (?:x|y|width|height)="([^"]*)"', page)
    assert numbers
    assert all("," not in number for number in numbers)


def test_a_deal_in_play_is_counted_and_tells_nothing(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    page = reader(playing.people[Seat.E]).get(TOTALS).text
    assert re.search(r"Deals</dt><dd><b>1</b>", page)
    assert "Points per deal" not in page
    assert '<svg viewBox="0 0 320' not in page


def test_strangers_see_their_own_and_visitors_the_list(played: Room, stranger: User) -> None:
    assert "No deals yet" in reader(stranger).get(TOTALS).text
    assert reader(None).get(TOTALS).headers["Location"] == "/deals/"


def test_the_filter_of_the_list_is_taken_along(played: Room) -> None:
    browser = reader(played.people[Seat.S])
    query = "?role=declarer&amp;goal=game"
    assert f"{TOTALS}{query}" in browser.get("/deals/?role=declarer&goal=game").text
    assert f"/deals/{query}" in browser.get(f"{TOTALS}?role=declarer&goal=game").text
    assert "No deal fits" in browser.get(f"{TOTALS}?role=dummy").text


def test_the_page_costs_the_same_for_many_deals(db: None) -> None:
    ada = guest("Ada")
    counts = []
    for seed in (1, 2):
        rows_make(ada, 40, random.Random(seed), 300)
        browser = reader(ada)
        browser.get(TOTALS)
        with CaptureQueriesContext(connection) as queries:
            browser.get(TOTALS)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 5
