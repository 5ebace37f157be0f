"""The state of one board at one table, and the one function that changes it.

``apply(state, action)`` gives a new state or raises an :class:`~minibridge.engine.errors.IllegalAction`; it
never changes the state it was given, and costs the same at the first card and at the last.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

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
    PlayCard,
    WithdrawClaim,
    WithdrawTakeBack,
)
from .announcement import Announcement, choose_declarer, declaring_side
from .boards import Board
from .cards import Card, Suit
from .claims import Claim, who_answers
from .contracts import Contract
from .errors import (
    BoardFinished,
    ClaimsOff,
    DummyMayNot,
    IllegalAction,
    ImpossiblePoints,
    MustFollowSuit,
    NoRequest,
    NotADeclarerCandidate,
    NothingToTakeBack,
    NotInHand,
    NotOnMenu,
    NotYourRequest,
    NotYourTurn,
    RequestOpen,
    TakeBackOff,
    TakeBackTooLate,
    TooManyTricks,
    WrongHand,
    WrongPhase,
)
from .hands import MOST_POINTS, hcp, sorted_hand, suit_lengths
from .menu import menu
from .phase import Phase
from .play import Trick, legal_cards, trick_winner
from .rules import RuleSet
from .scoring import BoardResult, result_of, result_without_score
from .seats import SEATS, Seat, Side
from .takeback import TakeBackRequest, who_may_answer

__all__ = ["BoardState", "Decision", "Exposure", "Phase", "apply", "legal_actions", "may", "replay", "start"]


@dataclass(frozen=True, slots=True)
class Exposure:
    """A hand that a claim has faced, to one seat or (None) to everybody; it stays faced to the end."""

    hand: Seat
    to: Seat | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A card or contract that can be taken back: who decided it, and the state to which that would return."""

    seat: Seat
    what: Card | Contract
    hand: Seat | None
    before: "BoardState"


@dataclass(frozen=True, slots=True)
class BoardState:
    """Everything that is true of a board after ``n`` actions.

    The first fields never change; those after ``phase`` are filled as the deal goes on. ``past`` chains the
    decisions that a take-back may undo; it is a shortcut through the log and no part of what two states are
    compared by.
    """

    board: Board
    rules: RuleSet
    original: Mapping[Seat, tuple[Card, ...]] = field(hash=False)
    totals: Mapping[Seat, int] = field(hash=False)
    lengths: Mapping[Seat, Mapping[Suit, int]] = field(hash=False)

    n: int
    phase: Phase
    hands: Mapping[Seat, tuple[Card, ...]] = field(hash=False)

    announcements: tuple[Announcement, ...] = ()
    recounts: int = 0
    wrong: frozenset[Seat] = frozenset()
    """Whose totals were wrong in the round annulled last; empty again once all are right."""
    first_right: tuple[Seat, ...] = ()
    """The seats in the order in which they first said their right total, over all rounds."""

    declaring_side: Side | None = None
    side_reason: str | None = None
    declarer: Seat | None = None
    declarer_reason: str | None = None
    agreeing: Mapping[Seat, Seat | None] | None = field(default=None, hash=False)

    menu: tuple[Contract, ...] = ()
    contract: Contract | None = None

    turn: Seat | None = None
    """The hand that is due (in the play), or the person who is."""
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    tricks_won: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0), hash=False)

    exposed: frozenset[Exposure] = frozenset()
    """What claims have shown."""
    claim: Claim | None = None
    takeback: TakeBackRequest | None = None
    result: BoardResult | None = None
    past: Decision | None = field(default=None, repr=False, compare=False)

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner, once declarer is known."""
        return None if self.declarer is None else self.declarer.partner

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None at notrump, without contract, and before it is chosen."""
        return None if self.contract is None else self.contract.trump

    @property
    def remaining(self) -> int:
        """How many tricks are not finished yet, the one on the table included."""
        return 13 - len(self.tricks)

    @property
    def lead_is_made(self) -> bool:
        """Whether the opening lead lies on the table."""
        return bool(self.tricks) or (self.trick is not None and bool(self.trick.cards))

    @property
    def dummy_is_faced(self) -> bool:
        """Whether dummy's hand lies open to everybody, as the rules of the table have it."""
        if self.declarer is None:
            return False
        match self.rules.dummy_faced:
            case "before_contract":
                return True
            case "shape_first":
                return self.contract is not None
        return self.lead_is_made

    @property
    def actor(self) -> Seat | None:
        """The one person who decides now.

        None when the board is over, while two partners agree, and while a claim or take-back waits for an
        answer.
        """
        if self.claim is not None or self.takeback is not None or self.turn is None:
            return None
        return self.controller(self.turn)

    @property
    def claim_answerers(self) -> frozenset[Seat]:
        """Those whose answer to the open claim is missing."""
        if self.claim is None or self.declarer is None:
            return frozenset()
        return who_answers(self.claim, self.declarer, self.remaining)

    @property
    def takeback_answerers(self) -> frozenset[Seat]:
        """Those of whom one has to answer the open take-back."""
        if self.takeback is None or self.declarer is None:
            return frozenset()
        return who_may_answer(self.takeback.seat, self.declarer)

    def controller(self, hand: Seat) -> Seat:
        """Gives the person who plays the cards of *hand*: declarer for dummy, else its own."""
        return self.declarer if self.declarer is not None and hand is self.declarer.partner else hand

    def combined_lengths(self, seat: Seat) -> dict[Suit, int]:
        """Adds up the suits of *seat*'s hand and his partner's, as dealt."""
        partners = self.lengths[seat.partner]
        return {suit: length + partners[suit] for suit, length in self.lengths[seat].items()}


