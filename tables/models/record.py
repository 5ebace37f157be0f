"""Matches, boards, and their records: the log is the truth."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import FOLDED_LENGTH
from minibridge import engine
from minibridge.engine.rules import RULES_VERSION, RuleSet

from .choices import BotLevel, SeatLetter
from .table import Table


class UnknownRules(Exception):
    """A record was played by a version of the rules that the engine does not have: its log tells nothing."""


class Match(models.Model):
    """A series of boards at one table, or those that somebody brought in from files.

    What was brought in belongs to its ``importer``, who need not have played; ``source`` names the files. It
    counts in nobody's record, and its table is closed from the beginning.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    first_dealer = models.CharField(max_length=1, choices=SeatLetter)
    started = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)
    ended_early = models.BooleanField(default=False)
    is_replay = models.BooleanField(default=False)  # of a deal played before: it counts in no record
    importer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="imported_matches",
    )
    source = models.CharField(max_length=80, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_match_of_a_number")]

    def __str__(self) -> str:
        return f"{self.table_id} #{self.number}"

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_dict(self.rules)


class Board(models.Model):
    """Number, dealer, vulnerability and the four hands; may be played at many tables."""

    class VulnerabilityCode(models.TextChoices):
        NONE = "None", _("nobody")
        NS = "NS", _("North-South")
        EW = "EW", _("East-West")
        BOTH = "All", _("everybody")

    number = models.PositiveIntegerField()
    dealer = models.CharField(max_length=1, choices=SeatLetter)
    vulnerability = models.CharField(max_length=4, choices=VulnerabilityCode, default=VulnerabilityCode.NONE)
    deal = models.CharField(max_length=80)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["deal"], name="boards_of_the_same_cards")]

    def __str__(self) -> str:
        return f"{_('Board')} {self.number}"

    def to_engine(self) -> engine.Board:
        return engine.Board(
            number=self.number,
            dealer=engine.Seat(self.dealer),
            vulnerability=engine.Vulnerability(self.vulnerability),
            deal=engine.Deal.parse(self.deal),
        )


class BoardRecord(models.Model):
    """One board played at one table: its log and, when finished, its result.

    A variation plays the cards of its ``parent`` otherwise: it leaves it at ``parent_step``. The first
    ``laid`` actions of the log were done before anybody sat down. ``lesson_deal`` is the number of the deal
    in the lesson of its table. A record whose log has come to its end and which is not ``finished`` is
    ``withheld``: nobody but the teacher reads it before every table of the lesson has finished the deal, or
    he opens it.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("in play")
        PLAYED = "played", _("played out")
        CLAIMED = "claimed", _("claimed")
        BALANCED = "balanced", _("20–20, dealt again")
        PASSED_OUT = "passed_out", _("passed out")
        ASSIGNED = "assigned", _("result written down")
        UNFINISHED = "unfinished", _("unfinished")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="records")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="records")
    position = models.PositiveIntegerField()
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    started = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.OPEN)
    declarer = models.CharField(max_length=1, choices=SeatLetter, blank=True)
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    denomination = models.CharField(max_length=2, blank=True)
    doubling = models.CharField(max_length=2, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    points_ns = models.PositiveIntegerField(null=True, blank=True)
    points_ew = models.PositiveIntegerField(null=True, blank=True)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="variations"
    )
    parent_step = models.PositiveSmallIntegerField(null=True, blank=True)
    laid = models.PositiveSmallIntegerField(default=0)
    lesson_deal = models.PositiveSmallIntegerField(null=True, blank=True)
    withheld = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_record_at_a_position"),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(finished__isnull=True, withheld=False),
                name="one_open_record_of_a_match",
            ),
        ]
        indexes = [
            models.Index(fields=["match"], condition=Q(withheld=True), name="results_withheld"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.position}"

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_dict(self.rules)

    def start(self) -> engine.BoardState:
        """The state before the first action, from which the log is replayed.

        Raises UnknownRules: it was played by rules of another version than the engine's.
        """
        if self.rules_version != RULES_VERSION:
            raise UnknownRules(f"record {self.pk} was played by version {self.rules_version} of the rules")
        return engine.start(self.board.to_engine(), self.rule_set)

    @property
    def contract(self) -> engine.Contract | None:
        if self.level is None:
            return None
        return engine.Contract.parse(f"{self.level}{self.denomination}{self.doubling}")

    @property
    def score_ns(self) -> int | None:
        """The result from North-South's side; None where there is none."""
        if self.points_ns is None or self.points_ew is None:
            return None
        return self.points_ns - self.points_ew


