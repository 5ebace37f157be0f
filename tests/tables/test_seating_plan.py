"""Any number of pupils sits down, nobody alone among robots, and partners change from deal to deal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine import SEATS, Seat
from tables.seating_plan import (
    BOTS,
    FIFTH,
    THREE,
    Plan,
    TablePlan,
    chairs_after,
    plan,
    plan_alone,
    rotated,
    sizes,
)

NUMBERS = st.integers(1, 40)
POLICIES = st.sampled_from((BOTS, THREE, FIFTH))


def everybody(planned: Plan[int]) -> list[int]:
    return sorted(one for table in planned.tables for one in table.everybody)


@given(NUMBERS, POLICIES)
def test_everybody_is_placed_once(pupils: int, leftover: str) -> None:
    planned = plan(range(pupils), leftover)
    assert everybody(planned) == list(range(pupils))
    for table in planned.tables:
        assert len(table.people) + len(table.robots) + len(table.empty) == 4
        assert len(table.empty) == (1 if table.play_three else 0)


@given(NUMBERS)
def test_by_default_nobody_waits_and_robots_are_few(pupils: int) -> None:
    planned = plan(range(pupils))
    assert not any(table.fifth is not None or table.empty for table in planned.tables)
    assert planned.robots == -pupils % 4
    assert all(len(table.robots) <= 1 for table in planned.tables) or pupils in (1, 2, 5)


@given(NUMBERS)
def test_a_fifth_sits_at_a_full_table(pupils: int) -> None:
    planned = plan(range(pupils), FIFTH)
    fifths = [table for table in planned.tables if table.fifth is not None]
    assert len(fifths) <= 2 and all(len(table.people) == 4 for table in fifths)


@pytest.mark.parametrize(
    ("pupils", "leftover", "expected"),
    [
        (19, BOTS, (4, 4, 4, 4, 3)),
        (20, BOTS, (4, 4, 4, 4, 4)),
        (21, BOTS, (4, 4, 4, 3, 3, 3)),
        (22, BOTS, (4, 4, 4, 4, 3, 3)),
        (23, BOTS, (4, 4, 4, 4, 4, 3)),
        (23, THREE, (4, 4, 4, 4, 4, 3)),
        (21, FIFTH, (5, 4, 4, 4, 4)),
        (22, FIFTH, (5, 5, 4, 4, 4)),
        (23, FIFTH, (4, 4, 4, 4, 4, 3)),
        (6, FIFTH, (3, 3)),
        (5, BOTS, (3, 2)),
        (0, BOTS, ()),
    ],
)
def test_sizes(pupils: int, leftover: str, expected: tuple[int, ...]) -> None:
    assert sizes(pupils, leftover) == expected


def test_two_are_partners_and_three_may_play_by_their_own_rule() -> None:
    assert set(plan("ab").tables[0].people) == {Seat.N, Seat.S}
    (table,) = plan("abc", THREE).tables
    assert table.play_three and table.empty == (Seat.W,) and not table.robots


def test_everyone_declares_south() -> None:
    assert [dict(table.people) for table in plan_alone("ab").tables] == [{Seat.S: "a"}, {Seat.S: "b"}]


def partners(table: TablePlan[str]) -> set[frozenset[str]]:
    people = table.people
    return {frozenset((people[one], people[one.partner])) for one in (Seat.N, Seat.E)}


@given(st.integers(0, 40))
def test_in_three_turns_everybody_has_had_every_partner(start: int) -> None:
    table, met = plan("abcd").tables[0], []
    for deal in range(start, start + 3):
        met += partners(table)
        table = rotated(table, deal)
    assert len(met) == len(set(met)) == 6


@pytest.mark.parametrize("start", range(4))
def test_after_nine_turns_everybody_has_had_every_chair(start: int) -> None:
    table, held = plan("abcd").tables[0], set()
    for deal in range(start, start + 10):
        held |= {(one, seat) for seat, one in table.people.items()}
        table = rotated(table, deal)
    assert len(held) == 16


def test_of_five_everybody_sits_out_once_and_has_every_partner_once() -> None:
    table, met, out = plan("abcde", FIFTH).tables[0], [], []
    for deal in range(5):
        met += partners(table)
        out.append(table.fifth)
        table = rotated(table, deal)
    assert sorted(out) == list("abcde")
    assert len(met) == len(set(met)) == 10
    assert table == plan("abcde", FIFTH).tables[0]


def test_robots_go_along_and_of_three_the_rules_say_who_moves() -> None:
    (table,) = plan("abc").tables
    with_robot = [rotated(table, deal).robots[0] for deal in range(4)]
    assert set(with_robot) <= set(SEATS) and len(set(with_robot)) > 1
    (three,) = plan("abc", THREE).tables
    assert rotated(three, 1) is three
    assert sorted(map(str, chairs_after(2).values())) == sorted(map(str, SEATS))
