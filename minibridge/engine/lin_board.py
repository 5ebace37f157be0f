"""From the fields of a LIN file to the record of a board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

from .auction import PASS, Call
from .board_record import (
    MOST_CALLS,
    NAME_TAGS,
    Annotation,
    BoardRecord,
    Comment,
    Ending,
    RecordedCall,
    RecordedTrick,
    cards_of,
    passes_to_end,
)
from .boards import Vulnerability
from .cards import Card
from .contradictions import Places, check
from .lin_fields import (
    ORDER,
    Field,
    Result,
    read_calls,
    read_cards,
    read_deal,
    read_label,
    read_room,
    read_vulnerability,
)
from .partial_deal import PartialDeal
from .problems import ProblemList
from .seats import Seat

LAYOUT: Final = frozenset(("pg", "rh", "st"))
"""The fields that only steer a viewer; they are empty."""
KNOWN: Final = frozenset(
    ("md", "mb", "pc", "mc", "qx", "an", "nt", "pn", "ah", "sv", "vg", "rs", "pw", "mp", "bn")
)
"""The fields that are read."""
OWN: Final = "LIN_"
"""What the names of tags begin with that keep other fields of the format."""


_What = TypeVar("_What", Call, Card)


@dataclass(slots=True)
class _Noted(Generic[_What]):
    """A call or a card as it is read, with what is noted beside it."""

    what: _What
    offset: int
    is_alerted: bool = False
    note: str | None = None
    comments: list[str] = field(default_factory=list)

    def annotation(self) -> Annotation | None:
        """Gives what is noted, if anything is."""
        if not self.is_alerted and self.note is None and not self.comments:
            return None
        return Annotation(self.is_alerted, self.note, comments=tuple(self.comments))


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What the header of a file says of one of its boards."""

    names: str = ""
    result: Result | None = None
    result_at: int = -1
    tags: Mapping[str, str] = field(default_factory=dict)


