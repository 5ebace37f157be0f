"""The 52 cards."""

from typing import Final, NoReturn, final

from .enumeration import Enumeration
from .errors import NotationError


class Suit(Enumeration):
    """A suit; clubs rank lowest, spades highest."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"


class Rank(Enumeration):
    """A rank; the two is lowest, the ace highest."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


SUITS: Final = (Suit.S, Suit.H, Suit.D, Suit.C)
"""The suits as hands are written and shown: spades first."""


@final
class Card:
    """One card, written suit first: ``SQ`` is the queen of spades.

    There are 52 objects of this class in a process and never more: equal cards are the same object, so that
    comparing and hashing them costs nothing. Cards are ordered by suit, then by rank.
    """

    __slots__ = ("order", "rank", "suit", "text")

    suit: Suit
    rank: Rank
    order: int
    text: str

    def __new__(cls, suit: Suit, rank: Rank) -> "Card":
        """Gives *the* card of this suit and rank."""
        return _CARDS[suit, rank]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Reads two letters such as ``SQ`` or ``DT``.

        :raises NotationError: for anything else, lower case and ``10`` included.
        """
        card = _BY_TEXT.get(text) if isinstance(text, str) else None
        if card is None:
            raise NotationError(f"not a card: {text!r}")
        return card

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[type["Card"], tuple[Suit, Rank]]:
        return Card, (self.suit, self.rank)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __lt__(self, other: "Card") -> bool:
        return self.order < other.order if isinstance(other, Card) else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.order <= other.order if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.order > other.order if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.order >= other.order if isinstance(other, Card) else NotImplemented


def _printed(suit: Suit, rank: Rank) -> Card:
    card = object.__new__(Card)
    for name, value in (
        ("suit", suit),
        ("rank", rank),
        ("order", suit.order * len(Rank) + rank.order),
        ("text", suit.value + rank.value),
    ):
        object.__setattr__(card, name, value)
    return card


_CARDS: Final = {(suit, rank): _printed(suit, rank) for suit in Suit for rank in Rank}
_BY_TEXT: Final = {card.text: card for card in _CARDS.values()}

DECK: Final[tuple[Card, ...]] = tuple(_CARDS.values())
"""All 52 cards in ascending order."""
