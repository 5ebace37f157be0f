"""A deal of which some hands may be unknown, or an ending with fewer than thirteen cards each."""

from dataclasses import dataclass

from .cards import Card
from .deals import Deal
from .hands import hand_text
from .seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class PartialDeal:
    """The hands that are known; None for one that is not. Nothing is ever filled in.

    :raises ValueError: if no hand is known, a hand has more than 13 cards or a card is in two hands.
    """

    north: frozenset[Card] | None = None
    east: frozenset[Card] | None = None
    south: frozenset[Card] | None = None
    west: frozenset[Card] | None = None

    def __post_init__(self) -> None:
        hands = [hand for hand in (self.north, self.east, self.south, self.west) if hand is not None]
        if not hands or any(len(hand) > 13 for hand in hands):
            raise ValueError("a deal has at least one hand, of at most 13 cards")
        if len(frozenset().union(*hands)) != sum(map(len, hands)):
            raise ValueError("a card of a deal is in one hand only")

    @classmethod
    def of(cls, deal: Deal) -> "PartialDeal":
        """Gives *deal* as one of which everything is known."""
        return cls(deal.north, deal.east, deal.south, deal.west)

    def __getitem__(self, seat: Seat) -> frozenset[Card] | None:
        return (self.north, self.east, self.south, self.west)[seat.order]

    def __str__(self) -> str:
        return self.text_from(Seat.N)

    def text_from(self, first: Seat) -> str:
        """Writes it in PBN, the hand of *first* first; a hyphen is an unknown hand (PBN 3.4.11)."""
        hands = (self[seat] for seat in first.clockwise)
        return f"{first}:" + " ".join("-" if hand is None else hand_text(hand) for hand in hands)

    @property
    def whole(self) -> Deal | None:
        """The deal, if all 52 cards are known."""
        hands = (self.north, self.east, self.south, self.west)
        if None in hands or any(len(hand) != 13 for hand in hands if hand is not None):
            return None
        return Deal(*(hand for hand in hands if hand is not None))

    @property
    def is_ending(self) -> bool:
        """Whether no known hand has thirteen cards (PBN 3.10)."""
        return all(hand is None or len(hand) < 13 for hand in (self[seat] for seat in SEATS))

    def holder(self, card: Card) -> Seat | None:
        """Gives the seat that is known to hold *card*."""
        return next((seat for seat in SEATS if card in (self[seat] or ())), None)
