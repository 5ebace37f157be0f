"""Where people play: rows and constraints. The rules of the game are in ``minibridge.engine``.

The log of a record (``Action``) is the truth; a state is folded from it and never stored. A finished record
also keeps what the history reads (contract, declarer, tricks, points), which ``verify_records`` recomputes.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from minibridge import engine
from minibridge.engine.rules import PRESETS, RULES_VERSION, RuleSet

CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no 0 O 1 I L: read aloud and typed by children
CODE_LENGTH = 6
DEFAULT_PRESET = "four_deals"


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_epoch() -> int:
    return secrets.randbelow(2**31)


def default_rules() -> dict[str, object]:
    return PRESETS[DEFAULT_PRESET].to_dict()


class SeatLetter(models.TextChoices):
    NORTH = "N", _("North")
    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")


class BotLevel(models.TextChoices):
    EASY = "easy", pgettext_lazy("level", "easy")
    MEDIUM = "medium", pgettext_lazy("level", "medium")
    HARD = "hard", pgettext_lazy("level", "hard")
    EXPERT = "expert", pgettext_lazy("level", "expert")


class Table(models.Model):
    """The place with four chairs, known by its code.

    Where somebody plays ``alone``, with bots on the other chairs, he plays both hands of his side when it
    declares. ``version`` grows with every visible change and only drives repainting. ``setting_version`` is
    the version of the last change outside the running record's log: while it stands still, only the log has
    grown. ``epoch`` changes when versions may have gone back, as after a restored backup.
    """

    class Visitors(models.TextChoices):
        PUBLIC = "public", _("May watch")
        CLOSED = "closed", _("Stay outside")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted_tables"
    )
    preset = models.CharField(max_length=32, default=DEFAULT_PRESET)
    rules = models.JSONField(default=default_rules)
    visitors = models.CharField(max_length=6, choices=Visitors, default=Visitors.PUBLIC)
    free_text = models.BooleanField(default=True)
    alone = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    setting_version = models.PositiveIntegerField(default=1)
    epoch = models.PositiveIntegerField(default=new_epoch)
    created = models.DateTimeField(default=timezone.now)
    active = models.DateTimeField(default=timezone.now)
    closed = models.BooleanField(default=False)

    class Meta:
        # None on `active`, which every card changes: the row then stays where it is.
        indexes = [models.Index(fields=["id"], condition=Q(closed=False), name="open_tables")]

    def __str__(self) -> str:
        return self.code

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_dict(self.rules)


class Seating(models.Model):
    """A person or a bot on a chair, or a person for whom a bot plays until he is back.

    ``bot`` is the level of the bot that plays, empty where nobody but the person does. ``key`` is the private
    link by which a person comes back on another device.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    seat = models.CharField(max_length=1, choices=SeatLetter)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="seatings"
    )
    name = models.CharField(max_length=24, blank=True)
    bot = models.CharField(max_length=6, choices=BotLevel, blank=True)
    ready = models.BooleanField(default=False)
    key = models.CharField(max_length=40, unique=True, default=new_key)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_person_on_a_chair"),
            models.UniqueConstraint(fields=["table", "user"], name="one_chair_for_a_person"),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | ~Q(bot=""), name="somebody_on_a_chair_that_is_taken"
            ),
        ]
        indexes = [models.Index(fields=["table"], condition=~Q(bot=""), name="tables_with_bots")]

    def __str__(self) -> str:
        return f"{self.table.code} {self.seat} {self.name}"


class Match(models.Model):
    """A series of boards at one table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    first_dealer = models.CharField(max_length=1, choices=SeatLetter)
    started = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)
    ended_early = models.BooleanField(default=False)
    is_replay = models.BooleanField(default=False)  # of a deal played before: it counts in no record

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

    def __str__(self) -> str:
        return f"{_('Board')} {self.number}"

    def to_engine(self) -> engine.Board:
        return engine.Board(
            number=self.number,
            dealer=engine.Seat(self.dealer),
            vulnerability=engine.Vulnerability(self.vulnerability),
            deal=engine.Deal.parse(self.deal),
        )


class PreparedBoard(models.Model):
    """A deal laid ready for a table: dealt before any random one, in the order of ``position``."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="prepared_boards")
    position = models.PositiveIntegerField()
    board = models.ForeignKey(Board, on_delete=models.PROTECT)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="one_prepared_board_at_a_position")
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.position}"


class BoardRecord(models.Model):
    """One board played at one table: its log and, when finished, its result."""

    class Outcome(models.TextChoices):
        OPEN = "", _("in play")
        PLAYED = "played", _("played out")
        CLAIMED = "claimed", _("claimed")
        BALANCED = "balanced", _("20–20, dealt again")
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_record_at_a_position"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(finished__isnull=True), name="one_open_record_of_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.position}"

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_dict(self.rules)

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


class RecordPlayer(models.Model):
    """Who held a seat of a record: a person, or a bot of level ``bot``.

    The row outlives the person's account as an anonymous chair.
    """

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
    bot = models.CharField(max_length=6, choices=BotLevel, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="one_player_of_a_seat")]
        indexes = [models.Index(fields=["user", "-record"], name="deals_of_a_person")]

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


class Vote(models.Model):
    """A seat's open answer to a question of the table."""

    class Question(models.TextChoices):
        END = "end", _("What about the absent player?")
        REMATCH = "rematch", _("Another match?")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="votes")
    question = models.CharField(max_length=8, choices=Question)
    seat = models.CharField(max_length=1, choices=SeatLetter)
    choice = models.CharField(max_length=8)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "question", "seat"], name="one_vote_of_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.question} {self.seat} {self.choice}"


class Message(models.Model):
    """A fixed phrase, a reaction or, between adults with accounts, a line of text."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    seat = models.CharField(max_length=1, choices=SeatLetter)
    name = models.CharField(max_length=24)
    phrase = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=200, blank=True)
    client_id = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user", "client_id"],
                condition=~Q(client_id=""),
                name="one_message_of_a_client_id",
            )
        ]
        indexes = [models.Index(fields=["table", "-id"], name="last_words_of_a_table")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.seat}"
