"""Everything a seat has seen that bears on the hidden cards, and what it has to decide."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Self

from minibridge.engine import (
    DECK,
    SEATS,
    SUITS,
    Card,
    Contract,
    NotationError,
    Phase,
    RuleSet,
    Seat,
    SeatView,
    Side,
    Suit,
    Trick,
    hcp,
    sorted_hand,
    suit_lengths,
    trick_winner,
)
from minibridge.engine.announcement import choose_declarer, choose_of_three, declaring_side
from minibridge.engine.hands import PACK_POINTS
from minibridge.engine.menu import menu
from minibridge.engine.three_players import move_for

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What ``seat`` knows when it has to play a card, or to choose a contract.

    It is made from a view alone, and crosses to the analysis as plain data.

    :raises ValueError: for what cannot be at a table.
    """

    seat: Seat
    """The person who decides."""
    rules: RuleSet
    dealer: Seat
    declarer: Seat
    vulnerable: bool
    """Whether declarer's side is, where the rules count that."""
    contract: Contract | None
    """None while it is chosen, and where the rules have none."""
    menu: tuple[Contract, ...]
    """What declarer chooses from; empty in the play."""
    turn: Seat
    """The hand that plays next: the opening leader's while the contract is chosen."""
    legal: Cards
    """The cards among which to choose; empty while the contract is chosen."""

    hands: Mapping[Seat, Cards] = field(hash=False)
    """The cards left in the hands that the seat sees."""
    shown: Mapping[Seat, Cards] = field(hash=False)
    """Single cards known to be in a hand that is not seen: penalty cards, cards taken back."""
    counts: Mapping[Seat, int] = field(hash=False)
    """How many cards each hand has left."""
    points: Mapping[Seat, int] = field(hash=False)
    """The totals told, of the hands as dealt."""
    lengths: Mapping[Seat, Mapping[Suit, int]] = field(hash=False)
    """The suit lengths told, of the hands as dealt."""

    tricks: tuple[Trick, ...]
    trick: Trick
    """The trick on the table, perhaps without a card yet."""

    def __post_init__(self) -> None:
        for trick in (*self.tricks, self.trick):
            if not isinstance(trick, Trick):
                raise ValueError("tricks are tricks")
        if any(not trick.is_complete for trick in self.tricks) or self.trick.is_complete:
            raise ValueError("all tricks but the last are complete")
        if self.trick.leader.clockwise[len(self.trick.cards)] is not self.turn:
            raise ValueError("it is another hand's turn")
        if set(self.counts) != set(SEATS) or any(self.counts[seat] != self._due(seat) for seat in SEATS):
            raise ValueError("hands have as many cards as they have not played")
        if any(len(hand) != self.counts[seat] for seat, hand in self.hands.items()):
            raise ValueError("a hand that is seen is seen whole")
        if any(len(cards) > self.counts[seat] or seat in self.hands for seat, cards in self.shown.items()):
            raise ValueError("single cards are shown of a hidden hand")
        known = self.known
        if len(set(known)) != len(known):
            raise ValueError("a card is in one place only")
        if self.menu and (self.legal or self.play_has_begun or self.seat is not self.declarer):
            raise ValueError("declarer chooses the contract before the play")
        if not self.menu and not self.legal:
            raise ValueError("there is nothing to decide")
        if not self._may_be_legal():
            raise ValueError("a card is played from the hand on turn")
        if any(not 0 <= points <= PACK_POINTS for points in self.points.values()):
            raise ValueError("a hand has at most 37 points")
        for told in self.lengths.values():
            if set(told) != set(SUITS) or sum(told.values()) != 13 or min(told.values()) < 0:
                raise ValueError("thirteen cards in four suits")

    def _due(self, seat: Seat) -> int:
        return 13 - len(self.tricks) - (seat in dict(self.trick.plays))

    def _may_be_legal(self) -> bool:
        return not self.legal or set(self.legal) <= {
            *self.hands.get(self.turn, ()),
            *self.shown.get(self.turn, ()),
        }

    @classmethod
    def of(cls, view: SeatView) -> Self:
        """Gives what the viewer of *view* knows, if he has to play a card or to choose a contract.

        :raises ValueError: if he has not.
        """
        viewer, declarer = view.viewer, view.declarer
        choosing = view.phase is Phase.CONTRACT and bool(view.menu)
        playing = view.phase is Phase.PLAY and bool(view.legal_cards)
        if not isinstance(viewer, Seat) or declarer is None or not (choosing or playing):
            raise ValueError("the viewer has no card to play and no contract to choose")
        side = declarer.side
        return cls(
            seat=viewer,
            rules=view.rules,
            dealer=view.dealer,
            declarer=declarer,
            vulnerable=view.rules.vulnerability == "board" and view.vulnerability.includes(side),
            contract=view.contract,
            menu=view.menu,
            turn=declarer.lho if view.turn is None or choosing else view.turn,
            legal=view.legal_cards,
            hands={seat: hand for seat, hand in view.hands.items() if hand is not None},
            shown=_shown(view),
            counts=dict(view.counts),
            points={seat: points for seat, points in view.points.items() if points is not None},
            lengths={seat: dict(told) for seat, told in view.lengths.items() if told is not None},
            tricks=view.tricks,
            trick=Trick(declarer.lho) if view.trick is None else view.trick,
        )

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None at notrump, without contract and before it is chosen."""
        return None if self.contract is None else self.contract.trump

    @property
    def play_has_begun(self) -> bool:
        """Whether the opening lead is made."""
        return bool(self.tricks or self.trick.cards)

    def tricks_won(self, side: Side) -> int:
        """Gives how many of the finished tricks *side* has won."""
        return sum(trick_winner(trick, self.trump).side is side for trick in self.tricks)

    @property
    def played(self) -> dict[Seat, Cards]:
        """The cards that each hand has played, in order."""
        cards: dict[Seat, Cards] = dict.fromkeys(SEATS, ())
        for trick in (*self.tricks, self.trick):
            for seat, card in trick.plays:
                cards[seat] = (*cards[seat], card)
        return cards

    @property
    def known(self) -> Cards:
        """The cards of which the seat knows where they are or were."""
        return tuple(chain(*self.played.values(), *self.hands.values(), *self.shown.values()))

    @property
    def unseen(self) -> Cards:
        """The cards that are somewhere in the hidden hands, in ascending order."""
        known = set(self.known)
        return tuple(card for card in DECK if card not in known)

    @property
    def voids(self) -> dict[Seat, set[Suit]]:
        """The suits that each hand has shown to hold no more, by not following.

        Where revokes are accepted, who plays the suit later had revoked, and has shown nothing.
        """
        voids: dict[Seat, set[Suit]] = {seat: set() for seat in SEATS}
        for trick in (*self.tricks, self.trick):
            for seat, card in trick.plays:
                voids[seat].discard(card.suit)
                if card.suit is not trick.led and trick.led is not None:
                    voids[seat].add(trick.led)
        for seat, cards in self.shown.items():
            voids[seat].difference_update(card.suit for card in cards)
        return voids

    def explains_choices(self, left: Mapping[Seat, Cards]) -> bool:
        """Tells whether, with these cards *left* in the four hands, the player would declare who does, and
        his contract was on the menu.

        The one says something where the points decide but are not told, the other where the menu depends on
        the cards.
        """
        rules, played = self.rules, self.played
        by_points = rules.points in ("hidden", "partners")
        by_menu = rules.trump_minimum != "none" and self.contract is not None
        if rules.bidding == "auction" or not (by_points or by_menu):
            return True
        dealt = {seat: (*left[seat], *played[seat]) for seat in SEATS}
        totals = {seat: hcp(hand) for seat, hand in dealt.items()}
        return (not by_points or self._would_declare(totals)) and (not by_menu or self._was_offered(dealt))

    def _would_declare(self, totals: dict[Seat, int]) -> bool:
        if self.rules.players == "three_fourth_dummy":
            move = move_for(self.declarer, self.dealer, self.rules)
            if move is not None:
                totals[move.start], totals[move.end] = totals[move.end], totals[move.start]
            return choose_of_three(totals, self.dealer, self.rules)[0] is self.declarer
        side = declaring_side(totals, self.dealer, self.rules)
        if side is not self.declarer.side:
            return False
        return choose_declarer(side, totals, self.dealer, self.rules)[0] in (self.declarer, None)

    def _was_offered(self, dealt: Mapping[Seat, Cards]) -> bool:
        both = (*dealt[self.declarer], *dealt[self.declarer.partner])
        return self.contract in menu(self.rules, hcp(both), suit_lengths(both))

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return {
            "seat": self.seat.value,
            "rules": self.rules.to_dict(),
            "dealer": self.dealer.value,
            "declarer": self.declarer.value,
            "vulnerable": self.vulnerable,
            "contract": "" if self.contract is None else str(self.contract),
            "menu": [str(contract) for contract in self.menu],
            "turn": self.turn.value,
            "legal": _texts(self.legal),
            "hands": {seat.value: _texts(hand) for seat, hand in self.hands.items()},
            "shown": {seat.value: _texts(cards) for seat, cards in self.shown.items()},
            "counts": {seat.value: count for seat, count in self.counts.items()},
            "points": {seat.value: points for seat, points in self.points.items()},
            "lengths": {
                seat.value: {suit.value: length for suit, length in told.items()}
                for seat, told in self.lengths.items()
            },
            "tricks": [_trick_data(trick) for trick in self.tricks],
            "trick": _trick_data(self.trick),
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Makes it again from what :meth:`to_data` gave, or from whatever somebody sent.

        :raises ValueError: for anything else.
        """
        try:
            return cls(
                seat=Seat.parse(data["seat"]),
                rules=RuleSet.from_dict(data["rules"]),
                dealer=Seat.parse(data["dealer"]),
                declarer=Seat.parse(data["declarer"]),
                vulnerable=_truth(data["vulnerable"]),
                contract=Contract.parse(data["contract"]) if data["contract"] else None,
                menu=tuple(map(Contract.parse, data["menu"])),
                turn=Seat.parse(data["turn"]),
                legal=_cards(data["legal"]),
                hands={Seat.parse(seat): _cards(hand) for seat, hand in data["hands"].items()},
                shown={Seat.parse(seat): _cards(cards) for seat, cards in data["shown"].items()},
                counts={Seat.parse(seat): _count(count) for seat, count in data["counts"].items()},
                points={Seat.parse(seat): _count(points) for seat, points in data["points"].items()},
                lengths={
                    Seat.parse(seat): {Suit(suit): _count(length) for suit, length in told.items()}
                    for seat, told in data["lengths"].items()
                },
                tricks=tuple(map(_trick, data["tricks"])),
                trick=_trick(data["trick"]),
            )
        except (KeyError, TypeError, AttributeError, NotationError) as error:
            raise ValueError(f"not what a seat can know: {error!r}") from None


def _shown(view: SeatView) -> dict[Seat, Cards]:
    faults = view.irregularities
    if faults is None:
        return {}
    pairs = [(one.hand, one.card) for one in faults.penalty_cards]
    if faults.correction is not None:
        pairs += faults.correction.withdrawn
    shown: dict[Seat, Cards] = {}
    for seat, card in pairs:
        if view.hands[seat] is None and card not in shown.get(seat, ()):
            shown[seat] = sorted_hand((*shown.get(seat, ()), card))
    return shown


def _texts(cards: Cards) -> list[str]:
    return [card.text for card in cards]


def _cards(data: Any) -> Cards:
    if not isinstance(data, list):
        raise TypeError("cards are a list")
    return tuple(map(Card.parse, data))


def _count(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"not a number: {value!r}")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError(f"neither true nor false: {value!r}")
    return value


def _trick_data(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader.value, "cards": _texts(trick.cards)}


def _trick(data: Any) -> Trick:
    return Trick(Seat.parse(data["leader"]), _cards(data["cards"]))
