"""Reviews of finished records: opened with the result, asked to go further, worked on, stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from ..models import BoardRecord, DealTricks, RecordPlayer, Review

LEASE = timedelta(seconds=75)  # without a sign of life, after which another process goes on
MOST_TRIES = 3
LONGEST = 300.0  # seconds that a deal may take
PAUSE = timedelta(seconds=10)
NOT_THERE = frozenset({"not_running", "busy"})  # no fault of the deal


def review_open(record: BoardRecord) -> None:
    """A record is finished: what it was worth is worked out in the background, if people played it."""
    if RecordPlayer.objects.filter(record=record, user__isnull=False).exists():
        Review.objects.get_or_create(record=record, defaults={"version": Review.VERSION})


def review_ask(records: Iterable[BoardRecord]) -> None:
    """Somebody wants to know what every card cost; what is known already is not asked again."""
    for record in records:
        if record.finished is None:
            raise ValueError("a deal in play is not reviewed")
        review, is_new = Review.objects.get_or_create(
            record=record, defaults={"depth": Review.Depth.CARDS, "version": Review.VERSION}
        )
        is_known = review.depth == Review.Depth.CARDS and review.version == Review.VERSION
        if is_new or (is_known and review.status != Review.Status.FAILED):
            continue
        mine = Review.objects.filter(id=review.id)
        mine.exclude(status=Review.Status.WAITING).update(not_before=timezone.now())
        mine.update(depth=Review.Depth.CARDS, status=Review.Status.WAITING, code="", tries=0, seconds=0)


def review_claim(depth: str) -> Review | None:
    """Take the next review for the time of a lease; None if there is nothing to do.

    The newest deals come first, so that nobody waits for a backlog; of those asked for, who asked first.
    """
    now = timezone.now()
    waiting = Review.objects.filter(status=Review.Status.WAITING, depth=depth, not_before__lte=now)
    order = "not_before" if depth == Review.Depth.CARDS else "-record_id"
    for review in waiting.order_by(order)[:5]:
        mine = waiting.filter(id=review.id).update(not_before=now + LEASE)
        if mine:  # no other process was quicker
            if review.version != Review.VERSION:
                review.version, review.data, review.judged = Review.VERSION, {}, 0
            return review
    return None


def review_save(review: Review) -> None:
    """Store how far it has come, and hold it a while longer."""
    Review.objects.filter(id=review.id).update(
        data=review.data,
        judged=review.judged,
        to_judge=review.to_judge,
        seconds=review.seconds,
        version=review.version,
        tries=0,
        not_before=timezone.now() + LEASE,
    )


def review_finish(review: Review) -> None:
    """Store all of it. If more was asked for meanwhile, it goes on waiting, for that."""
    with transaction.atomic():
        review_save(review)
        mine = Review.objects.filter(id=review.id)
        mine.filter(depth=review.depth).update(status=Review.Status.DONE, code="")
        mine.exclude(depth=review.depth).update(not_before=timezone.now())


def review_give_back(review: Review, code: str) -> None:
    """It got no further: later again, or never if it is at fault itself."""
    mine, later = Review.objects.filter(id=review.id), timezone.now() + PAUSE
    if code in NOT_THERE:
        mine.update(not_before=later)
        return
    mine.update(tries=F("tries") + 1, not_before=later)
    given_up = mine if code == "too_long" else mine.filter(tries__gte=MOST_TRIES)
    given_up.update(status=Review.Status.FAILED, code="too_long" if code == "timed_out" else code)


def tricks_of_deal(deal: str) -> Any | None:
    """The double-dummy table of these cards, if it was worked out before."""
    row = DealTricks.objects.filter(deal=deal).first()
    return None if row is None else row.tricks


def tricks_of_deal_store(deal: str, tricks: Any) -> None:
    DealTricks.objects.get_or_create(deal=deal, defaults={"tricks": tricks})


def tricks_lost_store(record_id: int, lost: Mapping[int, int]) -> None:
    """What the cards cost that each player of a record chose, by the number of his row; the others', none."""
    with transaction.atomic():
        players = RecordPlayer.objects.filter(record_id=record_id)
        players.filter(~Q(id__in=list(lost))).update(tricks_lost=0)
        for player_id, tricks in lost.items():
            players.filter(id=player_id).update(tricks_lost=tricks)
