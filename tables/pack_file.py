"""A pack as one file to hand on, written and read again; and its deals alone as PBN.

The file is JSON: ``format`` is "minibridge-pack", ``version`` 1, and the rest is what ``PackContent.to_data``
gives. A later version adds names; a reader passes over those that it does not know. What is known has to be
right: a pack is read whole or not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from minibridge import engine
from minibridge.engine import (
    ContradictoryRules,
    Deal,
    NotationError,
    PartialDeal,
    Seat,
    Vulnerability,
    write_pbn,
)

from .pack_checks import MOST_QUESTIONS, deal_problems, pack_rules
from .packs import MOST_DEALS, PackContent, PackDeal, Question, Reference, Text, said

FORMAT = "minibridge-pack"
VERSION = 1
LARGEST = 500_000
"""How large a file may be, in bytes."""
LANGUAGE = re.compile("[a-z]{2,3}")
MOST_LANGUAGES = 5
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
MOST_PROBLEMS = 30
"""How many are told at once."""

LENGTHS = {"title": 80, "goals": 2000, "note": 2000, "trick_note": 500, "question": 300, "why": 500}
"""How long the texts of a pack may be, in characters."""

DealProblem = tuple[int, str]
"""The number of the deal, 0 for the pack itself, and the sentence."""


class PackUnreadable(ValueError):
    """``problems`` are all that is wrong with a file, deal by deal."""

    def __init__(self, problems: Iterable[DealProblem]) -> None:
        super().__init__("pack")
        self.problems = tuple(problems)[:MOST_PROBLEMS]


def pack_written(content: PackContent) -> str:
    """The whole file."""
    data = {"format": FORMAT, "version": VERSION, **content.to_data()}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def pack_as_pbn(content: PackContent, language: str) -> str:
    """The deals alone, for other programs: the notes of a teacher are not in it."""
    event = said(content.title, language)
    return write_pbn(
        engine.BoardRecord(
            label=str(number),
            dealer=deal.dealer,
            vulnerability=deal.vulnerability,
            deal=PartialDeal.of(deal.deal),
            tags={"Event": event} if event else {},
        )
        for number, deal in enumerate(content.deals, start=1)
    )


def pack_read(data: bytes) -> PackContent:
    """What a file says, if all of it can be kept and played. Raises PackUnreadable."""
    return _Reader().read(_document(data))


def _document(data: bytes) -> Mapping[str, Any]:
    if len(data) > LARGEST:
        sentence = gettext("A pack has at most %(most)d kilobytes.") % {"most": LARGEST // 1000}
        raise PackUnreadable([(0, sentence)])
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise PackUnreadable(
            [(0, gettext("This file ends too early or is damaged: nothing in it can be read."))]
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise PackUnreadable([(0, gettext("This file is no pack of deals of a minibridge site."))])
    if type(content.get("version")) is not int or content["version"] != VERSION:
        raise PackUnreadable([(0, gettext("This file was made by a newer site than this one."))])
    return content


def _no_number(name: str) -> None:
    raise ValueError(f"not a number: {name}")


class _Reader:
    """Reads field by field, and notes what is wrong while it goes on."""

    def __init__(self) -> None:
        self.problems: list[DealProblem] = []
        self.deal = 0

    def wrong(self, sentence: str) -> None:
        self.problems.append((self.deal, sentence))

    def read(self, data: Mapping[str, Any]) -> PackContent:
        title = self.text(data, "title", gettext("the title"), LENGTHS["title"])
        if not title:
            self.wrong(gettext("The pack has no title."))
        goals = self.text(data, "goals", gettext("the goals"), LENGTHS["goals"])
        rules = self.rules(data.get("rules"))
        deals = self.deals(data.get("deals"), rules)
        if self.problems:
            raise PackUnreadable(self.problems)
        return PackContent(title=title, goals=goals, rules=rules, deals=tuple(deals))

    def rules(self, value: Any) -> Mapping[str, Any]:
        if value in (None, {}):
            return {}
        try:
            pack_rules(value)
        except ContradictoryRules:
            self.wrong(gettext("The rules of this pack contradict each other."))
        except (ValueError, TypeError):
            self.wrong(gettext("The rules of this pack are not known here."))
        else:
            return dict(value)
        return {}

    def deals(self, value: Any, rules: Mapping[str, Any]) -> list[PackDeal]:
        if not isinstance(value, list):
            self.wrong(gettext("There are no deals in this pack."))
            return []
        if len(value) > MOST_DEALS:
            self.wrong(gettext("A pack has at most %(most)d deals.") % {"most": MOST_DEALS})
            return []
        found = []
        for self.deal, one in enumerate(value, start=1):
            deal = self.one_deal(one)
            if deal is not None:
                for _field, sentence in deal_problems(deal, pack_rules(rules)):
                    self.wrong(sentence)
                found.append(deal)
        self.deal = 0
        return found

    def one_deal(self, data: Any) -> PackDeal | None:
        before = len(self.problems)
        try:
            deal = Deal.parse(data["deal"])
            dealer = Seat(data.get("dealer", "N"))
            vulnerability = Vulnerability(data.get("vulnerability", "None"))
        except (NotationError, ValueError, TypeError, KeyError, AttributeError):
            self.wrong(gettext("The cards of this deal could not be read."))
            return None
        found = PackDeal(
            deal=deal,
            dealer=dealer,
            vulnerability=vulnerability,
            title=self.text(data, "title", gettext("the title"), LENGTHS["title"]),
            note=self.text(data, "note", gettext("the note"), LENGTHS["note"]),
            trick_notes=self.trick_notes(data.get("trick_notes")),
            declarer=self.word(data, "declarer"),
            contract=self.word(data, "contract"),
            cards=self.cards(data.get("cards")),
            questions=tuple(self.questions(data.get("questions"))),
            reference=self.reference(data.get("reference")),
        )
        return found if len(self.problems) == before else None

    def text(self, data: Mapping[str, Any], name: str, what: str, longest: int) -> Text:
        """A text by language; what is empty is left out."""
        value = data.get(name, {})
        if not isinstance(value, dict) or len(value) > MOST_LANGUAGES:
            self.unclear(what)
            return {}
        for language, words in value.items():
            if not LANGUAGE.fullmatch(language) or not isinstance(words, str) or UNSTORABLE.search(words):
                self.unclear(what)
                return {}
            if len(words) > longest:
                self.wrong(
                    gettext("Too long: %(what)s may have %(most)d letters.") % {"what": what, "most": longest}
                )
                return {}
        return {language: words for language, words in value.items() if words.strip()}

    def unclear(self, what: str) -> None:
        self.wrong(gettext("This could not be understood: %(what)s.") % {"what": what})

    def word(self, data: Mapping[str, Any], name: str) -> str:
        """A stored letter or two."""
        value = data.get(name, "")
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > 10 or UNSTORABLE.search(value):
            self.unclear(_called(name))
            return ""
        return value

    def trick_notes(self, value: Any) -> Mapping[int, Text]:
        if value in (None, {}):
            return {}
        what = gettext("the notes to the tricks")
        tricks = {str(trick): trick for trick in range(1, 14)}
        if not isinstance(value, dict) or not set(value) <= set(tricks):
            self.unclear(what)
            return {}
        notes = {tricks[name]: self.text(value, name, what, LENGTHS["trick_note"]) for name in value}
        return {trick: notes[trick] for trick in sorted(notes) if notes[trick]}

    def cards(self, value: Any) -> tuple[str, ...]:
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > 52:
            self.unclear(gettext("the first cards"))
            return ()
        if not all(isinstance(one, str) and len(one) == 2 and not UNSTORABLE.search(one) for one in value):
            self.unclear(gettext("the first cards"))
            return ()
        return tuple(value)

    def questions(self, value: Any) -> list[Question]:
        what = gettext("the questions")
        if value is None:
            return []
        is_list = isinstance(value, list) and len(value) <= MOST_QUESTIONS
        if not is_list or not all(isinstance(one, dict) for one in value):
            self.unclear(what)
            return []
        return [
            Question(
                kind=self.word(one, "kind"),
                text=self.text(one, "text", what, LENGTHS["question"]),
                answer=self.word(one, "answer"),
                why=self.text(one, "why", what, LENGTHS["why"]),
            )
            for one in value
        ]

    def reference(self, value: Any) -> Reference | None:
        if value is None:
            return None
        if not isinstance(value, dict):
            self.unclear(gettext("the result to compare with"))
            return None
        tricks = value.get("tricks")
        is_number = type(tricks) is int and 0 <= tricks <= 13
        return Reference(
            self.word(value, "declarer"), self.word(value, "contract"), tricks if is_number else -1
        )


def _called(name: str) -> str:
    return {
        "declarer": gettext("the declarer"),
        "contract": gettext("the contract"),
        "kind": gettext("the questions"),
        "answer": gettext("the questions"),
    }[name]
