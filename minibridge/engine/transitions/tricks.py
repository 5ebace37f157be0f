"""A card is laid on the table; the fourth turns the trick over, the thirteenth trick ends the board."""

from ..board_state import BoardState, Decision
from ..cards import Card
from ..errors import WrongPhase
from ..play import Trick, trick_winner
from ..seats import Seat
from .ending import scored


def lay_card(
    state: BoardState, person: Seat, hand: Seat, card: Card, before: BoardState | None = None
) -> BoardState:
    """Adds to the trick a *card* of *hand* that *person* plays; nothing is checked any more.

    *before* is the state to which taking it back leads, if that is not *state* itself.
    """
    trick = state.trick
    if trick is None:
        raise WrongPhase(phase=state.phase.value)
    played = Trick(trick.leader, (*trick.cards, card))
    left = tuple([held for held in state.hands[hand] if held is not card])
    state = state.but(
        n=state.n + 1,
        hands={**state.hands, hand: left},
        trick=played,
        turn=hand.next,
        past=Decision(person, card, hand, before or state),
    )
    return _quitted(state, played) if played.is_complete else state


def _quitted(state: BoardState, trick: Trick) -> BoardState:
    """Turns a complete trick over; its winner leads to the next, or the play is over."""
    winner = trick_winner(trick, state.trump)
    won = {**state.tricks_won, winner.side: state.tricks_won[winner.side] + 1}
    tricks = (*state.tricks, trick)
    if len(tricks) < 13:
        return state.but(tricks=tricks, tricks_won=won, trick=Trick(winner), turn=winner)
    return scored(state.but(tricks=tricks, tricks_won=won, trick=None), "played", won)
