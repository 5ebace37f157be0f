"""What a person can do about an irregularity, at a table whose rules know them."""

from dataclasses import dataclass
from typing import ClassVar

from .cards import SUITS, Suit
from .seats import Seat


@dataclass(frozen=True, slots=True)
class AskRevoke:
    """The player asks whether ``hand``, which did not follow suit, could have; or looks again himself."""

    kind: ClassVar[str] = "ask_revoke"
    seat: Seat
    hand: Seat

    def to_data(self) -> dict[str, str | int | bool]:
        return {"hand": self.hand.value}


@dataclass(frozen=True, slots=True)
class AnswerLead:
    """The other side says what becomes of a lead out of turn: ``accept``, ``refuse`` or ``spread``."""

    kind: ClassVar[str] = "answer_lead"
    seat: Seat
    choice: str

    def to_data(self) -> dict[str, str | int | bool]:
        return {"choice": self.choice}


@dataclass(frozen=True, slots=True)
class RestrictLead:
    """Declarer says what he demands of a defender's lead: to ``require`` a suit, ``forbid`` some, or
    nothing (``free``).
    """

    kind: ClassVar[str] = "restrict_lead"
    seat: Seat
    choice: str
    suits: frozenset[Suit] = frozenset()

    def to_data(self) -> dict[str, str | int | bool]:
        return {"choice": self.choice, "suits": _written(self.suits)}


@dataclass(frozen=True, slots=True)
class RestrictPlay:
    """Declarer says what the partner of a defender who played too early shall play: the ``highest`` or
    ``lowest`` of the suit led, or he ``requires`` or ``forbids`` another suit.
    """

    kind: ClassVar[str] = "restrict_play"
    seat: Seat
    choice: str
    suits: frozenset[Suit] = frozenset()

    def to_data(self) -> dict[str, str | int | bool]:
        return {"choice": self.choice, "suits": _written(self.suits)}


@dataclass(frozen=True, slots=True)
class AnswerBid:
    """The next player accepts an insufficient bid or not."""

    kind: ClassVar[str] = "answer_bid"
    seat: Seat
    accept: bool

    def to_data(self) -> dict[str, str | int | bool]:
        return {"accept": self.accept}


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """An opponent, or the table (a host or teacher), judges whether the call that replaces an insufficient
    bid is comparable with it.
    """

    kind: ClassVar[str] = "judge_call"
    seat: Seat | None
    comparable: bool

    def to_data(self) -> dict[str, str | int | bool]:
        return {"comparable": self.comparable}


def _written(suits: frozenset[Suit]) -> str:
    return "".join(suit.value for suit in SUITS if suit in suits)
