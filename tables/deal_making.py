"""Deals made for a pack: by constraint, and with the tricks that double-dummy play wins."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext

from minibridge.analysis import AnalysisUnavailable, NotATable, Position, Table, table_from_data
from minibridge.engine import SEATS, Board, Deal, Denomination, Seat, Side, Suit, Trick, sorted_hand
from minibridge.engine.deal_constraints import DealConstraints, ImpossibleDeal, declarer_of
from minibridge.engine.deal_making import deals_to_order

from . import analysis
from .refusals import Refusal
from .services.reviews import tricks_of_deal, tricks_of_deal_store
from .templatetags.bridge import seat_label, side_label, suit_label

SECONDS = 8.0
"""How long one page may take; what is missing then is looked for by the next."""
AT_A_TIME = 12
"""How many deals are put to the solver together."""
PATIENCE = 10.0


@dataclass(frozen=True)
class TricksWanted:
    """Declarer wins so many tricks in this denomination when all cards are seen."""

    denomination: Denomination
    least: int
    most: int


@dataclass(frozen=True)
class Made:
    """Boards that are as wished. ``next`` is where the search goes on, ``sentence`` why it ended early."""

    boards: tuple[Board, ...]
    next: int
    sentence: str = ""


def deals_made_for(
    order: DealConstraints,
    number: int,
    seed: str,
    dealer: Seat | None = None,
    tricks: TricksWanted | None = None,
    first: int = 1,
) -> Made:
    """So many deals, or as many as are found in the time of one page.

    Raises Refusal: 422 no deal is like this, 503 tricks are asked for and there is no analysis.
    """
    if tricks is not None and not analysis.is_available():
        raise Refusal(no_analysis(), status=503)
    end = time.monotonic() + SECONDS
    found: list[Board] = []
    stream = deals_to_order(order, seed, dealer, first=first)
    while True:
        some, error = _some_of(stream, number - len(found) if tricks is None else AT_A_TIME)
        for board, is_wished in zip(some, _wished(some, order, tricks), strict=True):
            first = board.number + 1
            found += [board] if is_wished else []
            if len(found) == number:
                return Made(tuple(found), first)
        if error is not None:
            if not found:
                raise Refusal(impossible_said(error), status=422)
            return Made(tuple(found), first + 1, impossible_said(error))
        if time.monotonic() > end:
            return Made(tuple(found), first, _time_is_up(len(found), number))


def _some_of(stream: Iterator[Board], most: int) -> tuple[list[Board], ImpossibleDeal | None]:
    """The next boards, and why there are no more if that is so."""
    found: list[Board] = []
    try:
        found.extend(islice(stream, min(AT_A_TIME, most)))
    except ImpossibleDeal as error:
        return found, error
    return found, None


def _wished(boards: Sequence[Board], order: DealConstraints, tricks: TricksWanted | None) -> Iterator[bool]:
    """Of each board whether declarer wins as many tricks as wished; one without declarer never does."""
    if tricks is None:
        yield from (True for _board in boards)
        return
    declarers = [declarer_of(board, order.rules) for board in boards]
    positions = [
        _opening_lead(board.deal, declarer, tricks.denomination).to_data()
        for board, declarer in zip(boards, declarers, strict=True)
        if declarer is not None
    ]
    answers = iter(_lead_values(positions) if positions else ())
    for declarer in declarers:
        yield declarer is not None and tricks.least <= 13 - max(next(answers).values()) <= tricks.most


def _lead_values(positions: list[Any]) -> list[dict[str, int]]:
    """What each opening lead wins for the defenders, of many deals. Raises Refusal (503)."""
    try:
        return analysis.asked_now("cards", {"positions": positions}, patience=PATIENCE)
    except AnalysisUnavailable:
        raise Refusal(no_analysis(), status=503) from None


def _opening_lead(deal: Deal, declarer: Seat, denomination: Denomination) -> Position:
    hands = {seat: sorted_hand(deal[seat]) for seat in SEATS}
    return Position(hands, denomination.trump, Trick(declarer.lho, ()))


def tricks_known(deal: Deal) -> Table | None:
    """The double-dummy table, if it was worked out before."""
    data = tricks_of_deal(str(deal))
    try:
        return None if data is None else table_from_data(data)
    except NotATable:
        return None


def tricks_asked(deal: Deal) -> Table:
    """The double-dummy table, worked out now if need be. Raises Refusal (503) where there is no analysis."""
    table = tricks_known(deal)
    if table is not None:
        return table
    try:
        if not analysis.is_available():
            raise AnalysisUnavailable("not_running")
        data = analysis.asked_now("table", {"deal": str(deal)})
        table = table_from_data(data)
    except (AnalysisUnavailable, NotATable):
        raise Refusal(no_analysis(), status=503) from None
    tricks_of_deal_store(str(deal), data)
    return table


def no_analysis() -> str:
    return gettext("Double-dummy analysis is not available just now: the tricks of a deal are not known.")


def _time_is_up(found: int, wanted: int) -> str:
    sentence = gettext("So far %(found)d of %(wanted)d deals are found: they are rare. You may look on.")
    return sentence % {"found": found, "wanted": wanted}


def impossible_said(error: ImpossibleDeal) -> str:
    """Why no deal is like this, in one sentence."""
    return _IMPOSSIBLE[error.code]() % {
        "seat": seat_label(Seat(error.params["seat"])) if "seat" in error.params else "",
        "side": side_label(Side(error.params["side"])) if "side" in error.params else "",
        "suit": suit_label(Suit(error.params["suit"])) if "suit" in error.params else "",
    }


_IMPOSSIBLE = {
    "bounds": lambda: gettext("Somewhere the least is more than the most."),
    "points_over": lambda: gettext("There are only 40 points: together the four hands should have more."),
    "points_under": lambda: gettext("There are 40 points: together the four hands may not have so few."),
    "side_points": lambda: gettext("The points of %(side)s contradict the other wishes."),
    "cards_over": lambda: gettext("%(seat)s would have more than 13 cards."),
    "cards_under": lambda: gettext("%(seat)s would have fewer than 13 cards."),
    "suit_over": lambda: gettext("There would be more than 13 cards of this suit: %(suit)s."),
    "suit_under": lambda: gettext("There would be fewer than 13 cards of this suit: %(suit)s."),
    "balanced": lambda: gettext("With these suit lengths the hand of %(seat)s cannot be balanced."),
    "fit": lambda: gettext("With these suit lengths %(side)s cannot have such a fit."),
    "declarer": lambda: gettext("%(seat)s cannot declare: the partner would have more points."),
    "zone": lambda: gettext("The points of %(side)s do not fit the contract wished for."),
    "rare": lambda: gettext(
        "No such deal was found: the wishes contradict each other, or hardly ever come together."
    ),
}
