"""The three statements that every card needs, ready made.

The ORM builds a statement anew each time it is run, at several times the price of running it: reading,
inserting and updating one row was a third of what a card costs. The names come from the models.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from .models import Action, Table


class TableHead(NamedTuple):
    """What of a table's row tells whether a scene in memory still stands."""

    id: int
    version: int
    setting_version: int
    epoch: int


def table_head(table_id: int, *, lock: bool = False) -> TableHead | None:
    """Read the head of a table's row; with ``lock`` it is held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(_head_sql(lock and connection.features.has_select_for_update), [table_id])
        row = cursor.fetchone()
    return TableHead(*row) if row else None


def table_advance(table_id: int, *, version: int, active: datetime) -> None:
    """Set the table's version and the time of its last action."""
    values = [version, connection.ops.adapt_datetimefield_value(active), table_id]
    with connection.cursor() as cursor:
        cursor.execute(_advance_sql(), values)


ACTION_FIELDS = ("record", "n", "seat", "kind", "data", "reason", "user", "client_id", "created")


def action_add(
    *,
    record_id: int,
    n: int,
    seat: str,
    kind: str,
    data: dict[str, Any],
    user_id: int | None,
    client_id: str,
    reason: dict[str, Any] | None = None,
) -> None:
    """Insert a new action. Its id is not read back, and no signal is sent."""
    ops = connection.ops
    stored_data = ops.adapt_json_value(data, None)
    stored_reason = ops.adapt_json_value(reason, None) if reason else None
    created = ops.adapt_datetimefield_value(timezone.now())
    values = [record_id, n, seat, kind, stored_data, stored_reason, user_id, client_id, created]
    with connection.cursor() as cursor:
        cursor.execute(_action_sql(), values)


def _name(model: type[Table] | type[Action], field: str = "") -> str:
    """The quoted name of a model's table, or of one of its columns."""
    name = model._meta.get_field(field).column if field else model._meta.db_table
    return connection.ops.quote_name(name)


@cache
def _head_sql(lock: bool) -> str:
    columns = ", ".join(_name(Table, field) for field in TableHead._fields)
    suffix = " FOR UPDATE" if lock else ""
    return f"SELECT {columns} FROM {_name(Table)} WHERE {_name(Table, 'id')} = %s{suffix}"


@cache
def _advance_sql() -> str:
    columns = f"{_name(Table, 'version')} = %s, {_name(Table, 'active')} = %s"
    return f"UPDATE {_name(Table)} SET {columns} WHERE {_name(Table, 'id')} = %s"


@cache
def _action_sql() -> str:
    columns = ", ".join(_name(Action, field) for field in ACTION_FIELDS)
    marks = ", ".join(["%s"] * len(ACTION_FIELDS))
    return f"INSERT INTO {_name(Action)} ({columns}) VALUES ({marks})"
