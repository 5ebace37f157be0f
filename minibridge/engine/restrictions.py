"""What declarer may demand of a defender's lead or play after an irregularity (Laws 26B, 50D2, 51B, 57A)."""

from collections.abc import Iterable
from dataclasses import dataclass

from .cards import Card, Suit
from .play import Trick
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Restriction:
    """What binds the next card of ``hand``.

    Kinds: ``highest`` and ``lowest`` of the suit led, ``require`` and ``forbid`` (the ``suits``), ``card``:
    this one, played too early, if it is legal. Whoever cannot comply may play any legal card (Law 59).
    """

    hand: Seat
    kind: str
    suits: frozenset[Suit] = frozenset()
    card: Card | None = None

    def narrowed(self, playable: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
        """Gives those of the *playable* cards that comply, or all if none does."""
        match self.kind:
            case "highest" | "lowest":
                following = tuple(card for card in playable if card.suit is trick.led)
                pick = max if self.kind == "highest" else min
                return (pick(following),) if following else playable
            case "require":
                chosen = tuple(card for card in playable if card.suit in self.suits)
            case "forbid":
                chosen = tuple(card for card in playable if card.suit not in self.suits)
            case _:
                chosen = tuple(card for card in playable if card is self.card)
        return chosen or playable


@dataclass(frozen=True, slots=True)
class ForbiddenLead:
    """``hand`` may not lead these ``suits`` for as long as it retains the lead (Laws 26B, 50D2)."""

    hand: Seat
    suits: frozenset[Suit]


@dataclass(frozen=True, slots=True)
class LeadOptions:
    """Declarer has to say what he demands of the ``leader``'s lead, before it is made.

    ``suits`` are those he may name. Because of penalty cards of the leader's partner (Laws 50D2, 51B) he may
    require one of them or forbid one or more; because of a withdrawn call (Law 26B) he may forbid one.
    """

    leader: Seat
    suits: frozenset[Suit]
    because: str
    """``penalty_card`` or ``withdrawn_call``."""

    def allows(self, choice: str, suits: frozenset[Suit]) -> bool:
        """Tells whether declarer may choose this."""
        if choice == "free":
            return not suits
        if not suits or not suits <= self.suits:
            return False
        if choice == "forbid":
            return self.because == "penalty_card" or len(suits) == 1
        return choice == "require" and self.because == "penalty_card" and len(suits) == 1


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Declarer has to say what he demands of ``hand``, whose partner has played before it (Law 57A)."""

    hand: Seat
    led: Suit

    def allows(self, choice: str, suits: frozenset[Suit]) -> bool:
        """Tells whether declarer may choose this: the highest or lowest of the suit led, or to require or
        forbid another suit.
        """
        if choice in ("highest", "lowest"):
            return not suits
        return choice in ("require", "forbid") and len(suits) == 1 and self.led not in suits


def narrowed_by_all(
    restrictions: Iterable[Restriction], hand: Seat, playable: tuple[Card, ...], trick: Trick
) -> tuple[Card, ...]:
    """Gives the cards that comply with all that binds *hand*, as far as it can comply."""
    for restriction in restrictions:
        if restriction.hand is hand:
            playable = restriction.narrowed(playable, trick)
    return playable
