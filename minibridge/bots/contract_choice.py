"""Which contract declarer chooses: the one that is expected to score most.

For each denomination the tricks are estimated from what declarer knows of both hands, and each contract on
the menu is scored for every number of tricks that may come of it. The weights of the estimate are rounded
from double-dummy results of random deals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final

from minibridge.engine import (
    SUITS,
    Card,
    ChooseContract,
    Contract,
    Denomination,
    Rank,
    Seat,
    SeatView,
    Suit,
    hcp,
    score,
    suit_lengths,
)

from .decision import Decision, Reason

_SURPRISE: Final = 1.15
"""By how many tricks the estimate is usually wrong (one standard deviation)."""
_EQUAL: Final = 5
"""Contracts whose expected scores differ by no more points are equally good."""


def choose_contract(view: SeatView, seat: Seat) -> Decision:
    """Chooses from the menu the contract with the highest expected score."""
    hands = both_hands(view, seat)
    contract = _ranked(view, seat, hands)[0][1]
    return Decision(ChooseContract(seat, contract), _reason(contract, hands))


def equal_contracts(view: SeatView, seat: Seat) -> tuple[Contract, ...]:
    """Gives the contracts that are expected to score the same as the best, best first."""
    ranked = _ranked(view, seat, both_hands(view, seat))
    return tuple(contract for worth, contract in ranked if ranked[0][0] - worth <= _EQUAL)


@dataclass(frozen=True, slots=True)
class BothHands:
    """What declarer knows, or has to guess, of the two hands together."""

    points: float
    lengths: Mapping[Suit, float]
    own: tuple[Card, ...]
    dummy: tuple[Card, ...] | None


def both_hands(view: SeatView, seat: Seat) -> BothHands:
    """Adds up what is told; guesses that of what is hidden partner has a third, and that declarer's side,
    which has most points, has at least 21.
    """
    own = view.hands[seat] or ()
    dummy = view.hands[seat.partner]
    if dummy is not None:
        lengths: Mapping[Suit, float] = suit_lengths(own + dummy)
        return BothHands(hcp(own + dummy), lengths, own, dummy)
    points: float | None = view.combined_points
    if points is None:
        points = max(21.0, hcp(own) + (40 - hcp(own)) / 3)
    if view.combined_lengths is not None:
        return BothHands(points, view.combined_lengths, own, None)
    guessed = {suit: length + (13 - length) / 3 for suit, length in suit_lengths(own).items()}
    return BothHands(points, guessed, own, None)


def _ranked(view: SeatView, seat: Seat, hands: BothHands) -> list[tuple[float, Contract]]:
    """The contracts on the menu with their expected scores, best first; of equal ones the lower first."""
    vulnerable = view.rules.vulnerability == "board" and view.vulnerability.includes(seat.side)
    tricks = {denomination: expected_tricks(hands, denomination) for denomination in Denomination}
    worth = [(_expected_score(one, tricks[one.denomination], vulnerable), one) for one in view.menu]
    return sorted(worth, key=lambda pair: (-pair[0], pair[1]))


def _reason(contract: Contract, hands: BothHands) -> Reason:
    points = round(hands.points)
    if contract.trump is None:
        return Reason("notrump", {"points": points})
    code = "major_fit" if contract.trump in (Suit.S, Suit.H) else "minor_fit"
    length = round(hands.lengths[contract.trump])
    return Reason(code, {"suit": contract.trump.value, "length": length, "points": points})


def _expected_score(contract: Contract, tricks: float, vulnerable: bool) -> float:
    """The mean score, if the tricks are spread around the estimate as measured quantities are."""
    return sum(_share(count, tricks) * score(contract, vulnerable, count) for count in range(14))


def _share(count: int, mean: float) -> float:
    """The share of deals on which it is just so many tricks; those beyond 0 and 13 count there."""
    low = 0.0 if count == 0 else _below(count - 0.5, mean)
    high = 1.0 if count == 13 else _below(count + 0.5, mean)
    return high - low


def _below(bound: float, mean: float) -> float:
    return (1 + erf((bound - mean) / (_SURPRISE * sqrt(2)))) / 2


def expected_tricks(hands: BothHands, denomination: Denomination) -> float:
    """Estimates declarer's tricks."""
    if denomination.trump is None:
        return _at_notrump(hands)
    return _with_trumps(hands, denomination.trump)


def _at_notrump(hands: BothHands) -> float:
    """Points count most; then aces and tens, a long suit, and a stopper in every suit."""
    if hands.dummy is None:
        return 0.5 * hands.points - 4.2 + 0.3 * (min(hands.lengths.values()) - 5)
    cards = hands.own + hands.dummy
    longest = max(_length(hand, suit) for hand in (hands.own, hands.dummy) for suit in SUITS)
    open_suits = sum(not _is_stopped(hands.own, hands.dummy, suit) for suit in SUITS)
    return (
        0.4 * hands.points
        + 0.5 * _count(cards, Rank.ACE)
        + 0.25 * _count(cards, Rank.TEN)
        + 0.15 * (longest + max(hands.lengths.values()))
        + 0.35 * min(hands.lengths.values())
        - 0.7 * open_suits
        - 6.8
    )


def _with_trumps(hands: BothHands, trump: Suit) -> float:
    """Points count less than the number of trumps; short suits are for ruffing, aces control."""
    if hands.dummy is None:
        return 0.36 * hands.points + 0.74 * hands.lengths[trump] - 5.1
    long, short = sorted((hands.own, hands.dummy), key=lambda hand: -_length(hand, trump))
    return (
        0.31 * hands.points
        + 0.54 * hands.lengths[trump]
        + 0.34 * _shortness(long, trump)
        + 0.24 * _shortness(short, trump)
        + 0.33 * _count(long + short, Rank.ACE)
        + 0.08 * hcp(card for card in long + short if card.suit is trump)
        - 4.6
    )


def _shortness(hand: Sequence[Card], trump: Suit) -> int:
    """3 for a void, 2 for a singleton, 1 for a doubleton."""
    return sum(max(0, 3 - _length(hand, suit)) for suit in SUITS if suit is not trump)


def _is_stopped(one: Sequence[Card], other: Sequence[Card], suit: Suit) -> bool:
    """Whether the opponents cannot run *suit* from the top: the ace, a guarded king or queen-jack."""
    ranks = {card.rank for card in (*one, *other) if card.suit is suit}
    both, longer = _length((*one, *other), suit), max(_length(one, suit), _length(other, suit))
    return (
        Rank.ACE in ranks
        or (Rank.KING in ranks and both >= 3)
        or (Rank.QUEEN in ranks and longer >= 3 and (Rank.JACK in ranks or both >= 6))
    )


def _length(hand: Sequence[Card], suit: Suit) -> int:
    return sum(card.suit is suit for card in hand)


def _count(cards: Sequence[Card], rank: Rank) -> int:
    return sum(card.rank is rank for card in cards)
