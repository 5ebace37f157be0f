"""A pack on paper: every deal with its four hands, notes, questions and the result to compare with."""

from __future__ import annotations

from dataclasses import dataclass

from minibridge.engine import Card, Contract, RuleSet, Seat, hcp

from .lesson_questions import SUIT_SIGNS, answer_for_all, question_text, question_why, trick_notes
from .pack_page import HandShown, hands_shown
from .packs import PackContent, PackDeal, said
from .templatetags.bridge import cards_text


@dataclass(frozen=True)
class QuestionLine:
    """``answer`` is empty where everybody has his own, as with the points of a hand."""

    text: str
    answer: str
    why: str
    points: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True)
class Outcome:
    """The reference: who declares what, with how many tricks; without a contract only the tricks count."""

    declarer: Seat
    contract: Contract | None
    tricks: int


@dataclass(frozen=True)
class DealPage:
    number: int
    title: str
    note: str
    dealer: Seat
    hands: tuple[HandShown, ...]
    trick_notes: tuple[tuple[int, str], ...]
    questions: tuple[QuestionLine, ...]
    reference: Outcome | None
    imposed: Contract | None
    imposed_declarer: Seat | None
    cards: tuple[str, ...]


@dataclass(frozen=True)
class PackPage:
    title: str
    goals: str
    rules: RuleSet
    deals: tuple[DealPage, ...]


def printed_pack(pack: PackContent, language: str, letters: str) -> PackPage:
    """``letters`` are those that the reader has on his cards."""
    rules = RuleSet.from_dict(pack.rules)
    return PackPage(
        title=said(pack.title, language),
        goals=said(pack.goals, language),
        rules=rules,
        deals=tuple(
            _deal(number, deal, rules, language, letters) for number, deal in enumerate(pack.deals, start=1)
        ),
    )


def _deal(number: int, deal: PackDeal, rules: RuleSet, language: str, letters: str) -> DealPage:
    points = tuple((seat, hcp(deal.deal[seat])) for seat in Seat)
    return DealPage(
        number=number,
        title=said(deal.title, language),
        note=said(deal.note, language),
        dealer=deal.dealer,
        hands=hands_shown(deal.deal, letters),
        trick_notes=trick_notes(deal, language),
        questions=tuple(
            QuestionLine(
                text=question_text(question, language),
                answer=answer_for_all(question, deal, rules),
                why=question_why(question, language),
                points=points if question.kind == "points" else (),
            )
            for question in deal.questions
        ),
        reference=_outcome(deal, rules),
        imposed=Contract.parse(deal.contract) if deal.contract else None,
        imposed_declarer=Seat(deal.declarer) if deal.declarer else None,
        cards=tuple(_card(Card.parse(card), letters) for card in deal.cards),
    )


def _card(card: Card, letters: str) -> str:
    return SUIT_SIGNS[card.suit.value] + cards_text([card], letters)


def _outcome(deal: PackDeal, rules: RuleSet) -> Outcome | None:
    found = deal.reference
    if found is None:
        return None
    contract = Contract.parse(found.contract) if rules.menu != "none" else None
    return Outcome(Seat(found.declarer), contract, found.tricks)
