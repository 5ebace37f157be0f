"""Which deals an address asks for: read from any text, and applied as a plain loop would."""

from __future__ import annotations

import random
from datetime import date, timedelta
from urllib.parse import parse_qsl

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import folded
from tables.deal_filter import CHOICES, DealFilter
from tables.models import Board, BoardRecord, Match, RecordPlayer, Table

from .cast import WORKED_DEAL, guest

NAMES = ("Émile", "emil", "Zoé", "Wanda", "100%", "a_b", "Ødegård", "")
TYPED = ("emil", "ÉMIL", "zoe", "wan", "%", "_", "0", "ød", "nobody", "W A")
FIRST_DAY = date(2026, 1, 1)
OUTCOMES = ("", "played", "claimed", "balanced", "unfinished")


# --- reading ---------------------------------------------------------------------------------------


def test_an_address_without_questions_asks_for_everything() -> None:
    found = DealFilter.from_query(QueryDict("before=3&utm=x&role=&partner=%20"))
    assert found == DealFilter()
    assert found.is_everything
    assert found.query == ""
    assert not found.unclear


def test_what_is_asked_for_is_read_and_written_again() -> None:
    query = "since=2026-01-31&until=2026-02-28&partner=Zo%C3%A9&opponent=a_b&role=declarer&denomination=NT"
    query += "&goal=slam&result=down&rules=own&company=bots&state=unfinished"
    found = DealFilter.from_query(QueryDict(query))
    assert found.since == date(2026, 1, 31)
    assert found.partner == "Zoé"
    assert found.query == query
    assert DealFilter.from_query(QueryDict(found.query)) == found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("since", "31.1.2026"),
        ("since", "2026-02-30"),
        ("until", "0000-01-01"),
        ("until", "9" * 50),
        ("partner", "x" * 25),
        ("partner", "a\0b"),
        ("opponent", "\u0301"),
        ("role", "Declarer"),
        ("denomination", "X"),
        ("goal", "grand_slam"),
        ("result", "1"),
        ("rules", "bridge'; --"),
        ("company", "both"),
        ("state", "open"),
    ],
)
def test_nonsense_counts_as_not_said_and_is_named(name: str, text: str) -> None:
    found = DealFilter.from_query({name: text, "state" if name != "state" else "goal": "slam"})
    assert name in found.unclear
    assert name not in found.said


@given(st.dictionaries(st.sampled_from([*CHOICES, "since", "until", "partner", "opponent"]), st.text()))
def test_any_text_is_survived(query: dict[str, str]) -> None:
    found = DealFilter.from_query(query)
    again = DealFilter.from_query(dict(parse_qsl(found.query)))
    assert again == found
    assert not again.unclear


# --- against a plain loop --------------------------------------------------------------------------


def rows_make(person: User, count: int, rng: random.Random) -> list[RecordPlayer]:
    """Records with players of random facts; nothing hangs together, so that no condition hides another."""
    match = Match.objects.create(table=Table.objects.create(), number=1, rules={}, first_dealer="N")
    board = Board.objects.create(number=1, dealer="N", deal=str(WORKED_DEAL))
    for position in range(count):
        record = BoardRecord.objects.create(
            match=match, board=board, position=position, rules={}, finished=match.started
        )
        day = FIRST_DAY + timedelta(days=rng.randrange(40))
        preset = rng.choice(("", "ebu", "nbb"))
        for seat in "NESW"[: rng.choice((3, 4))]:
            name = rng.choice(NAMES)
            RecordPlayer.objects.create(
                record=record,
                seat=seat,
                user=person if seat == "E" else None,
                name=name,
                folded_name=folded(name),
                day=day,
                outcome=rng.choice(OUTCOMES),
                side=rng.choice(("", "NS", "EW")),
                role=rng.choice(("", *RecordPlayer.Role.values)),
                denomination=rng.choice(("", "S", "H", "D", "C", "NT")),
                goal=rng.choice(("", *RecordPlayer.Goal.values)),
                over=rng.choice((None, -2, 0, 3)),
                preset=preset,
                with_people=rng.choice((True, False)),
            )
    return list(RecordPlayer.objects.filter(user=person))


def is_meant(row: RecordPlayer, others: list[RecordPlayer], said: dict[str, str]) -> bool:
    """The second opinion: one question after the other, in Python."""
    partners = [one for one in others if one.side and one.side == row.side]
    opponents = [one for one in others if not one.side or one.side != row.side]
    answers = {
        "since": lambda text: row.day.isoformat() >= text,
        "until": lambda text: row.day.isoformat() <= text,
        "partner": lambda text: any(folded(text) in folded(one.name) for one in partners),
        "opponent": lambda text: any(folded(text) in folded(one.name) for one in opponents),
        "role": lambda text: row.role == text,
        "denomination": lambda text: row.denomination == text,
        "goal": lambda text: row.goal == text,
        "result": lambda text: row.over is not None and (row.over >= 0) == (text == "made"),
        "rules": lambda text: row.preset == ("" if text == "own" else text),
        "company": lambda text: row.with_people == (text == "people"),
        "state": lambda text: (row.outcome in ("", "unfinished")) == (text == "unfinished"),
    }
    return all(answers[name](text) for name, text in said.items())


DAYS = st.dates(FIRST_DAY - timedelta(days=2), FIRST_DAY + timedelta(days=45)).map(str)
QUERIES = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(values) for name, values in CHOICES.items()}
    | {"since": DAYS, "until": DAYS, "partner": st.sampled_from(TYPED), "opponent": st.sampled_from(TYPED)},
)


@pytest.mark.django_db
def test_a_filter_finds_what_a_plain_loop_finds() -> None:
    mine = rows_make(guest("Ada"), 150, random.Random(7))
    rows_make(guest("Bob"), 20, random.Random(8))
    others: dict[int, list[RecordPlayer]] = {row.id: [] for row in mine}
    by_record = {row.record_id: row.id for row in mine}
    for row in RecordPlayer.objects.exclude(id__in=others):
        if row.record_id in by_record:
            others[by_record[row.record_id]].append(row)
    found: list[int] = []

    @settings(deadline=None, suppress_health_check=list(HealthCheck))
    @given(QUERIES)
    def agree(query: dict[str, str]) -> None:
        chosen = DealFilter.from_query(query)
        assert not chosen.unclear
        rows = chosen.apply(RecordPlayer.objects.filter(user__display_name="Ada"))
        expected = {row.id for row in mine if is_meant(row, others[row.id], query)}
        assert set(rows.values_list("id", flat=True)) == expected
        found.append(len(expected))

    agree()
    assert any(0 < count < len(mine) for count in found)


def test_names_are_found_without_accents_and_capitals() -> None:
    assert folded("Émile") == folded("EMILE") == "emile"
    assert folded("Straße") == "strasse"
    assert folded("Zoé") in folded("Marie-Zoë")
    assert len(folded("\ufdfa" * 24)) <= 100
