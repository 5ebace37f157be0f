"""The deals of a pack as its page draws them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from minibridge.analysis import Table
from minibridge.engine import (
    DECK,
    SEATS,
    SUITS,
    Card,
    Contract,
    Deal,
    Denomination,
    RuleSet,
    Seat,
    Side,
    Suit,
    hcp,
    sorted_hand,
)

from .pack_checks import contracts_offered
from .pack_opening import declarer_of
from .packs import PackDeal, said
from .templatetags.bridge import card_class, card_faces, cards_text, here

POSITIONS = {Seat.N: "top", Seat.E: "right", Seat.S: "bottom", Seat.W: "left"}


@dataclass(frozen=True)
class HandShown:
    seat: Seat
    points: int
    suits: tuple[tuple[Suit, str], ...]
    """Each suit with its cards in the reader's letters, spades first."""

    @property
    def position(self) -> str:
        """Where it lies on paper."""
        return POSITIONS[self.seat]


@dataclass(frozen=True)
class DealRow:
    """One deal of a pack for a reader."""

    number: int
    deal: PackDeal
    rules: RuleSet
    language: str
    letters: str

    @property
    def mark(self) -> str:
        return self.deal.mark

    @property
    def title(self) -> str:
        return said(self.deal.title, self.language)

    @cached_property
    def hands(self) -> tuple[HandShown, ...]:
        return hands_shown(self.deal.deal, self.letters)

    @property
    def side_points(self) -> tuple[tuple[Side, int], ...]:
        totals = {hand.seat: hand.points for hand in self.hands}
        return tuple((side, sum(totals[seat] for seat in side.seats)) for side in Side)

    @cached_property
    def declarer(self) -> Seat | None:
        """Whom the pack or the points name; None at 20-20, and where there is an auction."""
        return declarer_of(self.deal, self.rules)

    @property
    def contract(self) -> Contract | None:
        return Contract.parse(self.deal.contract) if self.deal.contract else None

    @property
    def menu(self) -> str:
        """In whose words the contract is told: those of the rules, or of an auction that leads to it."""
        return self.rules.menu if self.contract in contracts_offered(self.rules) else "levels"

    @property
    def has_notes(self) -> bool:
        return bool(self.deal.note or self.deal.trick_notes)

    @property
    def text(self) -> str:
        """Dealer, vulnerability and cards, as a form carries them."""
        return f"{self.deal.dealer}|{self.deal.vulnerability}|{self.deal.deal}"


def deal_rows(
    deals: Iterable[PackDeal], rules: RuleSet, language: str, letters: str, first: int = 1
) -> list[DealRow]:
    return [DealRow(number, deal, rules, language, letters) for number, deal in enumerate(deals, start=first)]


def hands_shown(deal: Deal, letters: str) -> tuple[HandShown, ...]:
    return tuple(
        HandShown(
            seat,
            hcp(deal[seat]),
            tuple(
                (suit, cards_text((card for card in sorted_hand(deal[seat]) if card.suit is suit), letters))
                for suit in SUITS
            ),
        )
        for seat in SEATS
    )


@dataclass(frozen=True)
class CardShown:
    """A card that can be dragged from the pack to a hand."""

    card: Card
    css: str
    face: str
    name: str
    points: int


def cards_to_deal(language: str, letters: str) -> list[CardShown]:
    """The whole pack, spades first, each suit from the ace down."""
    faces, names = card_faces(letters), here().cards
    order = sorted(DECK, reverse=True)
    return [CardShown(card, card_class(card), faces[card], names[card], hcp((card,))) for card in order]


def tricks_rows(table: Table) -> list[tuple[Seat, list[int]]]:
    """The double-dummy table, a row for each declarer, notrump last."""
    order = (*(Denomination(suit.value) for suit in SUITS), Denomination.NOTRUMP)
    return [(seat, [table[seat, one] for one in order]) for seat in SEATS]
