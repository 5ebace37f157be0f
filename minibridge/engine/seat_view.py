"""What one viewer may see of a board. This is the only gate between the state and anybody.

A view is built field by field from what the rules let this viewer know; it holds no reference to the state,
so that neither its ``repr`` nor a copy of it can tell more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .announcement import Announcement
from .auction import Auction, Call
from .boards import Vulnerability
from .cards import Card, Suit
from .claims import Claim
from .contracts import Contract
from .enumeration import Enumeration
from .insufficient_bids import LowBid
from .irregularities import Irregularities
from .lawful import acceptable_cards, lawful_calls, lawful_cards
from .menu import Advice, advise
from .phase import Phase
from .play import Trick
from .rules import RuleSet
from .scoring import BoardResult
from .seats import SEATS, Seat, Side
from .state import BoardState, may
from .takeback import TakeBackRequest
from .three_players import Move
from .transitions.revokes import askable_hands


class Watcher(Enumeration):
    """A viewer without a seat."""

    OUTSIDE = "outside"
    """Sees what everybody at the table may see."""
    OPEN = "open"
    """Sees all four hands: a teacher, or whoever opens a finished record."""


Viewer = Seat | Watcher

_NOBODY: Final[frozenset[Seat]] = frozenset()


@dataclass(frozen=True, slots=True)
class SeatView:
    """A board as *viewer* may know it."""

    viewer: Viewer
    n: int
    number: int
    dealer: Seat
    vulnerability: Vulnerability
    rules: RuleSet
    phase: Phase

    hands: Mapping[Seat, tuple[Card, ...] | None]
    """The cards still held, high to low by suit; None for a hand that is hidden."""
    counts: Mapping[Seat, int]
    original: Mapping[Seat, tuple[Card, ...]] | None
    """The four hands as dealt, once the board is over (and always for OPEN)."""

    points: Mapping[Seat, int | None]
    """The totals this viewer may know. Where they are announced: none, not his own, until all are right."""
    lengths: Mapping[Seat, Mapping[Suit, int] | None]
    """The suit lengths told to this viewer by the rules, of the hands as dealt."""
    announcements: tuple[Announcement, ...]
    """The totals said aloud in this round, right or wrong."""
    recounts: int
    """How many rounds of announcements were annulled."""
    told_wrong: bool
    """Whether this viewer's own total was wrong in the round annulled last."""

    auction: Auction | None
    legal_calls: tuple[Call, ...]
    """The calls the viewer may make now."""

    declaring_side: Side | None
    side_reason: str | None
    """``last_bid``, or ``fourth_hand`` (declarer's with the fourth hand); or ``more_points`` or
    ``dealer_side`` (20-20), ``untold`` to a viewer who may not know the totals."""
    declarer: Seat | None
    dummy: Seat | None
    declarer_reason: str | None
    """``first_bid`` (of his side, in this denomination), ``spread_hand``, ``agreed``, ``dealer`` or
    ``left_of_dealer``; or ``more_points``, ``first_announcer`` or ``first_correct``, ``untold`` as above."""
    move: Move | None
    """Of three players, the one who has taken the empty chair for the play."""
    agreeing: Mapping[Seat, Seat | None] | None
    """While two partners agree: whom each has named."""

    contract: Contract | None
    menu: tuple[Contract, ...]
    """What declarer may choose from; empty for everybody else."""
    combined_points: int | None
    combined_lengths: Mapping[Suit, int] | None
    advice: Advice | None

    turn: Seat | None
    """The hand that is due."""
    actor: Seat | None
    """The person who decides; None while an answer is awaited."""
    legal_cards: tuple[Card, ...]
    """The cards the viewer may play now, from the hand on turn."""
    acceptable_cards: tuple[Card, ...]
    """The cards the table accepts from him now: more than the legal ones, where revokes are allowed."""
    trick: Trick | None
    """The trick on the table, perhaps without a card yet; None outside the play."""
    last_trick: Trick | None
    """The trick finished last."""
    tricks: tuple[Trick, ...]
    tricks_won: Mapping[Side, int]
    """Tricks won with cards; those that a claim settled are in ``result``."""
    remaining: int
    """The tricks not finished yet: the most that can be claimed."""

    claim: Claim | None
    claim_answerers: frozenset[Seat]
    takeback: TakeBackRequest | None
    takeback_answerers: frozenset[Seat]
    irregularities: Irregularities | None
    """What came of irregularities, for all to see; None at a table that refuses them."""
    question_answerers: frozenset[Seat]
    """Those of whom one has to answer the open question about an irregularity."""
    askable: tuple[Seat, ...]
    """The hands that did not follow suit, about which the viewer may ask."""
    may: frozenset[str]
    """The kinds of action the viewer may do now."""
    result: BoardResult | None


