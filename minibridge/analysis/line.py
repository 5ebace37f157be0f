"""A line of play: a deal, and the cards played from it so far, all of them legal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from minibridge.engine import SEATS, Card, Deal, NotationError, Seat, Suit, Trick, legal_cards, trick_winner


class NotALine(ValueError):
    """Cards that cannot have been played like this; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Line:
    """The cards of a play in the order played, *leader* making the opening lead.

    :raises NotALine: unless each card was in the hand on turn and followed suit.
    """

    deal: Deal
    trump: Suit | None
    leader: Seat
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        hands = {seat: self.deal[seat] for seat in SEATS}
        for seat, card, trick in self._plays():
            if card not in hands[seat]:
                raise NotALine("not_in_hand")
            if card not in legal_cards(tuple(hands[seat]), trick):
                raise NotALine("revoke")
            hands[seat] -= {card}

    def _plays(self) -> Iterator[tuple[Seat, Card, Trick]]:
        """Each card with its hand and the trick that it comes to."""
        trick = Trick(self.leader)
        for card in self.cards:
            yield trick.leader.clockwise[len(trick.cards)], card, trick
            trick = Trick(trick.leader, (*trick.cards, card))
            if trick.is_complete:
                trick = Trick(trick_winner(trick, self.trump))

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return {
            "deal": str(self.deal),
            "trump": self.trump.value if self.trump else "",
            "leader": self.leader.value,
            "cards": [card.text for card in self.cards],
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Makes it again from what :meth:`to_data` gave, or from whatever somebody sent.

        :raises NotALine: for anything else.
        """
        try:
            return cls(
                deal=Deal.parse(data["deal"]),
                trump=Suit(data["trump"]) if data["trump"] else None,
                leader=Seat.parse(data["leader"]),
                cards=tuple(map(Card.parse, data["cards"])),
            )
        except (NotationError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotALine):
                raise
            raise NotALine("notation") from None
