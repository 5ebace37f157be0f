"""Asks the DDS solver what cards and contracts are worth with all hands seen.

Only the worker process imports this module: the solver keeps global state, so that two calls at once end the
process, and a call cannot be stopped, a freak deal taking minutes.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from minibridge.engine import SEATS, Card, Deal, Denomination, Rank, Seat, Suit, Trick, legal_cards

from . import carrier
from .line import Line
from .position import Position

MEMORY_MB = 160
"""Bound for the solver's table of positions. With less it takes 20 MB instead of 110, and hard deals take
many times as long.
"""
NOTRUMP = 4
ALL_CARDS = 3
BEST_CARD = 1
SEARCH_EVEN_IF_FORCED = 1
"""Without this mode a single card, or only equal ones, gets a score of -2."""


class SolverError(RuntimeError):
    """The solver refused, or answered what cannot be."""


def card_tricks(positions: Sequence[Position]) -> list[dict[Card, int]]:
    """Tells for every legal card of the hand on turn how many tricks its side wins from here on, the
    trick on the table included, if all play perfectly.
    """
    return [_card_tricks(position) for position in positions]


def tricks_table(deal: Deal) -> dict[tuple[Seat, Denomination], int]:
    """Tells how many of the thirteen tricks each seat wins as declarer in each denomination."""
    return {
        (declarer, denomination): declarer_tricks(deal, declarer, denomination)
        for denomination in Denomination
        for declarer in SEATS
    }


@lru_cache(maxsize=10_000)
def declarer_tricks(deal: Deal, declarer: Seat, denomination: Denomination) -> int:
    """One cell of the table. The cells of 500 deals are kept."""
    hands = {seat: deal[seat] for seat in SEATS}
    lead = _solve(_deal(hands, denomination.trump, Trick(declarer.lho)), BEST_CARD)
    return 13 - _checked(lead.score[0], 13)


def play_trace(line: Line) -> list[int]:
    """Tells how many tricks declarer's side wins in all if all play perfectly from the start, and from after
    each card of *line* on: one number more than it has cards.
    """
    dds = library()
    played = dds.playTraceBin()
    played.number = len(line.cards)
    for n, card in enumerate(line.cards):
        played.suit[n], played.rank[n] = _suit(card.suit), _rank(card.rank)
    solved = dds.solvedPlay()
    hands = {seat: line.deal[seat] for seat in SEATS}
    _call(dds.AnalysePlayBin, _deal(hands, line.trump, Trick(line.leader)), played, solved, 0)
    tricks = [_checked(solved.tricks[n], 13) for n in range(solved.number)]
    # The solver stops before the last trick, in which nobody has a choice.
    return tricks + tricks[-1:] * (len(line.cards) + 1 - len(tricks))


def _card_tricks(position: Position) -> dict[Card, int]:
    solved = _solve(_deal(position.hands, position.trump, position.trick), ALL_CARDS)
    tricks: dict[Card, int] = {}
    for n in range(solved.cards):
        suit = Suit(tuple(reversed(Suit))[solved.suit[n]])
        ranks = 1 << solved.rank[n] | solved.equals[n]  # equal cards are told once
        for rank in Rank:
            if ranks >> _rank(rank) & 1:
                tricks[Card(suit, rank)] = _checked(solved.score[n], position.tricks_left)
    legal = legal_cards(tuple(position.hands[position.turn]), position.trick)
    if tricks.keys() != set(legal):
        raise SolverError("not the legal cards")
    return tricks


def _solve(deal: Any, solutions: int) -> Any:
    solved = library().futureTricks()
    _call(library().SolveBoard, deal, -1, solutions, SEARCH_EVEN_IF_FORCED, solved, 0)
    return solved


def _call(function: Any, *arguments: Any) -> None:
    try:
        function(*arguments)
    except library().DDSError as error:
        raise SolverError(str(error)) from error


def _checked(tricks: int, most: int) -> int:
    if not 0 <= tricks <= most:
        raise SolverError(f"{tricks} of {most} tricks")
    return tricks


def _deal(hands: Mapping[Seat, Iterable[Card]], trump: Suit | None, trick: Trick) -> Any:
    deal = library().deal()
    deal.trump = NOTRUMP if trump is None else _suit(trump)
    deal.first = trick.leader.order
    for n, card in enumerate(trick.cards):
        deal.currentTrickSuit[n], deal.currentTrickRank[n] = _suit(card.suit), _rank(card.rank)
    for seat in SEATS:
        for card in hands[seat]:
            deal.remainCards[seat.order][_suit(card.suit)] |= 1 << _rank(card.rank)
    return deal


def _suit(suit: Suit) -> int:
    """Spades are 0 there, clubs 3."""
    return Suit.S.order - suit.order


def _rank(rank: Rank) -> int:
    """The ace is 14."""
    return rank.order + 2


@cache
def library() -> Any:
    """Gives DDS, loaded at the first call.

    :raises ImportError: if there is none for this machine.
    """
    dds = carrier.load()
    dds._dll.SetResources(MEMORY_MB, 1)  # one thread: the other cores belong to the web pages
    return dds
