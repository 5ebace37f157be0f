"""Reads of the same cards played several times: what came of each, beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q

from accounts.models import User
from minibridge.engine import Contract, Seat, Side, cross_imps, datum, matchpoints
from minibridge.engine.matchpoints import top

from .models import BoardRecord, BotPlay, RecordPlayer
from .replays import Reading, names_of

MOST_LINES = 60


@dataclass(frozen=True)
class TravellerLine:
    """One time these cards were played; ``score`` and what is made of it are for the reader's side.

    ``seat`` is where the reader sat himself, ``level`` that of the bots if no person played; ``is_free`` says
    that these chose the contract.
    """

    record_id: int
    started: datetime
    seat: Seat | None
    level: str
    is_free: bool
    names: tuple[str, ...]
    declarer: Seat | None
    contract: Contract | None
    menu: str
    tricks: int | None
    score: int | None
    parent_id: int | None
    parent_step: int | None
    matchpoints: int | None = None
    imps: Fraction | None = None


@dataclass(frozen=True)
class RunningPlay:
    """Bots that have not finished yet: how many cards they have played, and nothing else."""

    level: str
    contract: str
    cards: int


@dataclass(frozen=True)
class Traveller:
    """All the times the reader may look at, oldest first."""

    side: Side
    lines: tuple[TravellerLine, ...]
    running: tuple[RunningPlay, ...]
    top: int
    datum: int | None

    @property
    def is_compared(self) -> bool:
        return sum(line.score is not None for line in self.lines) > 1

    @property
    def has_imps(self) -> bool:
        return any(line.imps is not None for line in self.lines)

    @property
    def bot_levels(self) -> frozenset[str]:
        """The levels at which bots have played it with a contract of their own, or are about to."""
        played = {line.level for line in self.lines if line.is_free}
        return frozenset(played | {play.level for play in self.running if not play.contract})

    def line_of(self, record_id: int | None) -> TravellerLine | None:
        return next((line for line in self.lines if line.record_id == record_id), None)


def traveller_of(user: User | AnonymousUser, reading: Reading) -> Traveller:
    """The deal that is read, whatever else its reader has played with the same cards, and what bots have.

    Three queries, however many there are. Nothing is told of a record still in play.
    """
    record = reading.record
    mine = RecordPlayer.objects.filter(record=OuterRef("pk"), user_id=user.pk or 0)
    board = record.board
    same = BoardRecord.objects.filter(
        board__deal=board.deal, board__dealer=board.dealer, board__vulnerability=board.vulnerability
    )
    records = (
        same.filter(Q(id=record.id) | Exists(mine) | Q(bot_play__isnull=False), finished__isnull=False)
        .select_related("board", "bot_play")
        .prefetch_related("players")
        .order_by("-id")[:MOST_LINES]
    )
    side = reading.seat.side if reading.seat else Side.NS
    scoring = record.rule_set.scoring
    names = {each.id: reading.names if each.id == record.id else names_of(each) for each in records}
    lines = [
        _line(each, user, side, scoring, tuple(names[each.id].values()))
        for each in sorted(records, key=lambda each: each.id)
    ]
    scores = [line.score for line in lines]
    return Traveller(
        side=side,
        lines=tuple(_compared(lines, scores, has_imps=scoring == "standard")),
        running=_running(record),
        top=top(sum(score is not None for score in scores)),
        datum=datum(scores) if scoring == "standard" else None,
    )


def _line(
    record: BoardRecord, user: User | AnonymousUser, side: Side, scoring: str, names: tuple[str, ...]
) -> TravellerLine:
    rules = record.rule_set
    has_score = record.tricks is not None and rules.scoring == scoring
    score = record.score_ns if has_score else None
    players = record.players.all()
    seats = [Seat(player.seat) for player in players if user.pk is not None and player.user_id == user.pk]
    bot_play = getattr(record, "bot_play", None)
    return TravellerLine(
        record_id=record.id,
        started=record.started,
        seat=seats[0] if seats else None,
        level=bot_play.level if bot_play else "",
        is_free=bot_play is not None and not bot_play.contract,
        names=names,
        declarer=Seat(record.declarer) if record.declarer else None,
        contract=record.contract,
        menu=rules.menu,
        tricks=record.tricks,
        score=score if score is None or side is Side.NS else -score,
        parent_id=record.parent_id,
        parent_step=record.parent_step,
    )


def _compared(
    lines: Sequence[TravellerLine], scores: Sequence[int | None], *, has_imps: bool
) -> list[TravellerLine]:
    if sum(score is not None for score in scores) < 2:
        return list(lines)
    averages = cross_imps(scores) if has_imps else [None] * len(scores)
    return [
        replace(line, matchpoints=points, imps=average)
        for line, points, average in zip(lines, matchpoints(scores), averages, strict=True)
    ]


def _running(record: BoardRecord) -> tuple[RunningPlay, ...]:
    """How far the bots are with the cards of this record."""
    plays = BotPlay.objects.filter(
        deal=record.board.deal, dealer=record.board.dealer, record__finished__isnull=True
    ).annotate(cards=Count("record__actions", filter=Q(record__actions__kind="card")))
    return tuple(RunningPlay(play.level, play.contract, play.cards) for play in plays.order_by("id"))