def view_for(state: BoardState, viewer: Viewer, also: frozenset[Seat] = _NOBODY) -> SeatView:
    """Gives what *viewer* may see of *state*; *also* are the hands he holds besides his own, as a person
    does who plays alone and declares for his partner.
    """
    all_open = viewer is Watcher.OPEN or state.phase is Phase.FINISHED
    hands = {
        seat: held if all_open or seat in also or _sees(state, viewer, seat) else None
        for seat, held in state.hands.items()
    }
    points = {
        seat: sum_ if all_open or _knows(state, viewer, seat) else None for seat, sum_ in state.totals.items()
    }
    lengths = _lengths(state, viewer)
    choice = _choice(state, hands, points, lengths) if _is_choosing(state, viewer) else _NO_CHOICE
    actor = state.actor
    cards = _playable(state) if viewer is actor else ()
    return SeatView(
        viewer=viewer,
        n=state.n,
        number=state.board.number,
        dealer=state.board.dealer,
        vulnerability=state.board.vulnerability,
        rules=state.rules,
        phase=state.phase,
        hands=hands,
        counts={seat: len(held) for seat, held in state.hands.items()},
        original=dict(state.original) if all_open else None,
        points=points,
        lengths=lengths,
        announcements=state.announcements,
        recounts=state.recounts,
        told_wrong=viewer in state.wrong,
        auction=state.auction,
        legal_calls=() if state.auction is None else _callable(state, viewer),
        declaring_side=state.declaring_side,
        side_reason=_side_reason(state, points),
        declarer=state.declarer,
        dummy=state.dummy,
        declarer_reason=_declarer_reason(state, points),
        move=state.move,
        agreeing=None if state.agreeing is None else dict(state.agreeing),
        contract=state.contract,
        menu=choice.menu,
        combined_points=choice.points,
        combined_lengths=choice.lengths,
        advice=choice.advice,
        turn=state.turn,
        actor=actor,
        legal_cards=cards,
        acceptable_cards=cards if state.irregularities is None else _acceptable(state, cards),
        trick=state.trick,
        last_trick=state.tricks[-1] if state.tricks else None,
        tricks=state.tricks,
        tricks_won=dict(state.tricks_won),
        remaining=state.remaining,
        claim=state.claim,
        claim_answerers=state.claim_answerers,
        takeback=state.takeback,
        takeback_answerers=state.takeback_answerers,
        irregularities=state.irregularities,
        question_answerers=_NOBODY if state.irregularities is None else state.question_answerers,
        askable=() if state.irregularities is None else _askable(state, viewer),
        may=may(state, viewer) if isinstance(viewer, Seat) else frozenset(),
        result=state.result,
    )


def _sees(state: BoardState, viewer: Viewer, hand: Seat) -> bool:
    """Tells whether *viewer* sees the cards left in *hand* during the deal."""
    if viewer is hand and viewer is not state.vacant:
        return True
    if state.move is not None and _has_left(state.move, viewer, hand):
        return True
    declarer = state.declarer
    if declarer is not None:
        if hand is declarer.partner:
            return state.dummy_is_faced or (
                viewer is declarer and state.rules.dummy_faced == "declarer_first"
            )
        if (
            hand is declarer
            and viewer is declarer.partner
            and state.rules.dummy_sees_declarer
            and state.dummy_is_faced
        ):
            return True
    if not state.exposed:
        return False
    return any(one.hand is hand and (one.to is None or one.to is viewer) for one in state.exposed)


def _has_left(move: Move, viewer: Viewer, hand: Seat) -> bool:
    """Whether *viewer* was dealt this hand, and has left it for another chair."""
    return hand is move.start and viewer is move.end and not move.with_cards


def _knows(state: BoardState, viewer: Viewer, hand: Seat) -> bool:
    """Tells whether *viewer* is told the total of *hand* during the deal."""
    match state.rules.points:
        case "shown" | "written":
            return True
        case "announced":
            told = state.rules.players != "three_french" or hand.side is state.board.dealer.side
            return told and state.phase is not Phase.ANNOUNCEMENT
        case "partners":
            return isinstance(viewer, Seat) and viewer.side is hand.side
    return False


