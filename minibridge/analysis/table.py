"""The double-dummy table: how many tricks each seat wins as declarer in each denomination."""

from collections.abc import Mapping
from typing import Any

from minibridge.engine import SEATS, Denomination, Seat

Table = Mapping[tuple[Seat, Denomination], int]


class NotATable(ValueError):
    """Not twenty numbers of tricks; ``code`` is ``table``."""

    code = "table"


def table_to_data(table: Table) -> dict[str, dict[str, int]]:
    """Gives plain values, fit for JSON: ``{"N": {"C": 7, …, "NT": 6}, "E": …}``."""
    return {
        seat.value: {denomination.value: table[seat, denomination] for denomination in Denomination}
        for seat in SEATS
    }


def table_from_data(data: Any) -> dict[tuple[Seat, Denomination], int]:
    """Makes it again from what :func:`table_to_data` gave, or from whatever somebody sent.

    :raises NotATable: unless there are twenty whole numbers from 0 to 13.
    """
    try:
        table = {
            (seat, denomination): data[seat.value][denomination.value]
            for seat in SEATS
            for denomination in Denomination
        }
    except (KeyError, TypeError):
        raise NotATable from None
    if not all(type(tricks) is int and 0 <= tricks <= 13 for tricks in table.values()):
        raise NotATable
    return table
