"""What a person may be called: the name at the table, and the name one signs in with."""

import unicodedata

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NAME_LENGTH = 24
FOLDED_LENGTH = 100  # a sign may stand for many letters
GUEST_PREFIX = "guest-"

# Letters to Unicode, yet nothing to the eye: a chair with such a name would look empty.
BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\ufffd")
# Emoji families and Persian are written with joiners; every other format character only hides or turns text.
JOINERS = frozenset("\u200c\u200d")
REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
MARKS = frozenset({"Mn", "Me"})
MARKS_IN_A_ROW = 3


def clean_name(raw: str) -> str:
    """The name as it is shown: NFC, spaces in a row made one.

    Raises ValidationError with one sentence for the person who typed it.
    """
    name = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in raw.strip())
    name = " ".join(part for part in unicodedata.normalize("NFC", name).split(" ") if part)
    if any(unicodedata.category(sign) in REFUSED_CATEGORIES and sign not in JOINERS for sign in name):
        raise ValidationError(
            _("This name contains a sign that cannot be shown. Please type it again."), code="control"
        )
    if not any(is_visible(sign) for sign in name):
        raise ValidationError(_("Please type a name: at least one letter."), code="empty")
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("This name is too long: at most %(most)d letters."), code="long", params={"most": NAME_LENGTH}
        )
    if piles_up_marks(name):
        raise ValidationError(_("This name has too many accents on one letter."), code="marks")
    return name


def is_visible(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK_LETTERS


def piles_up_marks(name: str) -> bool:
    """Whether accents are heaped on one letter, which would cover the names beside it."""
    row = 0
    for sign in name:
        row = row + 1 if unicodedata.category(sign) in MARKS else 0
        if row > MARKS_IN_A_ROW:
            return True
    return False


def folded(name: str) -> str:
    """The name as people type it who look for it: “Émile” is found by “emile”."""
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in parts if unicodedata.category(sign) not in MARKS)
    return unicodedata.normalize("NFKC", letters.casefold())[:FOLDED_LENGTH]


username_validators = [
    UnicodeUsernameValidator(
        message=gettext_lazy("Only letters, digits and the signs @ . + - _ please, without spaces.")
    ),
    MaxLengthValidator(NAME_LENGTH, message=gettext_lazy("This name is too long: at most 24 letters.")),
    RegexValidator(
        rf"(?i)^{GUEST_PREFIX}",
        message=gettext_lazy("This name is kept for guests. Please choose another one."),
        inverse_match=True,
    ),
]
