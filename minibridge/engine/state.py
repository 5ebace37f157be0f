"""The one function that changes the state of a board, and what may be done to it.

``apply(state, action)`` gives a new state or raises an :class:`~minibridge.engine.errors.IllegalAction`; it
never changes the state it was given, and costs the same at the first card and at the last.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .actions import (
    Action,
    AgreeDeclarer,
    AnnouncePoints,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    ChooseContract,
    ClaimTricks,
    EndBoard,
    MakeCall,
    PlayCard,
    WithdrawClaim,
    WithdrawTakeBack,
)
from .auction import Auction, legal_calls
from .board_state import BoardState, Decision, Exposure
from .boards import Board
from .errors import BoardFinished
from .hands import MOST_POINTS, hcp, sorted_hand, suit_lengths
from .phase import Phase
from .play import legal_cards
from .rules import RuleSet
from .scoring import result_without_score
from .seats import SEATS, Seat
from .transitions.auction import make_call
from .transitions.claims import answer_claim, claim_tricks, withdraw_claim
from .transitions.contract import choose
from .transitions.ending import finished
from .transitions.play import play
from .transitions.points import agree, announce, name_side
from .transitions.takeback import answer_takeback, ask_takeback, may_take_back, withdraw_takeback

__all__ = ["BoardState", "Decision", "Exposure", "Phase", "apply", "legal_actions", "may", "replay", "start"]


def start(board: Board, rules: RuleSet) -> BoardState:
    """Deals: gives the state of *board* before any action.

    The deal begins with the auction or the announcement. If the site counts the points, it begins with the
    contract, at 20-20 it is over at once, and without contracts it begins with the opening lead.
    """
    original = {seat: sorted_hand(board.deal[seat]) for seat in SEATS}
    state = BoardState(
        board=board,
        rules=rules,
        original=original,
        totals={seat: hcp(hand) for seat, hand in original.items()},
        lengths={seat: suit_lengths(hand) for seat, hand in original.items()},
        n=0,
        phase=Phase.ANNOUNCEMENT,
        hands=original,
    )
    if rules.bidding == "auction":
        return replace(state, phase=Phase.AUCTION, auction=Auction(board.dealer), turn=board.dealer)
    if rules.points == "announced":
        return replace(state, turn=board.dealer)
    return name_side(state)


def apply(state: BoardState, action: Action) -> BoardState:
    """Gives the state after *action*, one action further.

    :raises IllegalAction: of the kind that tells why it is not allowed; *state* is as it was.
    """
    if state.phase is Phase.FINISHED:
        raise BoardFinished()
    match action:
        case PlayCard():
            return play(state, action)
        case MakeCall():
            return make_call(state, action)
        case AnnouncePoints():
            return announce(state, action)
        case AgreeDeclarer():
            return agree(state, action)
        case ChooseContract():
            return choose(state, action)
        case ClaimTricks():
            return claim_tricks(state, action)
        case AnswerClaim():
            return answer_claim(state, action)
        case WithdrawClaim():
            return withdraw_claim(state, action)
        case AskTakeBack():
            return ask_takeback(state, action)
        case AnswerTakeBack():
            return answer_takeback(state, action)
        case WithdrawTakeBack():
            return withdraw_takeback(state, action)
        case EndBoard():
            result = result_without_score("unfinished", state.declarer, state.contract)
            return finished(replace(state, n=state.n + 1), result)


def replay(board: Board, rules: RuleSet, actions: Iterable[Action]) -> BoardState:
    """Gives the state after all *actions*.

    :raises IllegalAction: at the first of them that is not allowed.
    """
    state = start(board, rules)
    for action in actions:
        state = apply(state, action)
    return state


def may(state: BoardState, seat: Seat) -> frozenset[str]:
    """Gives the kinds of action that the person at *seat* may do now."""
    if state.claim is not None:
        if seat is state.claim.seat:
            return frozenset((WithdrawClaim.kind,))
        return frozenset((AnswerClaim.kind,)) if seat in state.claim_answerers else frozenset()
    if state.takeback is not None:
        if seat is state.takeback.seat:
            return frozenset((WithdrawTakeBack.kind,))
        return frozenset((AnswerTakeBack.kind,)) if seat in state.takeback_answerers else frozenset()
    match state.phase:
        case Phase.PLAY:
            return _may_in_play(state, seat)
        case Phase.AUCTION:
            return _may_in_auction(state, seat)
        case Phase.ANNOUNCEMENT:
            return frozenset((AnnouncePoints.kind,)) if seat is state.turn else frozenset()
        case Phase.CONTRACT:
            return frozenset((ChooseContract.kind,)) if seat is state.turn else frozenset()
        case Phase.DECLARER:
            return frozenset((AgreeDeclarer.kind,)) if seat.side is state.declaring_side else frozenset()
    return frozenset()


def legal_actions(state: BoardState) -> tuple[Action, ...]:
    """Lists all that the four players may do now. (The table itself may end the board at any time.)"""
    return tuple(
        action
        for seat in SEATS
        for kind in sorted(may(state, seat))
        for action in _options(state, seat, kind)
    )


def _options(state: BoardState, seat: Seat, kind: str) -> Iterator[Action]:
    match kind:
        case MakeCall.kind if state.auction is not None:
            yield from (MakeCall(seat, call) for call in legal_calls(state.auction))
        case AnnouncePoints.kind:
            yield from (AnnouncePoints(seat, points) for points in range(MOST_POINTS + 1))
        case AgreeDeclarer.kind:
            yield from (AgreeDeclarer(seat, candidate) for candidate in seat.side.seats)
        case ChooseContract.kind:
            yield from (ChooseContract(seat, contract) for contract in state.menu)
        case PlayCard.kind if state.turn is not None:
            yield from (PlayCard(seat, card) for card in legal_cards(state.hands[state.turn], state.trick))
        case ClaimTricks.kind:
            yield from (ClaimTricks(seat, tricks) for tricks in range(state.remaining + 1))
        case AnswerClaim.kind:
            yield from (AnswerClaim(seat, accept) for accept in (True, False))
        case WithdrawClaim.kind:
            yield WithdrawClaim(seat)
        case AskTakeBack.kind:
            yield AskTakeBack(seat)
        case AnswerTakeBack.kind:
            yield from (AnswerTakeBack(seat, accept) for accept in (True, False))
        case WithdrawTakeBack.kind:
            yield WithdrawTakeBack(seat)


def _may_in_auction(state: BoardState, seat: Seat) -> frozenset[str]:
    kinds = []
    if seat is state.turn:
        kinds.append(MakeCall.kind)
    if may_take_back(state, seat):
        kinds.append(AskTakeBack.kind)
    return frozenset(kinds)


def _may_in_play(state: BoardState, seat: Seat) -> frozenset[str]:
    if seat is state.dummy:
        return frozenset()
    kinds = []
    if seat is state.actor:
        kinds.append(PlayCard.kind)
    if state.rules.claims:
        kinds.append(ClaimTricks.kind)
    if may_take_back(state, seat):
        kinds.append(AskTakeBack.kind)
    return frozenset(kinds)
