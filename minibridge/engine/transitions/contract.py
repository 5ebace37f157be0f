"""Declarer and his contract: he is named, chooses, and the play is opened."""

from dataclasses import replace

from ..actions import ChooseContract
from ..board_state import BoardState, Decision
from ..errors import NotOnMenu
from ..menu import menu
from ..phase import Phase
from ..play import Trick
from ..seats import SEATS, Seat
from ..three_players import move_for
from .leads import leader_bound
from .refusals import check_phase, check_turn


def name_declarer(state: BoardState, declarer: Seat, reason: str) -> BoardState:
    """Names declarer and offers him his contracts; without contracts the play begins."""
    state = _seated(replace(state, declarer=declarer, declarer_reason=reason), declarer)
    if state.rules.menu == "none":
        return open_play(state, declarer)
    points = state.totals[declarer] + state.totals[declarer.partner]
    offered = menu(state.rules, points, state.combined_lengths(declarer))
    return replace(state, phase=Phase.CONTRACT, turn=declarer, menu=offered)


def _seated(state: BoardState, declarer: Seat) -> BoardState:
    """With three players, whoever sits opposite declarer takes the empty chair: with the hand dealt there, or
    with his own, so that the fourth hand lies opposite declarer.
    """
    if state.rules.players == "four":
        return state
    move = move_for(declarer, state.board.dealer, state.rules)
    if move is None or not move.with_cards:
        return replace(state, move=move)
    turned = {move.start: move.end, move.end: move.start}
    return replace(
        state,
        move=move,
        original={seat: state.original[turned.get(seat, seat)] for seat in SEATS},
        totals={seat: state.totals[turned.get(seat, seat)] for seat in SEATS},
        lengths={seat: state.lengths[turned.get(seat, seat)] for seat in SEATS},
        hands={seat: state.hands[turned.get(seat, seat)] for seat in SEATS},
    )


def choose(state: BoardState, action: ChooseContract) -> BoardState:
    """Declarer chooses a contract from his menu."""
    check_phase(state, Phase.CONTRACT)
    check_turn(state, action.seat)
    if action.contract not in state.menu:
        raise NotOnMenu(contract=str(action.contract))
    past = Decision(action.seat, action.contract, None, state)
    chosen = replace(state, n=state.n + 1, contract=action.contract, menu=(), past=past)
    return open_play(chosen, action.seat)


def open_play(state: BoardState, declarer: Seat) -> BoardState:
    """The player on declarer's left makes the opening lead (Law 41A)."""
    state = replace(state, phase=Phase.PLAY, turn=declarer.lho, trick=Trick(declarer.lho))
    return leader_bound(state)
