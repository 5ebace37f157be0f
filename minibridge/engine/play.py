"""The play of the cards: tricks, following suit, and who wins."""

from dataclasses import dataclass

from .cards import Card, Suit
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """Up to four cards in the order played, the leader's first."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether all four hands have played to it."""
        return len(self.cards) == 4

    @property
    def led(self) -> Suit | None:
        """The suit that has to be followed; None while nothing is led."""
        return self.cards[0].suit if self.cards else None

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Each card with the seat whose hand it came from."""
        return tuple(zip(self.leader.clockwise, self.cards, strict=False))

    def seat_of(self, card: Card) -> Seat:
        """Gives the seat whose hand *card* came from.

        :raises ValueError: if it is not in this trick.
        """
        return self.leader.clockwise[self.cards.index(card)]


def legal_cards(hand: tuple[Card, ...], trick: Trick | None) -> tuple[Card, ...]:
    """Gives the cards of *hand* that may be played to *trick*: of the suit led, if it has any (Law 44C)."""
    if trick is None or not trick.cards:
        return hand
    led = trick.cards[0].suit
    following = tuple([card for card in hand if card.suit is led])
    return following or hand


def trick_winner(trick: Trick, trump: Suit | None) -> Seat:
    """Gives the seat that wins, or is winning so far: highest trump, else highest card of the suit led (Law
    44E, F).

    :raises ValueError: if no card has been played.
    """
    if not trick.cards:
        raise ValueError("nobody wins a trick without cards")
    best = trick.cards[0]
    for card in trick.cards:
        if card.order > best.order if card.suit is best.suit else card.suit is trump:
            best = card
    return trick.seat_of(best)
