"""From a written record to a log: the board, and the actions by which the rules come to what it says."""

from dataclasses import dataclass
from typing import Final

from .actions import Action, AssignTricks, EndBoard, MakeCall, PlayCard
from .auction import DOUBLE, PASS, REDOUBLE, Auction, Bid, Call, legal_calls
from .board_record import BoardRecord
from .board_state import BoardState
from .boards import Board, Vulnerability, dealer_of
from .contracts import Contract, Doubling
from .errors import IllegalAction
from .phase import Phase
from .replayed_record import Difference, replay_record
from .rules import PRESETS, RuleSet
from .seats import Seat
from .state import apply, start

RULES: Final[RuleSet] = PRESETS["bridge"]
"""By which a written record is replayed."""
LARGEST_NUMBER: Final = 999_999
"""The highest board number that is kept; a higher one counts as none."""


@dataclass(frozen=True, slots=True)
class RecordLog:
    """``actions`` lead from the start of ``board`` to the end; ``differences`` are where record and rules
    part.

    ``auction_is_made_up`` says that the record has no auction that leads to its contract: the calls are then
    the fewest that do.
    """

    board: Board
    actions: tuple[Action, ...]
    differences: tuple[Difference, ...] = ()
    auction_is_made_up: bool = False


def log_of(record: BoardRecord, number: int = 1) -> RecordLog | None:
    """Gives the log of *record*, as far as the rules go along with it; None where not all 52 cards are known.

    Where the play is not recorded to its end, the tricks that the record says are assigned by the table;
    where it says nothing, the deal ends unfinished. A dealer who is not named is the one of the board's
    number, which is *number* where the record has none.
    """
    deal = None if record.deal is None else record.deal.whole
    if deal is None:
        return None
    given = record.number
    number = given if given and given <= LARGEST_NUMBER else number
    auction, is_made_up = _auction(record, record.dealer or dealer_of(max(number, 1)))
    board = Board(number, auction.dealer, record.vulnerability or Vulnerability.NONE, deal)
    log = _Log(start(board, RULES))
    for index, call in enumerate(auction.calls):
        log.add(MakeCall(auction.seat_of(index), call))
    if log.state.phase is Phase.PLAY:
        log.play(record)
    if log.state.phase is not Phase.FINISHED:
        log.add(_end(record, log.state))
    differences = replay_record(record).differences
    return RecordLog(board, tuple(log.actions), differences, is_made_up)


class _Log:
    """Actions with the state that they lead to."""

    def __init__(self, state: BoardState) -> None:
        self.state = state
        self.actions: list[Action] = []

    def add(self, action: Action) -> None:
        self.state = apply(self.state, action)
        self.actions.append(action)

    def play(self, record: BoardRecord) -> None:
        """Plays the cards of the record up to the first that the rules refuse."""
        for seat, card in record.plays:
            if self.state.turn is not seat:
                return
            try:
                self.add(PlayCard(self.state.controller(seat), card))
            except IllegalAction:
                return


def _end(record: BoardRecord, state: BoardState) -> Action:
    tricks = record.final_tricks
    if tricks is None or state.phase is not Phase.PLAY:
        return EndBoard(reason="file")
    return AssignTricks(tricks=tricks)


def _auction(record: BoardRecord, dealer: Seat) -> tuple[Auction, bool]:
    """Gives an auction that the rules allow: the recorded one, if it leads to what the record says; else the
    shortest that does, or as much of the recorded one as is allowed.
    """
    contract, declarer = record.final_contract, record.final_declarer
    recorded = record.auction
    legal = _legal(recorded) if recorded is not None else Auction(dealer)
    if record.is_passed_out:
        return Auction(legal.dealer, (PASS,) * 4), not legal.is_passed_out
    if contract is None or declarer is None:
        return legal, False
    if legal.is_over and (legal.contract, legal.declarer) == (contract, declarer):
        return legal, False
    return shortest_auction(contract, declarer, legal.dealer), True


def _legal(recorded: Auction) -> Auction:
    """Gives the auction up to the first call that is not allowed."""
    state = Auction(recorded.dealer)
    for call in recorded.calls:
        if call not in legal_calls(state):
            break
        state = state.after(call)
    return state


def shortest_auction(contract: Contract, declarer: Seat, dealer: Seat) -> Auction:
    """Gives the fewest calls, from *dealer* on, that make *declarer* play *contract*."""
    calls: list[Call] = [PASS] * dealer.clockwise.index(declarer)
    calls.append(Bid(contract.level, contract.denomination))
    if contract.doubling is not Doubling.UNDOUBLED:
        calls.append(DOUBLE)
    if contract.doubling is Doubling.REDOUBLED:
        calls.append(REDOUBLE)
    return Auction(dealer, (*calls, PASS, PASS, PASS))
