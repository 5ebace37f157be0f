"""The auction (Laws 17 to 22): the 38 calls, which of them are legal, and the contract they lead to."""

from dataclasses import dataclass
from itertools import product
from typing import Final

from .contracts import Contract, Denomination, Doubling
from .errors import NotationError
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """The player does not bid, double or redouble at this turn."""

    def __str__(self) -> str:
        return "Pass"


@dataclass(frozen=True, slots=True)
class Double:
    """The player doubles the opponents' last bid (Law 19A)."""

    def __str__(self) -> str:
        return "X"


@dataclass(frozen=True, slots=True)
class Redouble:
    """The player redoubles his own side's last bid, which was doubled (Law 19B)."""

    def __str__(self) -> str:
        return "XX"


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """The player undertakes to win ``6 + level`` tricks in a denomination (Law 18).

    Bids are ordered by rank: by level, then by denomination (Law 18E).
    """

    level: int
    denomination: Denomination

    def __str__(self) -> str:
        return f"{self.level}{self.denomination.value}"


Call = Pass | Double | Redouble | Bid

PASS: Final = Pass()
DOUBLE: Final = Double()
REDOUBLE: Final = Redouble()
BIDS: Final[tuple[Bid, ...]] = tuple(
    Bid(level, strain) for level, strain in product(range(1, 8), Denomination)
)
"""All 35 bids, the lowest first."""
CALLS: Final[tuple[Call, ...]] = (PASS, DOUBLE, REDOUBLE, *BIDS)
"""All 38 calls."""

_BY_TEXT: Final[dict[str, Call]] = {str(call): call for call in CALLS}
_HIGHER: Final[dict[Bid | None, tuple[Bid, ...]]] = {
    None: BIDS,
    **{bid: BIDS[n:] for n, bid in enumerate(BIDS, start=1)},
}


def parse_call(text: str) -> Call:
    """Reads ``Pass``, ``X``, ``XX``, ``1C`` … ``7NT``.

    :raises NotationError: for anything else.
    """
    call = _BY_TEXT.get(text) if isinstance(text, str) else None
    if call is None:
        raise NotationError(f"not a call: {text!r}")
    return call


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls of a board in the order made, the dealer's first; it checks none of them."""

    dealer: Seat
    calls: tuple[Call, ...] = ()

    def after(self, call: Call) -> "Auction":
        """Gives the auction with *call* added, whether it is legal or not."""
        return Auction(self.dealer, (*self.calls, call))

    def seat_of(self, index: int) -> Seat:
        """Gives the seat that made, or will make, the call with this index."""
        return self.dealer.clockwise[index % 4]

    @property
    def turn(self) -> Seat | None:
        """The seat whose call is due (Law 17C, D); None when the auction is over."""
        return None if self.is_over else self.seat_of(len(self.calls))

    @property
    def is_over(self) -> bool:
        """Whether three passes followed a bid, double or redouble, or all four players passed (Law 22)."""
        calls = self.calls
        return len(calls) >= 4 and calls[-1] == calls[-2] == calls[-3] == PASS

    @property
    def is_passed_out(self) -> bool:
        """Whether it is over without a bid (Law 22A)."""
        return len(self.calls) == 4 and self.is_over and self.calls[0] == PASS

    @property
    def last_bid_index(self) -> int | None:
        """Where the last bid stands among the calls; None before the first."""
        for index in range(len(self.calls) - 1, -1, -1):
            if isinstance(self.calls[index], Bid):
                return index
        return None

    @property
    def last_bid(self) -> Bid | None:
        """The bid that the next one must outrank."""
        index = self.last_bid_index
        bid = None if index is None else self.calls[index]
        return bid if isinstance(bid, Bid) else None

    @property
    def doubling(self) -> Doubling:
        """Whether the last bid is doubled now: a new bid cancels both (Law 19C)."""
        for call in reversed(self.calls):
            match call:
                case Redouble():
                    return Doubling.REDOUBLED
                case Double():
                    return Doubling.DOUBLED
                case Bid():
                    break
        return Doubling.UNDOUBLED

    @property
    def contract(self) -> Contract | None:
        """The last bid with its doubling: what the contract is, or would be if all passed now (Law 22B)."""
        bid = self.last_bid
        return None if bid is None else Contract(bid.level, bid.denomination, self.doubling)

    @property
    def declarer(self) -> Seat | None:
        """Of the side that made the last bid, the player who first named its denomination."""
        index, bid = self.last_bid_index, self.last_bid
        if index is None or bid is None:
            return None
        first = next(
            n
            for n, call in enumerate(self.calls)
            if (n - index) % 2 == 0 and isinstance(call, Bid) and call.denomination is bid.denomination
        )
        return self.seat_of(first)

    @property
    def leader(self) -> Seat | None:
        """Who makes the opening lead: the player at declarer's left (Law 41A)."""
        return None if self.declarer is None else self.declarer.lho


def legal_calls(auction: Auction) -> tuple[Call, ...]:
    """Lists the calls that the player on turn may make; none when it is over (Laws 18D, 19A, 19B)."""
    if auction.is_over:
        return ()
    calls: list[Call] = [PASS]
    index = auction.last_bid_index
    if index is not None:
        of_opponents = (len(auction.calls) - index) % 2 == 1
        if of_opponents and auction.doubling is Doubling.UNDOUBLED:
            calls.append(DOUBLE)
        if not of_opponents and auction.doubling is Doubling.DOUBLED:
            calls.append(REDOUBLE)
    return (*calls, *_HIGHER[auction.last_bid])
