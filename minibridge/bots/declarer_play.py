"""What HARD leads as declarer: it counts its tricks, and plays the suit that brings the most."""

from dataclasses import dataclass

from minibridge.engine import SUITS, Card, Rank, Seat, Suit

from .finesses import Finesse, finesse_towards
from .knowledge import Knowledge
from .prospects import Prospects, longest_out, prospects, quick_tricks
from .rule import Play, play
from .sequences import highest_equal


def _on_lead(known: Knowledge) -> bool:
    return known.is_declaring and not known.trick.cards and known.partner in known.visible


def ruffs_in_short_hand(known: Knowledge) -> Play | None:
    """Before the trumps are drawn, ruffs losers in the hand that has fewer trumps, or makes that possible."""
    trump = known.trump
    if not _on_lead(known) or trump is None:
        return None
    here, there = known.mine(trump), known.of(known.partner, trump)
    if len(there) > len(here) or not there:
        return None
    rounds = longest_out(known, trump)
    for suit in SUITS:
        if suit is trump:
            continue
        held = prospects(known, suit)
        wanted = len(held.here) - max(len(held.there), held.quick)
        spare = len(there) - rounds
        if wanted <= 0 or (rounds and spare >= wanted):
            continue
        if not held.there:
            return play(held.here[-1], "ruffs_loser", suit=suit.value)
        if len(held.there) <= 1 and len(held.here) >= 3 and len(there) >= 2:
            return play(_to_play(known, held), "prepares_ruff", suit=suit.value)
    return None


def draws_trumps_counted(known: Knowledge) -> Play | None:
    """Draws trumps exactly while the opponents have some; a master trump is left to them."""
    trump = known.trump
    if not _on_lead(known) or trump is None or not known.mine(trump):
        return None
    out = known.out(trump)
    held = prospects(known, trump)
    if not out or not held.both:
        return None
    over = sum(card > held.both[0] for card in out)
    if over and len(out) <= over:
        return None
    finesse = finesse_towards(known, trump, known.partner)
    card = _to_play(known, held) if finesse is None else finesse.card
    return play(card, "draws_trumps", left=len(out))


def cashes_contract(known: Knowledge) -> Play | None:
    """Takes its tricks when there is nothing else, or when they are enough and would be in danger."""
    if not _on_lead(known) or known.trumps_out:
        return None
    sure = quick_tricks(known)
    if sure < known.view.remaining and (sure < known.needed or not _is_in_danger(known)):
        return None
    return _cashes(known)


def _is_in_danger(known: Knowledge) -> bool:
    """Whether the opponents, once they come in, could run suits that neither hand stops until too few tricks
    are left.
    """
    if known.trump is not None and known.mine(known.trump) + known.of(known.partner, known.trump):
        return False
    run = sum(
        longest_out(known, suit)
        for suit in SUITS
        if not any(known.is_master(card) for card in known.mine(suit) + known.of(known.partner, suit))
    )
    return known.view.remaining - 1 - run < known.needed


@dataclass(frozen=True, slots=True)
class _Plan:
    """A suit to play from one of the two hands, what it is worth, and with which finesse."""

    worth: float
    held: Prospects
    start: Seat
    finesse: Finesse | None


def develops(known: Knowledge) -> Play | None:
    """Plays the suit that adds most to the tricks on top, for the fewest tricks lost on the way; crosses to
    the other hand if the suit should be led from there.
    """
    if not _on_lead(known):
        return None
    plans = [plan for suit in SUITS if suit is not known.trump for plan in _plans(known, suit)]
    for plan in sorted(plans, key=lambda one: (-one.worth, -len(one.held.both))):
        if plan.worth <= 0:
            return None
        if plan.start is known.hand:
            return _carried_out(known, plan)
        crossing = _crosses(known, plan.held.suit)
        if crossing is not None:
            return crossing
    return None


