"""What declarer's two hands can make of a suit: the tricks on top, and those that can be set up."""

from dataclasses import dataclass

from minibridge.engine import SUITS, Card, Suit

from .knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Prospects:
    """A suit in the hand on lead (``here``) and in partner's (``there``)."""

    suit: Suit
    here: tuple[Card, ...]
    there: tuple[Card, ...]
    quick: int
    """The tricks that can be cashed at once."""
    long: int
    """The tricks there are if the suit is played to its end and divides as it usually does."""
    losses: int
    """The tricks that are lost on the way."""

    @property
    def gain(self) -> int:
        """What playing the suit adds to the tricks on top."""
        return self.long - self.quick

    @property
    def both(self) -> tuple[Card, ...]:
        return tuple(sorted(self.here + self.there, reverse=True))


def prospects(known: Knowledge, suit: Suit) -> Prospects:
    """Looks at *suit* in the hand on turn and its partner's, if that is visible."""
    here, there = known.mine(suit), known.of(known.partner, suit)
    quick = _quick(known, here, there, longest_out(known, suit))
    long, losses = _played_out(known, suit, here, there)
    return Prospects(suit, here, there, quick, max(quick, long), losses)


def quick_tricks(known: Knowledge) -> int:
    """The tricks the two hands are likely to cash from the top, in all suits."""
    return sum(
        _quick(known, known.mine(suit), known.of(known.partner, suit), longest_out(known, suit))
        for suit in SUITS
    )


def _quick(known: Knowledge, here: tuple[Card, ...], there: tuple[Card, ...], rounds: int) -> int:
    """Counts masters, no more than the longer hand has cards; all of these if the opponents have none left
    after so many *rounds*.
    """
    longer = max(len(here), len(there))
    masters = sum(known.is_master(card) for card in here + there)
    if masters >= rounds:
        return longer
    return min(masters, longer)


def longest_out(known: Knowledge, suit: Suit) -> int:
    """How many cards of *suit* the opponent who has more of them is likely to have."""
    out = len(known.out(suit))
    lengths = [known.length_left(seat, suit) for seat in (known.lho, known.rho)]
    told = [length for length in lengths if length is not None]
    if told:
        return max(*told, out - told[0], 0)
    return out if out <= 1 else 1 if out == 2 else (out + 2) // 2


def _played_out(
    known: Knowledge, suit: Suit, here: tuple[Card, ...], there: tuple[Card, ...]
) -> tuple[int, int]:
    """Plays the suit from the top until the longer hand has none; gives the tricks won, and those lost before
    the last of them.
    """
    hands = [list(here), list(there)]
    out = list(known.out(suit))
    longer = longest_out(known, suit)
    shorter = len(out) - longer
    won = lost = lost_on_the_way = 0
    while any(hands):
        best = max((hand[0], at) for at, hand in enumerate(hands) if hand)
        for at, hand in enumerate(hands):
            if hand:
                hand.pop(0 if at == best[1] else -1)
        over = [card for card in out if card > best[0]]
        if over:
            lost += 1
            out.remove(over[-1])
        else:
            won, lost_on_the_way = won + 1, lost
            out = out[:-1]
        if shorter > 0 and longer > 0:
            out = out[:-1]
        longer, shorter = longer - 1, shorter - 1
    return won, lost_on_the_way
