"""Boards played at random, and the same boards with the hidden cards dealt otherwise."""

from collections.abc import Iterator, Mapping
from random import Random

from minibridge.engine import (
    Action,
    AgreeDeclarer,
    AnnouncePoints,
    AskRevoke,
    Board,
    BoardState,
    Card,
    ChooseContract,
    Deal,
    MakeCall,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
    Vulnerability,
    apply,
    legal_actions,
    start,
    view_for,
)
from minibridge.engine.announcement import due_total

ONWARD = (MakeCall, AgreeDeclarer, ChooseContract, AskRevoke)


def random_board(rng: Random, rules: RuleSet) -> Board:
    """A board that is not over as soon as it is dealt."""
    while True:
        board = Board(1, rng.choice(list(Seat)), rng.choice(list(Vulnerability)), Deal.random(rng))
        if start(board, rules).phase is not Phase.FINISHED:
            return board


def random_play(board: Board, rules: RuleSet, rng: Random) -> Iterator[tuple[BoardState, tuple[Action, ...]]]:
    """Plays the board to its end, giving each state in which a card or contract has to be chosen, with the
    actions that led there.
    """
    state, actions = start(board, rules), ()
    while state.phase is not Phase.FINISHED:
        if state.phase in (Phase.CONTRACT, Phase.PLAY) and state.actor is not None:
            yield state, actions
        action = next_action(state, rng)
        state, actions = apply(state, action), (*actions, action)


def next_action(state: BoardState, rng: Random) -> Action:
    """Something that carries the board on; points are announced right."""
    if state.phase is Phase.ANNOUNCEMENT:
        due = due_total(state.turn, state.totals, state.board.dealer, state.rules)
        return AnnouncePoints(state.turn, due)
    possible = legal_actions(state)
    onward: list[Action] = [action for action in possible if isinstance(action, ONWARD)]
    if state.phase is Phase.PLAY and state.actor is not None:
        accepted = view_for(state, state.actor).acceptable_cards
        onward += [PlayCard(state.actor, card) for card in accepted]
    return rng.choice(onward or possible)


def dealt_otherwise(state: BoardState, left: Mapping[Seat, tuple[Card, ...]]) -> Board:
    """The board on which, after the same cards, the four hands have these *left*."""
    hands = {seat: set(cards) for seat, cards in left.items()}
    for trick in (*state.tricks, *([state.trick] if state.trick else [])):
        for seat, card in trick.plays:
            hands[seat].add(card)
    if state.move is not None and state.move.with_cards:
        one, two = state.move.start, state.move.end
        hands[one], hands[two] = hands[two], hands[one]
    deal = Deal(*(frozenset(hands[seat]) for seat in Seat))
    return Board(state.board.number, state.board.dealer, state.board.vulnerability, deal)