class RecordSource(models.Model):
    """What a file says of a record brought in: all of it as PBN, and what did not fit the rules. One of our
    own JSON files says nothing that is not in the log.

    A log holds only what the rules allow; calls of an auction that makes no sense, comments and names of
    events are kept here. ``problems`` are rows of a kind, its text and its values, as
    ``tables.problem_sentences`` reads them.
    """

    record = models.OneToOneField(BoardRecord, on_delete=models.CASCADE, related_name="source")
    pbn = models.TextField()
    problems = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"source of {self.record_id}"


class RecordPlayer(models.Model):
    """Who held a seat of a record: a person, or a bot of level ``bot``.

    The row outlives the person's account as an anonymous chair. What the list of a person's deals is filtered
    and added up by is stored here at the end of the deal (``tables.deal_facts``), so that long lists are read
    from one table; while the deal is in play these columns tell nothing. ``tricks_lost`` is how many tricks,
    double-dummy, the cards cost that this player chose himself; None while that is not known.
    """

    class Role(models.TextChoices):
        DECLARER = "declarer", pgettext_lazy("role", "declarer")
        DUMMY = "dummy", pgettext_lazy("role", "dummy")
        DEFENDER = "defender", pgettext_lazy("role", "defender")
        BOTH = "both", pgettext_lazy("role", "both hands")

    class Goal(models.TextChoices):
        PARTSCORE = "partscore", pgettext_lazy("contract", "partscore")
        GAME = "game", pgettext_lazy("contract", "game")
        SLAM = "slam", pgettext_lazy("contract", "slam")

    record = models.ForeignKey(BoardRecord, on_delete=models.CASCADE, related_name="players")
    seat = models.CharField(max_length=1, choices=SeatLetter)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="record_players",
    )
    name = models.CharField(max_length=24, blank=True)
    folded_name = models.CharField(max_length=FOLDED_LENGTH, blank=True)  # as one searches for it
    bot = models.CharField(max_length=6, choices=BotLevel, blank=True)
    day = models.DateField(default=timezone.localdate)
    outcome = models.CharField(max_length=10, choices=BoardRecord.Outcome, blank=True, default="")
    side = models.CharField(max_length=2, blank=True)  # NS or EW; of three none until one declares
    role = models.CharField(max_length=8, choices=Role, blank=True)
    denomination = models.CharField(max_length=2, blank=True)
    goal = models.CharField(max_length=9, choices=Goal, blank=True)
    over = models.SmallIntegerField(null=True, blank=True)  # tricks above the contract, negative if down
    score = models.IntegerField(null=True, blank=True)  # the deal for his side
    preset = models.CharField(max_length=32, blank=True)  # empty: rules of their own
    tricks_lost = models.PositiveSmallIntegerField(null=True, blank=True)
    with_people = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="one_player_of_a_seat")]
        indexes = [
            models.Index(fields=["user", "-record"], name="deals_of_a_person"),
            models.Index(fields=["user", "day"], name="days_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.seat} {self.name}"


class Action(models.Model):
    """One accepted thing a player did, the ``n``-th of its record. Rows are only ever added.

    ``seat`` is the person who acted (empty: the table itself). ``client_id`` is the page's own number of the
    action, so that sending it twice stores it once. ``reason`` is why a bot did it; nobody else is asked.
    """

    record = models.ForeignKey(BoardRecord, on_delete=models.CASCADE, related_name="actions")
    n = models.PositiveIntegerField()
    seat = models.CharField(max_length=1, choices=SeatLetter, blank=True)
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    reason = models.JSONField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    client_id = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["record", "n"], name="one_action_of_a_number"),
            models.UniqueConstraint(
                fields=["record", "seat", "client_id"],
                condition=~Q(client_id=""),
                name="one_action_of_a_client_id",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}:{self.n}"
