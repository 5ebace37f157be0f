"""What the people at a table may do now."""

from collections.abc import Iterator
from itertools import chain, combinations

from .actions import (
    Action,
    AgreeDeclarer,
    AnnouncePoints,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    ChooseContract,
    ClaimTricks,
    MakeCall,
    PlayCard,
    WithdrawClaim,
    WithdrawTakeBack,
)
from .announcement import most_announced
from .board_state import BoardState
from .cards import SUITS, Suit
from .insufficient_bids import ComparableCall, LowBid
from .irregular_actions import AnswerBid, AnswerLead, AskRevoke, JudgeCall, RestrictLead, RestrictPlay
from .irregularities import Question
from .lawful import lawful_calls, lawful_cards
from .out_of_turn import LeadOutOfTurn
from .phase import Phase
from .restrictions import LeadOptions, PlayOptions
from .seats import SEATS, Seat
from .transitions.revokes import askable_hands
from .transitions.takeback import may_take_back


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
    if state.irregularities is not None and state.question is not None:
        return _answers_to(state.question) if seat in state.question_answerers else frozenset()
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
    """Lists all that the four players may do now and do nothing irregular by it. (The table itself may end
    the board at any time.)
    """
    return tuple(
        action
        for seat in SEATS
        for kind in sorted(may(state, seat))
        for action in _options(state, seat, kind)
    )


def _may_in_auction(state: BoardState, seat: Seat) -> frozenset[str]:
    kinds = []
    if seat is state.turn:
        kinds.append(MakeCall.kind)
    if may_take_back(state, seat):
        kinds.append(AskTakeBack.kind)
    return frozenset(kinds)


def _may_in_play(state: BoardState, seat: Seat) -> frozenset[str]:
    kinds = []
    faults = state.irregularities
    if faults is not None and askable_hands(state, seat):
        kinds.append(AskRevoke.kind)
    if seat is state.dummy:
        return frozenset(kinds)
    if seat is state.actor:
        kinds.append(PlayCard.kind)
    if state.rules.claims and (faults is None or faults.correction is None):
        kinds.append(ClaimTricks.kind)
    if may_take_back(state, seat):
        kinds.append(AskTakeBack.kind)
    return frozenset(kinds)


def _answers_to(question: Question) -> frozenset[str]:
    match question:
        case LeadOutOfTurn():
            return frozenset((AnswerLead.kind,))
        case LeadOptions():
            return frozenset((RestrictLead.kind,))
        case PlayOptions():
            return frozenset((RestrictPlay.kind,))
        case LowBid():
            return frozenset((AnswerBid.kind, MakeCall.kind))
        case ComparableCall():
            return frozenset((JudgeCall.kind,))


def _options(state: BoardState, seat: Seat, kind: str) -> Iterator[Action]:
    match kind:
        case MakeCall.kind:
            yield from _calls(state, seat)
        case AnnouncePoints.kind:
            most = most_announced(seat, state.board.dealer, state.rules)
            yield from (AnnouncePoints(seat, points) for points in range(most + 1))
        case AgreeDeclarer.kind:
            yield from (AgreeDeclarer(seat, candidate) for candidate in seat.side.seats)
        case ChooseContract.kind:
            yield from (ChooseContract(seat, contract) for contract in state.menu)
        case PlayCard.kind if state.turn is not None:
            held = state.hands[state.turn]
            cards = lawful_cards(state.turn, held, state.trick, state.irregularities)
            yield from (PlayCard(seat, card) for card in cards)
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
        case _:
            yield from _irregular_options(state, seat, kind)


def _irregular_options(state: BoardState, seat: Seat, kind: str) -> Iterator[Action]:
    question = state.question
    match kind:
        case AskRevoke.kind:
            yield from (AskRevoke(seat, hand) for hand in askable_hands(state, seat))
        case AnswerLead.kind if isinstance(question, LeadOutOfTurn):
            yield from (AnswerLead(seat, choice) for choice in question.choices)
        case RestrictLead.kind if isinstance(question, LeadOptions):
            yield from (RestrictLead(seat, choice, suits) for choice, suits in _demands(question))
        case RestrictPlay.kind if isinstance(question, PlayOptions):
            yield from (RestrictPlay(seat, choice, suits) for choice, suits in _demands(question))
        case AnswerBid.kind:
            yield from (AnswerBid(seat, accept) for accept in (True, False))
        case JudgeCall.kind:
            yield from (JudgeCall(seat, comparable) for comparable in (True, False))


def _calls(state: BoardState, seat: Seat) -> Iterator[Action]:
    """The calls of the player on turn, or of the one who accepts an insufficient bid by calling over it."""
    auction = state.auction
    if auction is not None and isinstance(state.question, LowBid):
        auction = auction.after(state.question.bid)
    if auction is not None:
        yield from (MakeCall(seat, call) for call in lawful_calls(auction, seat, state.irregularities))


def _demands(question: LeadOptions | PlayOptions) -> Iterator[tuple[str, frozenset[Suit]]]:
    some = chain.from_iterable(combinations(SUITS, size) for size in range(len(SUITS) + 1))
    for suits in map(frozenset, some):
        for choice in ("free", "require", "forbid", "highest", "lowest"):
            if question.allows(choice, suits):
                yield choice, suits
