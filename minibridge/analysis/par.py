"""Par: what a deal is worth when both sides bid as if they saw all four hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from minibridge.engine import (
    BIDS,
    Bid,
    Contract,
    Denomination,
    Doubling,
    Seat,
    Side,
    Vulnerability,
    score,
)

from .table import Table


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract in which a par auction may end, with its *declarers*: one seat, or both of a side that win
    the same tricks. ``overtricks`` is negative for a sacrifice, which is doubled.
    """

    contract: Contract
    declarers: tuple[Seat, ...]
    overtricks: int


@dataclass(frozen=True, slots=True)
class Par:
    """``score`` is what North-South write. Without ``contracts`` nobody makes anything: passed out."""

    score: int
    contracts: tuple[ParContract, ...]

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON: ``{"score": -110, "contracts": [{"contract": "2S", "declarers":
        ["E", "W"], "overtricks": 0}]}``.
        """
        return {
            "score": self.score,
            "contracts": [
                {
                    "contract": str(one.contract),
                    "declarers": [seat.value for seat in one.declarers],
                    "overtricks": one.overtricks,
                }
                for one in self.contracts
            ],
        }


def par_of(table: Table, dealer: Seat, vulnerability: Vulnerability) -> Par:
    """Finds the par of a deal with this double-dummy *table*.

    Both sides know every result, double what fails, and bid on while that pays. A side may end in any
    contract worth par over which the other side has no better bid; of each denomination the lowest is given,
    and the lowest of all first.
    """
    auction = _ParAuction(table, vulnerability)
    first, second = dealer.side, dealer.side.other
    best = max(auction.worth(first), -max(0, auction.worth(second)))
    if best == 0:
        return Par(0, ())
    # Only one side can reach it; if both could, the dealer's comes first.
    for side, value in ((first, best), (second, -best)):
        contracts = tuple(auction.endings(side, value))
        if contracts:
            break
    return Par(best if first is Side.NS else -best, contracts)


class _ParAuction:
    """All bids of both sides, and what each is worth to who makes it."""

    def __init__(self, table: Table, vulnerability: Vulnerability) -> None:
        self.table = table
        self.vulnerability = vulnerability
        self.scores = {(bid, side): self._score(bid, side) for bid in BIDS for side in Side}

    def tricks(self, denomination: Denomination, side: Side) -> int:
        return max(self.table[seat, denomination] for seat in side.seats)

    def contract(self, bid: Bid, side: Side) -> Contract:
        fails = self.tricks(bid.denomination, side) < 6 + bid.level
        return Contract(bid.level, bid.denomination, Doubling.DOUBLED if fails else Doubling.UNDOUBLED)

    def _score(self, bid: Bid, side: Side) -> int:
        vulnerable = self.vulnerability.includes(side)
        return score(self.contract(bid, side), vulnerable, self.tricks(bid.denomination, side))

    def worth(self, opener: Side) -> int:
        """What the best first bid of *opener* brings, each side free to outbid the other: from 7NT down."""
        best = dict.fromkeys(Side, -10_000)  # of all bids seen so far; worse than any score
        for bid in reversed(BIDS):
            here = {side: min(self.scores[bid, side], -best[side.other]) for side in Side}
            best = {side: max(best[side], here[side]) for side in Side}
        return best[opener]

    def endings(self, side: Side, value: int) -> Iterator[ParContract]:
        """The contracts worth *value* to *side* that the other side does not do better to outbid."""
        seen = set()
        for n, bid in enumerate(BIDS):
            if self.scores[bid, side] != value or bid.denomination in seen:
                continue
            if any(self.scores[higher, side.other] > -value for higher in BIDS[n + 1 :]):
                continue
            seen.add(bid.denomination)
            tricks = self.tricks(bid.denomination, side)
            yield ParContract(
                self.contract(bid, side),
                tuple(seat for seat in side.seats if self.table[seat, bid.denomination] == tricks),
                tricks - 6 - bid.level,
            )
