"""Tables, who sits there, what lies ready to be dealt, and what is said."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.codes import CODE_LENGTH, new_code, new_key
from minibridge.engine.rules import RuleSet

from .choices import DEFAULT_PRESET, BotLevel, LessonStep, SeatLetter, default_rules, new_epoch


class Table(models.Model):
    """The place with four chairs, known by its code.

    Where somebody plays ``alone``, with bots on the other chairs, he plays both hands of his side when it
    declares. ``version`` grows with every visible change and only drives repainting. ``setting_version`` is
    the version of the last change outside the running record's log: while it stands still, only the log has
    grown. ``epoch`` changes when versions may have gone back, as after a restored backup. In a lesson the
    teacher may have it ``paused``, or have let the deal go on only as far as ``step``; empty: to its end.
    ``proposal`` is the card that dummy proposes to declarer, as ``tables.proposals`` writes it.
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
    proposal = models.CharField(max_length=24, blank=True)
    paused = models.BooleanField(default=False)
    step = models.CharField(max_length=8, choices=LessonStep, blank=True)
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


class PreparedBoard(models.Model):
    """A deal laid ready for a table: dealt before any random one, in the order of ``position``.

    ``opening`` lists the actions that are done already when it is dealt, as ``services.records`` writes them:
    an imposed contract, the first tricks of a lesson, or the line of a record that is left at ``parent_step``
    of its ``parent`` to be played on otherwise. ``lesson_deal`` is its number among the deals of a lesson.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="prepared_boards")
    position = models.PositiveIntegerField()
    board = models.ForeignKey("Board", on_delete=models.PROTECT)
    opening = models.JSONField(default=list, blank=True)
    parent = models.ForeignKey(
        "BoardRecord", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    parent_step = models.PositiveSmallIntegerField(null=True, blank=True)
    lesson_deal = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="one_prepared_board_at_a_position")
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.position}"


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
