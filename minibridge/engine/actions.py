"""Everything a person can do to a board.

Each action names the *person* who acts, never the hand: declarer plays dummy's cards under his own seat. An
action is stored as its ``kind``, its seat and its ``to_data()``; :func:`action_from` makes it again and is
the one door for what comes from outside.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from .auction import Call, parse_call
from .cards import Card, Suit
from .contracts import Contract
from .errors import NotationError
from .irregular_actions import AnswerBid, AnswerLead, AskRevoke, JudgeCall, RestrictLead, RestrictPlay
from .seats import Seat

Data = dict[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class MakeCall:
    """The player bids, passes, doubles or redoubles."""

    kind: ClassVar[str] = "call"
    seat: Seat
    call: Call

    def to_data(self) -> Data:
        return {"call": str(self.call)}


@dataclass(frozen=True, slots=True)
class AnnouncePoints:
    """The player says how many points he counts in his hand."""

    kind: ClassVar[str] = "announce"
    seat: Seat
    points: int

    def to_data(self) -> Data:
        return {"points": self.points}


@dataclass(frozen=True, slots=True)
class AgreeDeclarer:
    """One of two partners with equal totals names who shall declare; both must name the same."""

    kind: ClassVar[str] = "agree"
    seat: Seat
    declarer: Seat

    def to_data(self) -> Data:
        return {"declarer": self.declarer.value}


@dataclass(frozen=True, slots=True)
class ChooseContract:
    """Declarer chooses his contract."""

    kind: ClassVar[str] = "contract"
    seat: Seat
    contract: Contract

    def to_data(self) -> Data:
        return {"contract": str(self.contract)}


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card is played: from the hand on turn or, where the rules of the table allow it, from another."""

    kind: ClassVar[str] = "card"
    seat: Seat
    card: Card

    def to_data(self) -> Data:
        return {"card": self.card.text}


@dataclass(frozen=True, slots=True)
class ClaimTricks:
    """The player says that his side takes so many of the tricks remaining; 0 concedes them all.

    ``statement`` is how he means to play them, if he says so (Law 68C).
    """

    kind: ClassVar[str] = "claim"
    seat: Seat
    tricks: int
    statement: str = ""

    def to_data(self) -> Data:
        said: Data = {"statement": self.statement} if self.statement else {}
        return {"tricks": self.tricks, **said}


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """An opponent accepts or refuses the claim; the claimer's partner may object to what it concedes."""

    kind: ClassVar[str] = "answer_claim"
    seat: Seat
    accept: bool

    def to_data(self) -> Data:
        return {"accept": self.accept}


@dataclass(frozen=True, slots=True)
class WithdrawClaim:
    """The claimer thinks better of it."""

    kind: ClassVar[str] = "withdraw_claim"
    seat: Seat

    def to_data(self) -> Data:
        return {}


@dataclass(frozen=True, slots=True)
class AskTakeBack:
    """The player asks to take back his latest card or call, or his contract."""

    kind: ClassVar[str] = "ask_takeback"
    seat: Seat

    def to_data(self) -> Data:
        return {}


@dataclass(frozen=True, slots=True)
class AnswerTakeBack:
    """An opponent allows the take-back or not."""

    kind: ClassVar[str] = "answer_takeback"
    seat: Seat
    accept: bool

    def to_data(self) -> Data:
        return {"accept": self.accept}


@dataclass(frozen=True, slots=True)
class WithdrawTakeBack:
    """The player who asked leaves his card on the table."""

    kind: ClassVar[str] = "withdraw_takeback"
    seat: Seat

    def to_data(self) -> Data:
        return {}


@dataclass(frozen=True, slots=True)
class AssignTricks:
    """The table, not one of its players, says how many tricks declarer's side is given: where play was
    broken off, a claim was a mistake, or an irregularity did more harm than the Laws make good by themselves.
    """

    kind: ClassVar[str] = "assign"
    seat: None = field(default=None)
    tricks: int = 0

    def to_data(self) -> Data:
        return {"tricks": self.tricks}


@dataclass(frozen=True, slots=True)
class EndBoard:
    """The table, not one of its players, breaks the board off."""

    kind: ClassVar[str] = "end"
    seat: None = field(default=None)
    reason: str = ""

    def to_data(self) -> Data:
        return {"reason": self.reason}


@dataclass(frozen=True, slots=True)
class HandOver:
    """The table, not one of its players, leaves the board to them: what stands in the log before was laid
    ready, as in a lesson or where a deal is played on from its middle, and nobody may take it back.
    """

    kind: ClassVar[str] = "hand_over"
    seat: None = field(default=None)

    def to_data(self) -> Data:
        return {}


@dataclass(frozen=True, slots=True)
class Rewind:
    """The table, not one of its players, goes back to how the board stood after its first ``to`` actions, as
    a teacher does who wants something to be tried again.
    """

    kind: ClassVar[str] = "rewind"
    seat: None = field(default=None)
    to: int = 0

    def to_data(self) -> Data:
        return {"to": self.to}


