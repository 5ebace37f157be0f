"""Ruffing: winning with a trump when the suit led has run out."""

from typing import Final

from .knowledge import Knowledge
from .rule import Play, play

_SURE_ENOUGH: Final = 0.6
"""Partner's card is left to win if it is that likely to hold."""


def ruffs(known: Knowledge) -> Play | None:
    """Ruffs with its lowest trump, or overruffs as cheaply as it can, unless the trick is partner's."""
    return None if known.partner_wins else _cheapest_ruff(known)


def ruffs_judged(known: Knowledge) -> Play | None:
    """As :func:`ruffs`, but does ruff what partner is likely to lose, and not what he is sure to win."""
    if known.partner_wins and known.winning is not None:
        if known.chance_to_hold(known.winning[1], known.yet_to_play) >= _SURE_ENOUGH:
            return None
    elif _partner_will_win(known):
        return None
    return _cheapest_ruff(known)


def _partner_will_win(known: Knowledge) -> bool:
    """Whether partner, whose hand lies open, plays last and has the master of the suit led."""
    led = known.trick.led
    if led is None or len(known.yet_to_play) != 2 or known.winning is None:
        return False
    held = known.of(known.partner, led)
    if not held or known.winning[1].suit is not led or held[0] < known.winning[1]:
        return False
    return known.is_master(held[0]) and not known.may_ruff(known.lho, led)


def _cheapest_ruff(known: Knowledge) -> Play | None:
    led = known.trick.led
    if led is None or known.legal[0].suit is led:
        return None
    able = [card for card in known.winners if card.suit is known.trump]
    if not able:
        return None
    over = known.winning is not None and known.winning[1].suit is known.trump
    return play(able[0], "overruffs" if over else "ruffs", suit=led.value)