def start(board: Board, rules: RuleSet) -> BoardState:
    """Deals: gives the state of *board* before any action.

    If the site counts the points, the deal begins with the contract, at 20-20 it is over at once, and
    without contracts it begins with the opening lead.
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
    if rules.points == "announced":
        return replace(state, turn=board.dealer)
    return _name_side(state)


def apply(state: BoardState, action: Action) -> BoardState:
    """Gives the state after *action*, one action further.

    :raises IllegalAction: of the kind that tells why it is not allowed; *state* is as it was.
    """
    if state.phase is Phase.FINISHED:
        raise BoardFinished()
    match action:
        case PlayCard():
            return _play(state, action)
        case AnnouncePoints():
            return _announce(state, action)
        case AgreeDeclarer():
            return _agree(state, action)
        case ChooseContract():
            return _choose(state, action)
        case ClaimTricks():
            return _claim(state, action)
        case AnswerClaim():
            return _answer_claim(state, action)
        case WithdrawClaim():
            return _withdraw_claim(state, action)
        case AskTakeBack():
            return _ask_takeback(state, action)
        case AnswerTakeBack():
            return _answer_takeback(state, action)
        case WithdrawTakeBack():
            return _withdraw_takeback(state, action)
        case EndBoard():
            result = result_without_score("unfinished", state.declarer, state.contract)
            return _finished(replace(state, n=state.n + 1), result)


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


def _may_in_play(state: BoardState, seat: Seat) -> frozenset[str]:
    if seat is state.dummy:
        return frozenset()
    kinds = []
    if seat is state.actor:
        kinds.append(PlayCard.kind)
    if state.rules.claims:
        kinds.append(ClaimTricks.kind)
    if state.rules.takeback != "off":
        decision = _latest_decision(state, seat)
        if decision is not None and not _is_too_late(state, decision):
            kinds.append(AskTakeBack.kind)
    return frozenset(kinds)


# What is refused


def _check_phase(state: BoardState, phase: Phase) -> None:
    if state.phase is not phase:
        raise WrongPhase(phase=state.phase.value)


def _check_turn(state: BoardState, seat: Seat) -> None:
    if state.actor is not seat:
        raise _not_your_turn(state, seat, str(state.actor))


def _not_your_turn(state: BoardState, seat: Seat, actor: str) -> NotYourTurn:
    return NotYourTurn(actor=actor, role="dummy" if seat is state.dummy else "player")


def _check_not_dummy(state: BoardState, seat: Seat) -> None:
    if state.declarer is not None and seat is state.declarer.partner:
        raise DummyMayNot(actor=state.declarer.value)


def _check_nothing_open(state: BoardState) -> None:
    request = state.claim or state.takeback
    if request is not None:
        raise RequestOpen(seat=request.seat.value)


def _check_answerer(
    state: BoardState, seat: Seat, request: Claim | TakeBackRequest | None, who: frozenset[Seat]
) -> None:
    if request is None:
        raise NoRequest()
    if seat not in who:
        _check_not_dummy(state, seat)
        raise NotYourRequest(seat=request.seat.value)


def _check_requester(seat: Seat, request: Claim | TakeBackRequest | None) -> None:
    if request is None:
        raise NoRequest()
    if seat is not request.seat:
        raise NotYourRequest(seat=request.seat.value)


# From the points to the contract


def _announce(state: BoardState, action: AnnouncePoints) -> BoardState:
    _check_phase(state, Phase.ANNOUNCEMENT)
    _check_turn(state, action.seat)
    if not 0 <= action.points <= MOST_POINTS:
        raise ImpossiblePoints(points=action.points)
    first_right = state.first_right
    if action.points == state.totals[action.seat] and action.seat not in first_right:
        first_right = (*first_right, action.seat)
    said = (*state.announcements, Announcement(action.seat, action.points))
    state = replace(state, n=state.n + 1, announcements=said, first_right=first_right)
    if len(said) < 4:
        return replace(state, turn=_next_to_announce(state))
    return _checked(state)


def _checked(state: BoardState) -> BoardState:
    """Checks the four totals one by one: two errors can cancel in a sum of 40. All right, or recount."""
    right = tuple(one for one in state.announcements if one.points == state.totals[one.seat])
    if len(right) == 4:
        return _name_side(replace(state, wrong=frozenset()))
    wrong = frozenset(SEATS).difference(one.seat for one in right)
    standing = right if state.rules.recount == "wrong_only" else ()
    state = replace(state, announcements=standing, recounts=state.recounts + 1, wrong=wrong)
    return replace(state, turn=_next_to_announce(state))


def _next_to_announce(state: BoardState) -> Seat:
    heard = {one.seat for one in state.announcements}
    return next(seat for seat in state.board.dealer.clockwise if seat not in heard)


def _name_side(state: BoardState) -> BoardState:
    side = declaring_side(state.totals, state.board.dealer, state.rules)
    if side is None:
        return _finished(state, result_without_score("balanced", None, None))
    balanced = sum(state.totals[seat] for seat in side.seats) == 20
    state = replace(
        state,
        phase=Phase.DECLARER,
        turn=None,
        declaring_side=side,
        side_reason="dealer_side" if balanced else "more_points",
    )
    declarer, reason = choose_declarer(side, state.totals, state.board.dealer, state.rules, state.first_right)
    if declarer is None or reason is None:
        return replace(state, agreeing=dict.fromkeys(side.seats))
    return _name_declarer(state, declarer, reason)


def _agree(state: BoardState, action: AgreeDeclarer) -> BoardState:
    _check_phase(state, Phase.DECLARER)
    if state.agreeing is None or action.seat not in state.agreeing:
        raise _not_your_turn(state, action.seat, str(state.declaring_side))
    if action.declarer not in state.agreeing:
        raise NotADeclarerCandidate(declarer=action.declarer.value)
    agreeing = {**state.agreeing, action.seat: action.declarer}
    state = replace(state, n=state.n + 1, agreeing=agreeing)
    if set(agreeing.values()) == {action.declarer}:
        return _name_declarer(replace(state, agreeing=None), action.declarer, "agreed")
    return state


def _name_declarer(state: BoardState, declarer: Seat, reason: str) -> BoardState:
    state = replace(state, declarer=declarer, declarer_reason=reason)
    if state.rules.menu == "none":
        return _open_play(state, declarer)
    points = state.totals[declarer] + state.totals[declarer.partner]
    offered = menu(state.rules, points, state.combined_lengths(declarer))
    return replace(state, phase=Phase.CONTRACT, turn=declarer, menu=offered)


def _choose(state: BoardState, action: ChooseContract) -> BoardState:
    _check_phase(state, Phase.CONTRACT)
    _check_turn(state, action.seat)
    if action.contract not in state.menu:
        raise NotOnMenu(contract=str(action.contract))
    past = Decision(action.seat, action.contract, None, state)
    chosen = replace(state, n=state.n + 1, contract=action.contract, menu=(), past=past)
    return _open_play(chosen, action.seat)


def _open_play(state: BoardState, declarer: Seat) -> BoardState:
    """The player on declarer's left makes the opening lead (Law 41A)."""
    return replace(state, phase=Phase.PLAY, turn=declarer.lho, trick=Trick(declarer.lho))


