"""The table travels as plain values, and nothing but twenty numbers of tricks is one."""

import copy

import pytest

from minibridge.analysis import NotATable, table_from_data, table_to_data
from minibridge.engine import Denomination, Seat

from .dds_lists import FIXTURE, read

TABLE = next(read(FIXTURE)).table
DATA = table_to_data(TABLE)


def test_it_is_the_same_after_the_journey():
    assert table_from_data(DATA) == TABLE
    assert DATA["E"]["NT"] == TABLE[Seat.E, Denomination.NOTRUMP]


@pytest.mark.parametrize("tricks", [100, 14, -1, "7", 7.0, True, None, [7]])
def test_it_rejects_a_cell_that_is_not_a_number_of_tricks(tricks):
    data = copy.deepcopy(DATA)
    data["S"]["D"] = tricks
    with pytest.raises(NotATable):
        table_from_data(data)


@pytest.mark.parametrize(
    "data", [None, [], {}, "N", 3, {**DATA, "W": {}}, {**DATA, "W": None}, [[7] * 5] * 4]
)
def test_it_rejects_other_shapes(data):
    with pytest.raises(NotATable):
        table_from_data(data)
