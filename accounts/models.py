"""Who people are."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .codes import CODE_LENGTH, new_code, new_key


class User(AbstractUser):
    """A person: guest, player with an account, teacher or administrator.

    A guest is a real row without a usable password; making an account later fills the same row, so
    that seats and deals stay where they are. A pupil has no password either, and belongs to a class: he is
    no guest, and his teachers alone change or delete him.
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

    class KeepDays(models.IntegerChoices):
        ALWAYS = 0, _("Until I delete them")
        YEAR = 365, _("One year")
        QUARTER = 90, _("90 days")
        MONTH = 30, _("30 days")

    display_name = models.CharField(_("name at the table"), max_length=24, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_pupil = models.BooleanField(_("pupil"), default=False)
    is_adult = models.BooleanField(_("I am an adult"), default=False)
    may_teach = models.BooleanField(_("may open classes where teachers are invited"), default=False)
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
    keep_days = models.PositiveSmallIntegerField(
        _("keep my deals"), choices=KeepDays, blank=True, default=KeepDays.ALWAYS
    )
    last_seen = models.DateTimeField(default=timezone.now, db_index=True)

    @property
    def name(self) -> str:
        """What other people at a table read; never the random username of a guest."""
        if self.is_guest or self.is_pupil:
            return self.display_name or gettext("Guest")
        return self.display_name or self.get_username()

    @property
    def is_adult_account(self) -> bool:
        """Whether this is an account, no guest and no pupil, whose owner says that he is an adult."""
        return self.is_active and self.is_adult and not self.is_guest and not self.is_pupil

    @property
    def teaches_a_class(self) -> bool:
        """One query, and only for adults."""
        return self.is_adult_account and self.classes_taught.exists()


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


class Classroom(models.Model):
    """A class: pupils without e-mail addresses, and the adults who teach them.

    A pupil comes in by the class's ``code`` and his own picture code, or by the key on his card. On the day
    ``expires`` the class goes, with everything in it. A ``junior`` class sees simple words and big cards.
    Whoever has the key ``invitation`` may teach it too, until ``invited_until``; None: nobody is invited.
    """

    name = models.CharField(_("name of the class"), max_length=60)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    junior = models.BooleanField(default=True)
    joining = models.BooleanField(default=True)  # whether pupils may come in
    expires = models.DateField()
    invitation = models.CharField(max_length=40, unique=True, null=True, blank=True, editable=False)
    invited_until = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class ClassTeacher(models.Model):
    """An adult who teaches a class. One of them owns it: he alone hands it over or deletes it."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="teachers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="classes_taught")
    is_owner = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "user"], name="once_a_teacher_of_a_class"),
            models.UniqueConstraint(
                fields=["classroom"], condition=models.Q(is_owner=True), name="one_owner_of_a_class"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id} {self.user_id}"


class Pupil(models.Model):
    """A pupil's place in a class; his name is that of his user.

    ``pictures`` are the names of the pictures that let him in, in their order, and ``key`` is what the QR
    code of his card leads to. Both are kept readable, because the teacher prints them again.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="pupils")
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="pupil")
    pictures = models.CharField(max_length=80)
    key = models.CharField(max_length=40, unique=True, default=new_key)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "pictures"], name="one_pupil_of_a_picture_code")
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id} {self.user_id}"
