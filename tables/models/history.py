"""What is made of finished records: links, looks together, plays of bots, reviews."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.codes import new_key

from .choices import BotLevel, SeatLetter
from .record import BoardRecord, Match


class SharedLink(models.Model):
    """An address under which anybody may look at one finished deal, or at the finished deals of a match.

    Whoever knows ``key`` may; deleting the row takes that back. Without ``names`` the players are North,
    East, South and West.
    """

    key = models.CharField(max_length=40, unique=True, default=new_key)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shared_links")
    record = models.ForeignKey(
        BoardRecord, null=True, blank=True, on_delete=models.CASCADE, related_name="shared_links"
    )
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="shared_links"
    )
    names = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(record__isnull=True, match__isnull=False)
                | Q(record__isnull=False, match__isnull=True),
                name="a_link_to_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"link to {self.record_id or self.match_id}"


class BotPlay(models.Model):
    """How four bots of a level play a deal under some ``rules`` (a digest): once for all who may read it.

    Without ``contract`` they choose it themselves. ``record`` is in play until they have finished.
    """

    deal = models.CharField(max_length=80)
    dealer = models.CharField(max_length=1, choices=SeatLetter)
    level = models.CharField(max_length=6, choices=BotLevel)
    rules = models.CharField(max_length=40)
    declarer = models.CharField(max_length=1, choices=SeatLetter, blank=True)
    contract = models.CharField(max_length=5, blank=True)
    record = models.OneToOneField(BoardRecord, on_delete=models.CASCADE, related_name="bot_play")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "dealer", "level", "rules", "declarer", "contract"],
                name="one_play_of_bots",
            )
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.level} {self.contract}"


class SharedReplay(models.Model):
    """A finished deal that several people look at together: they follow the step of one of them.

    ``version`` grows with every step and every change of the leader, and only tells the pages of news.
    """

    record = models.OneToOneField(
        BoardRecord, on_delete=models.CASCADE, primary_key=True, related_name="shared_replay"
    )
    leader = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    step = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    active = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.record_id} @{self.step}"


class DealTricks(models.Model):
    """The double-dummy table of a deal, worked out once however often the cards are played.

    A cache: losing a row costs a second of work.
    """

    deal = models.CharField(max_length=80, unique=True)
    tricks = models.JSONField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "deal tricks"

    def __str__(self) -> str:
        return self.deal


class Review(models.Model):
    """What the analysis says of a finished record, as far as it has come.

    ``depth`` is how far it shall go. Whoever works on it sets ``not_before`` a little ahead and again with
    each step, so that nobody else does; when he dies, somebody goes on from there. ``tries`` counts those
    that brought nothing, ``seconds`` the time spent since it was asked for.
    """

    class Depth(models.TextChoices):
        DEAL = "deal", _("the deal")
        CARDS = "cards", _("every card")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    VERSION = 1
    """Of what is stored in ``data``; what an older one stored is worked out anew."""

    record = models.OneToOneField(BoardRecord, on_delete=models.CASCADE, related_name="review")
    depth = models.CharField(max_length=5, choices=Depth, default=Depth.DEAL)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    code = models.CharField(max_length=20, blank=True)  # why it failed
    not_before = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    seconds = models.FloatField(default=0)
    judged = models.PositiveSmallIntegerField(default=0)
    to_judge = models.PositiveSmallIntegerField(default=0)
    data = models.JSONField(default=dict)
    version = models.PositiveSmallIntegerField(default=VERSION)

    class Meta:
        indexes = [
            models.Index(fields=["depth", "-record"], condition=Q(status="waiting"), name="reviews_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.depth} {self.status}"
