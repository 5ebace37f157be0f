"""What a double-dummy solver is asked: four hands in the middle of a trick."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from minibridge.engine import SEATS, Card, NotationError, Seat, Suit, legal_cards
from minibridge.engine.play import Trick


class NotAPosition(ValueError):
    """Four hands that cannot lie like this; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Position:
    """The cards still held, and the trick on the table.

    ``hands`` do not hold the cards of ``trick`` any more.

    :raises NotAPosition: unless each hand holds as many cards as it must, no card is there twice, somebody
        has a card to play, and the trick follows suit as far as the hands show it.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    trump: Suit | None
    trick: Trick

    def __post_init__(self) -> None:
        if set(self.hands) != set(SEATS):
            raise NotAPosition("four_hands")
        if len(self.trick.cards) > 3:
            raise NotAPosition("trick_complete")
        played = dict(self.trick.plays)
        sizes = {len(self.hands[seat]) + (seat in played) for seat in SEATS}
        if len(sizes) != 1 or not 1 <= sizes.pop() <= 13:
            raise NotAPosition("hand_sizes")
        cards = [card for hand in self.hands.values() for card in hand] + list(self.trick.cards)
        if len(set(cards)) != len(cards):
            raise NotAPosition("card_twice")
        for seat, card in self.trick.plays:
            before = Trick(self.trick.leader, self.trick.cards[: self.trick.cards.index(card)])
            if card not in legal_cards((*self.hands[seat], card), before):
                raise NotAPosition("revoke")

    @property
    def turn(self) -> Seat:
        """The hand that plays next."""
        return self.trick.leader.clockwise[len(self.trick.cards)]

    @property
    def tricks_left(self) -> int:
        """The tricks not finished yet, the one on the table included."""
        return max(len(hand) for hand in self.hands.values())

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return {
            "hands": {seat.value: [card.text for card in self.hands[seat]] for seat in SEATS},
            "trump": self.trump.value if self.trump else "",
            "leader": self.trick.leader.value,
            "trick": [card.text for card in self.trick.cards],
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Makes it again from what :meth:`to_data` gave, or from whatever somebody sent.

        :raises NotAPosition: for anything else.
        """
        try:
            return cls(
                hands={seat: tuple(map(Card.parse, data["hands"][seat.value])) for seat in SEATS},
                trump=Suit(data["trump"]) if data["trump"] else None,
                trick=Trick(Seat.parse(data["leader"]), tuple(map(Card.parse, data["trick"]))),
            )
        except (NotationError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotAPosition):
                raise
            raise NotAPosition("notation") from None
