"""Matches: start, the next deal, votes, the end."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from minibridge import engine
from minibridge.engine import SEATS, Deal, EndBoard, NextDeal, RuleSet, Seat

from ..models import Board, BoardRecord, Match, PreparedBoard, Seating, Table, Vote
from ..presence import absent_seats
from ..refusals import Refusal
from ..scene import Scene
from .bots import bots_stand_in
from .change import (
    must_be_between_deals,
    must_be_free,
    must_hold_chair,
    must_host,
    table_change,
)
from .play import table_action
from .records import match_next, prepared_next, random, record_open
from .tables import chairs_change

CHOICES = {Vote.Question.END: ("wait", "bot", "end"), Vote.Question.REMATCH: ("yes", "no")}


def boards_prepare(*, table_id: int, deals: Iterable[Deal], first_dealer: Seat | None = None) -> None:
    """Lay deals ready for a table; they are dealt in this order before any random deal.

    ``first_dealer`` deals board 1 of the next match; without it the dealer is drawn.
    """
    with table_change(table_id):
        position = PreparedBoard.objects.filter(table_id=table_id).count()
        for offset, deal in enumerate(deals, start=1):
            number = position + offset
            dealer = (first_dealer or Seat.N).value if number == 1 else Seat.N.value
            board = Board.objects.create(number=number, dealer=dealer, deal=str(deal))
            PreparedBoard.objects.create(table_id=table_id, position=number, board=board)


def match_start(*, table_id: int, user_id: int) -> None:
    """The host starts a match when as many sit here as the rules want, and the first deal is dealt."""
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, user_id)
        _must_be_full(change.scene)
        if change.scene.status == "playing":
            raise Refusal(_("The match has already begun."), status=409)
        match_open(change.table, change.scene)


def match_open(table: Table, scene: Scene, rules: RuleSet | None = None) -> Match:
    """A match begins, and its first deal is dealt, by *rules* of its own if there are any. Should be called
    with the table's row locked.
    """
    prepared = prepared_next(table.id)
    match = Match.objects.create(
        table=table,
        number=scene.match.number + 1 if scene.match else 1,
        rules=table.rules,
        first_dealer=first_dealer_of(table, scene, prepared).value,
        is_replay=prepared is not None and prepared.parent_id is not None,
    )
    Vote.objects.filter(table=table).delete()
    next_deal = NextDeal(number=1, dealer=Seat(match.first_dealer))
    record_open(match=match, next_deal=next_deal, rules=rules)
    return match


def first_dealer_of(table: Table, scene: Scene, prepared: PreparedBoard | None) -> Seat:
    """The dealer of deal 1 is drawn, unless a prepared board names him; of three players it is the one who
    has the empty chair on his right.
    """
    if table.rule_set.players != "four":
        return next(seat for seat in SEATS if scene.chairs[engine.empty_chair(seat)] is None)
    return Seat(prepared.board.dealer) if prepared else random.choice(SEATS)


def _must_be_full(scene: Scene) -> None:
    if scene.missing < 0:
        raise Refusal(_("Three play by these rules: one of you has to leave a chair, or watch."), status=409)
    if scene.missing > 0 and scene.is_for_three:
        raise Refusal(_("Three players are needed: one more has to sit down."), status=409)
    if scene.missing > 0:
        raise Refusal(_("Four players are needed: a chair is still free."), status=409)


def ready_set(*, table_id: int, user_id: int, after: int | None = None) -> None:
    """This player has read the result. When all have, the next deal is dealt; bots do not read.

    ``after`` is the record whose result was read: a late click never readies a later deal.
    """
    with table_change(table_id) as change:
        must_be_free(change.scene)
        chair = must_hold_chair(change.scene, user_id)
        _must_have_next(change.scene, after)
        Seating.objects.filter(table_id=table_id, seat=chair.value).update(ready=True, bot="")
        if change.scene.is_full:
            _deal_if_all_are_ready(change.table)


def _deal_if_all_are_ready(table: Table) -> None:
    if not Seating.objects.filter(table=table, bot="", ready=False).exists():
        _deal_next(table)


def deal_now(*, table_id: int, user_id: int, after: int | None = None) -> None:
    """The host deals without waiting for everybody's sign."""
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, user_id)
        _must_have_next(change.scene, after)
        _must_be_full(change.scene)
        _deal_next(change.table)


