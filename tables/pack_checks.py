"""Whether a deal of a pack can be played as it says, be it typed by a teacher or read from a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from minibridge.engine import PRESETS, SUITS, Contract, NotationError, RuleSet, Seat
from minibridge.engine.hands import PACK_POINTS
from minibridge.engine.menu import menu

from .pack_opening import OpeningRefused, opening_laid
from .packs import QUESTION_ANSWERS, QUESTION_KINDS, PackDeal, Question, Reference
from .services.lessons import lesson_rules

Problem = tuple[str, str]
"""Which field of the deal is wrong, and the sentence that says why."""

MOST_QUESTIONS = 4


def pack_rules(rules: Mapping[str, Any]) -> RuleSet:
    """The rules under which the deals of a pack are tried. Raises ValueError where there are no such."""
    return lesson_rules(PRESETS["four_deals"] if rules == {} else RuleSet.from_dict(rules))


def contracts_offered(rules: RuleSet) -> list[Contract]:
    """All contracts that these rules can lead to, lowest first; a pack may impose others, too."""
    everything = dict.fromkeys(SUITS, 13)
    return sorted({one for points in range(PACK_POINTS + 1) for one in menu(rules, points, everything)})


def deal_problems(deal: PackDeal, rules: RuleSet) -> Iterator[Problem]:
    """All that is wrong with the contract, the cards, the questions and the reference of a deal."""
    yield from _opening_problems(deal, rules)
    for number, question in enumerate(deal.questions, start=1):
        yield from ((f"question_{number}", sentence) for sentence in _question_problems(question))
    if deal.reference is not None:
        yield from _reference_problems(deal.reference)


def _opening_problems(deal: PackDeal, rules: RuleSet) -> Iterator[Problem]:
    """What keeps a lesson from dealing it at a table of four, which may have it also where three play."""
    try:
        opening_laid(deal, replace(rules, players="four"))
    except OpeningRefused as refused:
        yield refused.field, str(refused)


def _question_problems(question: Question) -> Iterator[str]:
    if question.kind not in QUESTION_KINDS:
        yield gettext("There is no such kind of question.")
    elif question.kind in ("points", "tricks"):
        most = PACK_POINTS if question.kind == "points" else 13
        if question.answer and not _is_number(question.answer, most):
            yield gettext("The answer is a number from 0 to %(most)d.") % {"most": most}
        elif not question.answer and question.kind == "tricks":
            yield gettext("Please say how many tricks are right.")
    elif question.kind == "declarer":
        if question.answer and question.answer not in QUESTION_ANSWERS["declarer"]:
            yield gettext("The answer is one of the four seats.")
    elif question.answer not in QUESTION_ANSWERS["suit"]:
        yield gettext("Please say which suit is right.")


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= most


def _reference_problems(reference: Reference) -> Iterator[Problem]:
    if reference.declarer not in Seat.__members__:
        yield "reference", gettext("Who declared is one of the four seats.")
    try:
        contract = Contract.parse(reference.contract)
        is_contract = not contract.doubling.value
    except NotationError:
        is_contract = False
    if not is_contract:
        yield "reference", gettext("“%(text)s” is no contract.") % {"text": reference.contract[:20]}
    if type(reference.tricks) is not int or not 0 <= reference.tricks <= 13:
        yield "reference", gettext("Tricks are a number from 0 to 13.")
