"""Somebody asks whether a hand could have followed suit (Law 61B)."""

from dataclasses import replace

from ..board_state import BoardState
from ..errors import DummyMayNot, NothingToAsk
from ..irregular_actions import AskRevoke
from ..irregularities import Irregularities
from ..phase import Phase
from ..revokes import TWELFTH, Failure
from ..seats import SEATS, Seat, Side
from .corrections import corrected
from .refusals import check_nothing_open, check_nothing_to_correct, check_phase


def ask_revoke(state: BoardState, action: AskRevoke) -> BoardState:
    """Corrects the revoke if it is one; if not, everybody knows that now, and the hand is not asked again.

    The true answer is given for the player: it would be his duty (Law 62A).
    """
    check_phase(state, Phase.PLAY)
    check_nothing_open(state)
    check_nothing_to_correct(state)
    asked = [one for one in state.open_failures if one.hand is action.hand]
    faults = state.irregularities
    if faults is None or not asked:
        raise NothingToAsk()
    if not _may_ask(state, action.seat, action.hand) and state.declarer is not None:
        raise DummyMayNot(actor=state.declarer.value)
    for revoke in state.revokes:
        if Failure(revoke.hand, revoke.trick) in asked:
            return corrected(state.but(n=state.n + 1), revoke)
    faults = replace(faults, past_asking=faults.past_asking.union(asked))
    return state.but(n=state.n + 1, irregularities=faults)


def askable_hands(state: BoardState, seat: Seat) -> tuple[Seat, ...]:
    """Gives the hands about which *seat* may ask now; whether they revoked makes no difference."""
    faults = state.irregularities
    if faults is None or faults.question is not None or faults.correction is not None:
        return ()
    failed = {one.hand for one in state.open_failures}
    return tuple(hand for hand in SEATS if hand in failed and _may_ask(state, seat, hand))


def established(state: BoardState, faults: Irregularities, side: Side) -> Irregularities:
    """Notes that what revokes *side* has made so far are established by its claim, its agreement to one or
    its illegal lead (Law 63A); on the twelfth trick nothing is ever established.
    """
    now = [one for one in state.open_failures if one.hand.side is side and one.trick != TWELFTH]
    return replace(faults, past_asking=faults.past_asking.union(now)) if now else faults


def _may_ask(state: BoardState, seat: Seat, hand: Seat) -> bool:
    """Dummy may ask declarer about his hand, and nobody else (Law 42B1)."""
    return seat is not state.dummy or hand is state.declarer