def _plans(known: Knowledge, suit: Suit) -> list[_Plan]:
    held = prospects(known, suit)
    force = _reachable(known, held) - 0.5 * held.losses
    plans = []
    if held.here:
        plans.append(_Plan(force, held, known.hand, None))
    crossing = 0.25 if _entries(known, known.partner, suit) > 1 else 0.6
    for towards, cost in ((known.partner, 0.0), (known.hand, crossing)):
        finesse = finesse_towards(known, suit, towards)
        if finesse is not None:
            worth = force + finesse.chance - cost
            plans.append(_Plan(worth, held, towards.partner, finesse))
    return plans


def _reachable(known: Knowledge, held: Prospects) -> int:
    """The tricks a suit adds that can be reached: the long hand needs an entry elsewhere, or cards enough
    opposite to lead to it when the losers are gone.
    """
    long, short = (
        (known.hand, known.partner) if len(held.here) >= len(held.there) else (known.partner, known.hand)
    )
    if known.of(short, held.suit) == () and long is known.hand:
        return held.gain
    if _entries(known, long, held.suit) or len(known.of(short, held.suit)) > held.losses:
        return held.gain
    return 0


def _entries(known: Knowledge, seat: Seat, suit: Suit) -> int:
    """In how many suits other than *suit* the hand of *seat* has a master to which the other can lead."""
    count = 0
    for other in SUITS:
        held = known.of(seat, other)
        if other is not suit and held and known.is_master(held[0]) and known.of(seat.partner, other):
            count += 1
    return count


def _carried_out(known: Knowledge, plan: _Plan) -> Play:
    if plan.finesse is not None:
        return play(plan.finesse.card, "leads_to_finesse", card=plan.finesse.missing.text)
    return play(_to_play(known, plan.held), "develops_suit", suit=plan.held.suit.value)


def _crosses(known: Knowledge, target: Suit) -> Play | None:
    """Leads to a master of the other hand, not in the suit that is to be led from there."""
    for suit in sorted(SUITS, key=lambda one: one is known.trump):
        here, there = known.mine(suit), known.of(known.partner, suit)
        if suit is target or not here or not there:
            continue
        if known.is_master(there[0]) and here[-1] < there[0]:
            return play(here[-1], "crosses", suit=suit.value)
    return None


def plays_on(known: Knowledge) -> Play | None:
    """With nothing to develop, cashes what it has; else leads low from the longest suit."""
    if not _on_lead(known):
        return None
    cashed = _cashes(known)
    if cashed is not None:
        return cashed
    suits = [suit for suit in SUITS if known.mine(suit)]
    suit: Suit = max(suits, key=lambda one: (one is not known.trump, len(known.mine(one)), one))
    return play(_to_play(known, prospects(known, suit)), "develops_suit", suit=suit.value)


def _cashes(known: Knowledge) -> Play | None:
    """Cashes the masters of this hand first where the other has none, then of suits that lead across."""
    held = [prospects(known, suit) for suit in SUITS if known.mine(suit)]
    able = [one for one in held if known.is_master(one.both[0])]
    if not able:
        return None

    def order(one: Prospects) -> tuple[bool, bool, int]:
        links = bool(one.there) and known.is_master(one.there[0])
        return one.suit is known.trump, links, len(one.here)

    best = min(able, key=order)
    card = _to_play(known, best)
    if known.is_master(card):
        return play(card, "cashes_master", card=card.text)
    return play(card, "crosses", suit=best.suit.value)


def _to_play(known: Knowledge, held: Prospects) -> Card:
    """The card to lead from a suit that is to be played: low to partner's honours, or its own from the top,
    the honours of the shorter hand first.
    """
    here, there = held.here, held.there
    out = known.out(held.suit)
    top = here[0]
    if not there or not out:
        return top if not there or len(here) <= len(there) else here[-1]
    if known.is_master(top):
        blocks = known.is_master(there[0]) and (len(there) <= 2 or known.is_master(there[-1]))
        return here[-1] if blocks and len(here) > len(there) else top
    if known.is_master(there[0]) or there[0] > top:
        runs = len(here) > 1 and highest_equal(known, here[1]) is top and top.rank >= Rank.TEN
        return top if runs and not known.is_master(there[0]) else here[-1]
    if len(here) > 1 and highest_equal(known, here[1]) is top:
        return top
    return here[-1]
