"""What is done already when a deal of a pack is dealt: the imposed contract and the first cards.

Where the rules of the lesson cannot lead to the contract, because they name another declarer or do not offer
it, this one deal is dealt by rules with an auction, in which the declarer has bid it and the others passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from minibridge import engine
from minibridge.engine import (
    Action,
    AgreeDeclarer,
    AnnouncePoints,
    Board,
    Card,
    ChooseContract,
    Contract,
    IllegalAction,
    MakeCall,
    NotationError,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
)
from minibridge.engine.announcement import announcers, due_total
from minibridge.engine.auction import DOUBLE, PASS, REDOUBLE, Bid, Call
from minibridge.engine.contracts import Doubling

from .packs import PackDeal
from .refusal_sentences import refusal
from .refusals import Refusal


@dataclass(frozen=True)
class Laid:
    """The rules by which a deal is dealt, and what is done already."""

    rules: RuleSet
    actions: tuple[Action, ...] = ()


class OpeningRefused(Refusal):
    """An opening that no lesson can deal; ``field`` of the deal is wrong."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence, status=422)
        self.field = field


def opening_laid(deal: PackDeal, rules: RuleSet) -> Laid:
    """The opening of a deal of a pack by the rules of a lesson. Where three play nothing is imposed.

    Raises OpeningRefused: there is no such contract, nobody can declare it, or the first cards cannot be
    played.
    """
    if rules.players != "four" or not (deal.declarer or deal.contract or deal.cards):
        return Laid(rules)
    if deal.declarer and deal.declarer not in Seat.__members__:
        raise OpeningRefused("declarer", gettext("Who declares is one of the four seats."))
    laid = _with_contract(deal, rules) if deal.contract else _by_points(deal, rules)
    return Laid(laid.rules, (*laid.actions, *_cards(deal, laid)))


def declarers(board: Board, rules: RuleSet) -> tuple[Seat, ...]:
    """Who declares once everybody has counted right; both partners where they may agree on either, and nobody
    where the points do not decide it.
    """
    state = engine.replay(board, rules, _announced(board, rules))
    return tuple(state.agreeing or ()) if state.declarer is None else (state.declarer,)


def declarer_of(deal: PackDeal, rules: RuleSet) -> Seat | None:
    """Who declares a deal of a pack: whom it names, else whom the points name, the first of two who have to
    agree.
    """
    return Seat(deal.declarer) if deal.declarer else next(iter(declarers(deal.board(1), rules)), None)


def _with_contract(deal: PackDeal, rules: RuleSet) -> Laid:
    try:
        contract = Contract.parse(deal.contract)
    except NotationError:
        sentence = gettext("“%(text)s” is no contract.") % {"text": deal.contract[:20]}
        raise OpeningRefused("contract", sentence) from None
    said = _said(deal, rules)
    state = engine.replay(deal.board(1), rules, said)
    declarer = Seat(deal.declarer) if deal.declarer else state.declarer
    if declarer is None:
        raise OpeningRefused("declarer", gettext("Please say who declares."))
    if state.declarer is declarer and contract in state.menu:
        return Laid(rules, (*said, ChooseContract(declarer, contract)))
    return Laid(_with_auction(rules), tuple(_calls(deal.dealer, declarer, contract)))


def _by_points(deal: PackDeal, rules: RuleSet) -> Laid:
    """Without a contract the players do all themselves, unless the first cards are played already."""
    named = declarers(deal.board(1), rules)
    if deal.declarer and Seat(deal.declarer) not in named:
        raise OpeningRefused("declarer", gettext("For this declarer a contract is needed, too."))
    if not deal.cards:
        return Laid(rules)
    said = _said(deal, rules)
    if engine.replay(deal.board(1), rules, said).phase is not Phase.PLAY:
        raise OpeningRefused("cards", gettext("For the first cards a contract is needed, too."))
    return Laid(rules, said)


def _announced(board: Board, rules: RuleSet) -> tuple[Action, ...]:
    """Everybody says his true total, where the rules have that."""
    if rules.points != "announced":
        return ()
    totals = engine.start(board, rules).totals
    return tuple(
        AnnouncePoints(seat, due_total(seat, totals, board.dealer, rules))
        for seat in announcers(board.dealer, rules)
    )


def _said(deal: PackDeal, rules: RuleSet) -> tuple[Action, ...]:
    """All that comes before the contract; level partners agree on the one the pack names."""
    said = _announced(deal.board(1), rules)
    agreeing = engine.replay(deal.board(1), rules, said).agreeing
    if agreeing is None:
        return said
    wanted = Seat(deal.declarer) if deal.declarer else next(iter(agreeing))
    if wanted not in agreeing:
        return said
    return (*said, *(AgreeDeclarer(seat, wanted) for seat in agreeing))


def _with_auction(rules: RuleSet) -> RuleSet:
    return replace(
        rules,
        bidding="auction",
        points="hidden",
        menu="levels",
        dummy_faced="after_lead",
        trump_minimum="none",
        tie="first_announcer",
        scoring="standard",
    )


def _calls(dealer: Seat, declarer: Seat, contract: Contract) -> Iterable[Action]:
    doubled: dict[Doubling, list[Call]] = {
        Doubling.UNDOUBLED: [],
        Doubling.DOUBLED: [DOUBLE],
        Doubling.REDOUBLED: [DOUBLE, REDOUBLE],
    }
    before = [PASS] * dealer.clockwise.index(declarer)
    calls = [*before, Bid(contract.level, contract.denomination), *doubled[contract.doubling], *[PASS] * 3]
    seat = dealer
    for call in calls:
        yield MakeCall(seat, call)
        seat = seat.next


def _cards(deal: PackDeal, laid: Laid) -> Iterable[Action]:
    """Each card as whoever decides for the hand on turn plays it."""
    state = engine.replay(deal.board(1), laid.rules, laid.actions)
    for number, text in enumerate(deal.cards, start=1):
        try:
            action = PlayCard(state.actor or Seat.N, Card.parse(text))
            state = engine.apply(state, action)
        except NotationError:
            raise _card_refused(number, gettext("“%(letter)s” is no card.") % {"letter": text[:20]}) from None
        except IllegalAction as error:
            raise _card_refused(number, refusal(error)) from None
        yield action
    if state.phase is Phase.FINISHED and deal.cards:
        raise OpeningRefused("cards", gettext("The first cards leave nothing to be played."))


def _card_refused(number: int, sentence: str) -> OpeningRefused:
    told = gettext("Card %(number)d: %(sentence)s") % {"number": number, "sentence": sentence}
    return OpeningRefused("cards", told)
