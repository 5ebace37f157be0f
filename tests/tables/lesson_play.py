"""The tables of a lesson play: results as tests want them, by the services that play them."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from minibridge.engine import AssignTricks, Deal, Seat
from tables.models import BoardRecord, Lesson
from tables.packs import PackContent, PackDeal, Reference
from tables.scene_reading import scene_now
from tables.services.change import table_lock
from tables.services.lock_step import results_release
from tables.services.play import table_action
from tables.services.withholding import lesson_results_open

from .cast import WORKED_DEAL, Room
from .lesson_room import LessonRoom

WEST_DEAL = Deal.parse("E" + str(WORKED_DEAL)[1:])
"""The worked deal turned by one seat: West declares."""


def pack_of(*deals: Deal, reference: Reference | None = None) -> PackContent:
    return PackContent(
        {"en": "Tricks", "fr": "Les levées"},
        deals=tuple(
            PackDeal(deal, title={"en": f"Number {n}"}, reference=reference) for n, deal in enumerate(deals)
        ),
    )


def seats_of(room: LessonRoom, number: int = 1) -> Room:
    """A table of the lesson with the pupils who sit at it."""
    table = room.table(number)
    return Room(table, {Seat(row.seat): row.user for row in table.seatings.all() if row.user})


def record_of(room: LessonRoom, number: int = 1) -> BoardRecord:
    return BoardRecord.objects.filter(match__table=room.table(number)).latest("id")


def finish(room: LessonRoom, number: int, contract: str = "4S", tricks: int = 10) -> BoardRecord:
    """This table plays the contract and makes so many tricks. Results for which no table is waited any more
    are open then: a test is one transaction, so what follows its commit is called here.
    """
    seats = seats_of(room, number)
    declarer = seats.state.declarer
    assert declarer is not None
    assert seats.act(declarer, "contract", contract=contract).status == 200
    with transaction.atomic():
        table = table_lock(room.table(number).id)
        scene = scene_now(table.id)
        assert scene is not None
        table_action(table=table, scene=scene, action=AssignTricks(None, tricks))
        table.version += 1
        table.setting_version = table.version
        table.save()
    lesson_results_open(room.lesson.id)
    return record_of(room, number)


def release(room: LessonRoom) -> None:
    """The teacher lets all see the results of the newest deal, though a table still plays it."""
    results_release(lesson_id=room.lesson.id, lesson_deal=Lesson.objects.get(id=room.lesson.id).deal)
    lesson_results_open(room.lesson.id)


def finish_all(room: LessonRoom, *results: tuple[str, int]) -> None:
    """The next deal, with these results at the tables in their order."""
    room.deal()
    for number, (contract, tricks) in enumerate(results, start=1):
        finish(room, number, contract, tricks)


def status(room: LessonRoom, user: User, address: str) -> int:
    return room.browser(user).get(address).status_code
