"""Insufficient bids (Law 27) and what becomes of them."""

from dataclasses import dataclass

from .auction import Auction, Bid, Call
from .cards import Suit
from .seats import Seat


@dataclass(frozen=True, slots=True)
class LowBid:
    """``seat`` made a ``bid`` that does not outrank the last one; his left-hand opponent may accept it."""

    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class Substitution:
    """``seat`` has to replace his refused ``bid`` by a legal call.

    ``penalised`` is whether a double he tried first was cancelled: then no double is allowed any more, and
    his partner must pass whatever he calls (Law 27B3).
    """

    seat: Seat
    bid: Bid
    penalised: bool = False


@dataclass(frozen=True, slots=True)
class ComparableCall:
    """``seat`` replaced ``bid`` by ``call``: the table has to judge whether the two are comparable (Law 23A),
    which depends on what they mean and not only on what they are.
    """

    seat: Seat
    bid: Bid
    call: Call


def is_same_denomination(auction: Auction, bid: Bid, call: Call) -> bool:
    """Tells whether *call*, which is legal, is the lowest sufficient bid in the denomination of the withdrawn
    *bid*: then the auction goes on as if nothing had happened (Law 27B1a).

    The denomination is the one named; what an artificial bid promised is for the table to judge.
    """
    if not isinstance(call, Bid) or call.denomination is not bid.denomination:
        return False
    last = auction.last_bid
    lower = None if call.level == 1 else Bid(call.level - 1, call.denomination)
    return lower is None or (last is not None and lower <= last)


def unspecified_suits(auction: Auction, seat: Seat) -> frozenset[Suit]:
    """Gives the suits that *seat* has not bid in the legal auction (Law 26B)."""
    specified = {
        call.denomination.trump
        for n, call in enumerate(auction.calls)
        if isinstance(call, Bid) and auction.seat_of(n) is seat
    }
    return frozenset(suit for suit in Suit if suit not in specified)
