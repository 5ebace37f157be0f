"""What is true of a deal in play, and which cards each seat may know: a second opinion for the screens."""

from __future__ import annotations

from collections.abc import Iterable

from tests.engine import naive

SEATS = naive.SEATS
PACK = naive.PACK


class Ledger:
    """One deal under rules that face dummy before the contract. Cards are "SQ", seats are "N"."""

    def __init__(self, deal: str, declarer: str) -> None:
        self.original = hands_of(deal)
        self.declarer = declarer
        self.dummy = naive.partner(declarer)
        self.trump: str | None = None
        self.played: list[tuple[str, str]] = []
        self.taken_back: set[str] = set()
        self.exposed: dict[str, set[str]] = {seat: set() for seat in SEATS}

    def choose(self, contract: str) -> None:
        self.trump = contract[1] if contract[1:] != "NT" else None

    # --- who plays what -----------------------------------------------------------------------------

    def owner(self, card: str) -> str:
        return next(seat for seat in SEATS if card in self.original[seat])

    def person(self, seat: str) -> str:
        """Who decides for this hand: declarer plays dummy's cards too."""
        return self.declarer if seat == self.dummy else seat

    def play(self, card: str) -> str:
        """The next card; returns who played it."""
        owner = self.owner(card)
        assert owner == self.turn, (card, self.turn)
        self.played.append((owner, card))
        return self.person(owner)

    def take_back(self, cards: int) -> None:
        """The latest cards return to their hands; everybody has seen them."""
        self.taken_back |= {card for _, card in self.played[-cards:]}
        del self.played[-cards:]

    # --- how it stands ------------------------------------------------------------------------------

    @property
    def tricks(self) -> list[tuple[str, list[str], str]]:
        return list(naive.finished_tricks(tuple(self.played), self.trump))

    @property
    def turn(self) -> str:
        open_trick = self.open_trick
        if open_trick:
            return naive.after(open_trick[-1][0])
        return self.tricks[-1][2] if self.played else naive.after(self.declarer)

    @property
    def open_trick(self) -> list[tuple[str, str]]:
        return self.played[len(self.played) // 4 * 4 :]

    @property
    def shown_trick(self) -> list[tuple[str, str]]:
        """The trick on the table: a finished one lies there until the next card falls."""
        return self.open_trick or self.played[-4:]

    @property
    def winner(self) -> str | None:
        """Who won the trick that lies there, if it is finished."""
        return self.tricks[-1][2] if self.played and not self.open_trick else None

    def won(self, side: str) -> int:
        return sum(winner in side for _, _, winner in self.tricks)

    def hand(self, seat: str) -> set[str]:
        return self.original[seat] - {card for _, card in self.played}

    # --- who may know what --------------------------------------------------------------------------

    def expose(self, hand: str, to: Iterable[str]) -> None:
        """A claim showed this hand to these seats: what was seen stays seen."""
        for seat in to:
            self.exposed[seat].add(hand)

    def open_hands(self, seat: str) -> set[str]:
        """Whose cards lie open for this seat; "" is a visitor."""
        return {self.dummy, seat} | self.exposed.get(seat, set()) if seat else {self.dummy}

    def known(self, seat: str) -> set[str]:
        known = {card for _, card in self.played} | self.taken_back
        for hand in self.open_hands(seat):
            known |= self.original[hand]
        return known

    def hidden(self, seat: str) -> set[str]:
        return set(PACK) - self.known(seat)


def hands_of(deal: str) -> dict[str, set[str]]:
    """The hands of a PBN deal, "N:AT52.K843.7.Q962 ...": clockwise from the seat named."""
    first, hands = deal.split(":")
    return {naive.after(first, place): hand_of(hand) for place, hand in enumerate(hands.split())}


def hand_of(text: str) -> set[str]:
    """The cards of "AT52.K843.7.Q962": spades, hearts, diamonds, clubs."""
    return {suit + rank for suit, ranks in zip("SHDC", text.split("."), strict=True) for rank in ranks}
