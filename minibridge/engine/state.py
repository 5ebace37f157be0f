"""The one function that changes the state of a board.

``apply(state, action)`` gives a new state or raises an :class:`~minibridge.engine.errors.IllegalAction`; it
never changes the state it was given, and costs the same at the first card and at the last.
"""

from collections.abc import Iterable
from dataclasses import replace

from .actions import (
    Action,
    AgreeDeclarer,
    AnnouncePoints,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    AssignTricks,
    ChooseContract,
    ClaimTricks,
    EndBoard,
    HandOver,
    MakeCall,
    PlayCard,
    Rewind,
    WithdrawClaim,
    WithdrawTakeBack,
)
from .announcement import announcers
from .auction import Auction
from .board_state import BoardState, Decision, Exposure
from .boards import Board
from .errors import BoardFinished
from .hands import hcp, sorted_hand, suit_lengths
from .irregular_actions import AnswerBid, AnswerLead, AskRevoke, JudgeCall, RestrictLead, RestrictPlay
from .irregularities import Irregularities
from .options import legal_actions, may
from .phase import Phase
from .rules import RuleSet, knows_irregularities
from .scoring import result_without_score
from .seats import SEATS
from .transitions.auction import make_call
from .transitions.claims import answer_claim, claim_tricks, withdraw_claim
from .transitions.contract import choose
from .transitions.ending import assign, finished
from .transitions.insufficient_bids import answer_bid, judge_call
from .transitions.leads import restrict_lead
from .transitions.out_of_turn import answer_lead, restrict_play
from .transitions.play import play
from .transitions.points import agree, announce, name_side
from .transitions.revokes import ask_revoke
from .transitions.rewinding import rewind
from .transitions.takeback import answer_takeback, ask_takeback, withdraw_takeback

__all__ = ["BoardState", "Decision", "Exposure", "Phase", "apply", "legal_actions", "may", "replay", "start"]


def start(board: Board, rules: RuleSet) -> BoardState:
    """Deals: gives the state of *board* before any action.

    The deal begins with the auction or the announcement. If the site counts the points, it begins with the
    contract, at 20-20 it is over at once, and without contracts it begins with the opening lead.
    """
    dealt = _dealt(board, rules)
    return replace(dealt, origin=dealt)


def _dealt(board: Board, rules: RuleSet) -> BoardState:
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
        irregularities=Irregularities() if knows_irregularities(rules) else None,
    )
    if rules.bidding == "auction":
        return replace(state, phase=Phase.AUCTION, auction=Auction(board.dealer), turn=board.dealer)
    if rules.points == "announced":
        return replace(state, turn=announcers(board.dealer, rules)[0])
    return name_side(state)


def apply(state: BoardState, action: Action) -> BoardState:
    """Gives the state after *action*, one action further.

    :raises IllegalAction: of the kind that tells why it is not allowed; *state* is as it was.
    """
    if state.phase is Phase.FINISHED and not isinstance(action, AssignTricks | Rewind):
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
        case AskRevoke():
            return ask_revoke(state, action)
        case AnswerLead():
            return answer_lead(state, action)
        case RestrictLead():
            return restrict_lead(state, action)
        case RestrictPlay():
            return restrict_play(state, action)
        case AnswerBid():
            return answer_bid(state, action)
        case JudgeCall():
            return judge_call(state, action)
        case AssignTricks():
            return assign(state, action)
        case HandOver():
            handed = replace(state, n=state.n + 1, past=None, origin=None)
            return replace(handed, origin=handed)
        case Rewind():
            return rewind(state, action)
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
