"""A written record played once more through the rules, and compared with what it says of itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from .actions import MakeCall, PlayCard
from .auction import DOUBLE, PASS, REDOUBLE, Auction, Bid, Call, legal_calls
from .board_record import BoardRecord, Ending
from .board_state import BoardState
from .boards import Board, Vulnerability
from .contracts import Contract, Doubling
from .errors import IllegalAction
from .phase import Phase
from .rules import PRESETS
from .scoring import score
from .seats import Seat, Side
from .state import apply, start


@dataclass(frozen=True, slots=True)
class Difference:
    """Where record and rules part: ``what`` is one of ``call``, ``auction``, ``contract``, ``declarer``,
    ``card``, ``tricks``, ``score``; the record has ``said`` the one, and the rules ``found`` the other.
    """

    what: str
    said: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: {self.said}, but {self.found}"


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """How far a record could be played: so many ``calls`` and ``cards``, and each ``difference`` found."""

    calls: int
    cards: int
    differences: tuple[Difference, ...]


def replay_record(record: BoardRecord) -> ReplayedRecord:
    """Makes every call and plays every card of *record* by the rules of bridge, as far as all four hands are
    known, and compares contract, declarer, tricks and score with what it says.

    A call or card that the rules refuse ends the replay of its auction or play; what is unknown differs from
    nothing. An irregularity that the record says was accepted (PBN 3.9) ends it too, without a difference.
    """
    calls, differences = _auction_replayed(record)
    cards = 0
    state = _state_after_auction(record)
    if state is not None:
        cards, state, refused = _play_replayed(record, state)
        differences += refused
    differences += list(_tricks_compared(record, state))
    differences += list(_score_compared(record))
    return ReplayedRecord(calls, cards, tuple(differences))


# The auction


def _auction_replayed(record: BoardRecord) -> tuple[int, list[Difference]]:
    recorded = record.auction
    if not record.calls or recorded is None:
        return 0, []
    auction = Auction(recorded.dealer)
    for made, (entry, call) in enumerate(zip(record.calls, recorded.calls, strict=True)):
        if entry.annotation is not None and entry.annotation.marks:
            return made, []
        if auction.is_over:
            return made, [Difference("call", f"{call} by {entry.seat}", "the auction is over")]
        if call not in legal_calls(auction):
            return made, [Difference("call", f"{call} by {entry.seat}", "it is not legal there")]
        auction = auction.after(call)
    return len(auction.calls), list(_contract_compared(record, auction))


def _contract_compared(record: BoardRecord, auction: Auction) -> Iterator[Difference]:
    if not auction.is_over:
        if record.contract is not None and record.auction_ending is Ending.UNSAID:
            yield Difference("auction", str(record.contract), "the auction is not over")
        return
    found = auction.contract or PASS
    if record.contract is not None and record.contract != found:
        yield Difference("contract", str(record.contract), f"the auction ends in {found}")
    declarer = auction.declarer
    if record.declarer is not None and not record.declarer_swapped and record.declarer is not declarer:
        yield Difference("declarer", str(record.declarer), f"it is {declarer or 'nobody'} by the auction")


def _state_after_auction(record: BoardRecord) -> BoardState | None:
    """Gives the state in which the opening lead is due; None where it is not known.

    Where the record has no auction that leads to its contract, the shortest one that does is made.
    """
    deal = None if record.deal is None else record.deal.whole
    contract, declarer = record.final_contract, record.final_declarer
    if deal is None or contract is None or declarer is None:
        return None
    recorded = record.auction
    if recorded is not None and (recorded.contract, recorded.declarer) == (contract, declarer):
        state = _called(record, recorded)
        if state is not None and state.phase is Phase.PLAY:
            return state
    return _called(record, _shortest_auction(contract, declarer))


def _shortest_auction(contract: Contract, declarer: Seat) -> Auction:
    calls: list[Call] = [Bid(contract.level, contract.denomination)]
    if contract.doubling is not Doubling.UNDOUBLED:
        calls.append(DOUBLE)
    if contract.doubling is Doubling.REDOUBLED:
        calls.append(REDOUBLE)
    return Auction(declarer, (*calls, PASS, PASS, PASS))


def _called(record: BoardRecord, auction: Auction) -> BoardState | None:
    """Gives the state after all calls of *auction*; None if the rules refuse one."""
    deal = None if record.deal is None else record.deal.whole
    if deal is None:
        return None
    vulnerability = record.vulnerability or Vulnerability.NONE
    state = start(Board(record.number or 1, auction.dealer, vulnerability, deal), PRESETS["bridge"])
    try:
        for index, call in enumerate(auction.calls):
            state = apply(state, MakeCall(auction.seat_of(index), call))
    except IllegalAction:
        return None
    return state


# The play


def _play_replayed(record: BoardRecord, state: BoardState) -> tuple[int, BoardState | None, list[Difference]]:
    """Gives how many cards were played, the state after them (None if one was refused), and why."""
    marked = {
        card
        for trick in record.played or ()
        for seat, annotation in trick.annotations.items()
        if annotation.marks and (card := trick.cards[seat.order]) is not None
    }
    for played, (seat, card) in enumerate(record.plays):
        if card in marked:
            return played, None, []
        if state.turn is not seat:
            turn = state.turn or "nobody"
            return played, None, [Difference("card", f"{card} by {seat}", f"it is the turn of {turn}")]
        try:
            state = apply(state, PlayCard(state.controller(seat), card))
        except IllegalAction as refusal:
            return played, None, [Difference("card", f"{card} by {seat}", str(refusal))]
    return len(record.plays), state, []


def _tricks_compared(record: BoardRecord, state: BoardState | None) -> Iterator[Difference]:
    """Compares the result with the tricks played: those left may have gone to either side by a claim."""
    tricks = record.tricks
    if record.is_passed_out:
        if tricks:
            yield Difference("tricks", str(tricks), "nobody played")
        return
    if tricks is None or state is None or state.declarer is None or record.tricks_misagreed:
        return
    won = state.tricks_won[state.declarer.side]
    if not won <= tricks <= won + state.remaining:
        most = f" to {won + state.remaining}" if state.remaining else ""
        yield Difference("tricks", str(tricks), f"the play gives {won}{most}")


def _score_compared(record: BoardRecord) -> Iterator[Difference]:
    expected = _score_ns(record)
    if record.score_ns is not None and expected is not None and record.score_ns != expected:
        yield Difference("score", f"{record.score_ns} for NS", f"it is {expected}")


def _score_ns(record: BoardRecord) -> int | None:
    """Gives the duplicate score of the result that the record says, for North-South (Law 77)."""
    if record.is_passed_out:
        return 0
    contract, declarer, tricks = record.final_contract, record.final_declarer, record.final_tricks
    if contract is None or declarer is None or tricks is None or record.vulnerability is None:
        return None
    points = score(contract, record.vulnerability.includes(declarer.side), tricks)
    return points if declarer.side is Side.NS else -points
