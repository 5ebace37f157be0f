"""What somebody brings in from files: stored as records of his own, or laid ready to be played."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from minibridge.engine import PRESETS, SEATS, Deal, Seat

from ..incoming import Incoming, IncomingMatch
from ..models import DEFAULT_PRESET, Board, BoardRecord, BotLevel, Match, Table
from ..refusals import Refusal
from .alone import table_alone
from .matches import boards_prepare, match_start
from .records import records_bring_in
from .tables import table_create

AT_A_TIME = 25
"""How many records are stored in one transaction."""
UNFINISHED_KEPT = timedelta(hours=1)
"""How long an import may take before its half is one that a failure left behind."""
MOST_TO_PLAY = 32
"""How many boards one table can be laid with: a match has no more deals."""


def matches_bring_in(*, user: User, incoming: Incoming) -> list[Match]:
    """Store each match of the files, all or none; its records are the importer's alone.

    They are stored a few at a time: nobody who plays meanwhile waits for a long file. Until all are there no
    match is finished, and what a failure leaves behind is removed, at the latest by ``imports_purge``.

    Raises Refusal (400) where no board can be taken.
    """
    if not incoming.records:
        raise Refusal(_("Please tick at least one deal."), status=400)
    matches: list[Match] = []
    try:
        for one in incoming.matches:
            with transaction.atomic():
                matches.append(_match_open(user, one))
            _records_store(matches[-1], one)
        with transaction.atomic():
            for match in matches:
                match.save(update_fields=["finished"])
    except BaseException:
        for match in matches:
            match_drop(match)
        raise
    return matches


def _match_open(user: User, incoming: IncomingMatch) -> Match:
    """Its row as long as it lacks records: in the database it is not finished."""
    now = timezone.now()
    started = incoming.started or min((one.started for one in incoming.records if one.started), default=now)
    table = table_create(host=user)
    Table.objects.filter(id=table.id).update(closed=True, host=None, visitors=Table.Visitors.CLOSED)
    match = Match.objects.create(
        table=table,
        number=1,
        rules=incoming.rules.to_dict(),
        rules_version=incoming.rules_version,
        first_dealer=incoming.first_dealer.value,
        started=started,
        ended_early=incoming.ended_early,
        is_replay=incoming.is_replay,
        importer=user,
        source=incoming.source,
    )
    match.finished = incoming.finished or now
    return match


def _records_store(match: Match, incoming: IncomingMatch) -> None:
    for start in range(0, len(incoming.records), AT_A_TIME):
        some = incoming.records[start : start + AT_A_TIME]
        assert all(record.result is not None for record in some)  # worked out before the database is locked
        with transaction.atomic():
            records_bring_in(match=match, incoming=some, first=start + 1)


def match_forget(*, user: User, match_id: int) -> None:
    """Delete a match that this person brought in. Raises Refusal (404) for any other."""
    match = Match.objects.filter(importer=user, id=match_id).first()
    if match is None:
        raise Refusal(_("This page does not exist."), status=404)
    match_drop(match)


def imports_forget(user: User) -> None:
    """Delete all that this person brought in."""
    for match in Match.objects.filter(importer=user).order_by("id"):
        match_drop(match)


def match_drop(match: Match) -> None:
    """Delete a match brought in, with its table and the boards that nobody else uses, in small steps."""
    while rows := list(match.records.values_list("id", "board_id")[:AT_A_TIME]):
        with transaction.atomic():
            BoardRecord.objects.filter(id__in=[record_id for record_id, _board in rows]).delete()
            Board.objects.filter(
                id__in={board_id for _record, board_id in rows},
                records__isnull=True,
                preparedboard__isnull=True,
            ).delete()
    with transaction.atomic():
        Match.objects.filter(id=match.id).delete()
        Table.objects.filter(id=match.table_id, closed=True, matches__isnull=True).delete()


def imports_purge() -> int:
    """Delete what was being brought in when the site stopped. Returns how many matches there were."""
    before = timezone.now() - UNFINISHED_KEPT
    halves = list(Match.objects.filter(importer__isnull=False, finished=None, table__created__lt=before))
    for match in halves:
        match_drop(match)
    return len(halves)


def boards_play_alone(*, user: User, incoming: Incoming, level: str) -> Table:
    """Seat the importer South among three bots, and deal the first of these boards at once.

    Raises Refusal (400): no such level, no board or too many.
    """
    if level not in BotLevel.values:
        raise Refusal(_("Please choose how well the robots play."), status=400)
    deals, dealer = _deals(incoming)
    levels = {seat: level for seat in SEATS if seat is not Seat.S}
    rules = replace(PRESETS[DEFAULT_PRESET], deals=len(deals))
    with transaction.atomic():
        table = table_alone(user, Seat.S, levels, rules)
        boards_prepare(table_id=table.id, deals=deals, first_dealer=dealer)
        match_start(table_id=table.id, user_id=user.id)
        table.matches.update(is_replay=True)
    return table


def boards_play_together(*, user: User, incoming: Incoming) -> Table:
    """Open a table at which these boards are dealt first. Raises Refusal (400): no board or too many."""
    deals, dealer = _deals(incoming)
    with transaction.atomic():
        table = table_create(host=user)
        table.rules = replace(table.rule_set, deals=len(deals)).to_dict()
        table.preset = ""
        table.save(update_fields=["rules", "preset"])
        boards_prepare(table_id=table.id, deals=deals, first_dealer=dealer)
    return table


def _deals(incoming: Incoming) -> tuple[list[Deal], Seat]:
    boards = [record.board for record in incoming.records if record.board is not None]
    if not boards:
        raise Refusal(_("Please tick at least one deal."), status=400)
    if len(boards) > MOST_TO_PLAY:
        raise Refusal(_("One table plays at most 32 deals: please tick fewer."), status=400)
    return [board.deal for board in boards], boards[0].dealer
