"""One board at one table as it was written down: what a file says of it, or what a table will write.

What a record does not say is None, and nothing is guessed: a contract that is passed out (``PASS``) is not a
contract that is unknown (None).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from .auction import PASS, Auction, Call, Pass
from .boards import Vulnerability
from .cards import Card
from .contracts import Contract, Denomination
from .enumeration import Enumeration
from .partial_deal import PartialDeal
from .play import Trick, trick_winner
from .problems import Problem
from .seats import SEATS, Seat, Side

NOTHING: Final[Mapping[Seat, "Annotation"]] = MappingProxyType({})
"""No annotation of any seat's card."""
NAME_TAGS: Final[Mapping[Seat, str]] = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
"""The tag that names the player of each seat."""


MOST_CALLS: Final = 319
"""The length of the longest auction: calls after it are not kept."""


class Ending(Enumeration):
    """How the written calls or cards end; the values are those of PBN."""

    UNSAID = ""
    CLOSED = "*"
    """No more can or will be given: the rest was claimed, or not recorded."""
    OPEN = "+"
    """To be continued."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """What is noted beside a call or a card.

    ``alerted`` and ``note`` are the alert and its explanation; ``glyphs`` the numbers of PBN 3.7, ascending;
    ``comments`` what a commentator wrote there. ``marks`` are the accepted irregularities of PBN 3.9: ``I``
    for an insufficient bid, ``S`` for a call before which players were skipped, ``R`` for a revoke, ``L`` for
    a lead out of turn.
    """

    alerted: bool = False
    note: str | None = None
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    marks: str = ""


NO_ANNOTATION: Final = Annotation()
"""Nothing noted."""


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call, who made it, and what is noted beside it."""

    seat: Seat
    call: Call
    annotation: Annotation | None = None


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """Up to four cards of one trick, from North, East, South and West; None for one that is not given.

    ``leader`` is None where the record does not let us know it.
    """

    leader: Seat | None
    cards: tuple[Card | None, ...]
    annotations: Mapping[Seat, Annotation] = field(default_factory=lambda: NOTHING)

    @property
    def _in_order(self) -> tuple[Card | None, ...]:
        first = self.leader.order if self.leader else 0
        return self.cards[first:] + self.cards[:first]

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards in the order played, as far as no card before is missing."""
        found: list[tuple[Seat, Card]] = []
        if self.leader is not None:
            for seat, card in zip(self.leader.clockwise, self._in_order, strict=True):
                if card is None:
                    break
                found.append((seat, card))
        return tuple(found)

    def winner(self, denomination: Denomination | None) -> Seat | None:
        """Gives the seat that wins it, if all four cards and the *denomination* are known; it need not be
        when all follow suit.
        """
        leader = self.leader
        cards = tuple([card for card in self._in_order if card is not None])
        if leader is None or len(cards) < 4:
            return None
        if denomination is None and any(card.suit is not cards[0].suit for card in cards):
            return None
        return trick_winner(Trick(leader, cards), denomination.trump if denomination else None)


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote about the board. ``after`` names the tag it follows; empty if it comes first."""

    text: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A supplemental section (PBN 5): its tag, its columns as the tag gives them, its rows."""

    name: str
    columns: str
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """What is known of one board at one table.

    ``label`` is the board number as written. ``calls`` and ``played`` are None without a record of the
    auction or the play; empty if there is one with nothing in it. ``contract``, ``declarer``, ``tricks``
    (won by declarer's side) and ``score_ns`` are what the record *says*: see :attr:`auction` and
    :meth:`tricks_played` for what its calls and cards show. ``denomination`` is that of an ending, whose
    contract has no level (PBN 3.10). ``declarer_swapped`` and ``tricks_misagreed`` are the carets of PBN
    3.4.13 and 3.4.15: dummy played the hand; the players agreed on a wrong number. ``opening_leader`` is who
    the play starts with.

    ``tags`` hold, under PBN's names, every text that no other field holds: names, event, date, and a value
    that could not be understood.
    """

    label: str | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: PartialDeal | None = None
    calls: tuple[RecordedCall, ...] | None = None
    auction_ending: Ending = Ending.UNSAID
    contract: Contract | Pass | None = None
    denomination: Denomination | None = None
    declarer: Seat | None = None
    declarer_swapped: bool = False
    opening_leader: Seat | None = None
    played: tuple[RecordedTrick, ...] | None = None
    play_ending: Ending = Ending.UNSAID
    tricks: int | None = None
    tricks_misagreed: bool = False
    score_ns: int | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()
    tables: tuple[RecordedTable, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def number(self) -> int | None:
        """The board number, if the label is one."""
        label = self.label or ""
        return int(label) if label.isascii() and label.isdecimal() and len(label) < 10 else None

    def player(self, seat: Seat) -> str | None:
        """Gives the name of the player in *seat*."""
        return self.tags.get(NAME_TAGS[seat])

    @property
    def is_passed_out(self) -> bool:
        """Whether the record says, or its auction shows, that all four passed (Law 22A)."""
        if self.contract is not None:
            return isinstance(self.contract, Pass)
        return self.auction is not None and self.auction.is_passed_out

    @property
    def auction(self) -> Auction | None:
        """The calls as an auction; None without a record of them, or if a call out of rotation was accepted
        (Law 29A), which an :class:`Auction` cannot hold.
        """
        calls = self.calls
        if calls is None or (self.dealer is None and not calls):
            return None
        turns = (calls[0].seat if calls else self.dealer or Seat.N).clockwise
        for n, recorded in enumerate(calls):
            if recorded.seat is not turns[n % 4] or (
                recorded.annotation and "S" in recorded.annotation.marks
            ):
                return None
        return Auction(turns[0], tuple([recorded.call for recorded in calls]))

    @property
    def final_contract(self) -> Contract | None:
        """The contract: the one that the record says, or else that of its finished auction."""
        if self.contract is not None:
            return self.contract if isinstance(self.contract, Contract) else None
        auction = self.auction
        return auction.contract if auction is not None and auction.is_over else None

    @property
    def final_declarer(self) -> Seat | None:
        """The declarer: the one that the record says, or else that of its finished auction."""
        if self.declarer is not None:
            return self.declarer
        auction = self.auction
        return auction.declarer if auction is not None and auction.is_over else None

    @property
    def final_denomination(self) -> Denomination | None:
        """The denomination played in, be it a whole board or an ending."""
        contract = self.final_contract
        return self.denomination if contract is None else contract.denomination

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Each card with the seat that played it, in the order played, up to the first that is missing."""
        found: list[tuple[Seat, Card]] = []
        for trick in self.played or ():
            plays = trick.plays
            found += plays
            if len(plays) < 4:
                break
        return tuple(found)

    def tricks_played(self, side: Side) -> int:
        """Counts the tricks that *side* is seen to win in the recorded play."""
        denomination = self.final_denomination
        winners = [trick.winner(denomination) for trick in self.played or ()]
        return sum(winner is not None and winner.side is side for winner in winners)

    @property
    def final_tricks(self) -> int | None:
        """Declarer's tricks: those that the record says, or else those of thirteen recorded tricks."""
        declarer = self.final_declarer
        if self.tricks is not None or declarer is None:
            return self.tricks
        won = self.tricks_played(declarer.side)
        return won if won + self.tricks_played(declarer.side.other) == 13 else None

    @property
    def is_claimed(self) -> bool:
        """Whether the rest of the tricks was settled without being played."""
        return self.play_ending is Ending.CLOSED and self.tricks is not None and len(self.plays) < 52


def cards_of(plays: Mapping[Seat, Card]) -> tuple[Card | None, ...]:
    """Gives the cards in the order in which a :class:`RecordedTrick` holds them."""
    return tuple([plays.get(seat) for seat in SEATS])


def passes_to_end(calls: Sequence[Call]) -> int:
    """Counts the passes that end an auction after *calls*, when all players pass (Law 22)."""
    passes = 0
    while passes < min(len(calls), 4) and calls[-1 - passes] == PASS:
        passes += 1
    return max((4 if passes == len(calls) else 3) - passes, 0)
