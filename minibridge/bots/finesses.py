"""The finesse: a lower honour wins because the card it fears lies before it."""

from dataclasses import dataclass
from typing import Final

from minibridge.engine import Card, Rank, Seat, Suit

from .knowledge import Knowledge
from .rule import Play, play
from .sequences import equals, lowest_equal

_BETTER_THAN_A_DROP: Final = 0.65
"""With so few cards out that the missing one may fall, a finesse has to be this good."""


@dataclass(frozen=True, slots=True)
class Finesse:
    """``card`` is led from one hand towards the other; it wins if ``missing`` lies before that one."""

    card: Card
    missing: Card
    chance: float


def finesse_towards(known: Knowledge, suit: Suit, towards: Seat) -> Finesse | None:
    """Finds the finesse that is taken by leading *suit* to the hand *towards*, which declarer sees.

    A low card is led to a tenace (AQ, AJ10) or to a single honour (Kx); or an honour is led to the master
    (QJ10 to the ace).
    """
    out = known.out(suit)
    over, under = known.of(towards, suit), known.of(towards.partner, suit)
    if not out or not over or not under:
        return None
    missing = out[0]
    able = [card for card in over if _beats_all_but_first(card, out)]
    running = [card for card in under if _beats_all_but_first(card, out)]
    has_master = over[0] > missing
    chance = known.chance(towards.partner.lho, missing)
    masters = sum(card > missing for card in over + under)
    if sum(card > missing for card in under) > 1 or (not masters and len(able) + len(running) > 2):
        return None  # Played from the top, the suit does as well.
    if masters and len(out) <= 2 * masters and chance < _BETTER_THAN_A_DROP:
        return None
    towards_tenace = has_master or under[0] < missing or not running
    if able and under[-1] < able[-1] and len(over) > 1 and towards_tenace:
        return Finesse(under[-1], missing, chance)
    if has_master and len(over) > 1 and (len(running) > 1 or (running and able)):
        return Finesse(running[0], missing, chance)
    return None


def _beats_all_but_first(card: Card, out: tuple[Card, ...]) -> bool:
    return card < out[0] and (len(out) == 1 or card > out[1])


def finesses(known: Knowledge) -> Play | None:
    """Declarer's third hand plays the lower of a tenace, such as the queen from ace-queen, when the king has
    not appeared.
    """
    if not known.is_declaring or len(known.trick.cards) != 2 or len(known.winners) < 2:
        return None
    if known.partner_wins or known.winners[0].suit is not known.trick.led:
        return None
    high = known.winners[-1]
    lower = [card for card in known.winners if card not in equals(known, high) and card.rank >= Rank.TEN]
    missing = _missing_below(known, high)
    if not lower or missing is None:
        return None
    return play(lowest_equal(known, lower[-1]), "finesse", card=missing.text)


def finesses_judged(known: Knowledge) -> Play | None:
    """As :func:`finesses`, but only where the missing card is as likely to lie well as badly, and where there
    are not so few out that it should fall; an honour that partner led runs if it is not covered.
    """
    led = known.trick.led
    if not known.is_declaring or len(known.yet_to_play) != 1 or led is None:
        return None
    if known.legal[0].suit is not led or not known.winners or known.partner not in known.visible:
        return None
    out, last = known.out(led), known.yet_to_play[0]
    high = known.winners[-1]
    if not out or not known.is_master(high):
        return None
    missing = out[0]
    bad = known.chance(last, missing)
    masters = sum(card > missing for card in known.mine(led) + known.of(known.partner, led))
    few = len(out) < 2 * masters
    if bad > (1 - _BETTER_THAN_A_DROP if few else 0.6):
        return None
    if known.partner_wins and known.winning is not None and _beats_all_but_first(known.winning[1], out):
        return play(min(known.legal), "finesse", card=missing.text)
    lower = [card for card in known.winners if _beats_all_but_first(card, out)]
    if not lower or known.partner_wins:
        return None
    return play(lowest_equal(known, lower[0]), "finesse", card=missing.text)


def _missing_below(known: Knowledge, high: Card) -> Card | None:
    """The highest card of the opponents below *high*, if nothing above it is missing."""
    out = known.out(high.suit)
    return out[0] if out and out[0] < high else None