Action = (
    MakeCall
    | AnnouncePoints
    | AgreeDeclarer
    | ChooseContract
    | PlayCard
    | ClaimTricks
    | AnswerClaim
    | WithdrawClaim
    | AskTakeBack
    | AnswerTakeBack
    | WithdrawTakeBack
    | AskRevoke
    | AnswerLead
    | RestrictLead
    | RestrictPlay
    | AnswerBid
    | JudgeCall
    | AssignTricks
    | EndBoard
    | HandOver
    | Rewind
)


def action_from(kind: str, seat: Seat | None, data: Mapping[str, Any]) -> Action:
    """Makes an action from its stored or posted form; numbers and answers may be text, as forms send them.

    Only the table itself, which has no seat, can end a board, assign tricks, hand a board over or go back; it
    may also judge a call.
    Names in *data* that the action does not know are ignored. Whether the action is *allowed* is for
    :func:`minibridge.engine.state.apply` to say.

    :raises NotationError: for anything malformed, whatever its type.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"the data of an action has names, not {data!r}")
    if seat is None and isinstance(kind, str) and kind in _OF_THE_TABLE:
        return _OF_THE_TABLE[kind](data)
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise NotationError(f"not an action: {kind!r}")
    if not isinstance(seat, Seat):
        raise NotationError(f"not a seat: {seat!r}")
    return read(seat, data)


_OF_THE_TABLE: Final[Mapping[str, Callable[[Mapping[str, Any]], Action]]] = {
    EndBoard.kind: lambda data: EndBoard(reason=_word(data, "reason")),
    AssignTricks.kind: lambda data: AssignTricks(tricks=_number(data, "tricks")),
    JudgeCall.kind: lambda data: JudgeCall(None, _answer(data, "comparable")),
    HandOver.kind: lambda data: HandOver(),
    Rewind.kind: lambda data: Rewind(to=_number(data, "to")),
}

_READERS: Final[Mapping[str, Callable[[Seat, Mapping[str, Any]], Action]]] = {
    MakeCall.kind: lambda seat, data: MakeCall(seat, parse_call(_field(data, "call"))),
    AnnouncePoints.kind: lambda seat, data: AnnouncePoints(seat, _number(data, "points")),
    AgreeDeclarer.kind: lambda seat, data: AgreeDeclarer(seat, Seat.parse(_field(data, "declarer"))),
    ChooseContract.kind: lambda seat, data: ChooseContract(seat, Contract.parse(_field(data, "contract"))),
    PlayCard.kind: lambda seat, data: PlayCard(seat, Card.parse(_field(data, "card"))),
    ClaimTricks.kind: lambda seat, data: ClaimTricks(
        seat, _number(data, "tricks"), _word(data, "statement") if "statement" in data else ""
    ),
    AnswerClaim.kind: lambda seat, data: AnswerClaim(seat, _answer(data, "accept")),
    WithdrawClaim.kind: lambda seat, data: WithdrawClaim(seat),
    AskTakeBack.kind: lambda seat, data: AskTakeBack(seat),
    AnswerTakeBack.kind: lambda seat, data: AnswerTakeBack(seat, _answer(data, "accept")),
    WithdrawTakeBack.kind: lambda seat, data: WithdrawTakeBack(seat),
    AskRevoke.kind: lambda seat, data: AskRevoke(seat, Seat.parse(_field(data, "hand"))),
    AnswerLead.kind: lambda seat, data: AnswerLead(seat, _word(data, "choice")),
    RestrictLead.kind: lambda seat, data: RestrictLead(seat, _word(data, "choice"), _suits(data)),
    RestrictPlay.kind: lambda seat, data: RestrictPlay(seat, _word(data, "choice"), _suits(data)),
    AnswerBid.kind: lambda seat, data: AnswerBid(seat, _answer(data, "accept")),
    JudgeCall.kind: lambda seat, data: JudgeCall(seat, _answer(data, "comparable")),
}

_NUMBER: Final = re.compile(r"-?[0-9]{1,4}", re.ASCII)
_ANSWERS: Final[Mapping[str, bool]] = {
    "yes": True,
    "true": True,
    "1": True,
    "no": False,
    "false": False,
    "0": False,
}


def _field(data: Mapping[str, Any], name: str) -> Any:
    try:
        return data[name]
    except KeyError:
        raise NotationError(f"{name} is missing") from None


def _number(data: Mapping[str, Any], name: str) -> int:
    value = _field(data, name)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    if type(value) is int and abs(value) <= 9999:
        return value
    raise NotationError(f"{name} is not a number: {value!r}")


def _answer(data: Mapping[str, Any], name: str) -> bool:
    value = _field(data, name)
    if isinstance(value, str):
        value = _ANSWERS.get(value)
    if isinstance(value, bool):
        return value
    raise NotationError(f"{name} is yes or no, not {data[name]!r}")


def _word(data: Mapping[str, Any], name: str) -> str:
    value = _field(data, name)
    if isinstance(value, str) and len(value) <= 200 and (value.isprintable() or not value):
        return value
    raise NotationError(f"{name} is not a short text")


def _suits(data: Mapping[str, Any]) -> frozenset[Suit]:
    """Reads letters such as ``SH``; none at all where no suit is named."""
    value = data.get("suits", "")
    if isinstance(value, str) and len(value) <= 4 and all(letter in "SHDC" for letter in value):
        return frozenset(map(Suit, value))
    raise NotationError(f"suits are letters, not {value!r}")
