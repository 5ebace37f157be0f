"""Following suit: second hand low, third hand high, fourth hand as cheaply as it can."""

from minibridge.engine import Card, Rank

from .knowledge import HONOURS, Knowledge
from .rule import Play, play
from .sequences import lowest_equal


def lowest(known: Knowledge) -> Card:
    """The lowest legal card of the suit led."""
    return min(known.legal)


def second_hand_low(known: Knowledge) -> Play | None:
    """Second hand plays low, but puts an honour on an honour that it can beat."""
    if not known.follows or len(known.trick.cards) != 1:
        return None
    led = known.trick.cards[0]
    if led.rank in HONOURS and led.rank is not Rank.TEN and known.winners:
        cover = lowest_equal(known, known.winners[0])
        if cover.rank in HONOURS:
            return play(cover, "covers_honour", card=led.text)
    return play(lowest(known), "second_hand_low")


def third_hand_high(known: Knowledge) -> Play | None:
    """Third hand plays high, with the lowest of touching cards; no higher than it takes to beat a fourth hand
    that lies open, and low if partner's card is as good.
    """
    if not known.follows or len(known.trick.cards) != 2:
        return None
    if not known.winners or known.winning is None:
        return play(lowest(known), "leaves_to_partner" if known.partner_wins else "follows_low")
    fourth = known.of(known.lho, known.trick.cards[0].suit)
    if known.lho in known.visible:
        best = max(fourth, default=None)
        if known.partner_wins and (best is None or known.winning[1] > best):
            return play(lowest(known), "leaves_to_partner")
        enough = [card for card in known.winners if best is None or card > best]
        if enough:
            return play(lowest_equal(known, enough[0]), "wins_cheaply")
        if known.partner_wins:
            return play(lowest(known), "leaves_to_partner")
        return play(lowest_equal(known, known.winners[0]), "third_hand_high")
    high = lowest_equal(known, known.winners[-1])
    if known.partner_wins and (known.winning[1].rank in HONOURS and high.rank is not Rank.ACE):
        return play(lowest(known), "leaves_to_partner")
    return play(high, "third_hand_high")


def fourth_hand(known: Knowledge) -> Play | None:
    """Fourth hand wins as cheaply as it can, unless the trick is partner's already."""
    if not known.follows or len(known.trick.cards) != 3:
        return None
    if known.partner_wins:
        return play(lowest(known), "leaves_to_partner")
    if known.winners:
        return play(known.winners[0], "wins_cheaply")
    return play(lowest(known), "follows_low")