def _must_have_next(scene: Scene, after: int | None) -> None:
    if scene.status != "playing":
        raise Refusal(_("The match is over."), status=409)
    must_be_between_deals(scene)
    if after is not None and scene.record is not None and scene.record.id != after:
        raise Refusal(_("The table has moved on. Here is how it stands now."), status=409)


def _deal_next(table: Table) -> BoardRecord:
    match = Match.objects.filter(table=table).latest("number")
    next_deal = match_next(match)
    if isinstance(next_deal, engine.MatchOver):
        raise Refusal(_("The match is over."), status=409)
    chairs_change(table=table, moves=next_deal.moves)
    return record_open(match=match, next_deal=next_deal)


def match_stop(*, table_id: int, user_id: int) -> None:
    """The host ends the match between two deals; what was played counts."""
    with table_change(table_id) as change:
        must_be_free(change.scene)
        must_host(change.scene, user_id)
        must_be_between_deals(change.scene)
        if change.scene.status != "playing" or change.scene.match is None:
            raise Refusal(_("The match is over."), status=409)
        Match.objects.filter(id=change.scene.match.id).update(finished=timezone.now(), ended_early=True)


def vote_cast(*, table_id: int, user_id: int, question: str, choice: str) -> None:
    """Answer a question of the table: what about an absent player, or another match.

    Raises Refusal: 400 no such question or choice, 404 no chair, 409 the question is not open.
    """
    if choice not in CHOICES.get(question, ()):
        raise Refusal(_("This request could not be understood."), status=400)
    with table_change(table_id) as change:
        must_be_free(change.scene)
        seat = must_hold_chair(change.scene, user_id)
        Seating.objects.filter(table_id=table_id, seat=seat.value).update(bot="")
        if question == Vote.Question.END:
            _vote_end(change.table, change.scene, seat, choice)
        else:
            _vote_rematch(change.table, change.scene, seat, choice)


def _vote_store(table: Table, question: str, seat: Seat, choice: str) -> None:
    Vote.objects.update_or_create(
        table=table, question=question, seat=seat.value, defaults={"choice": choice}
    )


def _vote_end(table: Table, scene: Scene, seat: Seat, choice: str) -> None:
    """Bots play for the absent, or the deal ends unfinished (between two deals: the match), when everybody
    who is there says so.

    A thinking player is never outvoted: as long as his page is open he is there and has a vote. Bots have
    none.
    """
    absent = absent_seats(scene) - {seat}
    if scene.is_withheld:
        raise Refusal(_("This deal is over here. The others are still playing it."), status=409)
    if not absent:
        raise Refusal(_("Everybody is here: the deal goes on."), status=409)
    _vote_store(table, Vote.Question.END, seat, choice)
    votes = {**scene.end_votes, seat: choice}
    choices = {votes.get(voter) for voter in (scene.people | {seat}) - absent}
    if choices == {"bot"}:
        bots_stand_in(table=table, scene=scene, chairs=absent)
        if not scene.deal_is_open:
            _deal_if_all_are_ready(table)
    elif choices == {"end"} and scene.deal_is_open:
        table_action(table=table, scene=scene, action=EndBoard(seat=None, reason="absent"))
    elif choices == {"end"}:
        table.matches.filter(finished=None).update(finished=timezone.now(), ended_early=True)
        Vote.objects.filter(table=table, question=Vote.Question.END).delete()


def _vote_rematch(table: Table, scene: Scene, seat: Seat, choice: str) -> None:
    if scene.status != "over" or scene.match is None:
        raise Refusal(_("The match is not over yet."), status=409)
    if scene.match.is_replay:
        raise Refusal(_("A deal that is played again is a match of its own."), status=409)
    if choice == "no":
        Vote.objects.filter(table=table, question=Vote.Question.REMATCH, seat=seat.value).delete()
        return
    _vote_store(table, Vote.Question.REMATCH, seat, choice)
    if scene.is_full and scene.match.rematch_votes | {seat} >= scene.people:
        match_open(table, scene)