class LinBoard:
    """Reads the fields of one board."""

    def __init__(self, fields: Iterable[Field], problems: ProblemList) -> None:
        self.room: str | None = None
        self.number: str | None = None
        self._problems = problems
        self._label: str | None = None
        self._names: str | None = None
        self._dealer: Seat | None = None
        self._deal: PartialDeal | None = None
        self._vulnerability: Vulnerability | None = None
        self._calls: list[_Noted[Call]] = []
        self._cards: list[_Noted[Card]] = []
        self._claimed: int | None = None
        self._ending = Ending.UNSAID
        self._at: dict[str, int] = {}
        self._tags: dict[str, str] = {}
        self._comments: list[Comment] = []
        self._leaders: list[Seat] = []
        for item in fields:
            self._take(item)

    def _take(self, item: Field) -> None:
        value, offset = item.value, item.offset
        self._at.setdefault(item.name, offset)
        match item.name:
            case "mb":
                self._call(value, offset)
            case "pc":
                self._card(value, offset)
            case "an":
                self._explanation(value, offset)
            case "nt":
                self._commentary(value)
            case "md":
                self._dealer, self._deal = read_deal(value.strip(), offset, self._problems)
            case "qx":
                self.room, self.number = read_room(value)
            case "pn":
                self._names = value
            case "ah":
                self._label = read_label(value, offset, self._problems)
            case "sv":
                self._vulnerability = read_vulnerability(value)
                if self._vulnerability is None and value.strip():
                    self._problems.add(offset, "value_unreadable", value, tag="sv")
            case "mc":
                self._claim(value.strip(), offset)
            case "":
                self._problems.add(offset, "field_malformed", value)
            case name if name not in LAYOUT or value.strip():
                self._other(OWN + name, value, offset)

    def _call(self, value: str, offset: int) -> None:
        calls = read_calls(value)
        if calls is None:
            self._problems.add(offset, "call_unreadable", value)
            return
        for call, is_alerted in calls:
            if call is None:
                self._calls += [
                    _Noted[Call](PASS, offset)
                    for _ in range(passes_to_end([noted.what for noted in self._calls[-4:]]))
                ]
            else:
                self._calls.append(_Noted(call, offset, is_alerted))
        if len(self._calls) > MOST_CALLS:
            self._problems.add_once(offset, "auction_over", value)
            del self._calls[MOST_CALLS:]

    def _card(self, value: str, offset: int) -> None:
        cards = read_cards(value)
        if cards is None:
            self._problems.add(offset, "card_unreadable", value)
        else:
            self._cards += [_Noted(card, offset) for card in cards]
        if len(self._cards) > 52:
            self._problems.add_once(offset, "card_after_end", value)
            del self._cards[52:]

    def _explanation(self, value: str, offset: int) -> None:
        value = value.strip()
        if not value:
            return
        if not self._calls:
            self._problems.add(offset, "no_call_before", value)
            self._comments.append(Comment(value))
        elif self._calls[-1].note is not None:
            self._problems.add(offset, "note_twice", value)
            self._calls[-1].comments.append(value)
        else:
            self._calls[-1].note = value

    def _commentary(self, value: str) -> None:
        if self._cards:
            self._cards[-1].comments.append(value)
        elif self._calls:
            self._calls[-1].comments.append(value)
        else:
            self._comments.append(Comment(value))

    def _claim(self, value: str, offset: int) -> None:
        self._ending = Ending.CLOSED
        if value.isascii() and value.isdecimal() and len(value) < 3 and int(value) <= 13:
            self._claimed = int(value)
        elif value:
            self._problems.add(offset, "value_unreadable", value, tag="mc")

    def _other(self, name: str, value: str, offset: int) -> None:
        if name not in self._tags:
            self._tags[name] = value
        elif self._tags[name] != value:
            self._problems.add(offset, "field_repeated", value, tag=name)

    def record(self, match: MatchFacts) -> BoardRecord:
        """Puts the record together, with what the header says of this board, and looks for contradictions."""
        result = match.result
        record = BoardRecord(
            label=self._label or self.number,
            dealer=self._dealer,
            vulnerability=self._vulnerability,
            deal=self._deal,
            calls=self._recorded_calls(),
            contract=result.contract if result else None,
            declarer=result.declarer if result else None,
            tricks=self._tricks(match),
            tags={**self._named(match), **match.tags, **self._tags},
        )
        played = self._played(record)
        leader = self._leaders[0] if self._leaders else None
        if played is not None and leader is None and record.final_declarer is not None:
            leader = record.final_declarer.lho
        ending = self._ending if played is not None else Ending.UNSAID
        record = replace(record, opening_leader=leader, played=played, play_ending=ending)
        check(record, self._places(match), self._problems)
        found = sorted(self._problems.found, key=lambda problem: problem.line)
        return replace(record, comments=tuple(self._comments), problems=tuple(found))

    def _tricks(self, match: MatchFacts) -> int | None:
        listed = match.result.tricks if match.result else None
        if self._claimed is None or listed is None:
            return listed if self._claimed is None else self._claimed
        if listed != self._claimed:
            self._problems.add(match.result_at, "tricks_differ", str(listed), claimed=self._claimed)
        return self._claimed

    def _named(self, match: MatchFacts) -> dict[str, str]:
        """Gives the names of the players: in a match, the first four sit in the open room."""
        text = match.names if self._names is None else self._names
        names = [name.strip() for name in text.split(",")] if text.strip() else []
        if len(names) not in (0, 4, 8):
            self._problems.add(self._at.get("pn", -1), "names_count", text, names=len(names))
        if self.room == "Closed" and len(names) > 4:
            names = names[4:]
        found = {NAME_TAGS[seat]: name for seat, name in zip(ORDER, names, strict=False) if name}
        return found | ({"Room": self.room} if self.room else {})

    def _recorded_calls(self) -> tuple[RecordedCall, ...] | None:
        if "mb" not in self._at:
            return None
        if self._dealer is None:
            self._problems.add(self._at["mb"], "calls_unplaced")
            self._comments.append(Comment(" ".join(str(noted.what) for noted in self._calls)))
            return None
        turns = self._dealer.clockwise
        return tuple(
            [
                RecordedCall(turns[n % 4], noted.what, noted.annotation())
                for n, noted in enumerate(self._calls)
            ]
        )

    def _played(self, record: BoardRecord) -> tuple[RecordedTrick, ...] | None:
        """Gives the tricks: cards in the order of play, the first led by the player at declarer's left."""
        cards = self._cards
        if not cards and self._ending is Ending.UNSAID:
            return None
        declarer, denomination = record.final_declarer, record.final_denomination
        tricks: list[RecordedTrick] = []
        leader = declarer.lho if declarer else None
        for start in range(0, len(cards), 4):
            if leader is None and self._deal is not None:
                leader = self._deal.holder(cards[start].what)
            if leader is None:
                self._problems.add(cards[start].offset, "cards_unplaced")
                self._comments.append(Comment(" ".join(noted.what.text for noted in cards[start:])))
                break
            self._leaders.append(leader)
            tricks.append(_trick(leader, cards[start : start + 4]))
            leader = tricks[-1].winner(denomination)
        return tuple(tricks)

    def _places(self, match: MatchFacts) -> Places:
        def card(trick: int, seat: Seat) -> int:
            return self._cards[4 * trick + (seat.order - self._leaders[trick].order) % 4].offset

        def tag(name: str) -> int:
            return self._at.get("mc", match.result_at) if name == "Result" else match.result_at

        return Places(tag, lambda n: self._calls[n].offset, card)


def _trick(leader: Seat, cards: list[_Noted[Card]]) -> RecordedTrick:
    by_seat = dict(zip(leader.clockwise, cards, strict=False))
    held = cards_of({seat: noted.what for seat, noted in by_seat.items()})
    beside = {seat: note for seat, noted in by_seat.items() if (note := noted.annotation()) is not None}
    return RecordedTrick(leader, held, beside) if beside else RecordedTrick(leader, held)
