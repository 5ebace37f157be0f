"""A class at its tables: the lesson, what the teacher lays and says, what pupils answer and can do."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Classroom, Pupil
from minibridge.engine.rules import RuleSet

from .choices import BotLevel, LessonStep, SeatLetter, default_rules
from .record import BoardRecord
from .table import Table


class Pack(models.Model):
    """Deals for lessons that a teacher keeps: ``content`` is written and read by ``tables.packs``.

    The packs that come with the site are files and have no row.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="packs")
    title = models.CharField(max_length=80)
    content = models.JSONField(default=dict)
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["title", "id"]

    def __str__(self) -> str:
        return self.title


class Lesson(models.Model):
    """One lesson of a class: its deals, its tables, and how far the teacher has let them go.

    ``pack`` is what the pack was when the lesson began. ``deal`` is the number of the deal on the tables, 0
    before the first; deals after the last of the pack are random, and are put down in ``pack`` when the first
    table is dealt them. ``bots`` is how well robots play. ``released`` is the number of the last deal
    whose results all may see. ``screen`` is the table that the teacher has put on every screen; ``question``
    the number of the question of this deal that is asked now, ``question_stage`` how far that has gone.
    ``results_shown`` is what pupils may see of the results of released deals. ``version`` grows with every
    change of the lesson itself, not with the cards.
    """

    class Mode(models.TextChoices):
        TABLES = "tables", pgettext_lazy("lesson", "tables of four")
        ALONE = "alone", pgettext_lazy("lesson", "everyone declares")

    class Leftover(models.TextChoices):
        BOTS = "bots", _("robots fill the table")
        THREE = "three", _("three play by their own rule")
        FIFTH = "fifth", _("a fifth takes turns")

    class Pace(models.TextChoices):
        TOGETHER = "together", _("all together: the teacher deals")
        FREE = "free", _("each table goes on by itself")

    class QuestionStage(models.TextChoices):
        OPEN = "open", pgettext_lazy("question", "pupils answer")
        CLOSED = "closed", pgettext_lazy("question", "closed")
        TOLD = "told", pgettext_lazy("question", "the answer is shown")

    class ResultsShown(models.TextChoices):
        NOT = "", _("pupils do not see the results")
        TABLES = "tables", _("pupils see the results, without names")
        NAMES = "names", _("pupils see the results, with names")

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="lessons")
    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="lessons"
    )
    title = models.CharField(max_length=80)
    pack = models.JSONField(default=dict)
    rules = models.JSONField(default=default_rules)
    mode = models.CharField(max_length=6, choices=Mode, default=Mode.TABLES)
    leftover = models.CharField(max_length=5, choices=Leftover, default=Leftover.BOTS)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.TOGETHER)
    bots = models.CharField(max_length=6, choices=BotLevel, default=BotLevel.MEDIUM)
    deal = models.PositiveSmallIntegerField(default=0)
    released = models.PositiveSmallIntegerField(default=0)
    paused = models.BooleanField(default=False)
    step = models.CharField(max_length=8, choices=LessonStep, blank=True)
    screen = models.ForeignKey(
        "LessonTable", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    question = models.PositiveSmallIntegerField(null=True, blank=True)
    question_stage = models.CharField(max_length=6, choices=QuestionStage, default=QuestionStage.OPEN)
    note_shown = models.BooleanField(default=False)
    results_shown = models.CharField(max_length=6, choices=ResultsShown, blank=True, default=ResultsShown.NOT)
    version = models.PositiveIntegerField(default=1)
    started = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"], condition=Q(ended__isnull=True), name="one_lesson_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_dict(self.rules)


class LessonTable(models.Model):
    """A table of a lesson, with the number that the room knows it by."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="lesson_tables")
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="lesson_table")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "number"], name="one_lesson_table_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.lesson_id} #{self.number}"


class LessonPupil(models.Model):
    """A pupil who is in a lesson. His chair is the ``Seating`` of his user; a fifth has a table and no chair.

    ``raised`` is since when his hand is up; ``left`` that he has gone home and a bot plays for him; ``heard``
    the id of the last whisper that he has put away.
    """

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="pupils")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons_attended"
    )
    table = models.ForeignKey(
        LessonTable, null=True, blank=True, on_delete=models.SET_NULL, related_name="pupils"
    )
    raised = models.DateTimeField(null=True, blank=True)
    left = models.DateTimeField(null=True, blank=True)
    heard = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["lesson", "user"], name="one_place_in_a_lesson")]

    def __str__(self) -> str:
        return f"{self.lesson_id} {self.user_id}"


class Whisper(models.Model):
    """What the teacher says to a table, to one pupil or, without either, to all; or the card he points at.

    A sentence to a table has besides a row for each ``user`` who is there when it is said: whoever comes to
    the table later is told nothing of it.
    ``phrase`` names one of the prepared sentences, which everybody reads in his own language. A pointed card
    is told of while ``record`` stands at its ``n``-th action.
    """

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="whispers")
    table = models.ForeignKey(LessonTable, null=True, blank=True, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    text = models.CharField(max_length=200, blank=True)
    phrase = models.CharField(max_length=20, blank=True)
    card = models.CharField(max_length=2, blank=True)
    record = models.ForeignKey(BoardRecord, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    n = models.PositiveIntegerField(null=True, blank=True)  # of the log: the moment of a pointed card
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.lesson_id} {self.text or self.phrase or self.card}"


class LessonAnswer(models.Model):
    """What a pupil answered to a question inside a deal."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lesson_answers"
    )
    deal = models.PositiveSmallIntegerField()
    question = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1, choices=SeatLetter, blank=True)
    answer = models.CharField(max_length=20)
    is_right = models.BooleanField(null=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["lesson", "user", "deal", "question"], name="one_answer_to_a_question"
            )
        ]

    def __str__(self) -> str:
        return f"{self.lesson_id} {self.deal}.{self.question} {self.answer}"


class SkillMark(models.Model):
    """A criterion of the skills record that a pupil has met: ticked by the site, or by ``teacher``. ``times``
    is how often the site has seen it.
    """

    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="skill_marks")
    criterion = models.CharField(max_length=24)
    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_site = models.BooleanField(default=True)
    times = models.PositiveSmallIntegerField(default=1)
    first = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pupil", "criterion"], name="one_mark_of_a_criterion")]

    def __str__(self) -> str:
        return f"{self.pupil_id} {self.criterion}"
