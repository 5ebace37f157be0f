"""The cards of a finished deal as they came to lie, without those that were taken back."""

from __future__ import annotations

from dataclasses import dataclass

from minibridge.analysis import Line
from minibridge.analysis.position import Position
from minibridge.engine import (
    SEATS,
    BoardState,
    Card,
    Deal,
    Seat,
    Suit,
    Trick,
    legal_cards,
    trick_winner,
)

from .replays import Replay


@dataclass(frozen=True)
class JudgedCard:
    """A card that lies, the ``step`` of the replay that laid it, and the state ``before`` that."""

    card: Card
    hand: Seat
    step: int
    before: BoardState

    @property
    def is_played_in_turn(self) -> bool:
        """Whether it was this hand's turn: else somebody chose something else than a card."""
        return self.before.turn is self.hand and self.before.actor is not None

    @property
    def position(self) -> Position:
        """What a solver is asked about it."""
        assert self.before.trick is not None
        return Position(self.before.hands, self.before.trump, self.before.trick)


@dataclass(frozen=True)
class JudgedLine:
    """``deal`` is as it was played: of three players, one may have moved with his cards.

    ``is_whole`` tells whether all cards that lie can be judged: a solver cannot play on after a revoke or a
    lead from the wrong hand.
    """

    deal: Deal
    trump: Suit | None
    declarer: Seat | None
    cards: tuple[JudgedCard, ...]
    is_whole: bool

    @property
    def line(self) -> Line:
        """What a solver is asked about all of it."""
        assert self.declarer is not None
        leader = self.cards[0].hand if self.cards else self.declarer.lho
        return Line(self.deal, self.trump, leader, tuple(one.card for one in self.cards))


def judged_line(replay: Replay) -> JudgedLine:
    """Reads the cards from the log; of those taken back, the ones played instead."""
    end = replay.states[-1]
    deal = Deal(*(frozenset(end.original[seat]) for seat in SEATS))
    tricks = (*end.tricks, end.trick) if end.trick is not None and end.trick.cards else end.tricks
    steps = _steps(replay)
    cards = []
    for n, (hand, card) in enumerate(play for trick in tricks for play in trick.plays):
        cards.append(JudgedCard(card, hand, steps[n], replay.states[steps[n] - 1]))
    legal = _legal_count(deal, end.trump, cards)
    return JudgedLine(deal, end.trump, end.declarer, tuple(cards[:legal]), legal == len(cards))


def _steps(replay: Replay) -> list[int]:
    """The step of the replay that laid each card for good."""
    steps: list[int] = []
    for step, state in enumerate(replay.states):
        lying = 4 * len(state.tricks) + (len(state.trick.cards) if state.trick else 0)
        del steps[lying:]
        while len(steps) < lying:
            steps.append(step)
    return steps


def _legal_count(deal: Deal, trump: Suit | None, cards: list[JudgedCard]) -> int:
    """How many cards, from the lead on, were played in turn and followed suit."""
    hands = {seat: deal[seat] for seat in SEATS}
    trick = Trick(cards[0].hand) if cards else None
    for n, one in enumerate(cards):
        assert trick is not None
        is_turn = one.hand is trick.leader.clockwise[len(trick.cards)]
        if not is_turn or one.card not in legal_cards(tuple(hands[one.hand]), trick):
            return n
        hands[one.hand] -= {one.card}
        trick = Trick(trick.leader, (*trick.cards, one.card))
        if trick.is_complete:
            trick = Trick(trick_winner(trick, trump))
    return len(cards)
