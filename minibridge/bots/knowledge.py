"""What the player of a card can know: what he sees, what was played, and where the rest can be.

Everything here comes from a :class:`~minibridge.engine.SeatView`. "Opponents" and "partner" are those of the
hand on turn, which for declarer may be dummy's.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from minibridge.engine import DECK, SEATS, SUITS, Card, Rank, Seat, SeatView, Suit, Trick, hcp
from minibridge.engine.hands import PACK_POINTS

from .places import Places

HONOURS: Final = frozenset((Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN))


class Knowledge:
    """What follows from a view in which *viewer* has to play a card from a hand that he sees."""

    def __init__(self, view: SeatView, viewer: Seat, hand: Seat | None = None) -> None:
        """Looks from the hand on turn or, to judge another's claim, from *hand*."""
        self.view = view
        self.viewer = viewer
        self.legal = view.legal_cards
        self.hand: Seat = hand or view.turn or viewer
        self.trick = Trick(self.hand) if view.trick is None else view.trick
        self.trump = None if view.contract is None else view.contract.trump
        self.partner, self.lho, self.rho = self.hand.partner, self.hand.lho, self.hand.rho
        self.visible = {seat: held for seat, held in view.hands.items() if held is not None}
        if len(self.hidden) == 1:  # What nobody else has, the last hand has.
            self.visible[self.hidden[0]] = self.unseen[::-1]
            del self.hidden, self.unseen
        self.held = self.visible.get(self.hand, self.legal)
        self.is_declaring = view.declaring_side is self.hand.side
        self._chances: dict[tuple[Seat, Card], float] = {}

    # What was played, and what is left.

    @cached_property
    def played(self) -> dict[Seat, list[Card]]:
        """The cards each hand has played."""
        cards: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        for trick in (*self.view.tricks, self.trick):
            for seat, card in trick.plays:
                cards[seat].append(card)
        return cards

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards in hidden hands, lowest first."""
        seen = {card for held in self.visible.values() for card in held}
        seen.update(*self.played.values())
        return tuple([card for card in DECK if card not in seen])

    @cached_property
    def shown_voids(self) -> dict[Seat, set[Suit]]:
        """The suits to which each hand did not follow."""
        voids: dict[Seat, set[Suit]] = {seat: set() for seat in SEATS}
        for trick in (*self.view.tricks, self.trick):
            for seat, card in trick.plays:
                if trick.led is not None and card.suit is not trick.led:
                    voids[seat].add(trick.led)
        return voids

    def of(self, seat: Seat, suit: Suit) -> tuple[Card, ...]:
        """The cards of *suit* in a visible hand, highest first; none in a hidden one."""
        return tuple([card for card in self.visible.get(seat, ()) if card.suit is suit])

    def mine(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of *suit* in the hand on turn, highest first."""
        return self.of(self.hand, suit)

    # Where the hidden cards are.

    @cached_property
    def hidden(self) -> tuple[Seat, ...]:
        """The hands that the viewer neither sees nor can tell from the others."""
        return tuple([seat for seat in SEATS if seat not in self.visible])

    def length_left(self, seat: Seat, suit: Suit) -> int | None:
        """How many cards of *suit* are left in *seat*'s hand, if that is known."""
        if seat in self.visible:
            return len(self.of(seat, suit))
        if suit in self.shown_voids[seat]:
            return 0
        told = self.view.lengths[seat]
        if told is None:
            return None
        return max(0, told[suit] - sum(card.suit is suit for card in self.played[seat]))

    def points_left(self, seat: Seat) -> int | None:
        """How many points are left in *seat*'s hand, if its total is known or follows from the others."""
        totals = self.view.points
        total = totals[seat]
        if total is None:
            others = [totals[other] for other in SEATS if other is not seat]
            known = [points for points in others if points is not None]
            if len(known) < len(others):
                return None
            total = PACK_POINTS - sum(known)
        return total - hcp(self.played[seat])

    def may_hold(self, seat: Seat, card: Card) -> bool:
        """Whether *seat* can still have *card*."""
        return self.chance(seat, card) > 0

    def chance(self, seat: Seat, card: Card) -> float:
        """The share of the hands *seat* may have in which *card* is, given its points, its voids and the
        suit lengths told; 0 and 1 are certain.
        """
        if seat in self.visible:
            return float(card in self.visible[seat])
        if (seat, card) not in self._chances:
            self._chances[seat, card] = self._chance(seat, card)
        return self._chances[seat, card]

    def _chance(self, seat: Seat, card: Card) -> float:
        if card not in self.unseen:
            return 0.0
        places = self._places[seat]
        if card in places.sure:
            return 1.0
        if card not in places.open:
            return 0.0
        total = places.ways()
        if total == 0:  # Where revokes are allowed, a hand may contradict what it has shown.
            return self.view.counts[seat] / len(self.unseen)
        return places.ways(card) / total

    @cached_property
    def _places(self) -> dict[Seat, Places]:
        """What each hidden hand can be made of."""
        able = {
            seat: {card for card in self.unseen if self.length_left(seat, card.suit) != 0}
            for seat in self.hidden
        }
        places = {}
        for seat in self.hidden:
            others = set().union(*(able[other] for other in self.hidden if other is not seat))
            sure = able[seat] - others
            exact = {suit: self.length_left(seat, suit) for suit in SUITS}
            places[seat] = Places(
                sure, able[seat] - sure, self.view.counts[seat], self.points_left(seat), exact
            )
        return places

    # Masters and trumps.

    @cached_property
    def _out(self) -> dict[Suit, tuple[Card, ...]]:
        cards: dict[Suit, list[Card]] = {suit: [] for suit in SUITS}
        for seat in (self.lho, self.rho):
            for card in self.visible.get(seat, ()):
                cards[card.suit].append(card)
        foes = [seat for seat in (self.lho, self.rho) if seat not in self.visible]
        for card in self.unseen:
            if any(self.may_hold(seat, card) for seat in foes):
                cards[card.suit].append(card)
        return {suit: tuple(sorted(held, reverse=True)) for suit, held in cards.items()}

    def out(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of *suit* that the opponents have or may have, highest first."""
        return self._out[suit]

    def is_master(self, card: Card) -> bool:
        """Whether no opponent can have a higher card of its suit."""
        out = self._out[card.suit]
        return not out or out[0] < card

    @property
    def trumps_out(self) -> int:
        """How many trumps the opponents may have."""
        return 0 if self.trump is None else len(self._out[self.trump])

    def may_ruff(self, seat: Seat, suit: Suit) -> bool:
        """Whether *seat* is known to have none of *suit*, and may have a trump."""
        if self.trump is None or suit is self.trump or self.length_left(seat, suit) != 0:
            return False
        return any(self.may_hold(seat, card) for card in self._trumps_unplayed)

    @cached_property
    def _trumps_unplayed(self) -> tuple[Card, ...]:
        gone = {card for cards in self.played.values() for card in cards}
        return tuple([card for card in DECK if card.suit is self.trump and card not in gone])

    # The trick on the table.

    @property
    def follows(self) -> bool:
        """Whether the cards that may be played are of the suit led."""
        return self.legal[0].suit is self.trick.led

    @cached_property
    def winning(self) -> tuple[Seat, Card] | None:
        """The hand that wins the trick so far, and with which card."""
        best: tuple[Seat, Card] | None = None
        for seat, card in self.trick.plays:
            if best is None or beats(card, best[1], self.trump):
                best = seat, card
        return best

    @property
    def partner_wins(self) -> bool:
        """Whether partner's card wins the trick so far."""
        return self.winning is not None and self.winning[0] is self.partner

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """The legal cards that would win the trick so far, lowest first; trumps after all others."""
        best = self.winning
        able = [card for card in self.legal if best is None or beats(card, best[1], self.trump)]
        return tuple(sorted(able, key=lambda card: (card.suit is self.trump, card)))

    @cached_property
    def yet_to_play(self) -> tuple[Seat, ...]:
        """The hands that play to this trick after the one on turn."""
        return self.trick.leader.clockwise[len(self.trick.cards) + 1 :]

    def chance_to_hold(self, card: Card, seats: Iterable[Seat]) -> float:
        """The chance that *card*, winning so far, is not beaten by those opponents among *seats*."""
        led = self.trick.led or card.suit
        chance = 1.0
        for seat in seats:
            if seat.side is self.hand.side:
                continue
            if self.may_ruff(seat, led):
                if card.suit is not self.trump or any(
                    self.may_hold(seat, higher) for higher in self._trumps_unplayed if higher > card
                ):
                    chance *= 0.1
            elif card.suit is led:
                for higher in self._out[card.suit]:
                    if higher < card:
                        break
                    chance *= 1 - self.chance(seat, higher)
        return chance

    # The score.

    @cached_property
    def needed(self) -> int:
        """How many more tricks this side needs, to make the contract or to defeat it."""
        contract, won = self.view.contract, self.view.tricks_won[self.hand.side]
        target = 7 if contract is None else contract.tricks_needed
        return (target if self.is_declaring else 14 - target) - won

    @property
    def may_set(self) -> bool:
        """Whether there is a contract that this side, defending, can still defeat and has not yet."""
        is_open = 0 < self.needed <= self.view.remaining
        return self.view.contract is not None and is_open and not self.is_declaring


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Tells whether *card*, played later, wins over *best*."""
    return card > best if card.suit is best.suit else card.suit is trump
