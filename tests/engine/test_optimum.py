import pytest

from minibridge.engine.board_record import BoardRecord, RecordedTable
from minibridge.engine.contracts import Denomination
from minibridge.engine.optimum import (
    optimum_score,
    optimum_table,
    optimum_tricks,
    table_in_value,
    with_optimum,
)
from minibridge.engine.seats import SEATS, Seat

TRICKS = {
    (seat, strain): (5 * seat.order + 3 * strain.order) % 14 for seat in SEATS for strain in Denomination
}


def test_the_table_is_read_as_it_was_written():
    record = BoardRecord(tables=(optimum_table(TRICKS),))
    assert optimum_tricks(record) == TRICKS
    assert optimum_tricks(with_optimum(record, {(Seat.N, Denomination.C): 7})) == {
        (Seat.N, Denomination.C): 7
    }
    assert optimum_tricks(BoardRecord()) == {}


def test_columns_may_stand_in_any_order():
    table = RecordedTable(
        "OptimumResultTable", "+Result\\2R;Denomination;Extra;Declarer", (("9", "NT", "-", "S"),)
    )
    assert optimum_tricks(BoardRecord(tables=(table,))) == {(Seat.S, Denomination.NOTRUMP): 9}


@pytest.mark.parametrize(
    "row", [("S", "N", "9"), ("X", "NT", "9"), ("S", "NT", "14"), ("S", "NT", "-1"), ("S", "NT")]
)
def test_rows_without_sense_are_left_out(row):
    table = RecordedTable("OptimumResultTable", "Declarer;Denomination;Result", (row, ("N", "C", "0")))
    assert optimum_tricks(BoardRecord(tables=(table,))) == {(Seat.N, Denomination.C): 0}


def test_a_table_with_other_columns_says_nothing():
    table = RecordedTable("OptimumResultTable", "Declarer Suit Tricks", (("S", "H", "10"),))
    assert optimum_tricks(BoardRecord(tables=(table,))) == {}


@pytest.mark.parametrize(
    ("value", "score"),
    [("NS 100", 100), ("EW 100", -100), ("NS +90", 90), ("EW -50", 50), ("100", None), ("", None)],
)
def test_the_score_is_north_souths(value, score):
    assert optimum_score(BoardRecord(tags={"OptimumScore": value})) == score
    assert optimum_score(with_optimum(BoardRecord(), TRICKS, score)) == score


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Declarer;Denomination\\2R;Result\\2R",
        r"NT\tS\n",
        r"NT\tX\nN\t1\t2",
        r"NT\tS\nN\t1",
        r"NT\tS\nN\t1\t14",
        r"NT\tS\nZ\t1\t2",
        r"\n\t\n",
    ],
)
def test_other_values_are_no_table(value):
    assert table_in_value(value) is None


def test_a_table_in_a_value_may_be_of_one_declarer():
    table = table_in_value(r"C\tNT\nE\t3\t13\n")
    assert optimum_tricks(BoardRecord(tables=(table,))) == {
        (Seat.E, Denomination.C): 3,
        (Seat.E, Denomination.NOTRUMP): 13,
    }
