"""A card is played in turn, from the hand that is due."""

from ..actions import PlayCard
from ..board_state import BoardState
from ..errors import MustFollowSuit, WrongPhase
from ..phase import Phase
from ..play import legal_cards
from .irregular_play import play_irregularly
from .refusals import check_held, check_nothing_open, check_phase, check_turn
from .tricks import lay_card


def play(state: BoardState, action: PlayCard) -> BoardState:
    """Plays a card from the hand on turn; the fourth to a trick turns it over."""
    check_phase(state, Phase.PLAY)
    check_nothing_open(state)
    if state.irregularities is not None:
        return play_irregularly(state, action)
    check_turn(state, action.seat)
    hand, trick = state.turn, state.trick
    if hand is None or trick is None:
        raise WrongPhase(phase=state.phase.value)
    check_held(state, action, hand)
    if trick.led is not None and action.card not in legal_cards(state.hands[hand], trick):
        raise MustFollowSuit(suit=trick.led.value)
    return lay_card(state, action.seat, hand, action.card)
