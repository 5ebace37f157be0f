"""A table of bots: whole boards by choose functions, and positions as bridge players write them."""

import random
from collections.abc import Callable, Mapping
from functools import partial

from minibridge.bots import Decision, Level, choose
from minibridge.engine import (
    AXES,
    DECK,
    FLAGS,
    PASS,
    PRESETS,
    SEATS,
    SUITS,
    AnnouncePoints,
    Bid,
    Board,
    BoardState,
    Card,
    ChooseContract,
    Contract,
    ContradictoryRules,
    Deal,
    Denomination,
    IllegalAction,
    MakeCall,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
    SeatView,
    Vulnerability,
    apply,
    legal_actions,
    start,
    view_for,
)
from minibridge.engine.announcement import due_total

Chooser = Callable[[SeatView, int], Decision | None]
"""Decides for the viewer of a view, with a seed."""


def next_decision(state: BoardState, choosers: Mapping[Seat, Chooser], seed: int) -> Decision | None:
    """The decision of the first seat, from North on, of which anything is asked."""
    decisions = (choosers[seat](view_for(state, seat), seed) for seat in SEATS if seat in choosers)
    return next((decision for decision in decisions if decision is not None), None)


def play_board(
    board: Board,
    rules: RuleSet,
    choosers: Mapping[Seat, Chooser],
    seed: int = 0,
    watch: Callable[[BoardState, Decision], None] | None = None,
) -> BoardState:
    """Plays a board to its end; *watch* sees each state with the decision made in it."""
    state = start(board, rules)
    while state.phase is not Phase.FINISHED:
        decision = next_decision(state, choosers, seed)
        assert decision is not None, f"nobody does anything: {state}"
        if watch is not None:
            watch(state, decision)
        state = apply(state, decision.action)
    return state


def chooser(level: Level) -> Chooser:
    return partial(_chosen, level)


def _chosen(level: Level, view: SeatView, seed: int) -> Decision | None:
    return choose(view, level, seed)


def table_of(north_south: Level, east_west: Level) -> dict[Seat, Chooser]:
    """Four choosers, one level for each side."""
    return dict(zip(SEATS, map(chooser, (north_south, east_west) * 2), strict=True))


class RandomPerson:
    """Somebody in one chair who does anything that can be done there, sensible or not."""

    def __init__(self, seat: Seat, rng: random.Random, extras: int = 12) -> None:
        self.seat, self.rng, self.extras = seat, rng, extras

    def acts(self, state: BoardState) -> BoardState | None:
        """The state after something he does, or None if he does nothing."""
        options = [action for action in legal_actions(state) if action.seat is self.seat]
        due = [one for one in options if one.kind in ("card", "call", "contract", "announce", "agree")]
        asked = [one for one in options if one.kind.startswith(("answer", "restrict", "judge"))]
        if self.extras > 0 and self.rng.random() < 0.2:
            self.extras -= 1
            return self._attempts(state, options)
        if asked:
            return apply(state, self.rng.choice(asked))
        if state.phase is Phase.ANNOUNCEMENT and due and self.rng.random() < 0.7:
            right = due_total(self.seat, state.totals, state.board.dealer, state.rules)
            return apply(state, AnnouncePoints(self.seat, right))
        if state.phase is Phase.AUCTION and due and self.rng.random() < 0.6:
            return apply(state, MakeCall(self.seat, PASS))
        return apply(state, self.rng.choice(due)) if due else None

    def _attempts(self, state: BoardState, options: list) -> BoardState | None:
        """A claim, a take-back, a card or bid that may be irregular; None if it is refused."""
        rare = [one for one in options if one.kind not in ("card", "call", "contract")]
        cards = [PlayCard(self.seat, card) for held in state.hands.values() for card in held]
        bids = [
            MakeCall(self.seat, Bid(level, denomination)) for level in (1, 2) for denomination in Denomination
        ]
        choices = self.rng.choice([some for some in (rare, cards, bids) if some])
        try:
            return apply(state, self.rng.choice(choices))
        except IllegalAction:
            return None


def random_rules(rng: random.Random) -> RuleSet:
    """A preset with some of its axes changed, as long as that makes no contradiction."""
    rules = rng.choice(list(PRESETS.values()))
    for _ in range(rng.randint(0, 6)):
        axis = rng.choice([*AXES, *FLAGS])
        value = rng.choice(AXES[axis]) if axis in AXES else rng.random() < 0.5
        try:
            rules = RuleSet.from_dict({**rules.to_dict(), axis: value})
        except ContradictoryRules:
            continue
    return rules


def random_board(rng: random.Random) -> Board:
    return Board(rng.randint(1, 16), rng.choice(SEATS), rng.choice(list(Vulnerability)), Deal.random(rng))


def position(
    deal: str, contract: str, declarer: str, cards: str = "", rules: RuleSet | None = None
) -> BoardState:
    """The state after so many cards. Declarer bids his contract at once where there is an auction; elsewhere
    the points must make him declarer, and a contract of that name is on the menu.
    """
    seat, wanted = Seat(declarer), Contract.parse(contract)
    state = start(Board(1, seat, Vulnerability.NONE, Deal.parse(deal)), rules or PRESETS["bridge"])
    if state.phase is Phase.AUCTION:
        state = apply(state, MakeCall(seat, Bid(wanted.level, wanted.denomination)))
        for passer in (seat.lho, seat.partner, seat.rho):
            state = apply(state, MakeCall(passer, PASS))
    else:
        state = apply(state, ChooseContract(seat, wanted))
    for text in cards.split():
        assert state.actor is not None
        state = apply(state, PlayCard(state.actor, Card.parse(text)))
    return state


def decides(state: BoardState, level: Level = Level.HARD, seed: int = 0) -> tuple[str, str]:
    """What a bot on turn plays, and the code of its reason."""
    assert state.actor is not None
    decision = choose(view_for(state, state.actor), level, seed)
    assert decision is not None and isinstance(decision.action, PlayCard)
    return decision.action.card.text, decision.reason.code


def deal_with(seed: int = 0, **hands: str) -> str:
    """A deal in which the hands named hold these cards, written as ``AQ5.J752.K84.J92``, if not all thirteen
    then at least these; the others are dealt anyhow.
    """
    fixed = {Seat(name): _cards_of(text) for name, text in hands.items()}
    rest = [card for card in DECK if not any(card in cards for cards in fixed.values())]
    random.Random(seed).shuffle(rest)
    full = []
    for seat in SEATS:
        held = fixed.get(seat, [])
        lacking = 13 - len(held)
        full.append(frozenset([*held, *rest[:lacking]]))
        rest = rest[lacking:]
    return str(Deal(*full))


def _cards_of(text: str) -> list[Card]:
    suits = text.split(".")
    return [Card.parse(suit.value + rank) for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]
