"""The conditions that many actions share, each with the error that is raised where it does not hold."""

from ..board_state import BoardState
from ..claims import Claim
from ..errors import DummyMayNot, NoRequest, NotYourRequest, NotYourTurn, RequestOpen, WrongPhase
from ..phase import Phase
from ..seats import Seat
from ..takeback import TakeBackRequest


def check_phase(state: BoardState, phase: Phase) -> None:
    """:raises WrongPhase: if the board is not in *phase*."""
    if state.phase is not phase:
        raise WrongPhase(phase=state.phase.value)


def check_turn(state: BoardState, seat: Seat) -> None:
    """:raises NotYourTurn: if somebody else decides now."""
    if state.actor is not seat:
        raise not_your_turn(state, seat, str(state.actor))


def not_your_turn(state: BoardState, seat: Seat, actor: str) -> NotYourTurn:
    """Makes the error that tells *seat* who decides; dummy is told that he never does."""
    return NotYourTurn(actor=actor, role="dummy" if seat is state.dummy else "player")


def check_not_dummy(state: BoardState, seat: Seat) -> None:
    """:raises DummyMayNot: if *seat* is dummy (Law 43)."""
    if state.declarer is not None and seat is state.declarer.partner:
        raise DummyMayNot(actor=state.declarer.value)


def check_nothing_open(state: BoardState) -> None:
    """:raises RequestOpen: while a claim or take-back waits for its answer (Law 68D)."""
    request = state.claim or state.takeback
    if request is not None:
        raise RequestOpen(seat=request.seat.value)


def check_answerer(
    state: BoardState, seat: Seat, request: Claim | TakeBackRequest | None, who: frozenset[Seat]
) -> None:
    """:raises NoRequest: if nothing is open.
    :raises NotYourRequest: if *seat* is not among *who*.
    """
    if request is None:
        raise NoRequest()
    if seat not in who:
        check_not_dummy(state, seat)
        raise NotYourRequest(seat=request.seat.value)


def check_requester(seat: Seat, request: Claim | TakeBackRequest | None) -> None:
    """:raises NoRequest: if nothing is open.
    :raises NotYourRequest: if another seat asked.
    """
    if request is None:
        raise NoRequest()
    if seat is not request.seat:
        raise NotYourRequest(seat=request.seat.value)
