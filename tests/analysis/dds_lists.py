"""Deals with double-dummy results, as the lists of the DDS project write them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from minibridge.engine import SEATS, Card, Deal, Denomination, Rank, Seat, Suit, Vulnerability
from tests.engine.record_files import real_folder

FIXTURE = Path(__file__).parents[1] / "fixtures" / "dds" / "list10.txt"
COLUMNS = tuple(map(Denomination, ("S", "H", "D", "C", "NT")))
VULNERABILITIES = (Vulnerability.NONE, Vulnerability.BOTH, Vulnerability.NS, Vulnerability.EW)


@dataclass
class Solved:
    """A deal with what the list says of it; ``contracts`` are par contracts such as ``3C*-EW-1``."""

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    trump: Suit | None
    leader: Seat
    lead_tricks: dict[Card, int]
    table: dict[tuple[Seat, Denomination], int]
    par_score: int
    contracts: set[str]
    cards: tuple[Card, ...]
    trace: list[int]


def real_list(name: str) -> list[Solved]:
    """A list of the real records; without them the test is left out."""
    path = real_folder() / "dds" / name
    if not path.exists():
        pytest.skip("no lists of DDS: set BRIDGE_RECORDS to a folder with them")
    return list(read(path))


def read(path: Path) -> Iterator[Solved]:
    for chunk in path.read_text().split("PBN ")[1:]:
        yield _deal(dict(line.split(maxsplit=1) for line in f"PBN {chunk}".splitlines()))


def _deal(lines: dict[str, str]) -> Solved:
    dealer, vulnerability, trump, leader = map(int, lines["PBN"].split()[:4])
    numbers = list(map(int, lines["TABLE"].split()))
    par_score, *contracts = re.findall('"(.*?)"', lines["PAR2"])
    played = re.findall("..", re.findall('"(.*?)"', lines["PLAY"])[0])
    return Solved(
        deal=Deal.parse(re.findall('"(.*?)"', lines["PBN"])[0]),
        dealer=SEATS[dealer],
        vulnerability=VULNERABILITIES[vulnerability],
        trump=COLUMNS[trump].trump,
        leader=SEATS[leader],
        lead_tricks=_lead_tricks(list(map(int, lines["FUT"].split()))),
        table={
            (seat, denomination): numbers[4 * column + seat.order]
            for column, denomination in enumerate(COLUMNS)
            for seat in SEATS
        },
        par_score=int(par_score),
        contracts=set(contracts),
        cards=tuple(map(Card.parse, played)),
        trace=list(map(int, lines["TRACE"].split()))[1:],
    )


def _lead_tricks(numbers: list[int]) -> dict[Card, int]:
    """Groups of equal cards: suits, highest ranks, masks of the lower ranks, tricks."""
    size = numbers[0]
    suits, ranks, equals, tricks = (numbers[1 + size * n : 1 + size * (n + 1)] for n in range(4))
    return {
        Card(COLUMNS[suits[n]].trump, rank): tricks[n]
        for n in range(size)
        for rank in Rank
        if rank.order + 2 == ranks[n] or equals[n] >> (rank.order + 2) & 1
    }
