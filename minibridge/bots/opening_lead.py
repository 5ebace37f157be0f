"""The opening lead, by the rules of thumb that every course teaches."""

from minibridge.engine import SUITS, Card, Suit

from .knowledge import HONOURS, Knowledge
from .leads import low_or_top
from .rule import Play, play
from .sequences import has_ace, top_sequence

_LEAST_WORTH_LEADING = 4


def opening_lead(known: Knowledge) -> Play | None:
    """Against notrump the longest suit; against a suit contract a sequence, a singleton, or a safe suit."""
    if known.view.tricks or known.trick.cards or known.is_declaring:
        return None
    if known.trump is None:
        return _against_notrump(known)
    return _against_suit(known, known.trump)


def _against_notrump(known: Knowledge) -> Play | None:
    """From the longest suit, of two equal ones from the stronger: the top of three touching honours, else
    the fourth best.
    """
    suits = [suit for suit in SUITS if _leadable(known, suit)]
    longest = max(suits, key=lambda suit: (len(known.mine(suit)), _strength(known, suit)))
    held = _leadable(known, longest)
    top = top_sequence(held, 3)
    if top is not None:
        return play(top, "top_of_sequence", card=top.text)
    if len(held) < _LEAST_WORTH_LEADING:
        return low_or_top(held)
    return play(held[3], "fourth_best", suit=longest.value)


def _against_suit(known: Knowledge, trump: Suit) -> Play | None:
    """A sequence or ace-king, a singleton, a safe suit; never away from an ace."""
    sides = [suit for suit in SUITS if suit is not trump and _leadable(known, suit)]
    for suit in sides:
        held = _leadable(known, suit)
        top = held[0] if _has_ace_king(held) else None if has_ace(held) else top_sequence(held, 3)
        if top is not None:
            return play(top, "top_of_sequence", card=top.text)
    for suit in sides:
        held = _leadable(known, suit)
        if len(held) == 1 and held[0].rank not in HONOURS and known.mine(trump):
            return play(held[0], "singleton", suit=suit.value)
    for suit in sides:
        top = top_sequence(_leadable(known, suit), 2)
        if top is not None and not has_ace(_leadable(known, suit)):
            return play(top, "top_of_sequence", card=top.text)
    return _safe_lead(known, trump, sides)


def _safe_lead(known: Knowledge, trump: Suit, sides: list[Suit]) -> Play | None:
    """The top of a worthless doubleton or longer suit; else low from an honour other than the ace."""
    for suit in sorted(sides, key=lambda one: len(known.mine(one))):
        held = _leadable(known, suit)
        if held[0].rank not in HONOURS and len(held) > 1:
            return low_or_top(held)
    trumps = _leadable(known, trump)
    if trumps and trumps[0].rank not in HONOURS:
        return play(trumps[-1], "leads_trump", suit=trump.value)
    without_ace = [suit for suit in sides if not has_ace(_leadable(known, suit))]
    if without_ace:
        longest = max(without_ace, key=lambda suit: len(known.mine(suit)))
        held = _leadable(known, longest)
        if len(held) == 2:
            return play(held[0], "higher_of_two", suit=longest.value)
        return low_or_top(held) if len(held) < 5 else play(held[3], "fourth_of_suit", suit=longest.value)
    if trumps:
        return play(trumps[-1], "leads_trump", suit=trump.value)
    longest = max(sides, key=lambda suit: len(known.mine(suit)))
    return play(_leadable(known, longest)[0], "leads_ace", suit=longest.value)


def _leadable(known: Knowledge, suit: Suit) -> tuple[Card, ...]:
    return tuple([card for card in known.legal if card.suit is suit])


def _has_ace_king(held: tuple[Card, ...]) -> bool:
    return len(held) >= 2 and has_ace(held) and held[0].order - held[1].order == 1


def _strength(known: Knowledge, suit: Suit) -> int:
    return sum(card.rank.order for card in known.mine(suit) if card.rank in HONOURS)