# Cards


def _play(state: BoardState, action: PlayCard) -> BoardState:
    _check_phase(state, Phase.PLAY)
    _check_nothing_open(state)
    _check_turn(state, action.seat)
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
    state = replace(
        state,
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
        return replace(state, tricks=tricks, tricks_won=won, trick=Trick(winner), turn=winner)
    state = replace(state, tricks=tricks, tricks_won=won, trick=None)
    return _scored(state, "played", won)


# Claims


def _claim(state: BoardState, action: ClaimTricks) -> BoardState:
    _check_phase(state, Phase.PLAY)
    if not state.rules.claims:
        raise ClaimsOff()
    _check_nothing_open(state)
    _check_not_dummy(state, action.seat)
    if not 0 <= action.tricks <= state.remaining:
        raise TooManyTricks(remaining=state.remaining)
    # Declarer faces his hand to all; a defender's would tell his partner too much, so declarer alone sees it.
    to = None if action.seat is state.declarer else state.declarer
    return replace(
        state,
        n=state.n + 1,
        claim=Claim(action.seat, action.tricks, n=state.n + 1),
        exposed=state.exposed | {Exposure(action.seat, to)},
    )


def _answer_claim(state: BoardState, action: AnswerClaim) -> BoardState:
    claim = state.claim
    _check_answerer(state, action.seat, claim, state.claim_answerers)
    if claim is None or not action.accept:
        return replace(state, n=state.n + 1, claim=None)
    claim = replace(claim, accepted=claim.accepted | {action.seat})
    state = replace(state, n=state.n + 1, claim=claim)
    if state.claim_answerers:
        return state
    side = claim.seat.side
    rest = {side: claim.tricks, side.other: state.remaining - claim.tricks}
    return _scored(state, "claimed", {one: state.tricks_won[one] + rest[one] for one in Side})


def _withdraw_claim(state: BoardState, action: WithdrawClaim) -> BoardState:
    _check_requester(action.seat, state.claim)
    return replace(state, n=state.n + 1, claim=None)


# Taking back


def _ask_takeback(state: BoardState, action: AskTakeBack) -> BoardState:
    if state.rules.takeback == "off":
        raise TakeBackOff()
    _check_nothing_open(state)
    _check_not_dummy(state, action.seat)
    decision = _latest_decision(state, action.seat)
    if decision is None:
        raise NothingToTakeBack()
    if _is_too_late(state, decision):
        raise TakeBackTooLate()
    if state.rules.takeback == "free":
        return _taken_back(state, decision)
    request = TakeBackRequest(action.seat, decision.what, decision.hand, state.n + 1)
    return replace(state, n=state.n + 1, takeback=request)


def _answer_takeback(state: BoardState, action: AnswerTakeBack) -> BoardState:
    request = state.takeback
    _check_answerer(state, action.seat, request, state.takeback_answerers)
    decision = None if request is None else _latest_decision(state, request.seat)
    if decision is None or not action.accept:
        return replace(state, n=state.n + 1, takeback=None)
    return _taken_back(state, decision)


def _withdraw_takeback(state: BoardState, action: WithdrawTakeBack) -> BoardState:
    _check_requester(action.seat, state.takeback)
    return replace(state, n=state.n + 1, takeback=None)


def _latest_decision(state: BoardState, seat: Seat) -> Decision | None:
    """Finds what *seat* decided last: a few cards back at most, since everybody plays to every trick."""
    decision = state.past
    while decision is not None and decision.seat is not seat:
        decision = decision.before.past
    return decision


def _is_too_late(state: BoardState, decision: Decision) -> bool:
    return state.dummy_is_faced and not decision.before.dummy_is_faced


def _taken_back(state: BoardState, decision: Decision) -> BoardState:
    """Returns to the state before *decision*; the count of actions goes on, and what was seen stays seen."""
    return replace(decision.before, n=state.n + 1, exposed=state.exposed)


# The end


def _scored(state: BoardState, outcome: str, won: Mapping[Side, int]) -> BoardState:
    if state.declarer is None:
        raise WrongPhase(phase=state.phase.value)
    tricks = won[state.declarer.side]
    result = result_of(outcome, state.declarer, state.contract, tricks, state.rules)
    return _finished(state, result)


def _finished(state: BoardState, result: BoardResult) -> BoardState:
    return replace(
        state,
        phase=Phase.FINISHED,
        turn=None,
        menu=(),
        claim=None,
        takeback=None,
        agreeing=None,
        result=result,
    )
