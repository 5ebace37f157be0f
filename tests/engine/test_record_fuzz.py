"""Spoiled files: never an exception, never a good board lost, and what was read is written stably."""

import os
import random
import time
from functools import cache

import pytest

from minibridge.engine.errors import NotationError
from minibridge.engine.lin import read_lin, write_lin
from minibridge.engine.pbn import read_pbn, write_pbn
from minibridge.engine.problems import RULES
from minibridge.engine.seats import SEATS

from .mutations import spoiled
from .record_files import FIXTURES, in_folder, real_folder

SEEDS = range(400)
SOAK_SECONDS = 600
FACTS = ("label", "dealer", "vulnerability", "deal", "calls", "contract", "declarer", "tricks", "played")
GOOD_PBN = b"""

[Event "Good"]
[Board "77"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"]
[Declarer "S"]
[Contract "4S"]
[Result "10"]
[Auction "N"]
Pass Pass 1S Pass
4S Pass Pass Pass
[Play "W"]
HQ H3 H2 HA
*
"""
GOOD_LIN = (
    b"\nvg||\npn|a,b,c,d|st||md|1SQ982HQ82DKQ763CT,SJ643HKJ7653DCAQ4,SK5HADAJT52CJ9762,|rh||ah|Board 15|sv|n|"
    b"mb|p|mb|1H|mb|2N|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||pc|H4|pc|H2|mc|9|pg||\n"
)


@cache
def files() -> list[bytes]:
    """The beginnings of real files; of those of this project where there are no others."""
    paths = in_folder(FIXTURES, ".pbn", ".lin") + in_folder(real_folder(), ".pbn", ".lin")
    return [path.read_bytes()[:6000] for path in paths]


def check(seed: int) -> None:
    """Spoils a file and reads it as either format."""
    rng = random.Random(seed)
    data = spoiled(rng.choice(files()), rng.choice(files()), seed)
    for read, good in ((read_pbn, GOOD_PBN), (read_lin, GOOD_LIN)):
        file = read(data)
        check_records(file.records)
        for problem in file.problems:
            assert problem.code in RULES
        check_good_board(read, data, good)


def check_records(records) -> None:
    for record in records:
        for problem in record.problems:
            assert problem.line >= 0
            assert problem.code in RULES
        assert record.final_tricks is None or 0 <= record.final_tricks <= 13
        assert len(set(record.plays)) <= 52
        assert record.auction is None or len(record.auction.calls) == len(record.calls)
        assert (
            record.deal is None or len(set().union(*filter(None, map(record.deal.__getitem__, SEATS)))) <= 52
        )
    for export in (True, False):
        text = write_pbn(records, export)
        again = read_pbn(text).records
        assert len(again) == len(records)
        assert write_pbn(again, export) == text
    text = write_lin(records)
    assert write_lin(read_lin(text).records) == text


def check_good_board(read, data: bytes, good: bytes) -> None:
    """A good board after spoiled ones is read as if it were alone, unless they change its encoding."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data[:4000].count(0) > 20:
        return
    alone, last = read(good).records[-1], read(data + good).records[-1]
    for fact in FACTS:
        assert getattr(last, fact) == getattr(alone, fact), fact


@pytest.mark.parametrize("first", SEEDS[::20])
def test_a_spoiled_file_is_read_as_far_as_it_goes(first):
    for seed in range(first, first + 20):
        check(seed)


def test_any_bytes_are_read():
    rng = random.Random(5)
    for length in (0, 1, 2, 3, 10, 1000, 20_000):
        data = rng.randbytes(length)
        for read in (read_pbn, read_lin):
            check_records(read(data).records)


def test_files_of_another_kind_are_read():
    for read in (read_pbn, read_lin):
        for path in (__file__, os.__file__):
            with open(path, "rb") as file:
                check_records(read(file.read(30_000)).records)


@pytest.mark.soak
def test_spoiled_files_for_ten_minutes():
    end = time.monotonic() + SOAK_SECONDS
    seed = SEEDS.stop
    while time.monotonic() < end:
        check(seed)
        seed += 1


def test_only_a_whole_file_is_refused():
    for read in (read_pbn, read_lin):
        with pytest.raises(NotationError):
            read(b"x" * 10_000_000)
        with pytest.raises(NotationError):
            read(b"", "klingon")
