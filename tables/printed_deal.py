"""A finished deal on paper: four hands, the contract, the play trick by trick, the sum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from minibridge.engine import SEATS, Card, Seat, Suit, Trick, trick_winner

from .replay_page import ReplayPage
from .templatetags.bridge import INDEX_LETTERS, call_label


@dataclass(frozen=True)
class PrintedCard:
    suit: Suit
    index: str
    is_lead: bool
    wins: bool


@dataclass(frozen=True)
class PrintedTrick:
    """One line of the play: a card for each of North, East, South and West, None where none was played."""

    number: int
    cards: tuple[PrintedCard | None, ...]
    winner: Seat | None


class PrintedDeal:
    """``page`` shows the last step of the replay. Should be made while the reader's language is active."""

    def __init__(self, page: ReplayPage) -> None:
        self.page = page
        self.state = page.replay.states[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @cached_property
    def tricks(self) -> tuple[PrintedTrick, ...]:
        state = self.state
        tricks = [*state.tricks, *([state.trick] if state.trick and state.trick.cards else [])]
        return tuple(self._trick(number, trick) for number, trick in enumerate(tricks, start=1))

    def _trick(self, number: int, trick: Trick) -> PrintedTrick:
        plays = dict(trick.plays)
        winner = trick_winner(trick, self.state.trump) if len(plays) == 4 else None
        cards = tuple(
            self._card(plays[seat], seat is trick.leader, seat is winner) if seat in plays else None
            for seat in SEATS
        )
        return PrintedTrick(number, cards, winner)

    def _card(self, card: Card, is_lead: bool, wins: bool) -> PrintedCard:
        return PrintedCard(card.suit, self.index(card), is_lead, wins)

    def index(self, card: Card) -> str:
        return INDEX_LETTERS[self.page.reader.letters].get(card.rank.value, card.rank.value)

    @property
    def calls(self) -> tuple[tuple[str, ...], ...]:
        """The auction, four calls to a line from North on; a dash before the dealer."""
        auction = self.state.auction
        if auction is None:
            return ()
        cells = ["–"] * auction.dealer.order + [call_label(call) for call in auction.calls]
        cells += [""] * (-len(cells) % 4)
        return tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))