def _lengths(state: BoardState, viewer: Viewer) -> dict[Seat, dict[Suit, int] | None]:
    """The suit lengths of those hands of which the rules tell them to *viewer*."""
    told: dict[Seat, dict[Suit, int] | None] = dict.fromkeys(SEATS)
    rules = state.rules
    for seat in SEATS if rules.points in ("written", "partners") else ():
        partners = isinstance(viewer, Seat) and viewer.side is seat.side
        if rules.points == "written" or partners or viewer is Watcher.OPEN:
            told[seat] = dict(state.lengths[seat])
    dummy_tells = rules.dummy_faced in ("after_lead", "shape_first") and state.auction is None
    if dummy_tells and state.dummy is not None:
        told[state.dummy] = dict(state.lengths[state.dummy])
    return told


def _side_reason(state: BoardState, points: Mapping[Seat, int | None]) -> str | None:
    """Whether it is 20-20 can be told to whoever knows the sum of a side; an auction is heard by all."""
    told = state.side_reason in (None, "last_bid", "fourth_hand")
    if told or _are_known(points, Seat.N) or _are_known(points, Seat.E):
        return state.side_reason
    return "untold"


def _declarer_reason(state: BoardState, points: Mapping[Seat, int | None]) -> str | None:
    """That two partners were level is a secret where totals are; what they said was heard by all."""
    declarer = state.declarer
    heard = state.declarer_reason in ("agreed", "first_bid", "dealer", "left_of_dealer")
    if declarer is None or heard or _are_known(points, declarer):
        return state.declarer_reason
    return "untold"


def _are_known(points: Mapping[Seat, int | None], seat: Seat) -> bool:
    return points[seat] is not None and points[seat.partner] is not None


@dataclass(frozen=True, slots=True)
class _Choice:
    """What declarer is offered and told while he chooses."""

    menu: tuple[Contract, ...] = ()
    points: int | None = None
    lengths: Mapping[Suit, int] | None = None
    advice: Advice | None = None


_NO_CHOICE = _Choice()


def _is_choosing(state: BoardState, viewer: Viewer) -> bool:
    return state.phase is Phase.CONTRACT and viewer is state.declarer


def _choice(
    state: BoardState,
    hands: Mapping[Seat, tuple[Card, ...] | None],
    points: Mapping[Seat, int | None],
    lengths: Mapping[Seat, Mapping[Suit, int] | None],
) -> _Choice:
    """Adds up declarer's hand and dummy's, from what declarer knows of them only."""
    declarer, dummy = state.declarer, state.dummy
    if declarer is None or dummy is None:
        return _NO_CHOICE
    mine, partners = points[declarer], points[dummy]
    together = None if mine is None or partners is None else mine + partners
    if state.rules.players == "three_french" and state.rules.points == "announced":
        # The dealer said the sum of his side, which leaves the rest of 40 to the other.
        together = state.totals[declarer] + state.totals[dummy]
    shape = None
    if hands[dummy] is not None or lengths[dummy] is not None:
        shape = state.combined_lengths(declarer)
    if together is None or shape is None:
        return _Choice(state.menu, together, shape)
    return _Choice(state.menu, together, shape, advise(state.rules, state.menu, together, shape))


def _callable(state: BoardState, viewer: Viewer) -> tuple[Call, ...]:
    """What *viewer* may call now: on his turn, or over an insufficient bid before him."""
    auction, question = state.auction, state.question
    if auction is None or state.phase is not Phase.AUCTION or not isinstance(viewer, Seat):
        return ()
    if isinstance(question, LowBid) and viewer in state.question_answerers:
        auction = auction.after(question.bid)
    elif viewer is not state.actor:
        return ()
    return lawful_calls(auction, viewer, state.irregularities)


def _playable(state: BoardState) -> tuple[Card, ...]:
    if state.phase is not Phase.PLAY or state.turn is None:
        return ()
    return lawful_cards(state.turn, state.hands[state.turn], state.trick, state.irregularities)


def _askable(state: BoardState, viewer: Viewer) -> tuple[Seat, ...]:
    return askable_hands(state, viewer) if isinstance(viewer, Seat) else ()


def _acceptable(state: BoardState, lawful: tuple[Card, ...]) -> tuple[Card, ...]:
    if not lawful or state.turn is None:
        return lawful
    held = state.hands[state.turn]
    return acceptable_cards(state.turn, held, state.trick, state.irregularities, state.rules)
