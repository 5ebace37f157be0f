"""What is wrong with a board of a file, in a sentence for whoever brings it in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from minibridge.engine import Card, Contract, NotationError, Seat, parse_call

from .incoming import ProblemRow
from .templatetags.bridge import call_label, card_label, cards_count, contract_label, seat_label

SENTENCES: Mapping[str, Promise] = {
    # The file
    "json_unreadable": gettext_lazy("This file ends too early or is damaged: nothing in it can be read."),
    "json_foreign": gettext_lazy("This JSON file was not made by a minibridge site."),
    "json_newer": gettext_lazy("This file was made by a newer site than this one."),
    "pbn_foreign": gettext_lazy("This is not a PBN file."),
    "no_boards": gettext_lazy(
        "There is no deal in this file. Files of the kinds PBN, LIN and JSON can be read."
    ),
    "too_many_boards": gettext_lazy("There are too many deals in this file."),
    "bytes_replaced": gettext_lazy(
        "Some letters could not be read. Perhaps it helps to choose another way to read letters."
    ),
    "stray_text": gettext_lazy("“%(text)s” belongs to no deal."),
    "more_problems": gettext_lazy("And there is more that is not as it should be."),
    # The cards
    "cards_unknown": gettext_lazy("Not all 52 cards are known, so that this deal cannot be replayed."),
    "board_unreadable": gettext_lazy("The cards of this deal could not be read."),
    "rules_unreadable": gettext_lazy("The rules of this deal are not known here."),
    "hand_size": gettext_lazy("%(seat)s has %(cards)s."),
    "card_twice": gettext_lazy("The %(card)s is there twice."),
    "deal_hands": gettext_lazy("The deal does not have four hands: “%(text)s”."),
    "deal_empty": gettext_lazy("No hand of this deal is given."),
    "rank_unreadable": gettext_lazy("A card in the hand of %(seat)s could not be read: “%(text)s”."),
    "dealer_digit": gettext_lazy("Who deals could not be read: “%(text)s”."),
    # The auction
    "call_unreadable": gettext_lazy("A call could not be read: “%(text)s”."),
    "call_missing": gettext_lazy("A call is missing."),
    "call_after_end": gettext_lazy("The file has calls after the end of the auction."),
    "calls_unplaced": gettext_lazy("The file does not say who began the auction."),
    "first_call": gettext_lazy("The auction does not begin with the dealer, %(dealer)s."),
    "calls_unfinished": gettext_lazy("The auction does not come to an end."),
    "illegal_call": gettext_lazy("%(seat)s could not make this call: %(call)s."),
    "auction_over": gettext_lazy("There are calls after the auction was over."),
    "contract_differs": gettext_lazy(
        "The file says that the contract is %(contract)s; the auction says another."
    ),
    "declarer_differs": gettext_lazy("By the auction somebody else is declarer than the file says."),
    "declarer_of_passed_out": gettext_lazy("Everybody passed, and yet the file names a declarer."),
    "result_of_passed_out": gettext_lazy("Everybody passed, and yet the file names a result."),
    "auction_made_up": gettext_lazy(
        "The file does not say how the contract was bid: the shortest auction that leads to it stands here."
    ),
    # The play
    "card_unreadable": gettext_lazy("A card of the play could not be read: “%(text)s”."),
    "card_after_end": gettext_lazy("The file has cards after the end of the play."),
    "cards_unplaced": gettext_lazy("The file does not say who played which card."),
    "leader_differs": gettext_lazy("In the file %(seat)s leads, but it is the turn of %(right)s."),
    "not_in_hand": gettext_lazy("%(seat)s plays a card of another hand: %(card)s."),
    "played_twice": gettext_lazy("%(seat)s plays a card that was played before: %(card)s."),
    "revoke": gettext_lazy("%(seat)s does not follow suit with the %(card)s, but could."),
    "tricks_differ": gettext_lazy(
        "The file says %(text)s tricks for declarer; the cards give another number."
    ),
    "tricks_impossible": gettext_lazy(
        "The file says %(text)s tricks for declarer, which the cards played do not allow."
    ),
    "tricks_sum": gettext_lazy("The tricks of both sides do not add up to thirteen."),
    "vulnerability_differs": gettext_lazy("The file gives the vulnerability in two ways."),
    # What two places of the file, or file and rules, say differently
    "other_call": gettext_lazy("In the file there is a call that the rules do not allow: %(text)s."),
    "other_auction": gettext_lazy("The auction does not come to an end."),
    "other_contract": gettext_lazy("By the auction the contract is another than the file says: %(text)s."),
    "other_declarer": gettext_lazy("By the auction somebody else is declarer than the file says."),
    "other_card": gettext_lazy("In the file there is a card that the rules do not allow: %(text)s."),
    "other_tricks": gettext_lazy(
        "The file says %(text)s tricks for declarer; the cards give another number."
    ),
    "other_score": gettext_lazy("The file gives other points: %(text)s."),
    "action_refused": gettext_lazy(
        "Step %(text)s is not possible by the rules: the deal is kept up to there."
    ),
    "not_finished": gettext_lazy("The deal is not finished in this file."),
    # Everything else
    "value_unreadable": gettext_lazy("“%(text)s” could not be understood (%(tag)s)."),
    "tag_malformed": gettext_lazy("A line could not be understood: “%(text)s”."),
    "tag_contradicted": gettext_lazy("The file says it twice, and differently: “%(text)s” (%(tag)s)."),
    "comment_not_closed": gettext_lazy("A remark has no end."),
    "inheritance_forbidden": gettext_lazy("The file leaves out what it has to say of each deal (%(tag)s)."),
    "mark_unreadable": gettext_lazy("A sign beside a call or a card could not be read: “%(text)s”."),
    "note_twice": gettext_lazy("There are two notes with one number."),
    "note_missing": gettext_lazy("A note is missing: “%(text)s”."),
    "field_malformed": gettext_lazy("A piece of the file could not be understood: “%(text)s”."),
    "field_repeated": gettext_lazy("The file says it twice: “%(text)s”."),
    "names_count": gettext_lazy("The file names more or fewer than four players."),
    "no_call_before": gettext_lazy("An explanation belongs to no call: “%(text)s”."),
}


MOST_OF_A_KIND = 3
"""How many problems of one kind are told one by one."""


def problems_said(rows: Iterable[ProblemRow]) -> list[str]:
    """All problems of a board, each sentence once; of a kind that comes many times, the first and how many
    more.
    """
    kinds: dict[str, list[str]] = {}
    for row in rows:
        said = kinds.setdefault(row["code"], [])
        sentence = problem_said(row)
        if sentence not in said:
            said.append(sentence)
    found: list[str] = []
    for said in kinds.values():
        found += said[:MOST_OF_A_KIND]
        more = len(said) - MOST_OF_A_KIND
        if more > 0:
            found.append(
                ngettext("… and %(count)d more like this.", "… and %(count)d more like these.", more)
                % {"count": more}
            )
    return found


def problem_said(row: ProblemRow) -> str:
    """One problem in the language now spoken; one that a newer site has stored is told in general words."""
    sentence = SENTENCES.get(row["code"])
    if sentence is None:
        return gettext("Something in the file could not be understood.")
    values = {
        "tag": "?",
        "seat": "?",
        "card": "?",
        "cards": "?",
        "right": "?",
        "dealer": "?",
        **row["params"],
    }
    text = row["text"]
    values |= {"text": text, "call": _call(text), "contract": _contract(text)}
    if row["code"] == "leader_differs":
        values["seat"] = text
    if row["code"] in ("not_in_hand", "played_twice", "revoke"):
        values["card"] = text
    return str(sentence) % {name: _in_words(name, value) for name, value in values.items()}


def _in_words(name: str, value: Any) -> str:
    try:
        return _WORDS[name](value) if name in _WORDS else str(value)
    except (ValueError, TypeError):
        return str(value)


def _call(text: str) -> str:
    try:
        return call_label(parse_call(text))
    except NotationError:
        return text


def _contract(text: str) -> str:
    try:
        return contract_label(Contract.parse(text), "levels")
    except NotationError:
        return text


_WORDS: Mapping[str, Callable[[Any], str]] = {
    "seat": lambda letter: seat_label(Seat(letter)),
    "right": lambda letter: seat_label(Seat(letter)),
    "dealer": lambda letter: seat_label(Seat(letter)),
    "card": lambda text: card_label(Card.parse(text)),
    "cards": lambda count: cards_count(int(count)),
}
