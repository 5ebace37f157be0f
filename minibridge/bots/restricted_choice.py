"""Restricted choice: who had two equal honours might have played the other one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from minibridge.engine import Card, Rank, Seat

from .evidence import Cards, Evidence
from .layouts import Layout

_HIGH: Final = tuple(rank for rank in Rank if rank >= Rank.TEN)


@dataclass(frozen=True, slots=True)
class _Choice:
    """``seat`` followed with ``card``. ``above`` and ``below`` are the other high cards of the suit that were
    not played yet, nearest first; ``later`` is what this hand has played since.
    """

    seat: Seat
    above: Cards
    below: Cards
    later: Cards


class RestrictedChoice:
    """Weighs layouts by the choices that the hidden hands would have had with them.

    A hand that follows suit with one of two equal honours plays either as often. So a layout in which it had
    the choice explains the card that it played half as well as one in which it had none. Leads are left out,
    as there is a rule which of equals to lead, and so are small cards, of which mostly the lowest is played;
    the ten counts as an honour here.
    """

    def __init__(self, evidence: Evidence) -> None:
        self._choices = tuple(_choices(evidence))

    def weight(self, layout: Layout) -> float:
        """Gives how well *layout* explains the honours played, as compared with other layouts."""
        weight = 1.0
        for choice in self._choices:
            held = {*layout[choice.seat], *choice.later}
            weight /= 1 + _run(choice.above, held) + _run(choice.below, held)
        return weight


def _choices(evidence: Evidence) -> Iterator[_Choice]:
    played = evidence.played
    gone: set[Card] = set()
    for trick in (*evidence.tricks, evidence.trick):
        for seat, card in trick.plays:
            follows = card is not trick.cards[0] and card.suit is trick.led
            if follows and card.rank >= Rank.TEN and seat not in evidence.hands:
                others = [Card(card.suit, rank) for rank in _HIGH if Card(card.suit, rank) not in gone]
                place = others.index(card)
                later = played[seat][played[seat].index(card) + 1 :]
                yield _Choice(seat, tuple(others[place + 1 :]), tuple(others[:place][::-1]), later)
            gone.add(card)


def _run(cards: Cards, held: set[Card]) -> int:
    """Counts how many of *cards* follow one another in the hand."""
    count = 0
    for card in cards:
        if card not in held:
            break
        count += 1
    return count
