"""Who sits with whom: any number of pupils at tables of four, and who sits where for the next deal.

Pupils are spread as evenly as they go, so that nobody is left alone among robots: 21 are three tables of four
and three of three, not five tables of four and one lonely pupil. A table of two or three pupils is filled up
with robots; three may instead play by their own rule. Where a fifth takes turns, whoever is left over joins a
table of four and plays from the next deal on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from minibridge.engine import SEATS, Seat

T = TypeVar("T")

BOTS, THREE, FIFTH = "bots", "three", "fifth"
"""What becomes of those who are left over, as ``Lesson.Leftover`` stores it."""

CHAIRS: Mapping[int, tuple[Seat, ...]] = {
    1: (Seat.S,),
    2: (Seat.N, Seat.S),  # partners, against two robots
    3: (Seat.N, Seat.E, Seat.S),
    4: SEATS,
}


@dataclass(frozen=True)
class TablePlan(Generic[T]):
    """Who sits at one table. A chair that is missing is a robot's, or stays empty where three ``play_three``;
    the ``fifth`` looks on until it is his turn.
    """

    people: Mapping[Seat, T]
    fifth: T | None = None
    play_three: bool = False

    @property
    def everybody(self) -> tuple[T, ...]:
        return (*self.people.values(), *(() if self.fifth is None else (self.fifth,)))

    @property
    def robots(self) -> tuple[Seat, ...]:
        """The chairs of robots."""
        return () if self.play_three else tuple(seat for seat in SEATS if seat not in self.people)

    @property
    def empty(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if seat not in self.people) if self.play_three else ()


@dataclass(frozen=True)
class Plan(Generic[T]):
    """All tables of a class, in the order of their numbers."""

    tables: tuple[TablePlan[T], ...] = field(default_factory=tuple)

    @property
    def robots(self) -> int:
        return sum(len(table.robots) for table in self.tables)


def sizes(pupils: int, leftover: str = BOTS) -> tuple[int, ...]:
    """How many pupils sit at each table, the fullest first; five are four and one who takes turns.

    A fifth takes turns only where one or two pupils are left over and there are as many full tables; else
    the pupils are spread evenly.
    """
    fours, over = divmod(pupils, 4)
    if leftover == FIFTH and 0 < over <= min(2, fours):
        return (5,) * over + (4,) * (fours - over)
    tables = -(-pupils // 4)
    least, more = divmod(pupils, tables) if tables else (0, 0)
    return (least + 1,) * more + (least,) * (tables - more)


def plan(pupils: Sequence[T], leftover: str = BOTS) -> Plan[T]:
    """Seat *pupils* in their order: neighbours in the list sit at one table."""
    tables, rest = [], list(pupils)
    for size in sizes(len(rest), leftover):
        party, rest = rest[:size], rest[size:]
        fifth = party.pop() if size > 4 else None
        people = dict(zip(CHAIRS[len(party)], party, strict=True))
        tables.append(TablePlan(people, fifth, play_three=leftover == THREE and len(party) == 3))
    return Plan(tuple(tables))


def plan_alone(pupils: Sequence[T]) -> Plan[T]:
    """Everybody South at a table of his own."""
    return Plan(tuple(TablePlan({Seat.S: pupil}) for pupil in pupils))


# --- between two deals ---------------------------------------------------------------------------------

# Who sits here goes there: one stays and three move on, twice with North and twice with South staying. All of
# these change partners in the same order, so that after three of them everybody has had every partner, and
# nine lead everybody to every chair, whichever comes first.
NORTH_STAYS: Mapping[Seat, Seat] = {Seat.N: Seat.N, Seat.E: Seat.S, Seat.S: Seat.W, Seat.W: Seat.E}
SOUTH_STAYS: Mapping[Seat, Seat] = {Seat.S: Seat.S, Seat.W: Seat.N, Seat.N: Seat.E, Seat.E: Seat.W}
TURNS = (NORTH_STAYS, NORTH_STAYS, SOUTH_STAYS, SOUTH_STAYS)
# With a fifth: five places in a ring. Partners sit one and two places apart, so that in five deals everybody
# sits out once and has each of the others as his partner once.
RING: tuple[Seat | None, ...] = (Seat.N, Seat.S, Seat.E, None, Seat.W)


def chairs_after(deal: int, *, has_fifth: bool = False) -> Mapping[Seat | None, Seat | None]:
    """Where each chair's holder goes once *deal* deals are played; None is a fifth's place beside the table.

    Robots go along, so that each pupil has them as partners and as opponents in turn.
    """
    if has_fifth:
        return {place: RING[(index + 1) % 5] for index, place in enumerate(RING)}
    return dict(TURNS[deal % 4])


def rotated(table: TablePlan[T], deal: int) -> TablePlan[T]:
    """The same people at one table for the next deal. Of three, the rules themselves say who moves."""
    if table.play_three:
        return table
    places: dict[Seat | None, T] = dict(table.people)
    if table.fifth is not None:
        places[None] = table.fifth
    moves = chairs_after(deal, has_fifth=table.fifth is not None)
    after = {moves[place]: person for place, person in places.items()}
    return TablePlan({seat: after[seat] for seat in SEATS if seat in after}, after.get(None))
