"""A rule of play: it looks at what a player knows, and names a card and the reason, or has nothing to say."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from minibridge.engine import Card

from .decision import Reason
from .knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class Play:
    """A card, and the rule that chose it."""

    card: Card
    reason: Reason


Rule = Callable[[Knowledge], Play | None]


def play(card: Card, code: str, /, **params: str | int) -> Play:
    """Makes a play of a card, the code of its reason and the values of that."""
    return Play(card, Reason(code, params))


def first(rules: Iterable[Rule], known: Knowledge) -> Play:
    """Gives what the first rule says that has anything to say.

    :raises LookupError: if none has: the last of a list of rules always must.
    """
    for rule in rules:
        chosen = rule(known)
        if chosen is not None:
            return chosen
    raise LookupError("no rule has anything to say")


def only_card(known: Knowledge) -> Play | None:
    """Who has one card to play, plays it."""
    return play(known.legal[0], "only_card") if len(known.legal) == 1 else None
