"""The deal: four hands of thirteen cards."""

from dataclasses import dataclass
from random import Random

from .cards import DECK, SUITS, Card
from .errors import NotationError
from .hands import hand_text
from .seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands that are together the whole pack; ``deal[seat]`` is one of them.

    :raises ValueError: if a hand has not 13 cards or a card is in two hands.
    """

    north: frozenset[Card]
    east: frozenset[Card]
    south: frozenset[Card]
    west: frozenset[Card]

    def __post_init__(self) -> None:
        hands = (self.north, self.east, self.south, self.west)
        if any(len(hand) != 13 for hand in hands):
            raise ValueError("a hand of a deal has 13 cards")
        if len(frozenset().union(*hands)) != 52:
            twice = next(card for card in DECK if sum(card in hand for hand in hands) > 1)
            raise ValueError(f"a card of a deal is in one hand only: {twice}")

    def __getitem__(self, seat: Seat) -> frozenset[Card]:
        return (self.north, self.east, self.south, self.west)[seat.order]

    def __str__(self) -> str:
        return "N:" + " ".join(hand_text(self[seat]) for seat in SEATS)

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Reads the PBN form: a first seat, then its hand and the others clockwise, as in
        ``N:AT52.K843.7.Q962 …``.

        :raises NotationError: if it is not that, or not a whole pack.
        """
        if not isinstance(text, str) or text[1:2] != ":":
            raise NotationError(f"not a deal: {text!r}")
        first = Seat.parse(text[0])
        words = text[2:].split()
        if len(words) != 4:
            raise NotationError(f"a deal has four hands, not {len(words)}")
        hands = dict(zip(first.clockwise, map(_read, words), strict=True))
        try:
            return cls(*(hands[seat] for seat in SEATS))
        except ValueError as error:
            raise NotationError(str(error)) from None

    @classmethod
    def random(cls, rng: Random) -> "Deal":
        """Deals a pack that *rng* shuffles: ``secrets.SystemRandom()`` at a table, a seeded one in a test."""
        pack = list(DECK)
        rng.shuffle(pack)
        return cls(*(frozenset(pack[i : i + 13]) for i in range(0, 52, 13)))


def _read(word: str) -> frozenset[Card]:
    holdings = word.split(".")
    if len(holdings) != 4:
        raise NotationError(f"a hand has four suits: {word!r}")
    cards = [
        Card.parse(suit.value + rank) for suit, ranks in zip(SUITS, holdings, strict=True) for rank in ranks
    ]
    if len(set(cards)) != len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise NotationError(f"a card is twice in {word!r}: {twice}")
    return frozenset(cards)
