"""How HARD follows suit: it asks how likely each card is to hold the trick, and spends no more than that."""

from typing import Final

from minibridge.engine import Card, Rank

from .following import lowest
from .knowledge import HONOURS, Knowledge
from .rule import Play, play
from .sequences import equals, lowest_equal

_WORTH_IT: Final = 0.2
"""A higher card is spent only if it is that much likelier to hold the trick."""
_AS_GOOD: Final = 0.8
"""Third hand plays high: only a card that holds nearly as often as its highest will do."""

_HARDLY: Final = 0.4
"""In second seat declarer spends no honour on a smaller chance to win with it."""


def fourth_hand_judged(known: Knowledge) -> Play | None:
    """Nobody plays after it: wins as cheaply as it can, unless partner has won or it holds up."""
    if not known.follows or known.yet_to_play:
        return None
    if known.partner_wins:
        unblocked = _unblocked(known)
        return unblocked or play(lowest(known), "leaves_to_partner")
    if not known.winners:
        return play(lowest(known), "follows_low")
    return _holds_up(known) or play(lowest_equal(known, known.winners[0]), "wins_cheaply")


def third_hand_judged(known: Knowledge) -> Play | None:
    """Plays the cheapest card that is as likely to win as any, partner's own included."""
    if not known.follows or len(known.yet_to_play) != 1:
        return None
    if not known.winners or known.winning is None:
        if known.partner_wins:
            return _unblocked(known) or play(lowest(known), "leaves_to_partner")
        return play(lowest(known), "follows_low")
    last = known.yet_to_play
    chances = {card: known.chance_to_hold(card, last) for card in known.winners}
    best = max(chances.values())
    if known.partner_wins:
        partners = known.chance_to_hold(known.winning[1], last)
        if partners >= best - _WORTH_IT:
            return _unblocked(known) or play(lowest(known), "leaves_to_partner")
    cheapest = next(card for card in known.winners if chances[card] >= best * _AS_GOOD)
    held_up = _holds_up(known) if not known.partner_wins else None
    if held_up is not None:
        return held_up
    return _third_hand(known, cheapest, chances[cheapest])


def _third_hand(known: Knowledge, card: Card, chance: float) -> Play:
    card = lowest_equal(known, card)
    between = [one for one in known.out(card.suit) if one > card and known.mine(card.suit)[0] > one]
    if between and known.is_declaring:
        return play(card, "finesse", card=between[0].text)
    if chance == 1.0:
        return play(card, "wins_cheaply")
    return play(card, "third_hand_high")


def second_hand_judged(known: Knowledge) -> Play | None:
    """Plays low, unless an honour is needed to win, to cover, or because partner cannot help."""
    if not known.follows or len(known.yet_to_play) != 2:
        return None
    led = known.trick.cards[0]
    if not known.winners:
        return play(lowest(known), "second_hand_low")
    if known.is_declaring:
        return _declarers_second_hand(known)
    cover = lowest_equal(known, known.winners[0])
    honour = led.rank in HONOURS and led.rank is not Rank.TEN
    if honour and cover.rank in HONOURS and _is_worth_covering(known, led):
        return play(cover, "covers_honour", card=led.text)
    split = _split_honours(known)
    if split is not None:
        return play(split, "splits_honours", card=led.text)
    masters = [card for card in known.winners if known.is_master(card)]
    if masters and known.needed == 1:
        return play(lowest_equal(known, masters[0]), "takes_last_trick" if known.may_set else "wins_cheaply")
    return play(lowest(known), "second_hand_low")


def _split_honours(known: Knowledge) -> Card | None:
    """The lower of two touching honours, none of them a master, over a small card."""
    for card in known.winners:
        touching = [one for one in equals(known, card) if one.rank > Rank.TEN]
        if len(touching) > 1 and not known.is_master(touching[0]):
            return touching[-1]
    return None


def _is_worth_covering(known: Knowledge, led: Card) -> bool:
    """Not if the hand that led it shows the next lower card too: the second honour is covered."""
    leader = known.trick.leader
    below = [card for card in known.of(leader, led.suit) if card < led]
    return not below or below[0].order != led.order - 1


def _declarers_second_hand(known: Knowledge) -> Play:
    """Declarer sees partner's hand, which plays last: low if that will do or an honour would be wasted."""
    led = known.trick.cards[0]
    held_up = _holds_up(known)
    if held_up is not None:
        return held_up
    third = (known.lho,)
    chances = {card: known.chance_to_hold(card, third) for card in known.winners}
    best = max(chances.values())
    partners = [card for card in known.of(known.partner, led.suit) if card > led]
    behind = max((known.chance_to_hold(card, third) for card in partners), default=0.0)
    wasted = best < _HARDLY and known.winners[0].rank in HONOURS and not known.is_master(known.winners[-1])
    if wasted or behind >= best - _WORTH_IT:
        return play(lowest(known), "second_hand_low")
    cheapest = next(card for card in known.winners if chances[card] >= best - _WORTH_IT)
    return play(lowest_equal(known, cheapest), "wins_cheaply")


def _holds_up(known: Knowledge) -> Play | None:
    """At notrump declarer keeps his only stopper of the suit the opponents lead back, for as many rounds as
    seven exceeds the number of cards that he and dummy were dealt in it.
    """
    led = known.trick.led
    if known.trump is not None or led is None or not known.is_declaring or known.needed <= 1:
        return None
    if known.trick.leader.side is known.hand.side or len(known.legal) < 2:
        return None
    both = known.mine(led) + known.of(known.partner, led)
    masters = [card for card in both if known.is_master(card)]
    others_win = any(card not in masters for card in known.winners)
    if len(masters) != 1 or masters[0] not in known.legal or others_win:
        return None
    rounds = sum(trick.led is led for trick in known.view.tricks)
    dealt = sum(
        card.suit is led for seat in (known.hand, known.partner) for card in known.played[seat]
    ) + len(both)
    if rounds >= 7 - dealt:
        return None
    return play(lowest(known), "holds_up", suit=led.value)


def _unblocked(known: Knowledge) -> Play | None:
    """Plays a high card under partner's, out of the way of the winners behind it."""
    led = known.trick.led
    if led is None or len(known.legal) != 2 or known.winning is None:
        return None
    high, partners = max(known.legal), known.of(known.partner, led)
    if len(partners) < 2 or high.rank not in HONOURS or not known.is_master(partners[0]):
        return None
    if partners[0] < high < known.winning[1]:
        return play(high, "unblocks", suit=led.value)
    return None
