"""What many rows have: seats, levels of bots, codes and keys."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from minibridge.engine.rules import PRESETS

DEFAULT_PRESET = "four_deals"


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


class LessonStep(models.TextChoices):
    """How far the deal of a lesson may go. Each step lets its own part be done and those before it."""

    COUNT = "count", pgettext_lazy("step", "count the points")
    ANNOUNCE = "announce", pgettext_lazy("step", "say the points")
    DUMMY = "dummy", pgettext_lazy("step", "see dummy")
    CONTRACT = "contract", pgettext_lazy("step", "choose the contract")
    PLAY = "play", pgettext_lazy("step", "play")
    SCORE = "score", pgettext_lazy("step", "write the score")
