"""Who people are."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person: guest, player with an account, teacher or administrator.

    A guest is a real row without a usable password; making an account later fills the same row, so
    that seats and deals stay where they are.
    """

    class Deck(models.TextChoices):
        FOUR_COLOURS = "four", _("Four colours")
        TWO_COLOURS = "two", _("Two colours")
        COLOUR_BLIND = "cvd", _("For colour-blind eyes")

    class IndexLetters(models.TextChoices):
        LANGUAGE = "", _("As in my language")
        FRENCH = "fr", _("French: A R D V")
        ENGLISH = "en", _("English: A K Q J")

    class Taps(models.TextChoices):
        AUTOMATIC = "", _("Two taps on a touch screen, one click with a mouse")
        ONE = "1", _("Always one")
        TWO = "2", _("Always two")

    class SuitOrder(models.TextChoices):
        ALTERNATING = "SHCD", _("Alternating colours: ♠ ♥ ♣ ♦")
        RANKED = "SHDC", _("By rank: ♠ ♥ ♦ ♣")

    display_name = models.CharField(_("name at the table"), max_length=24, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_adult = models.BooleanField(_("I am an adult"), default=False)
    language = models.CharField(_("language"), max_length=5, blank=True)
    deck = models.CharField(_("cards"), max_length=4, choices=Deck, default=Deck.FOUR_COLOURS)
    index_letters = models.CharField(
        _("letters on the cards"), max_length=2, choices=IndexLetters, blank=True, default=""
    )
    taps = models.CharField(_("taps to play a card"), max_length=1, choices=Taps, blank=True, default="")
    suit_order = models.CharField(
        _("order of the suits"), max_length=4, choices=SuitOrder, default=SuitOrder.ALTERNATING
    )
    sounds = models.BooleanField(_("sounds"), default=True)
    big_text = models.BooleanField(_("big text"), default=False)
    reduced_motion = models.BooleanField(_("fewer animations"), default=False)
    last_seen = models.DateTimeField(default=timezone.now, db_index=True)

    @property
    def name(self) -> str:
        """What other people at a table read; never the random username of a guest."""
        if self.is_guest:
            return self.display_name or gettext("Guest")
        return self.display_name or self.get_username()


class RecoveryCode(models.Model):
    """One of the codes that open an account whose password is lost; only its digest is kept.

    Used codes stay until the set is renewed, so that the person can be told how many are left.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_row_per_recovery_code")]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"
