"""A pack: the deals of a lesson with goals, notes and questions, as a lesson keeps and a file carries it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from minibridge.engine import Board, Deal, Seat, Vulnerability
from minibridge.engine.rotation import board_turned, seat_turned

MOST_DEALS = 32
"""Of a pack: a lesson has no more."""

Text = Mapping[str, str]
"""What is said, by language; a teacher's own words stand under the one language he wrote in."""

QUESTION_KINDS = ("points", "declarer", "tricks", "suit")
"""Count your points, who declares, how many tricks, which suit."""


QUESTION_ANSWERS = {"declarer": ("N", "E", "S", "W"), "suit": ("S", "H", "D", "C", "NT")}
"""What is answered to those that ask for no number."""


def said(text: Text, language: str) -> str:
    """The text in this language, else in whichever it was written; children have no text apart."""
    return text.get(language) or text.get(language.partition("-")[0]) or next(iter(text.values()), "")


def text_set(text: Text, language: str, words: str) -> Text:
    """The text with these words in one language; the other languages stay."""
    others = {key: value for key, value in text.items() if key != language}
    return {**others, language: words} if words else others


@dataclass(frozen=True)
class Question:
    """Asked inside the deal when the teacher chooses. ``answer`` is a number, a seat or a suit as PBN writes
    it; empty where it follows from the deal (the points of the asked hand, the declarer). ``why`` is told
    after a wrong answer.
    """

    kind: str
    text: Text = field(default_factory=dict)
    answer: str = ""
    why: Text = field(default_factory=dict)

    def turned(self, steps: int) -> Question:
        if self.kind != "declarer" or not self.answer:
            return self
        return replace(self, answer=seat_turned(Seat(self.answer), steps).value)

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind, "text": dict(self.text), "answer": self.answer, "why": dict(self.why)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Question:
        return cls(data["kind"], data.get("text", {}), data.get("answer", ""), data.get("why", {}))


@dataclass(frozen=True)
class Reference:
    """A result to compare with, so that a single table has something to compare with."""

    declarer: str
    contract: str
    tricks: int

    def turned(self, steps: int) -> Reference:
        return replace(self, declarer=seat_turned(Seat(self.declarer), steps).value)

    def to_data(self) -> dict[str, Any]:
        return {"declarer": self.declarer, "contract": self.contract, "tricks": self.tricks}


@dataclass(frozen=True)
class PackDeal:
    """One deal of a pack. ``contract`` is imposed with ``declarer``; ``cards`` are the first cards, played
    already when it is dealt. ``trick_notes`` are for the teacher, by the number of the trick.
    """

    deal: Deal
    dealer: Seat = Seat.N
    vulnerability: Vulnerability = Vulnerability.NONE
    title: Text = field(default_factory=dict)
    note: Text = field(default_factory=dict)
    trick_notes: Mapping[int, Text] = field(default_factory=dict)
    declarer: str = ""
    contract: str = ""
    cards: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    reference: Reference | None = None

    def board(self, number: int) -> Board:
        return Board(number=number, dealer=self.dealer, vulnerability=self.vulnerability, deal=self.deal)

    @property
    def mark(self) -> str:
        """A short mark of all that it is, by which a page tells which deal it was drawn from."""
        return hashlib.sha256(json.dumps(self.to_data(), sort_keys=True).encode()).hexdigest()[:16]

    def turned(self, steps: int) -> PackDeal:
        """The same deal with every hand so many seats clockwise; what is written about it stays as it is."""
        board = board_turned(self.board(1), steps)
        return replace(
            self,
            deal=board.deal,
            dealer=board.dealer,
            vulnerability=board.vulnerability,
            declarer=seat_turned(Seat(self.declarer), steps).value if self.declarer else "",
            questions=tuple(question.turned(steps) for question in self.questions),
            reference=self.reference.turned(steps) if self.reference else None,
        )

    def to_data(self) -> dict[str, Any]:
        return {
            "deal": str(self.deal),
            "dealer": self.dealer.value,
            "vulnerability": self.vulnerability.value,
            "title": dict(self.title),
            "note": dict(self.note),
            "trick_notes": {str(trick): dict(text) for trick, text in self.trick_notes.items()},
            "declarer": self.declarer,
            "contract": self.contract,
            "cards": list(self.cards),
            "questions": [question.to_data() for question in self.questions],
            "reference": self.reference.to_data() if self.reference else None,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> PackDeal:
        reference = data.get("reference")
        return cls(
            deal=Deal.parse(data["deal"]),
            dealer=Seat(data.get("dealer", "N")),
            vulnerability=Vulnerability(data.get("vulnerability", "None")),
            title=data.get("title", {}),
            note=data.get("note", {}),
            trick_notes={int(trick): text for trick, text in data.get("trick_notes", {}).items()},
            declarer=data.get("declarer", ""),
            contract=data.get("contract", ""),
            cards=tuple(data.get("cards", ())),
            questions=tuple(map(Question.from_data, data.get("questions", ()))),
            reference=Reference(**reference) if reference else None,
        )


@dataclass(frozen=True)
class PackContent:
    """``rules`` are those the pack was made for, as ``RuleSet.to_dict`` writes them; empty: the lesson's."""

    title: Text
    goals: Text = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    deals: tuple[PackDeal, ...] = ()

    def to_data(self) -> dict[str, Any]:
        return {
            "title": dict(self.title),
            "goals": dict(self.goals),
            "rules": dict(self.rules),
            "deals": [deal.to_data() for deal in self.deals],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> PackContent:
        """What ``to_data`` wrote; a file from outside is read by its own, careful reader."""
        return cls(
            title=data.get("title", {}),
            goals=data.get("goals", {}),
            rules=data.get("rules", {}),
            deals=tuple(map(PackDeal.from_data, data.get("deals", ()))),
        )
