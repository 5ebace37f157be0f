"""The state of one board at one table: everything that is true of it after so many actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from .announcement import Announcement
from .auction import Auction, Call
from .boards import Board
from .cards import Card, Suit
from .claims import Claim, who_answers
from .contracts import Contract
from .insufficient_bids import ComparableCall, LowBid
from .irregularities import Irregularities, Question
from .lawful import declarer_designates
from .out_of_turn import LeadOutOfTurn
from .phase import Phase
from .play import Trick
from .revokes import Failure, Revoke, failures
from .rules import RuleSet
from .scoring import BoardResult
from .seats import Seat, Side
from .takeback import TakeBackRequest, who_may_answer
from .three_players import Move, empty_chair


@dataclass(frozen=True, slots=True)
class Exposure:
    """A hand that a claim has faced, to one seat or (None) to everybody; it stays faced to the end."""

    hand: Seat
    to: Seat | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A card, call or contract that can be taken back: who decided it, and the state to which that would
    return.
    """

    seat: Seat
    what: Card | Call | Contract
    hand: Seat | None
    before: "BoardState"


@dataclass(frozen=True, slots=True)
class BoardState:
    """Everything that is true of a board after ``n`` actions.

    The first fields do not change (unless, of three players, one moves with his cards); those after ``phase``
    are filled as the deal goes on. ``past`` chains the decisions that a take-back may undo, and ``origin`` is
    how the board was left to its players; they are shortcuts through the log and no part of what two states
    are compared by.
    """

    board: Board
    rules: RuleSet
    original: Mapping[Seat, tuple[Card, ...]] = field(hash=False)
    totals: Mapping[Seat, int] = field(hash=False)
    lengths: Mapping[Seat, Mapping[Suit, int]] = field(hash=False)

    n: int
    phase: Phase
    hands: Mapping[Seat, tuple[Card, ...]] = field(hash=False)

    auction: Auction | None = None
    """The calls made so far; None where the points decide who declares."""
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
    move: Move | None = None
    """Of three players, the one who has taken the empty chair for the play."""

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
    irregularities: Irregularities | None = None
    """What all may know of irregularities; None at a table that refuses them."""
    revokes: tuple[Revoke, ...] = ()
    """The revokes not corrected, which nobody is told of during the play."""
    result: BoardResult | None = None
    past: Decision | None = field(default=None, repr=False, compare=False)
    origin: "BoardState | None" = field(default=None, repr=False, compare=False)

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner, once declarer is known."""
        return None if self.declarer is None else self.declarer.partner

    @property
    def vacant(self) -> Seat | None:
        """The chair on which nobody sits, of three players: dummy's, once declarer is known."""
        if self.rules.players == "four":
            return None
        return empty_chair(self.board.dealer) if self.declarer is None else self.declarer.partner

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None at notrump, without contract, and before it is chosen."""
        return None if self.contract is None else self.contract.trump

    @property
    def remaining(self) -> int:
        """How many tricks are not finished yet, the one on the table included."""
        return 13 - len(self.tricks)

    @property
    def declarer_is_vulnerable(self) -> bool:
        """Whether declarer's side is vulnerable, where the rules count that."""
        if self.declarer is None or self.rules.vulnerability == "ignored":
            return False
        return self.board.vulnerability.includes(self.declarer.side)

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

        None when the board is over, while two partners agree, and while a claim, take-back or irregularity
        waits for an answer. Declarer decides for a defender who has several penalty cards to play.
        """
        if self.claim is not None or self.takeback is not None or self.turn is None:
            return None
        faults = self.irregularities
        if faults is not None:
            if faults.question is not None:
                return None
            if declarer_designates(self.turn, self.hands[self.turn], self.trick, faults):
                return self.declarer
        return self.controller(self.turn)

    @property
    def question(self) -> Question | None:
        """What has to be answered after an irregularity, before anything else is done."""
        return None if self.irregularities is None else self.irregularities.question

    @property
    def question_answerers(self) -> frozenset[Seat]:
        """Those of whom one has to answer the open question."""
        match self.question:
            case None:
                return frozenset()
            case LowBid(seat=seat):
                return frozenset((seat.lho,))
            case ComparableCall(seat=seat):
                return frozenset((seat.lho, seat.rho))
            case LeadOutOfTurn(hand=hand) if hand.side is self.declaring_side:
                return frozenset((hand.lho, hand.rho))
        return frozenset() if self.declarer is None else frozenset((self.declarer,))

    @property
    def open_failures(self) -> tuple[Failure, ...]:
        """The failures to follow suit that may still be asked about."""
        faults = self.irregularities
        if faults is None or self.rules.revokes == "refused":
            return ()
        return failures(self.tricks, self.trick, faults.past_asking)

    @property
    def claim_answerers(self) -> frozenset[Seat]:
        """Those whose answer to the open claim is missing."""
        if self.claim is None or self.declarer is None:
            return frozenset()
        return who_answers(self.claim, self.declarer, self.remaining)

    @property
    def takeback_answerers(self) -> frozenset[Seat]:
        """Those of whom one has to answer the open take-back."""
        if self.takeback is None:
            return frozenset()
        return who_may_answer(self.takeback.seat, self.declarer)

    def controller(self, hand: Seat) -> Seat:
        """Gives the person who plays the cards of *hand*: declarer for dummy, else its own."""
        return self.declarer if self.declarer is not None and hand is self.declarer.partner else hand

    def combined_lengths(self, seat: Seat) -> dict[Suit, int]:
        """Adds up the suits of *seat*'s hand and his partner's, as dealt."""
        partners = self.lengths[seat.partner]
        return {suit: length + partners[suit] for suit, length in self.lengths[seat].items()}

    def but(self, **changes: Any) -> "BoardState":
        """Gives a copy with some fields changed, as ``dataclasses.replace`` does, in half the time.

        Every card makes a state; ``replace`` spends most of that in looking at each field and in the guards
        of a frozen class. Names are not checked by a type checker here: elsewhere ``replace`` serves.

        :raises TypeError: for a name that is no field.
        """
        if not changes.keys() <= _NAMES:
            raise TypeError(f"no such field: {', '.join(changes.keys() - _NAMES)}")
        copy: BoardState = object.__new__(BoardState)
        for name, get, put in _SLOTS:
            put(copy, changes[name] if name in changes else get(self))
        return copy


_SLOTS: Final = tuple(
    (field.name, slot.__get__, slot.__set__)
    for field in fields(BoardState)
    for slot in (getattr(BoardState, field.name),)
)
_NAMES: Final = frozenset(field.name for field in fields(BoardState))
