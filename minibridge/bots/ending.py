"""The last few tricks, played out exactly: what each card is worth when all four hands are known."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import Final

from minibridge.engine import SEATS, SUITS, Card, Seat, Suit, Trick, hcp

from .knowledge import Knowledge


def layouts(known: Knowledge) -> Iterator[dict[Seat, tuple[Card, ...]]]:
    """Yields all four hands in every way that two hidden ones can lie, by what was shown, told and announced;
    once if none is hidden, and never if more than two are.
    """
    visible = dict(known.visible)
    if not known.hidden:
        yield visible
        return
    if len(known.hidden) > 2:
        return
    one, other = (*known.hidden, known.hidden[0])[:2]
    for chosen in combinations(known.unseen, known.view.counts[one]):
        rest = tuple([card for card in known.unseen if card not in chosen])
        if _is_possible(known, one, chosen) and (one is other or _is_possible(known, other, rest)):
            yield {**visible, one: chosen, other: chosen if one is other else rest}


def few_layouts(known: Knowledge, most: int) -> list[dict[Seat, tuple[Card, ...]]]:
    """Gives all the layouts there are, or none at all if there are more than *most*."""
    found = list(islice(layouts(known), most + 1))
    return found if len(found) <= most else []


def _is_possible(known: Knowledge, seat: Seat, cards: tuple[Card, ...]) -> bool:
    points = known.points_left(seat)
    if points is not None and hcp(cards) != points:
        return False
    lengths = ((known.length_left(seat, suit), suit) for suit in SUITS)
    return all(
        length is None or sum(card.suit is suit for card in cards) == length for length, suit in lengths
    )


def worth_of_cards(
    hands: Mapping[Seat, tuple[Card, ...]], trump: Suit | None, trick: Trick, legal: tuple[Card, ...]
) -> dict[Card, int]:
    """Gives for each *legal* card of the hand on turn the tricks that its side wins from here on, this one
    included, if all four play as well as can be done with open cards.
    """
    turn = trick.leader.clockwise[len(trick.cards)].order
    search = _Search(trump)
    position = tuple([_set_of(hands[seat]) for seat in SEATS])
    played = tuple([card.order for card in trick.cards])
    left = max(len(held) for held in hands.values())
    worth: dict[Card, int] = {}
    guess = 0
    for card in legal:
        # A side wins so many tricks if its opponents do not win enough to stop that.
        while guess < left and search.wins(
            position, trick.leader.order, played, card.order, turn % 2, guess + 1
        ):
            guess += 1
        while guess and not search.wins(position, trick.leader.order, played, card.order, turn % 2, guess):
            guess -= 1
        worth[card] = guess
    return worth


Hands = tuple[int, ...]
"""The cards of North, East, South and West, each as a set of bits: the bit of a card is its order."""

_SUIT_BITS: Final = {suit.order: sum(1 << (13 * suit.order + rank) for rank in range(13)) for suit in Suit}


def _set_of(cards: Iterable[Card]) -> int:
    return sum(1 << card.order for card in cards)


class _Search:
    """Whether a side can win so many tricks. Cards and seats are numbers here: North is 0, and the seats of a
    side are both even or both odd.
    """

    def __init__(self, trump: Suit | None) -> None:
        self._trump = None if trump is None else trump.order
        self._known: dict[tuple[Hands, int, int, int], bool] = {}

    def wins(
        self, hands: Hands, leader: int, trick: tuple[int, ...], card: int, side: int, tricks: int
    ) -> bool:
        """Whether *side* wins so many *tricks* from this one on, once *card* is played to *trick*."""
        turn = (leader + len(trick)) % 4
        left = hands[turn] & ~(1 << card)
        hands = (*hands[:turn], left, *hands[turn + 1 :])
        trick = (*trick, card)
        if len(trick) < 4:
            return self._can_win(hands, leader, trick, side, tricks)
        winner = (leader + self._winner(trick)) % 4
        tricks -= winner % 2 == side
        if tricks <= 0:
            return True
        if tricks > left.bit_count():
            return False
        key = hands, winner, side, tricks
        if key not in self._known:
            self._known[key] = self._can_win(hands, winner, (), side, tricks)
        return self._known[key]

    def _can_win(self, hands: Hands, leader: int, trick: tuple[int, ...], side: int, tricks: int) -> bool:
        turn = (leader + len(trick)) % 4
        choices = _choices(hands, turn, trick)
        results = (self.wins(hands, leader, trick, card, side, tricks) for card in choices)
        return any(results) if turn % 2 == side else all(results)

    def _winner(self, trick: tuple[int, ...]) -> int:
        best = 0
        for at in (1, 2, 3):
            card, over = trick[at], trick[best]
            suit = card // 13
            if card > over if suit == over // 13 else suit == self._trump:
                best = at
        return best


def _choices(hands: Hands, turn: int, trick: tuple[int, ...]) -> list[int]:
    """The legal cards of a hand, highest first; of touching ones only the highest."""
    held = hands[turn]
    if trick:
        held = held & _SUIT_BITS[trick[0] // 13] or held
    others = sum(hands) & ~hands[turn]
    for card in trick:
        others |= 1 << card
    choices = []
    last = 99
    while held:
        card = held.bit_length() - 1
        held ^= 1 << card
        between = others & ((1 << last) - (1 << card)) if last != 99 else 0
        if last == 99 or card // 13 != last // 13 or between:
            choices.append(card)
        last = card
    return choices
