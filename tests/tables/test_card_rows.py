"""The statements of a card do what the ORM would do."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from minibridge.engine import Seat
from tables.card_rows import ACTION_FIELDS, TableHead, action_add, table_advance, table_head
from tables.models import Action, Table

from .cast import Room, guest, room_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Room:
    room = room_of({seat: guest(f"Player {seat.value}") for seat in Seat})
    room.start()
    return room


def add(room: Room, **fields: object) -> Action:
    """Add an action, and return what is then stored of it."""
    given = {
        "record_id": room.record.id,
        "n": 7,
        "seat": "S",
        "kind": "card",
        "data": {"card": "SQ"},
        "user_id": room.people[Seat.S].id,
        "client_id": "a-1",
    } | fields
    action_add(**given)
    stored = Action.objects.get(record_id=given["record_id"], n=given["n"])
    assert {name: getattr(stored, name) for name in given} == given
    return stored


def test_an_action_is_read_back_as_it_was_added(room: Room) -> None:
    before = timezone.now()
    stored = add(room, data={"card": "SQ", "word": "cœur", "list": [1, None, True]})
    assert before <= stored.created <= timezone.now()


def test_an_action_of_the_table_itself_has_nobody_behind_it(room: Room) -> None:
    add(room, seat="", kind="end", user_id=None, client_id="", data={"reason": "absent"})


def test_every_field_of_an_action_is_written() -> None:
    fields = {field.name for field in Action._meta.concrete_fields if not field.primary_key}
    assert set(ACTION_FIELDS) == fields


def test_a_number_is_taken_once(room: Room) -> None:
    add(room)
    with pytest.raises(IntegrityError), transaction.atomic():
        add(room, seat="N", client_id="b")


def test_the_head_is_that_of_the_row(room: Room) -> None:
    table = Table.objects.get(id=room.table.id)
    head = TableHead(table.id, table.version, table.setting_version, table.epoch)
    assert table_head(table.id) == head
    with transaction.atomic():
        assert table_head(table.id, lock=True) == head
    assert table_head(table.id + 1000) is None


def test_the_row_is_locked_where_the_database_can(room: Room) -> None:
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        table_head(room.table.id, lock=True)
        table_head(room.table.id)
    locked = [query["sql"].endswith("FOR UPDATE") for query in queries]
    assert locked == [connection.features.has_select_for_update, False]


def test_advancing_changes_version_and_time_of_this_table_alone(room: Room) -> None:
    other = Table.objects.create()
    before, now = Table.objects.get(id=room.table.id), timezone.now()
    table_advance(room.table.id, version=before.version + 1, active=now)
    after = Table.objects.get(id=room.table.id)
    assert (after.version, after.active) == (before.version + 1, now)
    assert (after.setting_version, after.epoch) == (before.setting_version, before.epoch)
    assert Table.objects.get(id=other.id).version == other.version
