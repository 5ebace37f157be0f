"""Penalty cards (Laws 49 to 51): a defender's card that everybody has seen too early.

On a screen no card drops by accident: each is exposed by a deliberate play, in leading or playing out of
turn or in revoking, and so each is a *major* penalty card (Law 50B2). Minor ones cannot occur.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .cards import Card, Suit
from .seats import Seat


@dataclass(frozen=True, slots=True)
class PenaltyCard:
    """``card`` lies face up before ``hand`` and must be played at the first legal opportunity."""

    hand: Seat
    card: Card


def penalty_suits(penalty_cards: Iterable[PenaltyCard], hand: Seat) -> frozenset[Suit]:
    """Gives the suits in which *hand* has a penalty card."""
    return frozenset(one.card.suit for one in penalty_cards if one.hand is hand)


def due_penalty_cards(
    penalty_cards: Iterable[PenaltyCard], hand: Seat, playable: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Gives those of the *playable* cards that *hand* must play before all others (Law 50D1)."""
    faced = {one.card for one in penalty_cards if one.hand is hand}
    return tuple(card for card in playable if card in faced)
