"""Double-dummy results and best cards, from the solver that endplay carries; only for measuring."""

import os
from functools import cache
from typing import Any

from minibridge.engine import BoardState, Card, Deal, Denomination, Seat
from minibridge.engine.hands import hand_text


def is_available() -> bool:
    """Whether the solver can be loaded."""
    try:
        _endplay()
    except ImportError:
        return False
    return True


@cache
def _endplay() -> Any:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    import endplay.dds
    import endplay.types

    return endplay


def _denom(denomination: Denomination) -> Any:
    return _endplay().types.Denom.find(denomination.value)


def _player(seat: Seat) -> Any:
    return _endplay().types.Player.find(seat.value)


def table_of(deal: Deal) -> dict[tuple[Denomination, Seat], int]:
    """The tricks that each declarer takes in each denomination."""
    table = _endplay().dds.calc_dd_table(_endplay().types.Deal(str(deal)))
    return {
        (denomination, seat): table[_denom(denomination), _player(seat)]
        for denomination in Denomination
        for seat in Seat
    }


def worth_of_cards(state: BoardState) -> dict[Card, int]:
    """What each card of the hand on turn is worth to its side, in tricks from here on."""
    hands = {seat: list(held) for seat, held in state.hands.items()}
    for seat, card in state.trick.plays:
        hands[seat].append(card)
    deal = _endplay().types.Deal("N:" + " ".join(hand_text(hands[seat]) for seat in Seat))
    deal.trump = _denom(state.contract.denomination if state.contract else Denomination.NOTRUMP)
    deal.first = _player(state.trick.leader)
    for card in state.trick.cards:
        deal.play(_endplay().types.Card(card.text))
    solved = _endplay().dds.solve_board(deal)
    return {Card.parse(one.suit.name[0].upper() + one.rank.abbr): tricks for one, tricks in solved}


def best_card(state: BoardState) -> Card:
    """A card that is best double-dummy, the lowest of them."""
    worth = worth_of_cards(state)
    return min(worth, key=lambda card: (-worth[card], card.rank, card.suit))
