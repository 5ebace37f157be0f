"""Claims and concessions (Law 68): made, answered, withdrawn."""

from dataclasses import replace

from ..actions import AnswerClaim, ClaimTricks, WithdrawClaim
from ..board_state import BoardState, Exposure
from ..claims import Claim
from ..errors import ClaimsOff, TooManyTricks
from ..phase import Phase
from ..seats import Seat, Side
from .ending import scored
from .refusals import (
    check_answerer,
    check_not_dummy,
    check_nothing_open,
    check_nothing_to_correct,
    check_phase,
    check_requester,
)
from .revokes import established


def claim_tricks(state: BoardState, action: ClaimTricks) -> BoardState:
    """A claim stops the play and faces the claimer's hand."""
    check_phase(state, Phase.PLAY)
    if not state.rules.claims:
        raise ClaimsOff()
    check_nothing_open(state)
    check_nothing_to_correct(state)
    check_not_dummy(state, action.seat)
    if not 0 <= action.tricks <= state.remaining:
        raise TooManyTricks(remaining=state.remaining)
    # Declarer faces his hand to all; a defender's would tell his partner too much, so declarer alone sees it.
    to = None if action.seat is state.declarer else state.declarer
    return replace(
        _with_established(state, action.seat),
        n=state.n + 1,
        claim=Claim(action.seat, action.tricks, n=state.n + 1, statement=action.statement),
        exposed=state.exposed | {Exposure(action.seat, to)},
    )


def answer_claim(state: BoardState, action: AnswerClaim) -> BoardState:
    """One refusal lets the play go on; when all have agreed the board is over.

    Who agrees cannot have his side's revokes corrected any more, whatever becomes of the claim (Law 63A3).
    """
    claim = state.claim
    check_answerer(state, action.seat, claim, state.claim_answerers)
    if claim is None or not action.accept:
        return replace(state, n=state.n + 1, claim=None)
    claim = replace(claim, accepted=claim.accepted | {action.seat})
    state = replace(_with_established(state, action.seat), n=state.n + 1, claim=claim)
    if state.claim_answerers:
        return state
    side = claim.seat.side
    rest = {side: claim.tricks, side.other: state.remaining - claim.tricks}
    return scored(state, "claimed", {one: state.tricks_won[one] + rest[one] for one in Side})


def withdraw_claim(state: BoardState, action: WithdrawClaim) -> BoardState:
    """The play goes on; what the claim has faced stays faced."""
    check_requester(action.seat, state.claim)
    return replace(state, n=state.n + 1, claim=None)


def _with_established(state: BoardState, seat: Seat) -> BoardState:
    """What revokes the side of *seat* has made are established by his claim or agreement (Law 63A3)."""
    faults = state.irregularities
    return state if faults is None else replace(state, irregularities=established(state, faults, seat.side))
