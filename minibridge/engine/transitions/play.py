"""The cards: one is played, a trick is turned over, the last one ends the board."""

from ..actions import PlayCard
from ..board_state import BoardState, Decision
from ..errors import IllegalAction, MustFollowSuit, NotInHand, WrongHand, WrongPhase
from ..phase import Phase
from ..play import Trick, legal_cards, trick_winner
from ..seats import Seat
from .ending import scored
from .refusals import check_nothing_open, check_phase, check_turn


def play(state: BoardState, action: PlayCard) -> BoardState:
    """Plays a card from the hand on turn; the fourth to a trick turns it over."""
    check_phase(state, Phase.PLAY)
    check_nothing_open(state)
    check_turn(state, action.seat)
    hand, trick = state.turn, state.trick
    if hand is None or trick is None:
        raise WrongPhase(phase=state.phase.value)
    held = state.hands[hand]
    if action.card not in held:
        raise _not_held(state, action, hand)
    if trick.led is not None and action.card not in legal_cards(held, trick):
        raise MustFollowSuit(suit=trick.led.value)
    played = Trick(trick.leader, (*trick.cards, action.card))
    left = tuple([card for card in held if card is not action.card])
    state = state.but(
        n=state.n + 1,
        hands={**state.hands, hand: left},
        trick=played,
        turn=hand.next,
        past=Decision(action.seat, action.card, hand, state),
    )
    return _quitted(state, played) if played.is_complete else state


def _not_held(state: BoardState, action: PlayCard, hand: Seat) -> IllegalAction:
    if action.seat is state.declarer and action.card in (
        *state.hands[action.seat],
        *state.hands[action.seat.partner],
    ):
        return WrongHand(card=action.card.text, hand=hand.value)
    return NotInHand(card=action.card.text, hand=hand.value)


def _quitted(state: BoardState, trick: Trick) -> BoardState:
    """Turns a complete trick over; its winner leads to the next, or the play is over."""
    winner = trick_winner(trick, state.trump)
    won = {**state.tricks_won, winner.side: state.tricks_won[winner.side] + 1}
    tricks = (*state.tricks, trick)
    if len(tricks) < 13:
        return state.but(tricks=tricks, tricks_won=won, trick=Trick(winner), turn=winner)
    state = state.but(tricks=tricks, tricks_won=won, trick=None)
    return scored(state, "played", won)
